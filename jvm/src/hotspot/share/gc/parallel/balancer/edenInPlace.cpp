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

#include "gc/parallel/balancer/h1Touched.hpp"
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

static void mangle(MutableSpace* space, const void* start, const void* end) {
  if (ZapUnusedHeapArea && start < end) {
    space->mangle_region(MemRegion((HeapWord*)start, (HeapWord*)end));
  }
}

// What lies between eden and a from-space with objects, the empty to-space among it, which becomes small.
static bool grow_below_from(size_t size, const PSYoungGen* young) {
  MutableSpace* const eden = young->eden_space();
  MutableSpace* const from = young->from_space();
  const size_t survivor = SpaceAlignment, others = from->capacity_in_bytes() + survivor;
  const bool to_is_below = young->to_space()->bottom() < from->bottom();
  char* const most = (char*)from->bottom() - (to_is_below ? survivor : 0);
  char* const end = MIN2(most, (char*)eden->bottom() + (size - MIN2(size, others)));
  if (end <= (char*)eden->end()) {
    return false;
  }
  mangle(eden, eden->end(), end);
  place(eden, (char*)eden->bottom(), end, SpaceDecorator::DontClear);
  char* const to = to_is_below ? most : (char*)from->end();
  place(young->to_space(), to, to + survivor, SpaceDecorator::Clear);
  H1Touched::give_back(MAX2(to + survivor, (char*)from->end()), young->virtual_space()->high());      // nothing counts that any more
  return true;
}

// Stock leaves the spaces as they are while there are objects in eden, and a heap whose old generation is full of live objects has
// some there after each collection: the young generation then never gets what its limit allows. Eden can grow at its end: to a from-space
// with objects, and, where that is empty or follows at once, over it; it takes in what is left there. Survivor spaces become small: with an old generation
// that is full a minor collection is seldom tried. When eden is empty again stock gives each its size.
bool PSYoungGen::grow_eden_in_place(size_t size) {
  MutableSpace* const eden = eden_space();
  MutableSpace* const from = from_space();
  const size_t survivor = SpaceAlignment;
  char* const bottom = (char*)eden->bottom();
  char* const end = bottom + size - 2 * survivor;
  const bool merge = !from->is_empty();
  HeapWord* const top = merge ? from->top() : eden->top();
  // Eden of a NUMA heap is made of spaces for each node.
  if (UseNUMA || !to_space()->is_empty() || size > max_gen_size() || size < 3 * survivor) {
    return false;
  }
  if (merge && grow_below_from(size, this)) {
    return true;
  }
  if (end <= (char*)MAX2(eden->end(), top) || (merge && !can_fill(eden->top(), from->bottom()))) {
    return false;
  }
  // Pages that this collection has given back must not pass for touched when they are committed again.
  H1Touched::forget(virtual_space()->high(), (char*)reserved().end());
  if (size > virtual_space()->committed_size() && !resize_generation(size - 2 * survivor, survivor)) {
    return false;      // the system has no memory to commit
  }
  if (merge && eden->top() < from->bottom()) {
    H1Touched::leave_out(eden->top(), from->bottom());
    CollectedHeap::fill_with_objects(eden->top(), pointer_delta(from->bottom(), eden->top()));
  }
  mangle(eden, top, bottom + size);
  place(eden, bottom, end, SpaceDecorator::DontClear);
  eden->set_top(top);
  place(to_space(), end, end + survivor, SpaceDecorator::Clear);
  place(from, end + survivor, end + 2 * survivor, SpaceDecorator::Clear);
  post_resize();
  H1Touched::give_back(bottom + size, virtual_space()->high());
  return true;
}

// Eden ends behind its objects and what it is to have free, the empty survivor spaces follow at once and become small, and what lies above goes
// back to the system.
bool PSYoungGen::shrink_eden_in_place(size_t size) {
  MutableSpace* const eden = eden_space();
  const size_t survivor = SpaceAlignment, before = virtual_space()->committed_size();
  const size_t least = MAX3(size, align_up(eden->used_in_bytes(), SpaceAlignment) + 2 * survivor, min_gen_size());
  const size_t after = align_up(least, virtual_space()->alignment());
  if (UseNUMA || !from_space()->is_empty() || !to_space()->is_empty() || after >= before) {
    return false;
  }
  char* const bottom = (char*)eden->bottom();
  char* const end = bottom + after - 2 * survivor;
  mangle(eden, eden->top(), bottom + after);
  place(eden, bottom, end, SpaceDecorator::DontClear);
  place(from_space(), end, end + survivor, SpaceDecorator::Clear);
  place(to_space(), end + survivor, end + 2 * survivor, SpaceDecorator::Clear);
  virtual_space()->shrink_by(before - after);
  post_resize();
  return true;
}
