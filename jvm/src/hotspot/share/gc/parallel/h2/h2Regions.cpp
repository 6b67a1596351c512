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

#include "gc/parallel/h2/h2Cards.hpp"
#include "gc/parallel/h2/h2Discard.hpp"
#include "gc/parallel/h2/h2Labels.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "runtime/mutexLocker.hpp"

H2Region* H2Regions::_regions = nullptr;
uint      H2Regions::_num = 0;
uint      H2Regions::_num_used = 0;
uint      H2Regions::_search_start = 0;
Mutex*    H2Regions::_lock = nullptr;

void H2Regions::initialize() {
  _num = H2Space::num_regions();
  _regions = NEW_C_HEAP_ARRAY(H2Region, _num, mtGC);
  for (uint i = 0; i < _num; i++) {
    _regions[i].initialize(i, H2Space::region_start(i));
  }
  H2Groups::initialize(_num);
  _lock = new Mutex(Mutex::nosafepoint, "H2Regions_lock");
}

// Takes free regions back from the thread that discards their blocks: only those that will be used. None if that worked, else the one
// that it is at.
uint H2Regions::take_back(uint first, uint span) {
  for (uint i = first; i < first + span; i++) {
    if (!H2Discard::try_cancel(i)) {
      for (uint j = first; j < i; j++) {
        H2Discard::request(j);
      }
      return i;
    }
  }
  return None;
}

bool H2Regions::has_dead() {
  bool found = false;
  iterate([&] (uint index, H2Region* region) { found = found || !region->is_live(); });
  return found;
}

// First fit: live data stay at low addresses, so humongous objects find room for longer.
uint H2Regions::find_free_run(uint span) {
  uint run = 0;
  bool seen_free = false;
  for (uint i = _search_start; i < _num; i++) {
    if (_regions[i].state() != H2Region::Free) {
      run = 0;
      continue;
    }
    if (!seen_free) {
      seen_free = true;
      _search_start = i;
    }
    if (++run < span) {
      continue;
    }
    const uint first = i + 1 - span;
    const uint discarding = take_back(first, span);
    if (discarding == None) {
      return first;
    }
    run = i - discarding;
  }
  return None;
}

uint H2Regions::allocate(uint span, int64_t label, H2Region::Use use) {
  assert_lock_strong(_lock);
  uint first = find_free_run(span);
  if (first == None) {
    // The thread that discards would go on with the next region while this searches.
    H2Discard::Pause none_is_discarded;
    _search_start = 0;
    first = find_free_run(span);
  }
  if (first == None) {
    return None;
  }
  for (uint i = first; i < first + span; i++) {
    const H2Region::State state = span == 1 ? H2Region::InUse
                                            : i == first ? H2Region::Humongous : H2Region::Continuation;
    _regions[i].allocate(state, first, span, label, use, H2Space::region_start(i));
  }
  _num_used += span;
  H2Cards::clean(H2Space::region_start(first), H2Space::region_words() * span);
  return first;
}

void H2Regions::free(uint head) {
  const uint span = _regions[head].span();
  for (uint i = head; i < head + span; i++) {
    _regions[i].free(i, H2Space::region_start(i));
    if (H2Groups::enabled()) {
      H2Groups::reset(i);
    }
    H2Discard::request(i);
  }
  _num_used -= span;
  _search_start = MIN2(_search_start, head);
}

uint H2Regions::label_number(const H2Region* region) {
  return region->is_mixed() ? H2Labels::Mixed : region->is_shared() ? H2Labels::Shared : H2Labels::number_of(region->label());
}

void H2Regions::add_loader(uint region, ClassLoaderData* loader) {
  MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
  GrowableArrayCHeap<ClassLoaderData*, mtGC>* const loaders = at(region)->loaders();
  if (!loaders->contains(loader)) {
    loaders->append(loader);
  }
}

size_t H2Regions::used_bytes() {
  size_t words = 0;
  iterate([&] (uint i, H2Region* r) { words += pointer_delta(r->top(), H2Space::region_start(i)); });
  return words * HeapWordSize;
}

void H2Regions::add_labels(LabelSet* to) {
  iterate([&] (uint, H2Region* r) {
    for (int i = 0; i < r->labels()->length(); i++) {
      to->put(r->labels()->at(i).label, true);
      to->maybe_grow();
    }
  });
}

uint H2Regions::num_labels() {
  LabelSet seen(1031, 1 << 20);
  add_labels(&seen);
  return (uint)seen.number_of_entries();
}
