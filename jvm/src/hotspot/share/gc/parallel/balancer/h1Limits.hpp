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

#ifndef SHARE_GC_PARALLEL_BALANCER_H1LIMITS_HPP
#define SHARE_GC_PARALLEL_BALANCER_H1LIMITS_HPP

#include "gc/parallel/balancer/h1Split.hpp"
#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// How large H1 may be at present. ParallelGC asks here instead of taking its maximum sizes; without the balancer the
// answers are those sizes. Limits change at any time, generations are resized at the end of a collection.
class H1Limits : public AllStatic {
  static volatile size_t _limit;       // of H1
  static volatile size_t _ceiling;     // H1 must never be larger: what the budget leaves beside the rest of the process
  static volatile size_t _old_need;    // of the old generation, whatever the limit
  static volatile uint   _young_share; // of what that leaves, see H1Split; in thousandths
  static volatile size_t _promotion;   // by a minor collection, as AdaptiveSizePolicy expects

  static bool            _eden_yields;
  static bool            _keeps;
  static bool            _old_falls;
  static size_t          _stock_old;   // the size AdaptiveSizePolicy gave the old generation last; it does in full collections for want of room
  static size_t          _gap;         // what lies unused between the young generation's spaces and was not given back

  static H1Split::Use use();
  static size_t beside_young();

public:
  // All sizes are bytes. What H1 may have at first, and the most it may ever have.
  static void initialize(size_t limit, size_t ceiling);
  // Of H1, from its floor to the ceiling; the caller has to keep it there.
  static void set_limit(size_t bytes);
  static void set_ceiling(size_t bytes);
  // What the old generation has to have, as a full collection left it.
  static void set_old_need(size_t bytes);
  // From 0, the proportion of the largest sizes, to 1.
  static void set_young_share(double share);
  // What the next minor collection is expected to promote.
  static void set_promotion(size_t bytes);
  static size_t limit();
  static size_t ceiling();

  // At a safepoint: whether an empty eden is to shrink as far as it can at its generation's least size, too.
  static void set_eden_yields(bool yields) { _eden_yields = yields; }

  // While no safepoint passes: whether a full collection leaves the old generation the size it has, within its limit, or gives it
  // stock's. True if it is larger than that, and has to fall in the next collection.
  static bool set_keeps(bool keeps);
  // At a safepoint: bytes of memory between the young generation's spaces that H1 keeps.
  static void set_gap(size_t bytes) { _gap = bytes; }
  static size_t gap() { return _gap; }

  // Below which the young generation does not shrink.
  static size_t least_young();
  // At which the old generation may have so many bytes.
  static size_t least_limit(size_t old_need);
  // The parts of the limit (H1Split); the young generation's counts what it reserves between its spaces.
  static size_t young_limit();
  static size_t old_limit();

  // Without what lies committed between eden and the survivor spaces, which MemoryBalancer gives back.
  static size_t young_held();
  // The same of both generations.
  static size_t held();

  // Whether H1 may keep so many bytes more than it holds, which are of no use to it now.
  static bool may_keep(size_t bytes);

  // For PSOldGen: the size beyond which it must not expand now. Objects that survive a minor collection may exceed the
  // limit, but not the ceiling: that is cheaper than a failed promotion, and the next full collection comes in time.
  static size_t most_old(size_t max_size, bool in_collection);
  // What the young generation may have, at most, where objects have filled the old one beyond its part. Whether that is resized after it.
  static size_t most_young(bool old_follows);
  // For PSScavenge, and for AdaptiveSizePolicy's wishes: the size they may count on.
  static size_t expected_old(size_t max_size);
  // For PSOldGen: its size after a full collection, where stock would give it this one; a multiple of its alignment.
  static size_t old_after_full_gc(size_t stock, size_t present);
  // The most it may have after a collection.
  static size_t old_after_gc();
  // By how much it is to expand at least, where stock would by so much: each time costs two calls of the system, and a lock that the collector's
  // threads share.
  static size_t least_expansion(size_t stock, size_t committed);
  // For PSParallelCompact's test of whether full collections take all of the time and free nothing, for which OutOfMemoryError is
  // due: the largest sizes that the balancer would allow now.
  static size_t largest_old(size_t max_size);
  static size_t largest_eden(size_t max_size);
  // For ParallelScavengeHeap::resize_young_gen(): cuts what AdaptiveSizePolicy wants to the limit.
  static void clamp_young(size_t* eden_size, size_t* survivor_size);
};

#endif // SHARE_GC_PARALLEL_BALANCER_H1LIMITS_HPP
