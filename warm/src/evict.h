// SPDX-License-Identifier: Apache-2.0
// Ends idle servers that take the room of others.
#ifndef SPILLWAY_WARM_EVICT_H
#define SPILLWAY_WARM_EVICT_H

#include "policy.h"
#include "pool.h"

// Ends idle servers until a new one may be started. False: it may not, with the reason in the decision.
StartDecision make_room(const Pool *pool, const PoolLimits *limits);

// Ends idle servers that take too much memory, all of them together; the one used last stays.
void evict_for_memory(const Pool *pool, const PoolLimits *limits);

#endif
