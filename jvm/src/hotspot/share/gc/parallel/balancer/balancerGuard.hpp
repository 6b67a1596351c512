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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERGUARD_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERGUARD_HPP

#include "gc/parallel/balancer/balancerSample.hpp"
#include "memory/allStatic.hpp"

// Rules that come before those of every policy: the kernel must not kill the process, H1 stays within its bounds, and a
// heap that is too small grows at once.
class BalancerGuard : public AllStatic {
public:
  // Bytes that stay free below the hard limit: time to yield before the kernel kills.
  static size_t margin(size_t hard_limit);

  // The same, larger while tasks wait much of the time for memory: the kernel finds less to take back than the figures say.
  static size_t margin(const BalancerSample& s);

  // Of what counts that which is neither H1's nor being written: dirty pages will be gone.
  static size_t others(size_t unreclaimable, size_t h1, size_t dirty);

  // What H1 may have: what the budget leaves beside the process's other memory, and what the limit less the largest margin leaves beside all that counts there; less than
  // none where others have more. h1: what of the process's anonymous memory is H1's. Dirty pages are left out: a large
  // move to H2 must not make H1 too small for what is live. All in bytes.
  static int64_t room(size_t budget, size_t process, size_t h1, size_t hard_limit, size_t unreclaimable, size_t dirty);

  // Bytes of H1 to give up now; 0 if there is room. Clean page cache does not count: the kernel takes it back itself.
  static size_t excess(const BalancerSample& s);

  // The largest limit to grow to: the ceiling, or what H1 could hold before the container has to yield. Pages that are being written count
  // for that, which the ceiling leaves out.
  static size_t most(const BalancerSample& s);

  // The guard's full collections do not wait any more: the kernel is about to kill.
  static bool is_urgent(const BalancerSample& s);

  // Bytes by which a limit may exceed the ceiling: the rest of the process grows a little with each sample.
  static size_t ceiling_quantum(size_t limit);

  // The least size of an old generation with these live objects.
  static size_t old_need(size_t old_live);

  // The least limit with which live objects fit beside a young generation.
  static size_t floor(size_t min_heap, size_t old_live, size_t young_min);

  // True if a rule here decides.
  static bool decide(const BalancerSample& s, BalancerDecision* d);

  // How far the old generation has to grow right after a full GC that left it too full; 0 if it need not, or is at its largest size.
  static size_t shortage(size_t old_used, size_t old_limit, size_t left_in_young, size_t most_old);
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERGUARD_HPP
