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

#include "gc/parallel/h2/h2Policy.hpp"
#include "gc/shared/gc_globals.hpp"

// Share of time that collections started for moving may take: 1 of 5.
static const int64_t MovePauseShare = 4;
// Before the first move, 0.4 GB/s: objects of 30 bytes were moved at 0.8 GB/s on two cores
// (bench-h2, series moves), and a budget should rather be missed downwards.
static const double InitialNanosPerWord = 20.0;
static const size_t SmallestCleanTrigger = 32 * M;

bool H2Policy::should_start_collection(const H2MoveSample& s) {
  const size_t unhinted = MIN2(unhinted_words(s), s.waiting_all);
  if (!s.can_move || (s.waiting_movable < s.trigger && unhinted < s.trigger)) {
    return false;
  }
  return s.since_last_move >= MovePauseShare * s.last_move_pause;
}

size_t H2Policy::unhinted_words(const H2MoveSample& s) {
  const size_t high = s.h1_max / 100 * s.high_percent;
  const size_t low = s.h1_max / 100 * s.low_percent;
  if (s.h1_live <= high) {
    return 0;
  }
  return s.h1_live - low;
}

size_t H2Policy::limit_words(const H2MoveSample& s) {
  if (s.budget == 0) {
    return max_uintx;
  }
  const double cost = s.nanos_per_word > 0.0 ? s.nanos_per_word : InitialNanosPerWord;
  return (size_t)((double)s.budget / cost);
}

double H2Policy::learn_cost(double old_value, double observed) {
  const double old_cost = old_value > 0.0 ? old_value : InitialNanosPerWord;
  return observed >= old_cost ? observed : old_cost + (observed - old_cost) / 20;
}

bool H2Policy::may_select(size_t planned, size_t estimate, size_t wanted, size_t limit) {
  return planned < wanted && (planned == 0 || (planned < limit && estimate <= limit - planned));
}

bool H2Policy::should_clean(const H2CleanSample& s) {
  return s.dirty_bytes >= s.trigger_bytes && s.since_last >= MovePauseShare * s.last_pause;
}

size_t H2Policy::clean_trigger(size_t page_cache_bytes) {
  return SecondHeapCleanTrigger > 0 ? SecondHeapCleanTrigger : MAX2(page_cache_bytes / 4, SmallestCleanTrigger);
}
