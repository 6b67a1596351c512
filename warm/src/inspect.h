// SPDX-License-Identifier: Apache-2.0
// What can be seen of a server from outside.
#ifndef SPILLWAY_WARM_INSPECT_H
#define SPILLWAY_WARM_INSPECT_H

#include "policy.h"
#include "pool.h"

typedef struct {
  int pid;  // 0 when it does not listen (yet, or any more)
  ServerSample sample;
} ServerView;

ServerView view_server(const Pool *pool, const char *server);

// Ends the process of a server whose lock the caller holds or, by force, of any. False when it could not be reached.
bool end_server(const Pool *pool, const char *server);

#endif
