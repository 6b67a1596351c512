// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_START_H
#define SPILLWAY_WARM_START_H

#include "run.h"

// Whether the image has a server at all.
bool has_server(const char *jdk);

// Leaves a process behind that reads the class path if it is not known, makes room, starts a server for this run's key and becomes
// its keeper. Costs the run a fork.
void start_server_behind(const Run *run);

#endif
