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

#include "gc/parallel/balancer/balancerGuard.hpp"
#include "gc/parallel/balancer/balancerReport.hpp"
#include "gc/parallel/balancer/h1Limits.hpp"
#include "gc/parallel/balancer/memoryBalancer.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psParallelCompact.inline.hpp"
#include "gc/shared/gc_globals.hpp"
#include "gc/shared/genArguments.hpp"
#include "logging/log.hpp"
#include "utilities/align.hpp"

// Room for an array that fits neither generation as it is, found before an OutOfMemoryError; see MemoryBalancer::make_room().

// A large array goes to the old generation, and that may have all of the ceiling but the least young generation.
bool MemoryBalancer::leave_to_old(size_t bytes) {
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  const size_t need = heap->old_gen()->used_in_bytes() + align_up(bytes, GenAlignment), least_limit = H1Limits::least_limit(need);
  if (!heap->young_gen()->eden_space()->is_empty() || need > MaxOldSize || least_limit > H1Limits::ceiling()) {
    return false;
  }
  const size_t limit = H1Limits::limit(), held = H1Limits::young_held();
  if (least_limit > limit) {
    raise_limit(least_limit - limit, "for a large array");
  }
  H1Limits::set_old_need(need);
  H1Limits::set_eden_yields(true);
  apply_to_young();
  H1Limits::set_eden_yields(false);
  give_back_gap(true);      // before the old generation touches as many pages
  log_info(balancer)("an allocation of %zuM has no room: first heap %zuM -> %zuM, young generation %zuM -> %zuM", bytes / M, limit / M,
                     H1Limits::limit() / M, held / M, H1Limits::young_held() / M);
  return true;
}

// The size of the young generation with which eden has so much free: behind all objects, or below those in from-space, where that is enough.
static size_t young_with(size_t bytes, const PSYoungGen* young) {
  const MutableSpace* const eden = young->eden_space();
  const MutableSpace* const from = young->from_space();
  const size_t free = align_up(bytes, SpaceAlignment) + 2 * SpaceAlignment;
  const size_t behind = pointer_delta(from->is_empty() ? eden->top() : MAX2(from->top(), eden->top()), eden->bottom(), 1) + free;
  const bool is_below = !from->is_empty() && eden->top() < from->bottom() && pointer_delta(from->bottom(), eden->top(), 1) >= free;
  return align_up(is_below ? MIN2(behind, eden->used_in_bytes() + from->capacity_in_bytes() + free) : behind, GenAlignment);
}

// Where the old generation's largest size leaves too little beside what is live in it, eden takes the array, if the ceiling has room for both.
bool MemoryBalancer::leave_to_young(size_t bytes) {
  PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  PSOldGen* const old_gen = ParallelScavengeHeap::heap()->old_gen();
  const size_t most = MIN2(H1Limits::ceiling(), MaxHeapSize), old_least = MAX2(align_up(old_gen->used_in_bytes(), GenAlignment), MinOldSize);
  // As grow_eden_in_place() cannot, for which the old generation would be made small here.
  if (UseNUMA || !young->to_space()->is_empty() || bytes > MaxNewSize || old_least > most) {
    return false;
  }
  const size_t need = young_with(bytes, young);
  if (need > MIN2(most - old_least, MaxNewSize)) {
    return false;
  }
  old_gen->shrink_to(most - need);
  old_gen->update_counters();
  const size_t limit = H1Limits::limit(), held = H1Limits::young_held();
  // With what live objects need, so that the generation keeps that size.
  const size_t wanted = MIN2(most, need + MIN2(BalancerGuard::old_need(old_least), MaxOldSize));
  if (wanted > limit) {
    H1Limits::set_limit(wanted);
    BalancerReport::report_shortage(limit, wanted);
  }
  // Where from-space has objects the first step may be to them, and the second over them.
  for (int step = 0; step < 2 && young->eden_space()->free_in_bytes() < bytes; step++) {
    if (!young->grow_eden_in_place(need)) {
      return false;
    }
  }
  young->update_counters();
  log_info(balancer)("an allocation of %zuM has no room in the old generation: first heap %zuM -> %zuM, young generation %zuM -> %zuM", bytes / M, limit / M,
                     H1Limits::limit() / M, held / M, H1Limits::young_held() / M);
  return true;
}

// Objects in from-space stay where they are when the old generation is full, and that may be in the middle of what eden could have. As a part
// of eden they are moved to its bottom.
bool MemoryBalancer::compact_young(size_t bytes) {
  PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  const MutableSpace* const from = young->from_space();
  const size_t old_least = align_up(ParallelScavengeHeap::heap()->old_gen()->used_in_bytes(), GenAlignment);
  const size_t most = MIN2(H1Limits::ceiling(), MaxHeapSize), need = align_up(young->used_in_bytes() + bytes + 3 * SpaceAlignment, GenAlignment);
  if (from->is_empty() || need > MaxNewSize || old_least + need > most) {
    return false;
  }
  const size_t size = align_up(pointer_delta(from->top(), young->eden_space()->bottom(), 1) + 3 * SpaceAlignment, GenAlignment);
  for (int step = 0; step < 2 && !from->is_empty(); step++) {
    if (!young->grow_eden_in_place(size)) {
      return false;
    }
  }
  if (!from->is_empty()) {
    return false;
  }
  log_info(balancer)("an allocation of %zuM has no room beside the survivors: another collection moves them", bytes / M);
  PSParallelCompact::invoke(true /* clear_all_soft_refs */);
  return true;
}
