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

#ifndef SHARE_GC_PARALLEL_H2_H2CARDS_HPP
#define SHARE_GC_PARALLEL_H2_H2CARDS_HPP

#include "gc/shared/cardTable.hpp"
#include "memory/allStatic.hpp"
#include "memory/memRegion.hpp"
#include "oops/oopsHierarchy.hpp"
#include "utilities/growableArray.hpp"

class H2Region;
class ObjectStartArray;
class PSCardTable;

// Cards and object starts of H2 (TeraHeap 3.4). H2 has its slice of the card table of the heap, so
// the write barriers need not know it. Only this code reads the slice; it gives the values
//   clean      no reference to H1 in the card
//   dirty      written since the last collection, or refers to a young object
//   old_only   refers to H1, but not to young objects: a minor GC skips it
// Reading H2 costs device I/O: a card is scanned only if its value says that there is something.
class H2Cards : public AllStatic {
public:
  typedef CardTable::CardValue CardValue;
  static const CardValue old_only = 4;

private:
  static PSCardTable*      _table;
  static ObjectStartArray* _starts;

  struct Run { CardValue* first; CardValue* last; };   // adjacent cards to scan, both included

  static volatile size_t _num_scanned;

  // Asks the kernel to read what a scan of so many cards among so many words will touch, in one go instead of fault by
  // fault; where it will touch most pages, faults that bring large folios are cheaper.
  static void prefetch(const GrowableArrayCHeap<Run, mtGC>& runs, size_t cards, size_t words);
  static size_t count_cards(const GrowableArrayCHeap<Run, mtGC>& runs);
  // First card in [from, to) that is not clean (or, if only_dirty, that is dirty); else to.
  static CardValue* find(CardValue* from, CardValue* to, bool only_dirty);
  static void collect_runs(CardValue* from, CardValue* to, bool only_dirty, bool clear,
                           GrowableArrayCHeap<Run, mtGC>* runs);

  template <typename Function>
  static bool scan_range(HeapWord* start, HeapWord* top, bool only_dirty, bool clear, Function function);

public:
  static void initialize(PSCardTable* table);

  static ObjectStartArray* starts() { return _starts; }
  static CardValue* card_for(const void* p);
  static void clean(HeapWord* from, size_t words);

  // Bytes of the pages of H2 that have a dirty card. May run beside the program and collections.
  static size_t dirty_bytes();

  // Cards scanned since the last reset: an upper bound for those that refer to H1 now.
  static size_t num_scanned()      { return _num_scanned; }
  static void reset_num_scanned()  { _num_scanned = 0; }

  // Remembers that the field at p refers to a young or an old object of H1.
  static inline void note_reference(void* p, bool young);

  // Calls function(obj, MemRegion) for the parts of objects on non-clean (or only dirty) cards of
  // the region up to its scan_top. Instances are passed from the first such card to their end,
  // because barriers mark only the card of their header; object arrays by cards. No part twice.
  // With clear, the cards are made clean before the first call. True if there was such a card.
  template <typename Function>
  static bool scan(uint index, H2Region* region, bool only_dirty, bool clear, Function function);
  // The same for the cards of one region of a humongous object, or of any other region in use.
  template <typename Function>
  static bool scan_part(uint index, bool only_dirty, bool clear, Function function);
};

#endif // SHARE_GC_PARALLEL_H2_H2CARDS_HPP
