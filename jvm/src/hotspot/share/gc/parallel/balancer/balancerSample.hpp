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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERSAMPLE_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERSAMPLE_HPP

#include "utilities/globalDefinitions.hpp"

// What is known before a decision of the memory balancer. Sizes in bytes, times in nanoseconds. Counts and times without
// a word of their own are those since the previous sample.
struct BalancerSample {
  int64_t now;
  int64_t interval;           // since the previous sample

  // H1
  size_t  floor;              // least limit: -Xms, and what the live objects need
  size_t  least_floor;        // the same if nothing is live
  size_t  ceiling;            // largest limit: -Xmx, or what the budget leaves beside the rest of the process
  size_t  limit;              // the present limit
  size_t  committed;          // memory H1 holds
  size_t  old_limit;          // the old generation's part of the limit
  size_t  old_used;
  size_t  old_live;           // what the last full GC left, in it or for want of room in the young one; used in it before
  size_t  eden;               // capacity of eden
  size_t  young_most;         // largest size of the young generation
  size_t  promoted;           // growth of old_used

  // Collections
  int64_t minor_time;
  int64_t full_time;
  uint    minor_gcs;
  uint    full_gcs;
  uint    forced_full_gcs;    // of these, because an allocation found no room, and not because somebody asked
  int64_t last_full_pause;    // P of the paper; 0: there was none
  int64_t full_interval;      // T of the paper, between the last two full GCs that allocations needed, or since start; 0: there was none
  double  free_at_full;       // F of the last full GC: free share of the old generation after it

  // Reads
  int64_t read_wait;          // time the program waited for reads
  size_t  refaulted;          // bytes the kernel had dropped and read again
  size_t  read;               // bytes the process had read, also by major faults
  uint    faults;             // major faults of the program's threads
  size_t  page_cache;         // clean file pages of the process's own group
  size_t  h2_used;

  // Container
  size_t  hard_limit;         // of the container or the machine
  size_t  all_cache;          // clean file pages in it, also those of others
  size_t  unreclaimable;      // what counts towards it and is not clean page cache
  size_t  grown;              // by which that grew, or all of it but H1 if that is more: what H1 gave back is no sign of rest
  int64_t memory_wait;        // time tasks waited for memory
  bool    own_pressure;       // these were tasks of the own group, or the machine is the limit for all

  // Second heap
  size_t  waiting;            // estimated bytes of tagged objects that have not moved
  bool    can_move;           // false while H2 is full or its device has failed
};

// All fields of a sample by name, in the order of the log line that replays in a test.
#define BALANCER_SAMPLE_FIELDS(f) \
  f(now) f(interval) f(floor) f(least_floor) f(ceiling) f(limit) f(committed) f(old_limit) f(old_used) f(old_live) f(eden) f(young_most) f(promoted) \
  f(minor_time) f(full_time) f(minor_gcs) f(full_gcs) f(forced_full_gcs) f(last_full_pause) f(full_interval) f(free_at_full) \
  f(read_wait) f(refaulted) f(read) f(faults) f(page_cache) f(h2_used) f(hard_limit) f(all_cache) f(unreclaimable) f(grown) \
  f(memory_wait) f(own_pressure) f(waiting) f(can_move)

struct BalancerDecision {
  enum Action { Nothing, Grow, Shrink, Move };
  Action      action;
  size_t      limit;          // new limit of H1
  const char* rule;           // which rule decided, for log and recording
  bool        collect;        // a full GC is needed for the limit to take effect
  bool        keeps = false;  // within its limit H1 may keep memory that it does not use: page cache has no use for it

  static const char* name(Action a) {
    switch (a) {
      case Grow:   return "grow";
      case Shrink: return "shrink";
      case Move:   return "move";
      default:     return "nothing";
    }
  }
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERSAMPLE_HPP
