// SPDX-License-Identifier: Apache-2.0
#include "start.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descriptors.h"
#include "directory.h"
#include "events.h"
#include "evict.h"
#include "inspect.h"
#include "keeper.h"
#include "settings.h"
#include "signals.h"
#include "tidy.h"

extern char **environ;

enum { BETWEEN_RUNS_MS = 500 };

static char *server_program(const char *jdk) { return format("%s/lib/spillway-warm-server", jdk); }

bool has_server(const char *jdk) { return access(server_program(jdk), X_OK) == 0; }

typedef struct {
  const Run *run;
  Key key;
  Buffer items;  // of the class path, as in the key
  char *server;  // its name
  int directory, socket, lock;
  int keeper;    // a lock that tells that the keeper lives
  int watched;   // the server's lock once more, for the keeper
  int starting;  // lock of the pool
  char *place;   // the directory it starts in, if that may be removed meanwhile
} Start;

static void give_up(const Start *s, const char *reason, const char *detail) {
  log_event(&s->run->pool, "refused", s->key.hash[0] != '\0' ? format("%.*s", KEY_DIGITS, s->key.hash) : NULL, reason, detail);
}

// Takes a lock in the pool if it is free: -1 when somebody else is doing the same.
static int take_turn(const Pool *pool, const char *name) {
  int fd = openat(pool->fd, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

// One server at a time is started, and one class path read: whoever comes meanwhile starts none.
static void begin_starting(Start *s) {
  s->starting = take_turn(&s->run->pool, "starting");
  if (s->starting < 0) _exit(0);
}

// A class path that changed a moment ago can be trusted two seconds later. Others may start servers meanwhile.
static void let_class_path_settle(Start *s) {
  close(s->starting);
  int turn = take_turn(&s->run->pool, "settling");
  if (turn < 0) _exit(0);
  usleep(2100000);
  close(turn);
  begin_starting(s);
}

static bool find_key(Start *s) {
  Closure closure = s->run->closure;
  int cache = pool_directory(&s->run->pool, "classpaths");
  if (closure.unknown) closure = refresh_closure(cache, &s->run->request);
  if (closure.unknown && closure.reason == NULL) {
    let_class_path_settle(s);
    closure = refresh_closure(cache, &s->run->request);
  }
  if (closure.reason != NULL || closure.unknown) {
    give_up(s, closure.reason != NULL ? closure.reason : "class path keeps changing", closure.detail);
    return false;
  }
  if (!closure_items(cache, &s->run->request, closure.hash, &s->items)) {
    give_up(s, "class path keeps changing", NULL);
    return false;
  }
  return make_key(&s->key, s->run->jdk, s->run->launch.mode, &s->run->sorted, &closure);
}

static bool write_text(const Start *s, const char *file, const char *text) {
  int fd = openat(s->directory, file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  bool written = fd >= 0 && write_all(fd, text, strlen(text));
  if (fd >= 0) close(fd);
  return written;
}

// The directory gets its name when everything is in it, the lock held.
static bool make_server_directory(Start *s) {
  const Pool *pool = &s->run->pool;
  char *temporary = format("new.%ld", (long)getpid());
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if ((s->directory = pool_directory(pool, temporary)) < 0) return false;
  snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/socket", s->directory);
  s->server = format("%.*s.%0*" PRIx64, KEY_DIGITS, s->key.hash, START_DIGITS, boot_time_ns());
  s->lock = openat(s->directory, "lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  s->watched = openat(s->directory, "lock", O_RDWR | O_CLOEXEC);
  s->keeper = openat(s->directory, "keeper", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  s->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return s->lock >= 0 && flock(s->lock, LOCK_EX | LOCK_NB) == 0 && s->watched >= 0 && s->keeper >= 0 && flock(s->keeper, LOCK_EX | LOCK_NB) == 0 && s->socket >= 0 &&
         bind(s->socket, (struct sockaddr *)&address, sizeof address) == 0 && write_text(s, "key", s->key.text) &&
         write_text(s, "closure", buffer_text(&s->items)) &&
         renameat(pool->fd, temporary, pool->fd, s->server) == 0;
}

static char **server_environment(const Start *s) {
  Strings variables = {0};
  // Others, some of them secrets, come with each run and go with it.
  for (char **variable = environ; variable != NULL && *variable != NULL; variable++)
    if (is_boot_variable(*variable) || after(*variable, "SPILLWAY_") != NULL || after(*variable, "PATH=") != NULL) add_string(&variables, *variable);
  add_string(&variables, format("SPILLWAY_WARM_SERVER_DIR=%s/%s", s->run->pool.path, s->server));
  return variables.item;
}

static int open_output(const Start *s, const char *name) {
  return openat(s->directory, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
}

// The server's descriptors: 0 to 5 as the protocol says, no others. First up out of the way, then down to their numbers.
static _Noreturn void become_server(const Start *s) {
  const int from[] = {open("/dev/null", O_RDWR | O_CLOEXEC), open_output(s, "stdout"), open_output(s, "stderr"),
                      s->socket, s->lock, open_output(s, "log")};
  int high[6];
  bool placed = true;
  for (int i = 0; i < 6; i++) placed = placed && (high[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 10)) >= 0;
  for (int i = 0; i < 6; i++) placed = placed && dup2(high[i], i) == i;
  Strings arguments = {0};
  add_string(&arguments, server_program(s->run->jdk));
  for (size_t i = 0; i < s->run->sorted.server.count; i++) add_string(&arguments, s->run->sorted.server.item[i]);
  // A group of its own, so that `kill 0` in a program does not hit the keeper. No session: its leader would get a controlling terminal by
  // opening any terminal that has none.
  setpgid(0, 0);
  if (placed) execve(arguments.item[0], arguments.item, server_environment(s));
  _exit(127);
}

// So that nobody takes the keeper for the program.
static void set_title(const Run *run) {
  static const char title[] = "spillway-keeper";
  prctl(PR_SET_NAME, title);
  if (run->title == NULL) return;
  memset(run->title, 0, run->title_size);
  memcpy(run->title, title, run->title_size < sizeof title ? run->title_size - 1 : sizeof title);
}

// A server between two runs, or one that this run could not be handed to, is no reason to start another, or even to end it for that.
static bool becomes_free(const Start *s) {
  for (int ms = 0; ms < BETWEEN_RUNS_MS; ms += 10) {
    if (has_free_server(&s->run->pool, s->key.hash)) return true;
    usleep(10000);
  }
  return false;
}

// In the root, where nothing depends on the directory of the run, which may be gone with the next command of a script.
static bool choose_place(Start *s) {
  if (!needs_directory(s->run)) return chdir("/") == 0;
  return (s->place = getcwd(NULL, 0)) != NULL;
}

static _Noreturn void start_and_keep(const Run *run) {
  Start s = {.run = run};
  set_title(run);
  if (pool_limits().servers == 0) {
    give_up(&s, "servers are switched off", NULL);
    _exit(0);
  }
  begin_starting(&s);
  tidy_pool(&run->pool);
  if (!find_key(&s)) _exit(0);
  if (failed_lately(&run->pool, s.key.hash)) {
    give_up(&s, "server of this key failed to start a short time ago", NULL);
    _exit(0);
  }
  if (run->had_servers && becomes_free(&s)) _exit(0);
  PoolLimits limits = pool_limits();
  StartDecision decision = make_room(&run->pool, &limits);
  if (!decision.start) {
    give_up(&s, decision.reason, NULL);
    _exit(0);
  }
  if (!choose_place(&s)) {
    give_up(&s, "working directory is gone", NULL);
    _exit(0);
  }
  if (!make_server_directory(&s)) {
    give_up(&s, "server directory cannot be made", NULL);
    _exit(0);
  }
  pid_t child = fork();
  if (child == 0) become_server(&s);
  close(s.socket);
  close(s.lock);
  // The keeper stands in nobody's way.
  if (child < 0) _exit(0);
  (void)!chdir("/");
  keep_server(&run->pool, s.server, child, s.watched, s.starting, s.place, &limits, idle_limit_ms());
}

void start_server_behind(const Run *run) {
  pid_t child = fork();
  if (child < 0) return;
  if (child > 0) {
    // It ends at once, so that plain java finds no child it does not know.
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    return;
  }
  setsid();
  pid_t keeper = fork();
  if (keeper != 0) _exit(0);
  reset_signals();
  if (!leave_descriptors()) _exit(0);
  start_and_keep(run);
}
