// SPDX-License-Identifier: Apache-2.0
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The first is IOPRIO_WHO_PROCESS, the last SO_PEERPIDFD, which only newer headers have.
enum { OF_PROCESS = 1, PATH_SIZE = 96, NUMA_NODES = 1024, PEER_PIDFD = 77 };

void add_fact(Buffer *text, const char *name, const char *value) {
  add_format(text, "%s ", name);
  for (; *value != '\0'; value++) {
    if (*value == '\n') add_text(text, "\\n");
    else if (*value == '\\') add_text(text, "\\\\");
    else add_bytes(text, value, 1);
  }
  add_text(text, "\n");
}

static bool add_status(Buffer *text, const char *process) {
  static const char *const wanted[] = {"Uid:", "Gid:", "Groups:", "CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", "NoNewPrivs:",
                                       "Seccomp:", "Seccomp_filters:", "Cpus_allowed:", "Mems_allowed:", "THP_enabled:", NULL};
  Buffer content = {0};
  char path[PATH_SIZE], *state = NULL;
  snprintf(path, sizeof path, "/proc/%s/status", process);
  bool is_read = read_file(AT_FDCWD, path, 1 << 20, &content);
  if (is_read)
    for (char *line = strtok_r(buffer_text(&content), "\n", &state); line != NULL; line = strtok_r(NULL, "\n", &state))
      for (const char *const *name = wanted; *name != NULL; name++)
        if (after(line, *name) != NULL) add_fact(text, "process", line);
  free(content.data);
  return is_read;
}

static void add_namespaces(Buffer *text, const char *process) {
  static const char *const names[] = {"cgroup", "ipc", "mnt", "net", "pid", "pid_for_children", "time", "time_for_children", "user", "uts", NULL};
  for (const char *const *name = names; *name != NULL; name++) {
    char path[PATH_SIZE], target[64];
    snprintf(path, sizeof path, "/proc/%s/ns/%s", process, *name);
    ssize_t n = readlink(path, target, sizeof target - 1);
    if (n < 0) continue;  // not in this kernel
    target[n] = '\0';
    add_fact(text, "namespace", target);
  }
}

static void add_file(Buffer *text, const char *name, const char *process, const char *file) {
  Buffer content = {0};
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "/proc/%s/%s", process, file);
  if (read_file(AT_FDCWD, path, 1 << 16, &content)) add_fact(text, name, buffer_text(&content));
  free(content.data);
}

bool add_rights(Buffer *text, const char *process) {
  struct stat root;
  char path[PATH_SIZE], value[PATH_SIZE];
  snprintf(path, sizeof path, "/proc/%s/root", process);
  if (!add_status(text, process) || stat(path, &root) != 0) return false;
  add_namespaces(text, process);
  snprintf(value, sizeof value, "%llu %llu", (unsigned long long)root.st_dev, (unsigned long long)root.st_ino);
  add_fact(text, "root", value);
  add_file(text, "label", process, "attr/current");
  return true;
}

int open_peer(int socket, int number) {
  int process = -1;
  socklen_t size = sizeof process;
  if (getsockopt(socket, SOL_SOCKET, PEER_PIDFD, &process, &size) == 0) return process;
  return errno == ENOPROTOOPT ? (int)syscall(SYS_pidfd_open, number, 0) : -1;
}

static bool has_ended(int process) {
  struct pollfd p = {.fd = process, .events = POLLIN};
  return poll(&p, 1, 0) != 0;
}

bool has_rights(int process, int number, const char *rights) {
  char name[16];
  Buffer text = {0};
  snprintf(name, sizeof name, "%d", number);
  // Looked at last, so that what was read is that process's.
  bool equal = add_rights(&text, name) && same(buffer_text(&text), rights) && !has_ended(process);
  free(text.data);
  return equal;
}

// On which NUMA nodes memory is to be (numactl), as the kernel has it; none where it knows no NUMA.
static void add_memory_policy(Buffer *text) {
  unsigned long nodes[NUMA_NODES / (8 * sizeof(unsigned long))] = {0};
  int mode = 0;
  char value[PATH_SIZE];
  if (syscall(SYS_get_mempolicy, &mode, nodes, (unsigned long)NUMA_NODES, NULL, 0UL) != 0) return;
  for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
    if (i > 0 && nodes[i] == 0) continue;
    snprintf(value, sizeof value, "mode %d, nodes from %zu: %lx", mode, 8 * i * sizeof nodes[0], nodes[i]);
    add_fact(text, "memory policy", value);
  }
}

void add_limits(Buffer *text) {
  char value[PATH_SIZE];
  for (int which = 0; which < RLIM_NLIMITS; which++) {
    struct rlimit limit;
    if (getrlimit(which, &limit) != 0) continue;
    snprintf(value, sizeof value, "%d %llu %llu", which, (unsigned long long)limit.rlim_cur, (unsigned long long)limit.rlim_max);
    add_fact(text, "limit", value);
  }
  struct sched_param parameter = {0};
  sched_getparam(0, &parameter);
  snprintf(value, sizeof value, "%d %d %d", sched_getscheduler(0), parameter.sched_priority, getpriority(PRIO_PROCESS, 0));
  add_fact(text, "scheduling", value);
  snprintf(value, sizeof value, "of files %ld", syscall(SYS_ioprio_get, OF_PROCESS, 0));
  add_fact(text, "scheduling", value);
  add_memory_policy(text);
  snprintf(value, sizeof value, "slack of timers %d, secure bits %d", prctl(PR_GET_TIMERSLACK), prctl(PR_GET_SECUREBITS));
  add_fact(text, "process", value);
  snprintf(value, sizeof value, "%d", personality(0xffffffff));
  add_fact(text, "personality", value);
  add_file(text, "audit", "self", "loginuid");
  add_file(text, "audit", "self", "sessionid");
  add_file(text, "cgroup", "self", "cgroup");
  add_file(text, "out of memory", "self", "oom_score_adj");
  add_file(text, "core dump", "self", "coredump_filter");
}
