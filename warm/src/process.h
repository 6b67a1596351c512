// SPDX-License-Identifier: Apache-2.0
// What a process may do and where it is, as text with one line for each fact. Part of a server's key; the server compares it with its clients' and, after each
// run, with its own.
#ifndef SPILLWAY_WARM_PROCESS_H
#define SPILLWAY_WARM_PROCESS_H

#include "util.h"

// One fact; line ends and backslashes in the value are escaped, so that no value can look like another fact.
void add_fact(Buffer *text, const char *name, const char *value);

// Identity, capabilities, seccomp, processors, name spaces, root directory and label of a process: its number as text, or "self". False: it cannot be read.
bool add_rights(Buffer *text, const char *process);

// A descriptor of the process that a Unix socket is connected to, whose number may be another's once it has ended; -1 with errno. Before Linux 6.5
// it is of whatever has that number now.
int open_peer(int socket, int number);

// Whether a process, by its number and an open descriptor of it, has these rights, as add_rights says them, and has not ended.
bool has_rights(int process, int number, const char *rights);

// Of this process: limits, scheduling, personality, control group, and what the kernel does with it when memory is short or it dumps core.
void add_limits(Buffer *text);

#endif
