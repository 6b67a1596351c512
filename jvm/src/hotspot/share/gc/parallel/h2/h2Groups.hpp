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

#ifndef SHARE_GC_PARALLEL_H2_H2GROUPS_HPP
#define SHARE_GC_PARALLEL_H2_H2GROUPS_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

class Mutex;

// The paper's alternative to dependency lists (TeraHeap 3.3): union-find groups of regions. A
// reference between two regions joins their groups for good, and a group lives as long as any
// of its regions is reached. Cheaper to record than lists, but without direction: a dead region
// that refers to a live one stays. For comparison only, see SecondHeapDependencies.
class H2Groups : public AllStatic {
  static volatile uint* _parent;     // union-find forest; a root is its own parent
  static uint*          _next;       // members of a group, linked in a circle
  static Mutex*         _lock;       // guards changes of both

  static uint find(uint region);

public:
  static bool enabled()              { return _parent != nullptr; }
  static void initialize(uint num_regions);

  // May run in parallel.
  static void join(uint a, uint b);
  static bool are_joined(uint a, uint b) { return find(a) == find(b); }

  // At a safepoint: the region was freed, which happens to all members of its group at once.
  static void reset(uint region);

  // Calls function(member) for each member but the region itself. Not in parallel with join().
  template <typename Function>
  static void iterate_others(uint region, Function function) {
    for (uint i = _next[region]; i != region; i = _next[i]) {
      function(i);
    }
  }
};

#endif // SHARE_GC_PARALLEL_H2_H2GROUPS_HPP
