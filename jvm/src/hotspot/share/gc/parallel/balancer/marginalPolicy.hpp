/*
 * Copyright (c) 2026, Spillway contributors. All rights reserved.
 * DO NOT ALTER OR REMOVE COPYRIGHT NOTICES OR THIS FILE HEADER.
 *
 * SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
 *
 * This code is free software; you can redistribute it and/or modify it
 * under the terms of the GNU General Public License version 2 only, as
 * published by the Free Software Foundation. It is distributed WITHOUT
 * ANY WARRANTY; see the LICENSE file that accompanied this code.
 */

#ifndef SHARE_GC_PARALLEL_BALANCER_MARGINALPOLICY_HPP
#define SHARE_GC_PARALLEL_BALANCER_MARGINALPOLICY_HPP

#include "gc/parallel/balancer/balancerSample.hpp"
#include "memory/allStatic.hpp"

// What the default policy remembers between samples. All zeros at start.
struct MarginalState {
  double  minor_share;        // smoothed share of time of minor GCs, and so on: of the time that full ones leave
  double  full_share;         // smoothed share of time of full GCs for want of room
  double  promotion_rate;     // smoothed, bytes per nanosecond
  double  io_share;           // smoothed share of time of waiting for reads
  double  reuse;              // smoothed share of what was read that are refaults

  BalancerDecision::Action last_action;
  BalancerDecision::Action last_direction;   // Grow or Shrink, whatever moved since; Nothing once the program has changed
  int64_t last_time;          // of the last action
  size_t  last_limit;         // limit before it
  double  gc_before;          // shares of time before it
  double  io_before;
  double  predicted_before;
  double  gc_expected;        // with the limit it made, at most
  bool    settled;            // its effect has been looked at
  uint    reversals;          // changes of direction since the program last changed
  double  step;               // share of the range that a step may take
  int64_t hold_until;         // no action before, unless the program changes
  size_t  shrunk_from;        // what H1 held before the steps in a row that made it smaller
  double  reads_first;        // what reads cost before them for each second of the program's own
  double  saved_per_byte;     // part of it that each byte was expected to save
  bool    reads_fell;         // such steps have saved at least half of that, and nothing has changed since
  double  gc_settled;         // shares of time when the last action had its effect
  double  io_settled;
  int64_t phase_since;        // the program changed; 0: never
  int64_t unexplained;        // when collections were last dearer than a step can have made them; 0: never
  int64_t last_full;          // a sample that saw a full GC
  double  young_share;        // of what live objects leave, see H1Split
  int64_t corrected;          // when the guard last followed a ceiling that fell a little; 0: never
  double  reread;             // nanoseconds lost to reads of what was in memory before, since the last full GC
  size_t  probed;             // live objects as known when a full GC was asked for to learn what still lives; 0: none is awaited
  uint    vain_probes;        // such full GCs in a row that found as much
  uint    samples;
};

// What memory would save on either side: shares of time per byte.
struct MarginalCosts {
  double gc_share;
  double predicted;           // share of full GCs as promotion and free memory let it expect
  double io_share;
  double full_share;
  double minor_share;
  double free;                // bytes in the old generation after a full GC
  double gc;
  double io;
  double young_share;         // of what live objects leave, at which a byte saves as much in either generation
};

// The default policy: gives memory to the side on which the next byte saves more time.
class MarginalPolicy : public AllStatic {
public:
  // What a byte more would save on either side, from a sample and what the policy remembers of those before (docs/memory-balancer.md,
  // "Policy default"). For the log: changes nothing.
  static MarginalCosts costs(const BalancerSample& s, const MarginalState& state);
  // What to do after a sample, the guard's rules first; samples have to come in the order of their time. A limit that it gives, in bytes, is
  // between the sample's floor and ceiling; it never fails.
  static BalancerDecision decide(const BalancerSample& s, MarginalState* state);
};

#endif // SHARE_GC_PARALLEL_BALANCER_MARGINALPOLICY_HPP
