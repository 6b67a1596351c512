// SPDX-License-Identifier: Apache-2.0
// Settings of the user, all by variables; a value that cannot be read is as if it were not set.
#ifndef SPILLWAY_WARM_SETTINGS_H
#define SPILLWAY_WARM_SETTINGS_H

#include "policy.h"

bool warm_is_off(void);         // SPILLWAY_WARM=off, or 0, false, no
PoolLimits pool_limits(void);   // SPILLWAY_WARM_SERVERS, SPILLWAY_WARM_MEMORY in MB
uint64_t idle_limit_ms(void);   // SPILLWAY_WARM_IDLE in seconds

// For commands of the user: says on standard error which of them cannot be read. A run has nothing to say.
void complain_of_settings(void);

#endif
