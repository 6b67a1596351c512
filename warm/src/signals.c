// SPDX-License-Identifier: Apache-2.0
#include "signals.h"

#include <poll.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descriptors.h"

bool stops_job(int signal) { return signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU; }

static bool is_forwarded(int signal) {
  switch (signal) {
    case SIGKILL: case SIGSTOP:                                              // cannot be caught
    case SIGSEGV: case SIGBUS: case SIGFPE: case SIGILL: case SIGTRAP: case SIGSYS:  // the client's own errors
    case SIGCHLD:                                                            // means nothing to a JVM
      return false;
    default:
      return true;
  }
}

// The VM unblocks these when it starts.
static bool unblocked_by_vm(int signal) { return signal == SIGHUP || signal == SIGINT || signal == SIGTERM || signal == SIGQUIT; }

static void set_action_of_ignored(const Signals *signals, void (*action)(int)) {
  for (int n = 1; n <= 64; n++)
    if (signals->ignored & signals->held & 1ull << (n - 1)) (void)signal(n, action);
}

// Those that are ignored, too: the VM, or the program, may handle them all the same, and else the server ignores them.
bool hold_signals(Signals *signals) {
  sigset_t held;
  sigemptyset(&held);
  sigprocmask(SIG_SETMASK, NULL, &signals->before);
  signals->ignored = signals->blocked = signals->held = 0;
  for (int n = 1; n <= 64; n++) {
    struct sigaction action;
    if (sigaction(n, NULL, &action) != 0) continue;  // the C library's own
    bool ignored = action.sa_handler == SIG_IGN, blocked = sigismember(&signals->before, n) == 1;
    if (ignored) signals->ignored |= 1ull << (n - 1);
    if (blocked) signals->blocked |= 1ull << (n - 1);
    if (!is_forwarded(n) || (blocked && !unblocked_by_vm(n)) || (ignored && stops_job(n))) continue;
    signals->held |= 1ull << (n - 1);
    sigaddset(&held, n);
  }
  if (sigprocmask(SIG_BLOCK, &held, NULL) != 0) return false;
  // The kernel drops ignored ones even while they are blocked.
  set_action_of_ignored(signals, SIG_DFL);
  signals->fd = signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals->fd < 0) release_signals(signals);
  return signals->fd >= 0;
}

void release_signals(Signals *signals) {
  if (signals->fd >= 0) close(signals->fd);
  set_action_of_ignored(signals, SIG_IGN);
  sigprocmask(SIG_SETMASK, &signals->before, NULL);
}

// What a terminal sends to all of its foreground group. Other signals of the kernel, as those of timers, are for one process.
static bool is_of_terminals(int signal) {
  return signal == SIGINT || signal == SIGQUIT || signal == SIGHUP || signal == SIGWINCH || stops_job(signal);
}

Arrival next_signal(const Signals *signals) {
  struct signalfd_siginfo information;
  if (read(signals->fd, &information, sizeof information) != sizeof information) return (Arrival){0};
  int number = (int)information.ssi_signo;
  return (Arrival){.number = number, .is_of_terminal = information.ssi_code == SI_KERNEL && is_of_terminals(number)};
}

// The group's number is the server's as long as that lives.
static void send_to(int process, pid_t group, int signal) {
  struct pollfd ended = {.fd = process, .events = POLLIN};
  if (group > 0 && poll(&ended, 1, 0) == 0) kill(-group, signal);
  else syscall(SYS_pidfd_send_signal, process, signal, NULL, 0);
}

static pid_t watch_while_stopped(int server) {
  int client = (int)syscall(SYS_pidfd_open, getpid(), 0);
  pid_t child = fork();
  if (child == 0) {
    setsid();
    leave_descriptors();
    struct pollfd ended[2] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    while (client >= 0 && poll(ended, 2, -1) <= 0) continue;
    if (ended[0].revents != 0) send_to(server, 0, SIGKILL);
    _exit(0);
  }
  if (client >= 0) close(client);
  return child;
}

void stop_with_server(int signal, int server, pid_t group) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  pid_t watcher = watch_while_stopped(server);
  send_to(server, group, SIGSTOP);
  kill(getpid(), signal);
  sigprocmask(SIG_UNBLOCK, &one, NULL);  // stops here, until SIGCONT
  sigprocmask(SIG_BLOCK, &one, NULL);
  if (watcher > 0) {
    kill(watcher, SIGKILL);
    waitpid(watcher, NULL, 0);
  }
  send_to(server, group, SIGCONT);
}

bool ends_process(int signal) {
  switch (signal) {
    case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: return false;
    default: return signal >= 1 && signal <= 64;
  }
}

_Noreturn void die_by(int signal) {
  struct rlimit none = {0, 0};
  sigset_t one;
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
  sigemptyset(&one);
  sigaddset(&one, signal);
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(signal, &plain, NULL);
  kill(getpid(), signal);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  _exit(128 + signal);
}

void reset_signals(void) {
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigset_t none;
  for (int n = 1; n <= 64; n++) sigaction(n, &plain, NULL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}
