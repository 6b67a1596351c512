// SPDX-License-Identifier: Apache-2.0
// Signals of a client whose run is on a server: held back and read from a descriptor, to be forwarded in order.
#ifndef SPILLWAY_WARM_SIGNALS_H
#define SPILLWAY_WARM_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
  sigset_t before;             // mask the client was started with
  uint64_t ignored, blocked;   // bit n-1 for signal n, at the client's start
  uint64_t held;               // the same, of those that are read from fd
  int fd;
} Signals;

bool hold_signals(Signals *signals);
void release_signals(Signals *signals);  // what came meanwhile takes effect on the client

typedef struct {
  int number;           // 0: none came
  bool is_of_terminal;  // its children got it, too, in plain java: they are in the same group of processes
} Arrival;

Arrival next_signal(const Signals *signals);
bool stops_job(int signal);

// Stops the client as the signal would, after the server's process or its whole group, and continues both. While it is stopped a small process
// watches: a client that is killed then takes the server with it. server: its pidfd; group: 0 if only the process is meant.
void stop_with_server(int signal, int server, pid_t group);

// Whether a process can have died by this signal.
bool ends_process(int signal);

// Ends this process by a signal, leaving no second core dump.
_Noreturn void die_by(int signal);

// For processes that outlive the run.
void reset_signals(void);

#endif
