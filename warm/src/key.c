// SPDX-License-Identifier: Apache-2.0
#include "key.h"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "closure_items.h"
#include "sha256.h"

extern char **environ;

enum { OF_PROCESS = 1 };  // IOPRIO_WHO_PROCESS, which only newer headers have

// One fact; line ends and backslashes in the value are escaped, so that no value can look like another fact.
static void add_fact(Buffer *text, const char *name, const char *value) {
  add_format(text, "%s ", name);
  for (; *value != '\0'; value++) {
    if (*value == '\n') add_text(text, "\\n");
    else if (*value == '\\') add_text(text, "\\\\");
    else add_bytes(text, value, 1);
  }
  add_text(text, "\n");
}

// Files of the JDK and of the system that a JVM reads when it starts or once later.
static void add_files(Buffer *text, const char *jdk) {
  static const char *const jdk_files[] = {
      "release", "lib/modules", "lib/jvm.cfg", "lib/server/libjvm.so", "lib/libjli.so", "lib/libjava.so", "lib/server/classes.jsa",
      "lib/server/classes_nocoops.jsa", "lib/server/classes_coh.jsa", "lib/server/classes_nocoops_coh.jsa", "lib/spillway-warm-server",
      "lib/security/cacerts", "conf/security/java.security", "conf/net.properties", "conf/logging.properties", "conf/jaxp.properties", NULL};
  static const char *const system_files[] = {"/etc/localtime", "/etc/timezone", "/etc/passwd", NULL};
  Items items = {0};
  for (const char *const *file = jdk_files; *file != NULL; file++) add_item(&items, format("%s/%s", jdk, *file));
  for (const char *const *file = system_files; *file != NULL; file++) add_item(&items, *file);
  Buffer lines = {0};
  write_items(&items, &lines);
  for (char *line = strtok(buffer_text(&lines), "\n"); line != NULL; line = strtok(NULL, "\n")) add_fact(text, "file", line);
}

bool is_boot_variable(const char *variable) {
  static const char *const names[] = {"LANG=", "LANGUAGE=", "TZ=", "TZDIR=", "DISPLAY=", "WAYLAND_DISPLAY=", "HOME=", "USER=", "LOGNAME=",
                                      "NLSPATH=", "LOCPATH=", "GLIBC_TUNABLES=", "JAVA_TOOL_OPTIONS=", "_JAVA_OPTIONS=",
                                      "JDK_AOT_VM_OPTIONS=", "RES_OPTIONS=", "LOCALDOMAIN=", "HOSTALIASES=", "GCONV_PATH=", NULL};
  static const char *const prefixes[] = {"LC_", "LD_", "MALLOC_", "_JAVA_", NULL};
  for (const char *const *name = names; *name != NULL; name++)
    if (after(variable, *name) != NULL) return true;
  for (const char *const *prefix = prefixes; *prefix != NULL; prefix++)
    if (after(variable, *prefix) != NULL) return true;
  return false;
}

static bool add_environment(Buffer *text) {
  Strings boot = {0};
  for (char **variable = environ; variable != NULL && *variable != NULL; variable++)
    if (is_boot_variable(*variable)) add_string(&boot, *variable);
  // Their order means nothing to a JVM.
  for (size_t i = 1; i < boot.count; i++)
    for (size_t j = i; j > 0 && strcmp(boot.item[j - 1], boot.item[j]) > 0; j--) {
      char *swap = boot.item[j];
      boot.item[j] = boot.item[j - 1];
      boot.item[j - 1] = swap;
    }
  for (size_t i = 0; i < boot.count; i++) add_fact(text, "environment", boot.item[i]);
  return true;
}

// Identity, capabilities, seccomp and processors, as the kernel shows them.
static bool add_status(Buffer *text) {
  static const char *const wanted[] = {"Uid:", "Gid:", "Groups:", "CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", "NoNewPrivs:",
                                       "Seccomp:", "Seccomp_filters:", "Cpus_allowed:", "Mems_allowed:", "THP_enabled:", NULL};
  Buffer content = {0};
  if (!read_file(AT_FDCWD, "/proc/self/status", 1 << 20, &content)) return false;
  for (char *line = strtok(buffer_text(&content), "\n"); line != NULL; line = strtok(NULL, "\n"))
    for (const char *const *name = wanted; *name != NULL; name++)
      if (after(line, *name) != NULL) add_fact(text, "process", line);
  return true;
}

static bool add_namespaces(Buffer *text) {
  static const char *const names[] = {"cgroup", "ipc", "mnt", "net", "pid", "pid_for_children", "time", "time_for_children", "user", "uts", NULL};
  for (const char *const *name = names; *name != NULL; name++) {
    char target[64];
    ssize_t n = readlink(format("/proc/self/ns/%s", *name), target, sizeof target - 1);
    if (n < 0) continue;  // not in this kernel
    target[n] = '\0';
    add_fact(text, "namespace", target);
  }
  return true;
}

static void add_limits(Buffer *text) {
  for (int which = 0; which < RLIM_NLIMITS; which++) {
    struct rlimit limit;
    if (getrlimit(which, &limit) != 0) continue;
    char *value = format("%d %llu %llu", which, (unsigned long long)limit.rlim_cur, (unsigned long long)limit.rlim_max);
    add_fact(text, "limit", value);
  }
  struct sched_param parameter = {0};
  sched_getparam(0, &parameter);
  char *value = format("%d %d %d", sched_getscheduler(0), parameter.sched_priority, getpriority(PRIO_PROCESS, 0));
  add_fact(text, "scheduling", value);
  add_fact(text, "scheduling", format("of files %ld", syscall(SYS_ioprio_get, OF_PROCESS, 0)));
  add_fact(text, "personality", format("%d", personality(0xffffffff)));
}

static void add_place(Buffer *text) {
  Item root = {.path = copy_text("/")};
  describe_state("/", &root);
  add_fact(text, "root", format("%llu %llu", (unsigned long long)root.device, (unsigned long long)root.inode));
  Buffer group = {0}, label = {0}, memory = {0};
  if (read_file(AT_FDCWD, "/proc/self/cgroup", 1 << 16, &group)) add_fact(text, "cgroup", buffer_text(&group));
  if (read_file(AT_FDCWD, "/proc/self/attr/current", 1 << 12, &label)) add_fact(text, "label", buffer_text(&label));
  // How likely the kernel ends it when memory is short.
  if (read_file(AT_FDCWD, "/proc/self/oom_score_adj", 100, &memory)) add_fact(text, "out of memory", buffer_text(&memory));
}

bool make_key(Key *key, const char *jdk, Mode mode, const SortedOptions *sorted, const Closure *closure) {
  Buffer text = {0};
  add_fact(&text, "spillway-warm-key", "1");
  add_fact(&text, "jdk", jdk);
  add_fact(&text, "mode", mode_name(mode));
  for (size_t i = 0; i < sorted->server.count; i++) add_fact(&text, "option", sorted->server.item[i]);
  add_fact(&text, "closure", closure->hash);
  add_files(&text, jdk);
  if (!add_environment(&text) || !add_status(&text) || !add_namespaces(&text)) return false;
  add_limits(&text);
  add_place(&text);
  key->text = buffer_text(&text);
  sha256_of(key->text, text.length, key->hash);
  return true;
}
