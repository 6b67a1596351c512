// SPDX-License-Identifier: Apache-2.0
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "events.h"
#include "evict.h"
#include "inspect.h"

// A server that does not listen within START_MS is given up.
enum { START_MS = 120000, START_STEP_MS = 20, TERM_MS = 2000, FAILED_S = 600 };

typedef struct {
  const Pool *pool;
  const char *server;
  pid_t child;
  int process;  // pidfd of the child
  int lock;     // an open file of its own, which stays the server's lock when the directory is gone
  const char *lock_path;  // from the pool's directory
  const PoolLimits *limits;
} Keeper;

static bool has_ended(int process, int ms) {
  struct pollfd p = {.fd = process, .events = POLLIN};
  return poll(&p, 1, ms) > 0;
}

void end_process(int process) {
  syscall(SYS_pidfd_send_signal, process, SIGTERM, NULL, 0);
  if (!has_ended(process, TERM_MS)) syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, 0);
}

static bool take_lock(const Keeper *k) { return flock(k->lock, LOCK_EX | LOCK_NB) == 0; }
static void free_lock(const Keeper *k) { flock(k->lock, LOCK_UN); }

static bool is_free(const Keeper *k) {
  bool taken = take_lock(k);
  if (taken) free_lock(k);
  return taken;
}

// Whether clients can still find the server.
static bool has_directory(const Keeper *k) {
  struct stat held, named;
  return fstat(k->lock, &held) == 0 && fstatat(k->pool->fd, k->lock_path, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

static char *failed_name(const char *key) { return format("failed.%.*s", KEY_DIGITS, key); }

bool failed_lately(const Pool *pool, const char *key) {
  struct stat s;
  time_t now = time(NULL);
  return fstatat(pool->fd, failed_name(key), &s, AT_SYMLINK_NOFOLLOW) == 0 && s.st_mtim.tv_sec <= now && now - s.st_mtim.tv_sec < FAILED_S;
}

// Also the lock of a server that is just dying is free, but then nobody listens.
static bool listens(const Keeper *k) {
  int pid, connection = connect_server(k->pool, k->server, &pid);
  if (connection >= 0) close(connection);
  return connection >= 0;
}

static struct timespec time_of_use(const Keeper *k) {
  struct stat s = {0};
  (void)fstat(k->lock, &s);
  return s.st_mtim;
}

// A server that listens and has freed its lock is ready. It leaves the time on its lock, as does a client, who may take the lock at once.
static bool await_ready(Keeper *k) {
  struct timespec made = time_of_use(k);
  bool ready = false, listened = false;
  for (int ms = 0; ms < START_MS && !ready; ms += START_STEP_MS) {
    bool ended = has_ended(k->process, START_STEP_MS);
    struct timespec used = time_of_use(k);
    bool taken = !same_time(used, made);
    bool unlocked = is_free(k);
    listened = listens(k) || listened;
    ready = taken || (unlocked && listened && !ended);
    if (ended && !ready) {
      // One that says why it retires had been ready, for less time than this takes to look: it was stopped, say.
      if (!has_retired(k->pool, k->server)) return false;
      ready = true;
    }
  }
  // One that listens may have a run at any time, so it is never killed for being slow.
  if (ready || listened) log_event(k->pool, "started", k->server, NULL, NULL);
  return ready || listened;
}

// The last line that it wrote: why it did not start. NULL if there is none.
static char *last_words(const Keeper *k) {
  static const char *const files[] = {"log", "stderr", NULL};
  for (const char *const *file = files; *file != NULL; file++) {
    Buffer text = {0};
    if (!read_file(k->pool->fd, format("%s/%s", k->server, *file), 1 << 20, &text)) continue;
    while (text.length > 0 && text.data[text.length - 1] == '\n') text.length--;
    if (text.length == 0) continue;
    char *line = strrchr(buffer_text(&text), '\n');
    line = line != NULL ? line + 1 : text.data;
    line[strcspn(line, "\t\r")] = '\0';
    return copy_bytes(line, strnlen(line, 300));
  }
  return NULL;
}

// The key is left alone for a while, unless it was no fault of its options.
static void note_failure(const Keeper *k, const char *place) {
  if (place != NULL && access(place, F_OK) != 0) {
    log_event(k->pool, "ended", k->server, "server did not start", "its working directory is gone");
    return;
  }
  char *name = failed_name(k->server);
  unlinkat(k->pool->fd, name, 0);
  int fd = openat(k->pool->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0) close(fd);
  log_event(k->pool, "ended", k->server, "server did not start", last_words(k));
}

// In a process of its own, as memory is not freed here and a keeper may live for weeks.
static void make_others_give_way(const Keeper *k) {
  pid_t child = fork();
  if (child == 0) {
    evict_for_memory(k->pool, k->limits);
    _exit(0);
  }
  while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
}

// Waits for the end of the server; a server that nobody wants for the time limit, or can find any more, is ended, under its lock so that no run can
// begin. What a run has made it grow is the others' loss.
static const char *await_end(const Keeper *k, uint64_t idle_limit_ms) {
  uint64_t used = boot_time_ns() / 1000000;
  struct timespec last = time_of_use(k);
  int step = idle_limit_ms < 4000 ? (int)(idle_limit_ms / 4) + 1 : 1000;
  bool has_run = true;
  while (!has_ended(k->process, step)) {
    uint64_t now = boot_time_ns() / 1000000;
    // Runs that are shorter than a step are seen by the time their clients left only.
    struct timespec use = time_of_use(k);
    bool wanted = !same_time(use, last), taken = take_lock(k);
    last = use;
    if (wanted || !taken) used = now;
    has_run = has_run || wanted || !taken;
    if (!taken) continue;
    const char *reason = !has_directory(k) ? "its directory is gone" : now - used >= idle_limit_ms ? "idle for too long" : NULL;
    if (reason != NULL) end_process(k->process);
    free_lock(k);
    if (reason != NULL) return reason;
    if (has_run) make_others_give_way(k);
    has_run = false;
  }
  return NULL;
}

static void write_status(const Keeper *k, int status) {
  char *file = format("%s/status", k->server), *temporary = format("%s/status.new", k->server), *text = format("%d\n", status);
  int fd = openat(k->pool->fd, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return;
  bool written = write_all(fd, text, strlen(text));
  if (close(fd) == 0 && written) (void)renameat(k->pool->fd, temporary, k->pool->fd, file);
}

static void note_end(const Keeper *k, const char *reason, int status) {
  Buffer retired = {0};
  char *detail = WIFSIGNALED(status) ? format("signal %d", WTERMSIG(status)) : format("exit status %d", WEXITSTATUS(status));
  bool told = read_file(k->pool->fd, format("%s/retired", k->server), 1000, &retired) && retired.length > 0;
  if (told) buffer_text(&retired)[strcspn(buffer_text(&retired), "\n")] = '\0';  // one line
  if (told && reason == NULL) log_event(k->pool, "ended", k->server, "retired", retired.data);
  else log_event(k->pool, "ended", k->server, reason != NULL ? reason : "process ended", detail);
}

_Noreturn void keep_server(const Pool *pool, const char *server, pid_t child, int lock, int starting, const char *place, const PoolLimits *limits, uint64_t idle_limit_ms) {
  Keeper k = {.pool = pool, .server = server, .child = child, .lock = lock, .lock_path = format("%s/lock", server), .limits = limits,
              .process = (int)syscall(SYS_pidfd_open, child, 0)};
  int status = 0;
  bool ready = await_ready(&k);
  close(starting);
  const char *reason = ready ? await_end(&k, idle_limit_ms) : NULL;
  if (!ready) kill(child, SIGKILL);
  while (waitpid(child, &status, 0) != child) continue;
  write_status(&k, status);
  if (ready) note_end(&k, reason, status);
  else note_failure(&k, place);
  poll(NULL, 0, STATUS_MS);
  // Somebody may just be looking at it.
  int last = -1;
  for (int tries = 0; tries < 10 && (last = lock_server(pool, server)) < 0; tries++) poll(NULL, 0, 10);
  // Without its file nobody could take the lock, and the directory would count as a busy server for ever.
  if (last >= 0 || faccessat(pool->fd, format("%s/lock", server), F_OK, 0) != 0) remove_server(pool, server);
  _exit(0);
}
