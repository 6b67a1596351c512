// SPDX-License-Identifier: Apache-2.0
// Why runs were not warm and servers ended, counted.
#ifndef SPILLWAY_WARM_REASONS_H
#define SPILLWAY_WARM_REASONS_H

#include "events.h"

// Each reason among the events of a kind, the most frequent first, and below it what was told with it, likewise. Nothing where there is no such event.
void print_reasons(const Event *events, size_t count, const char *kind, const char *title);

#endif
