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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERARGUMENTS_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERARGUMENTS_HPP

#include "gc/parallel/balancer/memorySignal.hpp"
#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// Start-up checks of the memory balancer that no single flag constraint can express.
class BalancerArguments : public AllStatic {
public:
  // Ends start-up with one line if the flags cannot work together.
  static void check();
  // What there is at start, before the balancer's thread; false if it cannot be read.
  static bool read_memory(MemoryReading* r);
  // The largest heap when no -Xmx is given: the budget, or stock's if the balancer is off or cannot read it (check() ends start-up then).
  static size_t default_max_heap(size_t stock);
  // The first heap's size at start when no -Xms is given, so that it need not grow to its first limit by collections; or stock's, as above.
  static size_t default_initial_heap(size_t stock);
  // What H1 may have at first, in bytes, by a reading of memory at start: the split everybody begins with, but no more than others in
  // the container leave. The first decisions come after some seconds.
  static size_t first_limit(const MemoryReading& r);
  // The budget while the container or the machine has so much memory: MemoryBudget, or all but the reserve.
  static size_t budget(size_t memory);
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERARGUMENTS_HPP
