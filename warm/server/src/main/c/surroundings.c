// SPDX-License-Identifier: Apache-2.0
#include "surroundings.h"

#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "key.h"
#include "process.h"

enum { ITEMS_LIMIT = 32 << 20, SAID_LIMIT = 1 << 20 };

static char *own_rights(void) {
  Buffer text = {0};
  if (add_rights(&text, "self")) return buffer_text(&text);
  free(text.data);
  return NULL;
}

static char *own_limits(void) {
  Buffer text = {0};
  add_limits(&text);
  return buffer_text(&text);
}

bool remember_surroundings(Surroundings *surroundings, const char *directory) {
  Buffer items = {0};
  const char *locale = setlocale(LC_ALL, NULL);
  *surroundings = (Surroundings){.rights = own_rights(), .limits = own_limits(), .locale = copy_text(locale != NULL ? locale : "")};
  return surroundings->rights != NULL && read_file(AT_FDCWD, format("%s/closure", directory), ITEMS_LIMIT, &items) &&
         parse_items(buffer_text(&items), &surroundings->class_path);
}

static char *find_changed_file(const Items *class_path) {
  for (size_t i = 0; i < class_path->count; i++) {
    Item now = {.path = class_path->item[i].path};
    describe_state(now.path, &now);
    if (!same_state(&now, &class_path->item[i])) return format("class path has changed: %s", now.path);
  }
  return NULL;
}

// A debugger sees and changes what it likes, and nothing tells what it did.
static long tracer_of(const char *thread) {
  static const char name[] = "\nTracerPid:\t";
  char path[64];
  Buffer status = {0};
  snprintf(path, sizeof path, "/proc/self/task/%.32s/status", thread);
  const char *line = read_file(AT_FDCWD, path, 1 << 16, &status) ? strstr(buffer_text(&status), name) : NULL;
  long tracer = line != NULL ? strtol(line + strlen(name), NULL, 10) : 0;
  free(status.data);
  return tracer;
}

static char *find_tracer(void) {
  DIR *threads = opendir("/proc/self/task");
  long tracer = 0;
  if (threads == NULL) return NULL;
  for (struct dirent *thread; tracer == 0 && (thread = readdir(threads)) != NULL;)
    if (thread->d_name[0] != '.') tracer = tracer_of(thread->d_name);
  closedir(threads);
  return tracer != 0 ? format("process %ld traces the server", tracer) : NULL;
}

char *find_change(const Surroundings *surroundings) {
  char *found = find_changed_file(&surroundings->class_path);
  char *rights = own_rights(), *limits = own_limits();
  const char *locale = setlocale(LC_ALL, NULL);
  if (found == NULL) found = find_tracer();
  if (found == NULL && (rights == NULL || !same(rights, surroundings->rights))) found = copy_text("the process has other rights than at its start");
  if (found == NULL && !same(limits, surroundings->limits)) found = copy_text("the process has other limits or priorities than at its start");
  if (found == NULL && !same(locale != NULL ? locale : "", surroundings->locale)) found = copy_text("the C library has another locale");
  free(rights);
  free(limits);
  return found;
}

static bool has_line(const char *text, const char *line) {
  size_t length = strlen(line);
  for (const char *found = text; (found = strstr(found, line)) != NULL; found += length)
    if ((found == text || found[-1] == '\n') && (found[length] == '\n' || found[length] == '\0')) return true;
  return false;
}

bool said_what_key_says(const char *directory, const char *key) {
  Buffer said = {0};
  if (!read_file(AT_FDCWD, format("%s/stderr", directory), SAID_LIMIT, &said)) return false;
  bool missed = has_line(buffer_text(&said), "WARNING: java.io.tmpdir directory does not exist"), missing = strstr(key, "\n" TEMPORARY_FILES " in no directory\n") != NULL;
  bool equal = missed == missing;
  free(said.data);
  return equal;
}

bool is_equal_peer(const Surroundings *surroundings, int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.pid <= 0) return false;
  int process = open_peer(socket, peer.pid);
  bool equal = process >= 0 && has_rights(process, peer.pid, surroundings->rights);
  if (process >= 0) close(process);
  return equal;
}
