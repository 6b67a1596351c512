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

#include "gc/parallel/h2/h2Groups.hpp"
#include "gc/shared/gc_globals.hpp"
#include "memory/allocation.hpp"
#include "runtime/atomic.hpp"
#include "runtime/globals.hpp"
#include "runtime/mutexLocker.hpp"

volatile uint* H2Groups::_parent = nullptr;
uint*          H2Groups::_next = nullptr;
Mutex*         H2Groups::_lock = nullptr;

void H2Groups::initialize(uint num_regions) {
  if (SecondHeapDependencies[0] != 'g') {
    return;
  }
  _next = NEW_C_HEAP_ARRAY(uint, num_regions, mtGC);
  _parent = NEW_C_HEAP_ARRAY(uint, num_regions, mtGC);
  _lock = new Mutex(Mutex::nosafepoint, "H2Groups_lock");
  for (uint i = 0; i < num_regions; i++) {
    reset(i);
  }
}

// Halves paths on the way; a lost race only leaves a path longer.
uint H2Groups::find(uint region) {
  uint parent = Atomic::load(&_parent[region]);
  while (parent != region) {
    const uint grandparent = Atomic::load(&_parent[parent]);
    Atomic::cmpxchg(&_parent[region], parent, grandparent);
    region = parent;
    parent = grandparent;
  }
  return region;
}

void H2Groups::join(uint a, uint b) {
  if (are_joined(a, b)) {
    return;
  }
  MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
  const uint root_a = find(a);
  const uint root_b = find(b);
  if (root_a == root_b) {
    return;
  }
  // The lower index becomes the root: regions fill from below, so old groups keep their root.
  Atomic::store(&_parent[MAX2(root_a, root_b)], MIN2(root_a, root_b));
  // Two circles become one by exchanging one link.
  swap(_next[a], _next[b]);
}

void H2Groups::reset(uint region) {
  _parent[region] = region;
  _next[region] = region;
}
