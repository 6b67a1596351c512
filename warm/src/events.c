// SPDX-License-Identifier: Apache-2.0
#include "events.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILE_LIMIT = 1 << 20, DETAIL_LIMIT = 500, LINE_LIMIT = 3 * DETAIL_LIMIT };
static const char file_name[] = "events", old_name[] = "events.1";

static void add_field(Buffer *line, const char *text) {
  if (text == NULL || *text == '\0') text = "-";
  for (size_t n = 0; text[n] != '\0' && n < DETAIL_LIMIT; n++) {
    char c = text[n] == '\t' || text[n] == '\n' || text[n] == '\r' ? ' ' : text[n];
    add_bytes(line, &c, 1);
  }
}

// Of two that find it too long only one may: the other would put the new file in the old one's place.
static void cut_log(const Pool *pool, int fd) {
  struct stat held, named;
  if (fstat(fd, &held) != 0 || held.st_size <= FILE_LIMIT || flock(fd, LOCK_EX | LOCK_NB) != 0) return;
  if (fstatat(pool->fd, file_name, &named, AT_SYMLINK_NOFOLLOW) == 0 && named.st_ino == held.st_ino && named.st_dev == held.st_dev)
    renameat(pool->fd, file_name, pool->fd, old_name);
}

void log_event(const Pool *pool, const char *kind, const char *server, const char *reason, const char *detail) {
  if (pool->fd < 0) return;
  int fd = openat(pool->fd, file_name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  struct stat s;
  struct rlimit limit;
  if (fd < 0) return;
  // A longer file would end this process by a signal.
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && fstat(fd, &s) == 0 && (rlim_t)s.st_size + LINE_LIMIT > limit.rlim_cur) {
    close(fd);
    return;
  }
  Buffer line = {0};
  add_format(&line, "%lld\t%s\t", (long long)time(NULL), kind);
  add_field(&line, server);
  add_text(&line, "\t");
  add_field(&line, reason);
  add_text(&line, "\t");
  add_field(&line, detail);
  add_text(&line, "\n");
  // One write, so that lines of several programs do not mix.
  (void)!write(fd, line.data, line.length);
  cut_log(pool, fd);
  close(fd);
}

static char *next_field(char **at) {
  char *field = *at, *end = strchr(field, '\t');
  if (end != NULL) *end = '\0';
  *at = end != NULL ? end + 1 : field + strlen(field);
  return field;
}

Event *read_events(const Pool *pool, size_t *count) {
  Buffer text = {0};
  *count = 0;
  (void)read_file(pool->fd, old_name, 2 * FILE_LIMIT, &text);
  (void)read_file(pool->fd, file_name, 4 * FILE_LIMIT, &text);
  size_t lines = 0;
  for (size_t i = 0; i < text.length; i++) {
    if (text.data[i] == '\0') text.data[i] = ' ';  // nothing that this program writes: what follows counts all the same
    lines += text.data[i] == '\n';
  }
  Event *events = allocate((lines + 1) * sizeof(Event));
  for (char *line = buffer_text(&text), *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    Event *e = &events[*count];
    e->time = next_field(&line);
    e->kind = next_field(&line);
    e->server = next_field(&line);
    e->reason = next_field(&line);
    e->detail = next_field(&line);
    bool has_time = *e->time >= '0' && *e->time <= '9' && strspn(e->time, "0123456789") == strlen(e->time);
    if (*e->detail != '\0' && has_time) ++*count;
    line = end;
  }
  return events;
}
