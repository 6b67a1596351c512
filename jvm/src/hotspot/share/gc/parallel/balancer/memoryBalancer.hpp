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
#include "memory/allStatic.hpp"
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
  static Ticks               _last_full_end;
  static Ticks               _last_gc_end;
  static volatile size_t     _memory;       // limit of the container or machine for which the ceiling is
  static char*               _gap_end;      // eden's end and the survivors' begin when a gap was given back last
  static char*               _gap_survivors;

  static void apply_to_old();
  static void apply_to_young();
  static void give_back_gap();
  static void grow_after_full_gc();
  static void raise_limit(size_t bytes, const char* when);
  static bool reread_ceiling();
  static bool leave_to_old(size_t bytes);

public:
  // After the heap was created.
  static void initialize();

  // At a safepoint, by the VM thread, when a collection has ended.
  static void after_minor_gc(Ticks start);
  static void after_full_gc(Ticks start);
  // The last resort before OutOfMemoryError, after a full collection: true if the old generation may have room for this many
  // words by now, as the container has more memory than at the last sample, or the young generation, which is empty, gave way.
  static bool make_room(size_t words);

  // For the balancer's thread.
  static bool wait(int64_t millis);                   // true if a collection has ended
  static void take_numbers(BalancerSample* s);        // the sums begin anew
  static Ticks last_gc_end();
  // What H1 may have at most, and the limit of the container or machine for which that was found; bytes.
  static void set_ceiling(size_t ceiling, size_t memory);
};

#endif // SHARE_GC_PARALLEL_BALANCER_MEMORYBALANCER_HPP
