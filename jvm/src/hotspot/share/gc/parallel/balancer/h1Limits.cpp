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

#include "gc/parallel/balancer/h1Limits.hpp"
#include "gc/parallel/balancer/h1Split.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psAdaptiveSizePolicy.hpp"
#include "gc/shared/gc_globals.hpp"
#include "gc/shared/genArguments.hpp"
#include "logging/log.hpp"
#include "runtime/atomic.hpp"
#include "runtime/globals.hpp"
#include "utilities/align.hpp"

volatile size_t H1Limits::_limit = 0;
volatile size_t H1Limits::_ceiling = 0;
volatile size_t H1Limits::_old_need = 0;
volatile uint   H1Limits::_young_share = 0;
volatile size_t H1Limits::_promotion = 0;
bool            H1Limits::_eden_yields = false;
bool            H1Limits::_keeps = false;
bool            H1Limits::_old_falls = false;
size_t          H1Limits::_stock_old = SIZE_MAX;
size_t          H1Limits::_gap = 0;

// A part of the limit that is small: by so much the old generation expands, and so much may lie unused between the young one's spaces.
static const size_t Small = 64;

void H1Limits::initialize(size_t limit, size_t ceiling) {
  set_ceiling(ceiling);
  set_limit(limit);
}

void H1Limits::set_limit(size_t bytes)   { Atomic::store(&_limit, clamp(bytes, MinHeapSize, MaxHeapSize)); }
void H1Limits::set_ceiling(size_t bytes) { Atomic::store(&_ceiling, clamp(bytes, MinHeapSize, MaxHeapSize)); }
void H1Limits::set_old_need(size_t bytes) { Atomic::store(&_old_need, align_up(bytes, GenAlignment)); }
void H1Limits::set_young_share(double share) { Atomic::store(&_young_share, (uint)(share * 1000)); }
void H1Limits::set_promotion(size_t bytes)   { Atomic::store(&_promotion, bytes); }
size_t H1Limits::limit()                 { return Atomic::load(&_limit); }
size_t H1Limits::ceiling()               { return Atomic::load(&_ceiling); }

size_t H1Limits::least_young() { return MIN2(MAX2(MinNewSize, 3 * SpaceAlignment), MaxNewSize); }

static H1Split::Bounds bounds() {
  return { MaxHeapSize, MaxNewSize, MaxOldSize, H1Limits::least_young(), MinOldSize, GenAlignment };
}

H1Split::Use H1Limits::use() {
  const uint share = Atomic::load(&_young_share);
  return { share / 1000.0, share > 0 ? Atomic::load(&_promotion) : 0 };
}

size_t H1Limits::least_limit(size_t old_need) { return H1Split::least_limit(old_need, bounds()); }
size_t H1Limits::young_limit() { return H1Split::young(limit(), Atomic::load(&_old_need), use(), bounds()); }
size_t H1Limits::old_limit()   { return H1Split::old(limit(), Atomic::load(&_old_need), use(), bounds()); }

size_t H1Limits::young_held() {
  const PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  return young->eden_space()->capacity_in_bytes() + young->from_space()->capacity_in_bytes() +
         young->to_space()->capacity_in_bytes();
}

size_t H1Limits::held() {
  return young_held() + ParallelScavengeHeap::heap()->old_gen()->virtual_space()->committed_size();
}

bool H1Limits::may_keep(size_t bytes) {
  return bytes <= limit() / Small && held() + bytes <= MIN2(limit(), ceiling());
}

size_t H1Limits::most_old(size_t max_size, bool in_collection) {
  if (!UseMemoryBalancer || limit() == 0) {      // 0: the heap is being created
    return max_size;
  }
  return MIN2(in_collection ? beside_young() : MIN2(old_limit(), beside_young()), max_size);
}

// What the ceiling leaves beside what the young generation really has: with live objects in it that does not shrink to its limit.
size_t H1Limits::beside_young() {
  const size_t ceiling = H1Limits::ceiling();
  return align_down(ceiling - MIN2(ceiling, young_held() + _gap), GenAlignment);
}

size_t H1Limits::expected_old(size_t max_size) {
  return UseMemoryBalancer && limit() != 0 ? MIN3(old_limit(), beside_young(), max_size) : max_size;
}

bool H1Limits::set_keeps(bool keeps) {
  // A ratio that somebody has set, at the start or by the bean, asks for memory back.
  const bool stays = keeps && MaxHeapFreeRatio == 100;
  _old_falls = !stays && (_old_falls || _keeps);
  _keeps = stays;
  const PSOldGen* const old_gen = ParallelScavengeHeap::heap()->old_gen();
  const size_t committed = old_gen->virtual_space()->committed_size(), least = MAX2(_stock_old, old_gen->used_in_bytes());
  return _old_falls && committed > least && committed - least >= limit() / Small;
}

size_t H1Limits::old_after_full_gc(size_t stock, size_t present) {
  _stock_old = stock;
  _old_falls = false;
  return _keeps ? MAX2(stock, MIN2(present, align_down(expected_old(MaxOldSize), GenAlignment))) : stock;
}

size_t H1Limits::old_after_gc() {
  const size_t committed = ParallelScavengeHeap::heap()->old_gen()->virtual_space()->committed_size();
  const bool falls = _old_falls && committed > _stock_old;
  if (falls) {
    log_debug(balancer)("reads cost time: old generation %zuM -> %zuM, as far as it is not in use", committed / M, _stock_old / M);
  }
  _old_falls = false;
  return MIN2(falls ? _stock_old : committed, expected_old(MaxOldSize));
}

size_t H1Limits::least_expansion(size_t stock, size_t committed) {
  // Touched at once, by the thread that holds the lock.
  if (!UseMemoryBalancer || AlwaysPreTouch || limit() == 0) {
    return stock;
  }
  const size_t step = align_down(limit() / Small, GenAlignment);
  return step > stock && committed + step <= old_limit() ? step : stock;
}

// What AdaptiveSizePolicy wants of both generations, and what the balancer allows, in one line.
static void log_sizes(size_t eden, size_t survivor, size_t young_limit, size_t cut_eden, size_t cut_survivor) {
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  log_debug(balancer, ergo)("adaptive size policy: eden %zuK and survivors of %zuK; the balancer allows %zuK for the young "
                            "generation: eden %zuK and survivors of %zuK; adaptive size policy: old generation of %zuK; the balancer allows %zuK",
                            eden / K, survivor / K, young_limit / K, cut_eden / K, cut_survivor / K,
                            (heap->old_gen()->used_in_bytes() + heap->size_policy()->calculated_old_free_size_in_bytes()) / K,
                            H1Limits::old_limit() / K);
}

// At the generation's least size PSYoungGen::resize_spaces gives eden all that lies below the survivor spaces, pages that were
// given back, too. Just above it eden gets what is asked for: the size it has, since live objects may fill what the ceiling leaves, unless
// it is to yield.
static size_t above_least(size_t eden, size_t survivor, bool yields) {
  if (eden + 2 * survivor > MinNewSize) {
    return eden;
  }
  const size_t present = yields ? 0 : ParallelScavengeHeap::heap()->young_gen()->eden_space()->capacity_in_bytes();
  return MAX2(present, align_up(MinNewSize - 2 * survivor + 1, SpaceAlignment));
}

// Not beyond the ceiling either. Where that has fallen, and the old generation is resized next, it gives first what it does not use beyond its part.
size_t H1Limits::most_young(bool old_follows) {
  const size_t ceiling = H1Limits::ceiling();
  const PSOldGen* const old_gen = ParallelScavengeHeap::heap()->old_gen();
  const size_t part = old_follows ? H1Split::old(MIN2(limit(), ceiling), Atomic::load(&_old_need), use(), bounds()) : MaxOldSize;
  const size_t old = MAX2(old_gen->used_in_bytes(), MIN2(old_gen->virtual_space()->committed_size(), part));
  return MIN2(young_limit(), MAX2(align_down(ceiling - MIN2(ceiling, old), GenAlignment), least_young()));
}

size_t H1Limits::largest_old(size_t max_size) {
  if (!UseMemoryBalancer) {
    return max_size;
  }
  const size_t ceiling = H1Limits::ceiling();
  const size_t left = ceiling - MIN2(ceiling, young_held());
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  // The test subtracts the average of what was live, which may be more than what is.
  const size_t live = MAX2(heap->old_gen()->used_in_bytes(), (size_t)heap->size_policy()->avg_old_live()->average());
  return MIN2(max_size, MAX2(left, live));
}

size_t H1Limits::largest_eden(size_t max_size) {
  if (!UseMemoryBalancer) {
    return max_size;
  }
  const PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  const size_t survivors = young->from_space()->capacity_in_bytes() + young->to_space()->capacity_in_bytes();
  const size_t most = most_young(false);
  return MIN2(max_size, MAX2(most - MIN2(most, survivors), young->eden_space()->capacity_in_bytes()));
}

void H1Limits::clamp_young(size_t* eden_size, size_t* survivor_size) {
  if (!UseMemoryBalancer) {
    return;
  }
  const size_t limit = most_young(true);
  // Both spaces give way in proportion: survivors that keep their size would leave eden a third of the generation, and what
  // an empty survivor space could hold is lost to a program whose live objects nearly fill the heap.
  const size_t wanted = *eden_size + 2 * *survivor_size;
  const size_t part = wanted > limit ? (size_t)((double)*survivor_size / (double)wanted * (double)limit) : *survivor_size;
  const size_t survivor = clamp(align_down(part, SpaceAlignment), SpaceAlignment,
                                MAX2(align_down(limit / MinSurvivorRatio, SpaceAlignment), SpaceAlignment));
  const size_t eden = clamp(align_down(*eden_size, SpaceAlignment), SpaceAlignment,
                            MAX2(limit - MIN2(limit, 2 * survivor), SpaceAlignment));
  const bool cut = eden + 2 * survivor < *eden_size + 2 * *survivor_size;
  const size_t new_survivor = cut ? survivor : *survivor_size;
  const size_t new_eden = above_least(cut ? eden : *eden_size, new_survivor, _eden_yields);
  log_sizes(*eden_size, *survivor_size, limit, new_eden, new_survivor);
  *eden_size = new_eden;
  *survivor_size = new_survivor;
}
