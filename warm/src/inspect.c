// SPDX-License-Identifier: Apache-2.0
#include "inspect.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "keeper.h"

enum { RUN_END_MS = 2000, RUNS_MAX = 5 };

static uint64_t resident_bytes(int pid) {
  Buffer text = {0};
  unsigned long size, resident;
  if (!read_file(AT_FDCWD, format("/proc/%d/statm", pid), 1000, &text)) return 0;
  return sscanf(buffer_text(&text), "%lu %lu", &size, &resident) == 2 ? (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

// The client that took the lock last has set its file's time.
static uint64_t ms_since(const struct timespec *then) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  int64_t ms = (now.tv_sec - then->tv_sec) * 1000 + (now.tv_nsec - then->tv_nsec) / 1000000;
  return ms > 0 ? (uint64_t)ms : 0;
}

bool has_retired(const Pool *pool, const char *server) { return faccessat(pool->fd, format("%s/retired", server), F_OK, 0) == 0; }

ServerView view_server(const Pool *pool, const char *server) {
  ServerView view = {0};
  struct stat s;
  int connection = connect_server(pool, server, &view.pid), lock = lock_server(pool, server);
  if (connection >= 0) view.sample.memory = resident_bytes(view.pid);
  else view.pid = 0;
  // One that is ending listens to its last, and its lock is free.
  view.sample.busy = lock < 0 || (connection >= 0 && has_retired(pool, server));
  if (lock >= 0 && fstat(lock, &s) == 0) view.sample.idle_ms = ms_since(&s.st_mtim);
  if (connection >= 0) close(connection);
  if (lock >= 0) close(lock);
  return view;
}

bool has_free_server(const Pool *pool, const char *key) {
  Strings servers = {0};
  list_servers(pool, key, &servers);
  for (size_t i = 0; i < servers.count; i++) {
    ServerView view = view_server(pool, servers.item[i]);
    if (view.pid > 0 && !view.sample.busy) return true;
  }
  return false;
}

bool means_dead(int error) { return error == ECONNREFUSED || error == ENOENT; }

static EndResult unreached(void) { return means_dead(errno) ? SERVER_DEAD : SERVER_UNREACHABLE; }

// While the connection lives the number means this process. Then it is closed: a server waits for what whoever connects has to say.
static int open_process(int pid, int connection) {
  int process = (int)syscall(SYS_pidfd_open, pid, 0);
  close(connection);
  return process;
}

EndResult end_server(const Pool *pool, const char *server) {
  int pid = 0, connection = connect_server(pool, server, &pid);
  if (connection < 0) return unreached();
  int process = open_process(pid, connection);
  if (process >= 0) end_process(process);
  if (process >= 0) close(process);
  return process >= 0 ? SERVER_ENDED : SERVER_UNREACHABLE;
}

// True: the server has ended, or nobody can begin a run on it any more.
static bool end_run(const Pool *pool, const char *server, int process, int *lock) {
  syscall(SYS_pidfd_send_signal, process, SIGTERM, NULL, 0);
  for (int ms = 0; ms < RUN_END_MS; ms++) {
    struct pollfd ended = {.fd = process, .events = POLLIN};
    if (poll(&ended, 1, 1) > 0 || (*lock = lock_server(pool, server)) >= 0) return true;
  }
  return false;
}

EndResult end_server_and_run(const Pool *pool, const char *server) {
  int pid = 0, lock = -1, connection = connect_server(pool, server, &pid);
  if (connection < 0) return unreached();
  int process = open_process(pid, connection);
  bool done = process < 0;
  // A run that began meanwhile gets the signal, too, and time of its own.
  for (int tries = 0; !done && tries < RUNS_MAX; tries++) {
    struct timespec used = last_use(pool, server);
    done = end_run(pool, server, process, &lock) || same_time(used, last_use(pool, server));
  }
  if (lock >= 0) end_process(process);
  else if (process >= 0) syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, 0);
  if (lock >= 0) close(lock);
  if (process >= 0) close(process);
  return process >= 0 ? SERVER_ENDED : SERVER_UNREACHABLE;
}
