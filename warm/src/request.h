// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_REQUEST_H
#define SPILLWAY_WARM_REQUEST_H

#include "run.h"
#include "signals.h"

// The payload of REQUEST.
void build_request(const Run *run, const Signals *signals, Buffer *request);

#endif
