// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_REQUEST_H
#define SPILLWAY_WARM_REQUEST_H

#include "run.h"
#include "signals.h"

// The payload of REQUEST, with the numbers of the run's descriptors.
void build_request(const Run *run, const Signals *signals, const int *numbers, size_t count, Buffer *request);

#endif
