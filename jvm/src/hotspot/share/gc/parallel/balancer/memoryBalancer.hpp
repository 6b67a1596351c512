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

#ifndef SHARE_GC_PARALLEL_BALANCER_MEMORYBALANCER_HPP
#define SHARE_GC_PARALLEL_BALANCER_MEMORYBALANCER_HPP

#include "gc/parallel/balancer/balancerSample.hpp"
#include "gc/parallel/balancer/promotionEstimate.hpp"
#include "memory/allStatic.hpp"
#include "memory/memRegion.hpp"
#include "utilities/ticks.hpp"

class Monitor;
class outputStream;

// What ParallelGC tells the balancer: sums since the last sample, and what is known of full GCs.
struct BalancerHeapNumbers {
  int64_t minor_time, full_time;
  uint    minor_gcs, full_gcs, forced_full_gcs;
  size_t  promoted;
  int64_t last_full_pause, full_interval;
  double  free_at_full;
  size_t  old_live;
  size_t  old_used;               // at the end of the last GC
};

// The memory balancer as ParallelGC sees it. Collections leave their numbers here and apply the present limits to the
// generations; the balancer's thread takes the samples, decides, and changes the limits.
class MemoryBalancer : public AllStatic {
  static Monitor*            _monitor;      // guards the numbers, wakes the thread
  static BalancerHeapNumbers _numbers;
  static bool                _gc_ended;
  static Ticks               _last_forced_end;      // of a full collection that an allocation needed
  static uint64_t            _last_full_safepoint;  // of any full one
  static Ticks               _last_gc_end;
  static volatile size_t     _memory;       // limit of the container or machine for which the ceiling is
  static volatile size_t     _expected;     // by others, of that room
  static volatile int64_t    _room;         // for H1, of which the ceiling is made; less than none where others have more than the budget
  static volatile size_t     _others;       // anonymous memory of the process beside H1, for which that is
  static PromotionEstimate   _promotion;
  static size_t              _old_before;    // used of the old generation as the present collection began
  static bool                _minor_skipped; // the next full collection comes instead of a minor one
  static MemRegion           _gaps[2];      // below and between the survivor spaces, as they were given back last

  static void apply_to_old();
  static void apply_to_young();
  static bool grow_young_in_place();
  static bool shrink_young_in_place();
  static void give_back_gap(bool all);
  static void grow_after_full_gc();
  static void raise_limit(size_t bytes, const char* when);
  static bool look_again(bool borrow);
  static bool follow_others();
  static bool use_room(size_t bytes, bool more);
  static bool leave_to_old(size_t bytes);
  static bool leave_to_young(size_t bytes);
  static bool compact_young(size_t bytes);

public:
  // Before the generations are made: cuts their initial sizes to what is left beside a second heap that is memory itself.
  static void cut_initial_heap();
  // After the heap was created.
  static void initialize();

  // At a safepoint, by the VM thread, before a collection: what the process has taken beside H1 since the last sample, H1 must not.
  static void before_gc();
  // For PSScavenge: how many bytes a minor collection is expected to promote, from AdaptiveSizePolicy's padded average of them.
  static size_t expected_promotion(size_t padded_average);
  // Whether it was tried, since the old generation has room for that; else a full one follows at the same safepoint.
  static void note_minor_gc(bool tried);
  // In that: so many words of the young generation are live.
  static void note_young_live(size_t words);
  // By the VM thread, when one has ended.
  static void after_minor_gc(Ticks start);
  static void after_full_gc(Ticks start);
  // The last resort before OutOfMemoryError, after a full collection: true if the old generation may have room for this many
  // words by now, as the container has more memory than at the last sample, the process less beside H1, or the young
  // generation, which is empty, gave way.
  static bool make_room(size_t words);
  // The very last: true if it may have it by what the kernel could give back (KernelLoan), each time by a part of that.
  static bool borrow_room(size_t words);
  // At the same safepoint: the allocation has failed all the same.
  static void end_borrowing();

  // For the balancer's thread.
  static bool wait(int64_t millis);                   // true if a collection has ended
  static void take_numbers(BalancerSample* s);        // the sums begin anew
  static Ticks last_gc_end();
  // What H1 may have at most, by how much less as others are expected to grow, and for which limit of the container or machine, anonymous
  // memory of the process (0: not known) and memory of H1 that was found; bytes.
  static void set_room(int64_t room, size_t expected, size_t memory, size_t process, size_t h1);
};

#endif // SHARE_GC_PARALLEL_BALANCER_MEMORYBALANCER_HPP
