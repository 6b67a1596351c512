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

#ifndef SHARE_GC_PARALLEL_H2_H2CARDS_INLINE_HPP
#define SHARE_GC_PARALLEL_H2_H2CARDS_INLINE_HPP

#include "gc/parallel/h2/h2Cards.hpp"

#include "gc/parallel/h2/h2Region.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Space.hpp"
#include "gc/parallel/objectStartArray.inline.hpp"
#include "gc/parallel/psCardTable.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/atomic.hpp"

inline H2Cards::CardValue* H2Cards::card_for(const void* p) {
  return _table->byte_for(p);
}

inline void H2Cards::note_reference(void* p, bool young) {
  CardValue* const card = card_for(p);
  if (young) {
    *card = CardTable::dirty_card_val();
  } else if (*card == CardTable::clean_card_val()) {
    // Another worker may be making it dirty.
    Atomic::cmpxchg(card, CardTable::clean_card_val(), old_only);
  }
}

template <typename Function>
bool H2Cards::scan(uint index, H2Region* region, bool only_dirty, bool clear, Function function) {
  return scan_range(H2Space::region_start(index), region->scan_top(), only_dirty, clear, function);
}

template <typename Function>
bool H2Cards::scan_part(uint index, bool only_dirty, bool clear, Function function) {
  HeapWord* const start = H2Space::region_start(index);
  HeapWord* const top = H2Regions::at(H2Regions::at(index)->head())->scan_top();
  return scan_range(start, MIN2(top, start + H2Space::region_words()), only_dirty, clear, function);
}

template <typename Function>
bool H2Cards::scan_range(HeapWord* start, HeapWord* top, bool only_dirty, bool clear, Function function) {
  if (top <= start) {
    return false;
  }
  // All runs are read, and cleared, before the first object is scanned: other workers make cards
  // of objects being scanned dirty again, which must neither look like a run nor be cleared.
  GrowableArrayCHeap<Run, mtGC> runs(0);
  collect_runs(card_for(start), card_for(top - 1) + 1, only_dirty, clear, &runs);
  const size_t cards = count_cards(runs);
  if (cards == 0) {
    return false;
  }
  Atomic::add(&_num_scanned, cards);
  prefetch(runs, cards, pointer_delta(top, start));
  HeapWord* scanned_to = start;
  for (int i = 0; i < runs.length(); i++) {
    HeapWord* const left = _table->addr_for(runs.at(i).first);
    HeapWord* const right = MIN2(_table->addr_for(runs.at(i).last) + CardTable::card_size_in_words(), top);
    HeapWord* p = _starts->object_start(left);
    while (p < right) {
      oop obj = cast_to_oop(p);
      const size_t size = obj->size();
      if (obj->is_objArray()) {
        function(obj, MemRegion(MAX2(p, left), MIN2(p + size, right)));
      } else if (!obj->is_typeArray() && p + size > scanned_to) {
        function(obj, MemRegion(MAX2(p, left), p + size));
        scanned_to = p + size;
      }
      p += size;
    }
  }
  return true;
}

#endif // SHARE_GC_PARALLEL_H2_H2CARDS_INLINE_HPP
