// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_SESSION_H
#define SPILLWAY_WARM_SESSION_H

#include "run.h"

// Offers the run to the free servers of its key, oldest first. Ends the process as the run ended; returns only when no server
// took it and nothing of it has happened, with the reason.
const char *run_warm(const Run *run);

#endif
