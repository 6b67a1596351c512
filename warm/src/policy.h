// SPDX-License-Identifier: Apache-2.0
// Whether a server may be started, and which idle ones must go for it. A pure function of a sample.
#ifndef SPILLWAY_WARM_POLICY_H
#define SPILLWAY_WARM_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  bool busy;         // running, resetting or starting
  uint64_t idle_ms;  // of one that is not busy
  uint64_t memory;   // resident bytes
  uint64_t runs;     // of its key that are in the log, warm or not
} ServerSample;

typedef struct {
  size_t servers;        // at most, of one user
  uint64_t idle_memory;  // at most, of all idle servers and the new one
} PoolLimits;

typedef struct {
  bool start;
  const char *reason;  // when not
} StartDecision;

// Of so many bytes that the machine or the control group has: an eighth, or where that is too little for one server up to a quarter.
uint64_t default_idle_memory(uint64_t memory);

// evict[i] is set for each server that must end first.
StartDecision decide_start(const ServerSample *sample, size_t count, const PoolLimits *limits, bool *evict);

// Which idle servers must end, since all that are idle have grown beyond their memory: the dearest first, but never the one used last, however large it
// is, or it would be started and ended in turns.
void decide_evictions(const ServerSample *sample, size_t count, const PoolLimits *limits, bool *evict);

#endif
