// SPDX-License-Identifier: Apache-2.0
// The pool's log: one line for every run and every server that began or ended. `spillway pool why` counts it.
#ifndef SPILLWAY_WARM_EVENTS_H
#define SPILLWAY_WARM_EVENTS_H

#include "pool.h"

// kind: warm, cold, started, refused (no server was started), evicted, killed (by a client), ended. server and detail may be NULL.
void log_event(const Pool *pool, const char *kind, const char *server, const char *reason, const char *detail);

typedef struct {
  char *time, *kind, *server, *reason, *detail;  // "-" where there was none
} Event;

// All events kept, oldest first; the texts live as long as the program.
Event *read_events(const Pool *pool, size_t *count);

#endif
