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

#include "gc/parallel/h2/h2Cards.inline.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/shared/gc_globals.hpp"
#include "runtime/os.hpp"
#include "runtime/prefetch.inline.hpp"
#include "utilities/align.hpp"

#include <sys/mman.h>

PSCardTable*      H2Cards::_table = nullptr;
ObjectStartArray* H2Cards::_starts = nullptr;
volatile size_t   H2Cards::_num_scanned = 0;

void H2Cards::initialize(PSCardTable* table) {
  _table = table;
  const MemRegion h2(H2Space::bottom(), H2Space::end());
  char* const first = (char*)table->byte_for(h2.start());
  const size_t bytes = align_up(h2.byte_size() >> CardTable::card_shift(), os::vm_page_size());
  os::commit_memory_or_exit(first, bytes, os::vm_page_size(), !ExecMem, "card table of the second heap");
  _starts = new ObjectStartArray(h2);
  _starts->set_covered_region(h2);
}

void H2Cards::clean(HeapWord* from, size_t words) {
  memset(card_for(from), CardTable::clean_card_val(), (words * HeapWordSize) >> CardTable::card_shift());
}

static bool is_zero_byte_in(uintptr_t word) {
  const uintptr_t ones = ~(uintptr_t)0 / 0xff;
  return ((word - ones) & ~word & (ones << 7)) != 0;
}

// Cards are looked at in blocks: a region without anything to do costs 1/512 of its bytes in reads.
static const size_t BlockWords = 8;
static const size_t Block      = BlockWords * sizeof(uintptr_t);
static const size_t Ahead      = 16 * Block;      // hardware prefetch stops at each page

static bool is_clean(const uintptr_t* w) {
  return (w[0] & w[1] & w[2] & w[3] & w[4] & w[5] & w[6] & w[7]) == ~(uintptr_t)0;
}

static bool has_no_dirty(const uintptr_t* w) {
  for (uint i = 0; i < BlockWords; i++) {
    if (is_zero_byte_in(w[i])) {
      return false;
    }
  }
  return true;
}

H2Cards::CardValue* H2Cards::find(CardValue* from, CardValue* to, bool only_dirty) {
  auto wanted = [&] (CardValue v) {
    return only_dirty ? v == CardTable::dirty_card_val() : v != CardTable::clean_card_val();
  };
  CardValue* c = from;
  while (c < to) {
    if (is_aligned(c, sizeof(uintptr_t)) && c + Block <= to) {
      const uintptr_t* const w = (const uintptr_t*)c;
      Prefetch::read(c, Ahead);
      if (is_clean(w) || (only_dirty && has_no_dirty(w))) {
        c += Block;
        continue;
      }
    }
    if (wanted(*c)) {
      return c;
    }
    c++;
  }
  return to;
}

void H2Cards::collect_runs(CardValue* from, CardValue* to, bool only_dirty, bool clear,
                           GrowableArrayCHeap<Run, mtGC>* runs) {
  CardValue* first;
  while ((first = find(from, to, only_dirty)) < to) {
    CardValue* end = first;
    while (end < to && (only_dirty ? *end == CardTable::dirty_card_val()
                                   : *end != CardTable::clean_card_val())) {
      if (clear) {
        *end = CardTable::clean_card_val();
      }
      end++;
    }
    runs->append(Run{first, end - 1});
    from = end;
  }
}

size_t H2Cards::count_cards(const GrowableArrayCHeap<Run, mtGC>& runs) {
  size_t num = 0;
  for (int i = 0; i < runs.length(); i++) {
    num += (size_t)(runs.at(i).last - runs.at(i).first) + 1;
  }
  return num;
}

// Runs with small gaps are one read: the device takes longer to start a read than to go on.
static const size_t LargestGap   = 64 * K;
static const size_t SmallestRead = 64 * K;
// With large folios a fault reads megabytes: worth it if so much of them is needed (1 of 8 bytes).
static const size_t DensePart    = 8;

static void will_need(char* from, char* to) {
  if (SecondHeapLargeFolios || pointer_delta(to, from, 1) >= SmallestRead) {
    char* const page = align_down(from, os::vm_page_size());
    ::madvise(page, pointer_delta(to, page, 1), MADV_WILLNEED);
  }
}

void H2Cards::prefetch(const GrowableArrayCHeap<Run, mtGC>& runs, size_t cards, size_t words) {
  if (SecondHeapLargeFolios && cards * CardTable::card_size_in_words() >= words / DensePart) {
    return;
  }
  char* from = nullptr;
  char* to = nullptr;
  for (int i = 0; i < runs.length(); i++) {
    char* const first = (char*)_table->addr_for(runs.at(i).first);
    if (from == nullptr || pointer_delta(first, to, 1) > LargestGap) {
      if (from != nullptr) {
        will_need(from, to);
      }
      from = first;
    }
    to = (char*)_table->addr_for(runs.at(i).last) + CardTable::card_size();
  }
  if (from != nullptr) {
    will_need(from, to);
  }
}

// One word of cards is one page of 4 KB with cards of 512 bytes; with others the unit is another one.
size_t H2Cards::dirty_bytes() {
  size_t pages = 0;
  for (uint i = 0; i < H2Regions::num(); i++) {
    const H2Region* const region = H2Regions::at(i);
    HeapWord* const start = H2Space::region_start(i);
    HeapWord* const top = region->top();      // once: the region may be freed meanwhile
    if (!region->has_objects() || top == start) {
      continue;
    }
    const uintptr_t* const end = align_up((const uintptr_t*)card_for(top - 1) + 1, sizeof(uintptr_t));
    for (const uintptr_t* w = (const uintptr_t*)card_for(start); w < end; w++) {
      pages += is_zero_byte_in(*w) ? 1 : 0;
    }
  }
  return pages * sizeof(uintptr_t) * CardTable::card_size();
}
