// SPDX-License-Identifier: Apache-2.0
// lib/spillway-warm-server of a JDK image: a JVM that runs one program after another. docs/warm-pool-protocol.md says how it is started.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "connection.h"
#include "leftovers.h"
#include "libraries.h"
#include "loops.h"
#include "offer.h"
#include "place.h"
#include "pool.h"
#include "program.h"
#include "streams.h"
#include "surroundings.h"
#include "vm.h"

enum { BACKLOG = 128, REQUEST_S = 10, CONTROL_STACK = 8 << 20, KEEPER_MS = 5000 };

static const char stopped[] = "was told to end by a signal";

typedef struct {
  char **options;  // of the VM
  char *image;
  char *directory;  // its place in the pool
  char *key;
  int listening, lock, log, event;
  pid_t keeper;
  Vm vm;
  Pristine pristine;
  Surroundings surroundings;
} Server;

static void say(const char *what, const char *detail) { fprintf(stderr, "%s: %s\n", what, detail); }

// Ends the server without anything of the VM's end.
static _Noreturn void retire(const Server *server, const char *reason) {
  int fd = open(format("%s/retired", server->directory), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd >= 0) (void)write_all(fd, reason, strlen(reason)), (void)write_all(fd, "\n", 1);
  _exit(0);
}

static char *find_image(void) {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = '\0';
  for (int i = 0; i < 2; i++) {
    char *slash = strrchr(path, '/');
    if (slash == NULL) return NULL;
    *slash = '\0';
  }
  return copy_text(path);
}

// The directory is that of each run, whatever the VM was told.
static bool names_directory(char **options) {
  for (; *options != NULL; options++)
    if (after(*options, "-Duser.dir=") != NULL) return true;
  return false;
}

static char *read_key(const char *directory) {
  Buffer key = {0};
  if (directory == NULL || !read_file(AT_FDCWD, format("%s/key", directory), REQUEST_LIMIT, &key)) return NULL;
  return buffer_text(&key);
}

typedef struct {
  Server *server;
  int connection;
  Offer offer;
  Inherited inherited;
  Place place;
  Program program;
} Session;

static bool send_frame_to(const Session *s, FrameType type, const Buffer *payload) {
  return send_frame(s->connection, type, payload, NULL, 0, boot_time_ns() + 2000000000u);
}

static void refuse(const Session *s, const char *reason) {
  Buffer text = {0};
  add_text(&text, reason);
  (void)send_frame_to(s, FRAME_REFUSED, &text);
  free(text.data);
}

static bool accept_offer(Session *s) {
  Received frame;
  // Looked up while the client still writes what it asks for.
  bool equal = is_equal_peer(&s->server->surroundings, s->connection);
  if (!receive(s->connection, &frame)) return false;
  if (frame.type == FRAME_STOP) retire(s->server, "was told to stop");
  const char *refusal = frame.type == FRAME_REQUEST ? read_offer(&s->offer, &frame) : "no request";
  free(frame.payload);
  if (refusal == NULL && !same(s->offer.key, s->server->key)) refusal = "another key";
  if (refusal == NULL && !equal) refusal = "the client has other rights than the server";
  if (refusal == NULL && !hold_numbers(&s->inherited, s->offer.numbers, s->offer.number_count)) refusal = NUMBER_IN_USE;
  if (refusal == NULL) return send_frame_to(s, FRAME_ACCEPTED, NULL);
  refuse(s, refusal);
  return false;
}

// Nothing of the run happens before GO.
static bool await_go(Session *s) {
  for (;;) {
    Received frame;
    if (!receive(s->connection, &frame)) return false;
    bool go = frame.type == FRAME_GO && is_complete(&s->inherited);
    bool more = frame.type == FRAME_DESCRIPTORS && inherit(&s->inherited, &frame);
    free(frame.payload);
    if (go || !more) return go;
  }
}

// What the client says in a run. Its end is the run's.
static void take_signal(const Session *s) {
  Received frame;
  if (!receive(s->connection, &frame) || frame.type != FRAME_SIGNAL) retire(s->server, "the client of its run has gone");
  int number = (int)get_number(frame.payload, 4);
  // A terminal's is for all of the group: this server leads it, and the program's children are in it.
  bool is_of_terminal = get_number(frame.payload + 4, 4) == 1;
  free(frame.payload);
  if (number > 0 && number <= SIGRTMAX) kill(is_of_terminal ? 0 : getpid(), number);
}

// Who connects in a run does not hold the lock, and only looks: those that wait would keep others from reaching the server.
static bool let_look(const Server *server) {
  int connection = accept4(server->listening, NULL, NULL, SOCK_CLOEXEC);
  if (connection >= 0) close(connection);
  return connection >= 0;
}

static int await_end(const Session *s) {
  struct pollfd all[3] = {{.fd = s->server->event, .events = POLLIN}, {.fd = s->connection, .events = POLLIN}, {.fd = s->server->listening, .events = POLLIN}};
  for (;;) {
    if (poll(all, 3, -1) < 0) continue;
    if (all[0].revents != 0) break;
    if (all[1].revents != 0) take_signal(s);
    if (all[2].revents != 0 && !let_look(s->server)) all[2].fd = -1;  // the program has all descriptors
  }
  int code = take_exit_code(&s->server->vm);
  return code >= 0 ? code : s->program.code;
}

// Threads that called exit while the first of them was ending the run must not end the next one.
static void forget_exits(Server *server) {
  uint64_t count;
  (void)take_exit_code(&server->vm);
  while (read(server->event, &count, sizeof count) < 0 && errno == EINTR) continue;
}

static void send_exit(const Session *s, int code) {
  Buffer payload = {0};
  add_number(&payload, 0, 4);
  add_number(&payload, (uint64_t)code, 4);
  if (!send_frame_to(s, FRAME_EXIT, &payload)) _exit(1);
  free(payload.data);
}

static void close_what_is_left(const Session *s) {
  size_t count = 0;
  int *live = live_descriptors(&s->server->vm, &count);
  if (live != NULL) close_orphans(&s->server->pristine, s->inherited.lock, live, count);
  free(live);
}

// Null, or why nothing of the program has run: the client can still go to plain java.
static const char *begin_program(Session *s) {
  if (!take_place(&s->place, &s->inherited, &s->offer)) return "the working directory cannot be entered";
  begin_streams();
  ignore_signals(&s->server->pristine, &s->offer.ignored);
  if (!prepare_run(&s->server->vm, &s->offer, s->place.directory)) return "a run cannot be prepared, see the log";
  return start_program(&s->program, &s->server->vm, &s->offer, s->server->event) ? NULL : "no thread can be started";
}

// A signal that ends a JVM came while there was no run, so it is for the server. One that comes later ends the run.
static bool is_told_to_end(const Server *server) {
  struct pollfd event = {.fd = server->event, .events = POLLIN};
  return poll(&event, 1, 0) > 0;
}

// For a client that finds the lock held: it may be worth waiting for. Taken back when the next run begins, not before the lock is let go: a client
// might look in between.
static void tell_resetting(const Session *s, bool resetting) { (void)!fchmod(s->inherited.lock, resetting ? RESETTING_MODE : 0600); }

static void stop_alarms(void) {
  static const struct itimerval none;
  setitimer(ITIMER_REAL, &none, NULL);
  setitimer(ITIMER_VIRTUAL, &none, NULL);
  setitimer(ITIMER_PROF, &none, NULL);
}

// The process of plain java is gone now. Threads that take a while to end must not be heard of any more.
static bool silence(Session *s) {
  flush_output();
  if (!is_still_placed(&s->place)) return false;
  end_output(&s->place);
  return true;
}

// Null once all threads of the program have ended.
static char *end_program(Session *s) {
  bool silent = silence(s);
  name_loops(&s->server->pristine, &s->place);
  char *reason = end_threads(&s->server->vm);
  // A thread that does not end may still make files by relative names.
  if (reason == NULL) (void)!chdir("/");
  stop_alarms();
  if (reason != NULL) return reason;
  bool in_use = !silent || !is_still_placed(&s->place);
  end_streams();
  return in_use ? copy_text("the program closed a descriptor of its client, and its number is in use") : NULL;
}

// Null, or why this was the last run; to be freed.
static char *run(Session *s) {
  Server *server = s->server;
  tell_resetting(s, false);
  const char *refusal = is_told_to_end(server) ? stopped : begin_program(s);
  if (refusal != NULL) {
    refuse(s, refusal);
    retire(server, refusal);
  }
  int code = await_end(s);
  atomic_store(&s->program.ended, true);
  char *reason = end_program(s);
  let_go(&server->pristine, s->inherited.lock, s->connection);
  // Whoever waits for the client may want the lock of a file that it had open.
  if (reason == NULL) leave_place(&s->place, server->log);
  tell_resetting(s, true);
  (void)futimens(s->inherited.lock, NULL);  // it was used until now
  send_exit(s, code);
  if (reason != NULL) retire(server, reason);
  close(s->connection);
  s->connection = -1;
  join_program(&s->program);
  forget_exits(server);
  if ((reason = reset_vm(&server->vm)) == NULL) {
    restore_signals(&server->pristine);
    close_what_is_left(s);
    reason = forget_libraries(&server->vm);
    if (reason == NULL) reason = find_leftovers(&server->pristine, s->inherited.lock, code_memory(&server->vm));
    if (reason == NULL) reason = find_change(&server->surroundings);
  }
  forget_environment();
  malloc_trim(0);
  return reason;
}

static void serve(Server *server, int connection) {
  static Session s;
  s = (Session){.server = server, .connection = connection};
  begin_inheritance(&s.inherited);
  struct timeval patience = {.tv_sec = REQUEST_S};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  bool accepted = is_own_peer(connection) && accept_offer(&s);
  // What is said before main may wait for its reader as long as that likes; the client's end closes the connection.
  patience.tv_sec = 0;
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (accepted && await_go(&s)) {
    char *reason = run(&s);
    if (reason != NULL) retire(server, reason);
  }
  if (s.connection >= 0) close(s.connection);
  drop_inheritance(&s.inherited);
  free_offer(&s.offer);
}

// Its keeper takes the last word for why there is no server, and leaves the key alone for a while: what is so at each start would start one for each run.
static bool cannot_serve(const char *reason) {
  say("cannot be a server", reason);
  return false;
}

static bool begin(Server *server) {
  char here[PATH_MAX];
  // Its keeper has chosen one that the VM needs; another would give it another class path.
  if (getcwd(here, sizeof here) == NULL) return cannot_serve("its working directory is gone");
  if (!make_vm(&server->vm, server->image, server->options, server->event, server->log)) return false;
  release_numbers();
  // What has been said so far is said again before every run.
  fflush(NULL);
  // The class path has been made absolute. The server keeps nobody from removing a directory.
  if (chdir("/") != 0 || dup2(server->log, 1) < 0 || dup2(server->log, 2) < 0 ||
      !remember_surroundings(&server->surroundings, server->directory) ||
      !remember_pristine(&server->pristine, server->image, &server->surroundings.class_path, code_memory(&server->vm)))
    return false;
  // The VM has found its class path a moment after the key was made.
  const char *change = find_change(&server->surroundings);
  if (change == NULL && !said_what_key_says(server->directory, server->key)) change = "the directory for temporary files has changed";
  if (change != NULL) return cannot_serve(change);
  // The system loads one into each program (ld.so.preload): each run would seem to have brought it.
  const char *library = find_library(server->pristine.image, server->pristine.system);
  if (library != NULL) return cannot_serve(library);
  if (listen(server->listening, BACKLOG) != 0) return false;
  // Its keeper may look only when it has been killed.
  (void)futimens(server->lock, NULL);
  return true;
}

// Nobody would end it when it is idle for too long. A client that is about to come holds the lock.
static void end_without_keeper(const Server *server) {
  char path[PATH_MAX];
  if (getppid() == server->keeper) return;
  snprintf(path, sizeof path, "%s/lock", server->directory);
  int lock = open(path, O_RDWR | O_CLOEXEC);
  if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0) retire(server, "its keeper has ended");
  close(lock);
}

static void *serve_all(void *data) {
  Server *server = data;
  if (!begin(server)) _exit(1);
  close(server->lock);
  struct pollfd both[2] = {{.fd = server->listening, .events = POLLIN}, {.fd = server->event, .events = POLLIN}};
  for (;;) {
    int ready = poll(both, 2, KEEPER_MS);
    if (ready == 0) end_without_keeper(server);
    if (ready <= 0) continue;
    if (both[1].revents != 0) retire(server, stopped);
    if (both[0].revents == 0) continue;
    int connection = accept4(server->listening, NULL, NULL, SOCK_CLOEXEC);
    if (connection >= 0) {
      serve(server, move_up(connection));
    } else if (errno != EINTR && errno != ECONNABORTED) {
      say("accept", strerror(errno));
      _exit(1);
    }
  }
}

int main(int argc, char **argv) {
  (void)argc;
  // With an arena for each compiler thread, what lives as long as compiled code lies scattered among what compilations free: memory grew with each run.
  if (getenv("MALLOC_ARENA_MAX") == NULL) (void)mallopt(M_ARENA_MAX, 1);
  // Later the environment is that of a run.
  Server server = {.options = argv + 1, .image = find_image(), .directory = getenv("SPILLWAY_WARM_SERVER_DIR"), .keeper = getppid()};
  server.key = read_key(server.directory);
  if (server.image == NULL || server.key == NULL) {
    fprintf(stderr, "This program is started by spillway-java; see docs/warm-pool-protocol.md.\n");
    return 2;
  }
  if (names_directory(server.options)) {
    fprintf(stderr, "-Duser.dir cannot be served\n");
    return 1;
  }
  server.listening = move_up(3);
  server.lock = move_up(4);
  server.log = move_up(5);
  server.event = move_up(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  // The VM is not made on the first thread, whose stack grows, but on one like those of its own, as the launcher does.
  pthread_t control;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, CONTROL_STACK);
  if (server.listening < 0 || server.lock < 0 || server.log < 0 || server.event < 0 || !reserve_numbers() ||
      pthread_create(&control, &attributes, serve_all, &server) != 0) {
    say("cannot start", strerror(errno));
    return 1;
  }
  pthread_join(control, NULL);
  return 1;
}
