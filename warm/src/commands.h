// SPDX-License-Identifier: Apache-2.0
// The commands of `spillway pool`. Each returns the exit status.
#ifndef SPILLWAY_WARM_COMMANDS_H
#define SPILLWAY_WARM_COMMANDS_H

#include "pool.h"

int pool_status(const Pool *pool);
int pool_list(const Pool *pool, bool only_pids);
int pool_why(const Pool *pool);
int pool_stop(const Pool *pool, bool force, char **servers);  // all when there is none named
int pool_warm(const Pool *pool, int argc, char **argv);

#endif
