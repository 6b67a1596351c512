// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_KEEPER_H
#define SPILLWAY_WARM_KEEPER_H

#include <sys/types.h>

#include "policy.h"
#include "pool.h"

// Stays with a server, its child, until it has ended; `lock` is an open file of the server's lock, not the one it holds;
// `starting` is a descriptor to close once the server is ready or dead; `place` is the directory it was started in, if it needs that, else NULL.
_Noreturn void keep_server(const Pool *pool, const char *server, pid_t child, int lock, int starting, const char *place, const PoolLimits *limits, uint64_t idle_limit_ms);

// Whether a server of this key has failed to start a short time ago.
bool failed_lately(const Pool *pool, const char *key);

// Ends a server's process, by SIGTERM and then by SIGKILL.
void end_process(int process);

#endif
