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

#ifndef SHARE_GC_PARALLEL_BALANCER_PAPERPOLICY_HPP
#define SHARE_GC_PARALLEL_BALANCER_PAPERPOLICY_HPP

#include "gc/parallel/balancer/balancerSample.hpp"
#include "memory/allStatic.hpp"

// The policy of FlexHeap (Kolokasis et al., slides "FlexHeap: Dynamic DRAM Partitioning Between Managed Heap and Page
// Cache"): equations 1 to 4 and a finite state machine.

struct PaperVariant {
  bool extra_transitions;     // the slides' additional transitions, without which every path goes through the first state
  bool current_free;          // equation 2 with the present free share of the old generation, as in the authors' code
};

struct PaperState {
  enum State { NoAction, WaitGrow, WaitShrink, WaitMove };
  static const uint History = 5;

  State   state;
  double  io_cost[History];   // of the last samples, share of time
  uint    samples;
  size_t  freed;              // by the last shrink
  size_t  cache_at_shrink;    // page cache before it
};

class PaperPolicy : public AllStatic {
public:
  // Equations 1 to 4: the share of time of the full GC to come. Not finite if the old generation is full.
  static double gc_cost(const BalancerSample& s, bool current_free);
  // What to do after a sample by the state machine of FlexHeap's slides, the guard's rules first; limits in bytes, as MarginalPolicy.
  static BalancerDecision decide(const BalancerSample& s, const PaperVariant& variant, PaperState* state);
};

#endif // SHARE_GC_PARALLEL_BALANCER_PAPERPOLICY_HPP
