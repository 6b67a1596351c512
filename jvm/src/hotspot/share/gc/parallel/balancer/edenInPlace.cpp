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

#include "gc/parallel/mutableSpace.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psYoungGen.hpp"
#include "gc/shared/collectedHeap.hpp"
#include "gc/shared/gc_globals.hpp"
#include "gc/shared/genArguments.hpp"
#include "gc/shared/spaceDecorator.hpp"
#include "runtime/globals.hpp"

static void place(MutableSpace* space, char* start, char* end, bool clear) {
  const MemRegion region((HeapWord*)start, (HeapWord*)end);
  space->initialize(region, clear, SpaceDecorator::DontMangle, MutableSpace::SetupPages, &ParallelScavengeHeap::heap()->workers());
}

// A gap of one word cannot be filled where objects have two.
static bool can_fill(const HeapWord* start, const HeapWord* end) {
  return start == end || pointer_delta(end, start) >= CollectedHeap::min_fill_size();
}

// Stock leaves the spaces as they are while there are objects in eden, and a heap whose old generation is full of live objects has
// some there after each collection: the young generation then never gets what its limit allows. Eden can grow at its end, over the
// survivor spaces, and takes in what is left in from-space. Those become small: with an old generation that is full no minor collection
// is tried. When eden is empty again stock gives each its size.
bool PSYoungGen::grow_eden_in_place(size_t size) {
  MutableSpace* const eden = eden_space();
  MutableSpace* const from = from_space();
  const size_t survivor = SpaceAlignment;
  char* const bottom = (char*)eden->bottom();
  char* const end = bottom + size - 2 * survivor;
  const bool merge = !from->is_empty();
  HeapWord* const top = merge ? from->top() : eden->top();
  // Eden of a NUMA heap is made of spaces for each node.
  if (UseNUMA || !to_space()->is_empty() || size > max_gen_size() || size < 3 * survivor || end <= (char*)MAX2(eden->end(), top) ||
      (merge && !can_fill(eden->top(), from->bottom()))) {
    return false;
  }
  if (size > virtual_space()->committed_size() && !resize_generation(size - 2 * survivor, survivor)) {
    return false;      // the system has no memory to commit
  }
  if (merge && eden->top() < from->bottom()) {
    CollectedHeap::fill_with_objects(eden->top(), pointer_delta(from->bottom(), eden->top()));
  }
  if (ZapUnusedHeapArea) {
    eden->mangle_region(MemRegion(top, (HeapWord*)(bottom + size)));
  }
  place(eden, bottom, end, SpaceDecorator::DontClear);
  eden->set_top(top);
  place(to_space(), end, end + survivor, SpaceDecorator::Clear);
  place(from, end + survivor, end + 2 * survivor, SpaceDecorator::Clear);
  post_resize();
  return true;
}
