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

#include "classfile/classLoaderData.hpp"
#include "gc/parallel/h2/h2Marking.inline.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Selection.hpp"
#include "gc/parallel/psCompactionManager.inline.hpp"
#include "memory/iterator.inline.hpp"

HeapWord*       H2Marking::_fence = nullptr;
volatile uint*  H2Marking::_activated = nullptr;
volatile size_t H2Marking::_num_activated = 0;
volatile size_t H2Marking::_num_linked = 0;
volatile size_t H2Marking::_num_scanned = 0;
bool            H2Marking::_defer_cards = false;

void H2Marking::initialize() {
  _activated = NEW_C_HEAP_ARRAY(uint, H2Regions::num(), mtGC);
  set_fence_to_h2();
}

void H2Marking::begin(bool defer_cards) {
  for (uint i = 0; i < H2Regions::num(); i++) {
    H2Regions::at(i)->clear_live();
    H2Regions::at(i)->set_refers_to_h1(false);
    H2Regions::at(i)->sample_scan_top();
    _activated[i] = 0;
  }
  _num_activated = 0;
  _num_linked = 0;
  _num_scanned = 0;
  _defer_cards = defer_cards;
}

void H2Marking::set_fence_to_all() {
  _fence = (HeapWord*)align_down(max_uintx, (size_t)HeapWordSize);
}

void H2Marking::note_live(oop obj) {
  const uint index = H2Regions::head_of(obj);
  H2Region* const region = H2Regions::at(index);
  assert(region->has_objects(), "reference to " PTR_FORMAT " in free region %u of H2", p2i(obj), index);
  if (region->try_set_live()) {
    const size_t place = Atomic::fetch_then_add(&_num_activated, (size_t)1);
    Atomic::release_store(&_activated[place], index + 1);
  }
}

bool H2Marking::handle_fenced(oop obj) {
  if (H2Space::contains(obj)) {
    note_live(obj);
    return true;
  }
  return H2Selection::note_if_root(obj);
}

bool H2Marking::is_alive(oop obj) {
  if (H2Space::contains(obj)) {
    return H2Regions::at(H2Regions::head_of(obj))->is_live();
  }
  return PSParallelCompact::is_marked(obj) && !H2Selection::is_unreached_root(obj);
}

uint H2Marking::claim(volatile size_t* claimed, size_t limit) {
  while (true) {
    const size_t next = Atomic::load(claimed);
    if (next >= limit) {
      return H2Regions::None;
    }
    if (Atomic::cmpxchg(claimed, next, next + 1) == next) {
      uint entry;
      while ((entry = Atomic::load_acquire(&_activated[next])) == 0) {
        SpinPause();     // its finder took the place but did not write it yet
      }
      return entry - 1;
    }
  }
}

void H2Marking::visit_links(ParCompactionManager* cm, uint index) {
  H2Region* const region = H2Regions::at(index);
  const auto reached = [] (uint d) { note_live(cast_to_oop(H2Space::region_start(d))); };
  if (H2Groups::enabled()) {
    H2Groups::iterate_others(index, reached);
  } else {
    region->dependencies()->iterate(reached);
  }
  for (int i = 0; i < region->loaders()->length(); i++) {
    cm->_mark_and_push_closure.do_cld(region->loaders()->at(i));
  }
}

bool H2Marking::drain(ParCompactionManager* cm) {
  bool any = false;
  uint index;
  while ((index = claim(&_num_linked, Atomic::load_acquire(&_num_activated))) != H2Regions::None) {
    visit_links(cm, index);
    if (!_defer_cards) {
      scan_cards(index, &cm->_mark_and_push_closure);
    }
    any = true;
  }
  return any;
}

void H2Marking::visit_new_links(ParCompactionManager* cm) {
  assert(_defer_cards, "only the selection separates links and cards");
  drain(cm);
}

uint H2Marking::claim_deferred_cards() {
  return claim(&_num_scanned, Atomic::load_acquire(&_num_activated));
}
