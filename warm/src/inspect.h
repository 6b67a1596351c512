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

// Whether it has been ready and has ended, or is about to.
bool has_retired(const Pool *pool, const char *server);

ServerView view_server(const Pool *pool, const char *server);

bool has_free_server(const Pool *pool, const char *key);

typedef enum { SERVER_ENDED, SERVER_DEAD, SERVER_UNREACHABLE } EndResult;

// Ends the process of a server whose lock the caller holds.
EndResult end_server(const Pool *pool, const char *server);

// Ends a server and the run that it may have: that by SIGTERM, as in plain java, and the server once it has let its lock go, so that no other run
// is hit; what does not end by it is killed. SERVER_DEAD may also be one that is starting.
EndResult end_server_and_run(const Pool *pool, const char *server);

// Whether connect_server failed since there is no process any more, and for no reason of the caller's own.
bool means_dead(int error);

#endif
