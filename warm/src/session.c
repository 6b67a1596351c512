// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descriptors.h"
#include "events.h"
#include "inspect.h"
#include "process.h"
#include "request.h"
#include "signals.h"
#include "wire.h"

static const uint64_t SECOND_NS = 1000000000u;
static const char busy[] = "all servers are busy";
// A reset takes 15 ms after a small program, a third of a second after a query of Spark.
enum { STATUS_WAIT_MS = 3000, SAID_LIMIT = 1 << 20, RESET_MS = 500, RESET_STEP_US = 1000 };

// What a run inherits, found before a server is asked: a client that cannot hand it over has no reason to disturb one.
typedef struct {
  int fds[DESCRIPTORS_MAX];
  size_t count;
  int directory;
} Inheritance;

typedef struct {
  const Run *run;
  const char *server;
  int lock, socket, process;  // process: its pidfd
  pid_t group;                // of the server and the children of its run; it leads it
  const Inheritance *inheritance;
  Signals signals;
  Buffer pending;
  bool said;           // something was written before GO
  bool signalled;      // something was sent after GO
  const char *reason;  // why this server did not take the run
} Session;

static bool fail(Session *s, const char *reason) {
  s->reason = reason;
  return false;
}

static void close_session(Session *s) {
  if (s->socket >= 0) close(s->socket);
  if (s->process >= 0) close(s->process);
  if (s->lock >= 0) close(s->lock);
}

// Whoever looks at a server (a keeper, `spillway pool`) holds its lock for a moment, so a second try tells whether it is busy.
static int lock_free_server(const Session *s) {
  int lock = lock_server(&s->run->pool, s->server);
  if (lock >= 0) return lock;
  usleep(300);
  return lock_server(&s->run->pool, s->server);
}

// Takes lock and connection. A server that holds no lock and does not listen is dead; its keeper removes it when the status has been read.
static bool reach_server(Session *s) {
  int pid = 0;
  if ((s->lock = lock_free_server(s)) < 0) return fail(s, busy);
  if ((s->socket = connect_server(&s->run->pool, s->server, &pid)) < 0) {
    bool dead = means_dead(errno);
    if (dead) (void)remove_abandoned(&s->run->pool, s->server);
    return fail(s, dead ? "server was dead" : "server could not be reached");
  }
  futimens(s->lock, NULL);  // its last use; tells its keeper that it has been ready
  s->process = open_peer(s->socket, pid);
  s->group = pid;
  if (s->process < 0) return fail(s, "server could not be reached");
  // What a run has is for nobody who may do less, nor is the answer of one who may do more what plain java would give.
  return has_rights(s->process, pid, s->run->key.rights) || fail(s, "server has other rights than the client");
}

static bool send_descriptors(Session *s, uint64_t deadline) {
  int fds[DESCRIPTORS_MAX + 2];
  size_t open_count = s->inheritance->count, count = open_count;
  memcpy(fds, s->inheritance->fds, count * sizeof(int));
  fds[count++] = s->inheritance->directory;
  fds[count++] = s->lock;
  bool sent = true;
  for (size_t at = 0; at < count && sent; at += DESCRIPTORS_LIMIT) {
    size_t n = count - at < DESCRIPTORS_LIMIT ? count - at : DESCRIPTORS_LIMIT;
    Buffer numbers = {0};
    for (size_t i = at; i < at + n; i++)
      add_number(&numbers, i < open_count ? (uint32_t)fds[i] : i == open_count ? DIRECTORY_NUMBER : LOCK_NUMBER, 4);
    sent = send_frame(s->socket, FRAME_DESCRIPTORS, &numbers, fds + at, n, deadline);
  }
  return sent;
}

// Ends a server that hangs or talks nonsense, so that it costs no other run time. The client holds its lock: there is no other run.
static bool retire(Session *s, const char *reason) {
  // A status means that this process has ended, and that its number may be another's by now.
  if (faccessat(s->run->pool.fd, format("%s/status", s->server), F_OK, 0) != 0) {
    log_event(&s->run->pool, "killed", s->server, reason, NULL);
    syscall(SYS_pidfd_send_signal, s->process, SIGKILL, NULL, 0);
  }
  return fail(s, reason);
}

// Everything up to ACCEPTED.
static bool offer_run(Session *s) {
  uint64_t deadline = boot_time_ns() + 2 * SECOND_NS;
  Buffer request = {0};
  Frame answer;
  build_request(s->run, &s->signals, s->inheritance->fds, s->inheritance->count, &request);
  if (request.length > REQUEST_LIMIT) return fail(s, "request is too large");
  bool sent = send_frame(s->socket, FRAME_REQUEST, &request, NULL, 0, deadline), late = !sent && errno == ETIMEDOUT;
  if (!sent) return late ? retire(s, "server did not answer in time") : fail(s, "server did not answer");
  switch (await_frame(s->socket, &s->pending, &answer, deadline)) {
    case READ_FRAME: break;
    case READ_BAD: return retire(s, "server sent a malformed message");
    case READ_MORE: return retire(s, "server did not answer in time");
    default: return fail(s, "server did not answer");
  }
  if (answer.type == FRAME_REFUSED) {
    log_event(&s->run->pool, "refused", s->server, "server refused the run", buffer_text(&answer.payload));
    // Another server would refuse that, too.
    return fail(s, same(buffer_text(&answer.payload), NUMBER_IN_USE) ? NUMBER_IN_USE : "server refused the run");
  }
  return answer.type == FRAME_ACCEPTED || retire(s, "server sent a malformed message");
}

// What launcher and VM of a cold run write before main. True when there was anything.
static bool say_first_words(const Session *s) {
  Buffer out = {0}, err = {0}, notices = {0};
  for (size_t i = 0; i < s->run->launch.notices.count; i++) add_format(&notices, "%s\n", s->run->launch.notices.item[i]);
  (void)read_file(s->run->pool.fd, format("%s/stdout", s->server), SAID_LIMIT, &out);
  (void)read_file(s->run->pool.fd, format("%s/stderr", s->server), SAID_LIMIT, &err);
  // Errors are those a VM would not notice either; SIGPIPE is held back.
  (void)write_all(2, notices.data, notices.length);
  (void)write_all(1, out.data, out.length);
  (void)write_all(2, err.data, err.length);
  return out.length + err.length + notices.length > 0;
}

static _Noreturn void end_by_status(const Session *s, int status) {
  log_event(&s->run->pool, "ended", s->server, "server ended in a run", format("wait status %d", status));
  if (WIFSIGNALED(status)) die_by(WTERMSIG(status));
  // A server never ends a run by its own exit, so success must not be claimed.
  int code = WEXITSTATUS(status);
  if (code == 0) fputs("Error: spillway-java: the JVM ended without saying how\n", stderr);
  _exit(code == 0 ? 1 : code);
}

// The connection is gone without EXIT: the run died with its server. The keeper knows how.
static _Noreturn void end_with_server(const Session *s, bool broken) {
  struct pollfd ended = {.fd = s->process, .events = POLLIN};
  if (broken || poll(&ended, 1, STATUS_WAIT_MS) == 0) syscall(SYS_pidfd_send_signal, s->process, SIGKILL, NULL, 0);
  char *path = format("%s/status", s->server), *end;
  for (int ms = 0; ms < STATUS_WAIT_MS; ms++) {
    Buffer text = {0};
    if (read_file(s->run->pool.fd, path, 64, &text)) {
      long status = strtol(buffer_text(&text), &end, 10);
      if (end != text.data) end_by_status(s, (int)status);
    }
    usleep(1000);
  }
  log_event(&s->run->pool, "ended", s->server, "server ended in a run", "its keeper, too");
  die_by(SIGKILL);
}

static _Noreturn void end_as_told(const Frame *frame) {
  uint64_t by_signal = get_number(frame->payload.data, 4), value = get_number(frame->payload.data + 4, 4);
  if (by_signal == 1) die_by(value <= 64 && ends_process((int)value) ? (int)value : SIGKILL);
  _exit(by_signal == 0 && value <= 255 ? (int)value : 1);
}

static void forward_signal(Session *s, Arrival signal) {
  if (stops_job(signal.number)) {
    stop_with_server(signal.number, s->process, signal.is_of_terminal ? s->group : 0);
  } else if (signal.number == SIGCONT) {
    syscall(SYS_pidfd_send_signal, s->process, SIGCONT, NULL, 0);
  } else {
    Buffer payload = {0};
    add_number(&payload, (uint64_t)signal.number, 4);
    add_number(&payload, signal.is_of_terminal, 4);
    s->signalled = true;
    (void)send_frame(s->socket, FRAME_SIGNAL, &payload, NULL, 0, boot_time_ns() + 60 * SECOND_NS);
  }
}

// Returns only when nothing of the program has run: the server ended before it read GO, which was the last that was sent, or could not begin.
static void follow_run(Session *s) {
  for (;;) {
    struct pollfd events[2] = {{.fd = s->socket, .events = POLLIN}, {.fd = s->signals.fd, .events = POLLIN}};
    if (poll(events, 2, -1) < 0) continue;
    if (events[0].revents != 0) {
      Frame frame;
      ReadResult result = read_frame(s->socket, &s->pending, &frame);
      if (result == READ_FRAME && frame.type == FRAME_EXIT) end_as_told(&frame);
      if (result == READ_FRAME && frame.type == FRAME_REFUSED && !s->said && !s->signalled) {
        log_event(&s->run->pool, "refused", s->server, "server could not begin the run", buffer_text(&frame.payload));
        s->reason = "server could not begin the run";
        return;
      }
      if (result == READ_RESET && !s->said && !s->signalled) {
        s->reason = "server did not answer";
        return;
      }
      if (result == READ_CLOSED || result == READ_RESET) end_with_server(s, false);
      if (result != READ_MORE) end_with_server(s, true);
    }
    for (Arrival signal; (signal = next_signal(&s->signals)).number != 0;) forward_signal(s, signal);
  }
}

static bool is_silent(const Session *s) {
  struct pollfd quiet = {.fd = s->socket, .events = POLLIN};
  return s->pending.length == 0 && poll(&quiet, 1, 0) == 0;
}

// A server that stops reading now still holds what was sent, so it is ended: else the reader of a pipe would wait for it. Nothing of
// that when the client could not send.
static bool give_up(Session *s) {
  if (errno != ETIMEDOUT && errno != EPIPE && errno != ECONNRESET) return fail(s, "descriptors cannot be sent");
  syscall(SYS_pidfd_send_signal, s->process, SIGKILL, NULL, 0);
  return fail(s, "server did not answer");
}

// Descriptors first: once something has been said, the run cannot go to plain java any more.
static bool begin_run(Session *s) {
  if (!send_descriptors(s, boot_time_ns() + 2 * SECOND_NS)) return give_up(s);
  if (!is_silent(s)) {
    errno = EPIPE;
    return give_up(s);
  }
  s->said = say_first_words(s);
  return send_frame(s->socket, FRAME_GO, NULL, NULL, 0, boot_time_ns() + 2 * SECOND_NS) || give_up(s);
}

// Returns only when nothing of the run has happened.
static void try_server(Session *s) {
  uint64_t began = boot_time_ns();
  if (!reach_server(s) || !offer_run(s)) return;
  uint64_t accepted_us = (boot_time_ns() - began) / 1000;
  bool begun = begin_run(s);
  if (!begun && s->said) end_with_server(s, true);
  if (!begun) return;
  log_event(&s->run->pool, "warm", s->server, NULL, format("accepted after %llu us", (unsigned long long)accepted_us));
  close(s->lock);
  s->lock = -1;
  follow_run(s);
}

// Tries servers, the oldest first; those that are resetting again, since that takes less time than a cold start of what they have run. Returns when
// nothing of the run has happened, with the reason.
static const char *try_servers(const Run *run, const Strings *servers, const Inheritance *inheritance, const Signals *signals) {
  bool *tried = allocate(servers->count);
  const char *reason = NULL;
  bool soon = true;
  for (uint64_t end = boot_time_ns() + RESET_MS * 1000000u; soon; soon = soon && boot_time_ns() < end && usleep(RESET_STEP_US) == 0) {
    soon = false;
    for (size_t i = 0; i < servers->count; i++) {
      if (tried[i]) continue;
      Session s = {.run = run, .inheritance = inheritance, .server = servers->item[i], .lock = -1, .socket = -1, .process = -1, .signals = *signals};
      try_server(&s);
      close_session(&s);
      reason = s.reason;
      tried[i] = !same(reason, busy);
      soon = soon || (!tried[i] && is_resetting(&run->pool, servers->item[i]));
    }
  }
  return reason;
}

const char *run_warm(const Run *run) {
  Strings servers = {0};
  Signals signals;
  list_servers(&run->pool, run->key.hash, &servers);
  if (servers.count == 0) return "no server of this key yet";
  Inheritance inheritance;
  const char *reason = list_descriptors(inheritance.fds, &inheritance.count);
  if (reason != NULL) return reason;
  // The VM of plain java loses its way from one that it may enter but not read.
  if ((inheritance.directory = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) return "working directory cannot be opened";
  if (hold_signals(&signals)) {
    reason = try_servers(run, &servers, &inheritance, &signals);
    release_signals(&signals);
  } else {
    reason = "signals cannot be held";
  }
  // The keeper of a server that is started now would keep the directory in use.
  close(inheritance.directory);
  return reason;
}
