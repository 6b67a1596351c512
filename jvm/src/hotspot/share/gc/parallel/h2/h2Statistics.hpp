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

#ifndef SHARE_GC_PARALLEL_H2_H2STATISTICS_HPP
#define SHARE_GC_PARALLEL_H2_H2STATISTICS_HPP

#include "gc/parallel/h2/h2Policy.hpp"
#include "gc/shared/gcCause.hpp"
#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"
#include "utilities/ticks.hpp"

class Klass;
class outputStream;

// What one full collection did with H2. Sizes in words.
struct H2CollectionRecord {
  size_t    roots;             // tagged roots selected
  size_t    roots_words;       // own size of those that refer to other objects
  size_t    closure_words;     // of these roots
  size_t    selected_words;
  size_t    moved_words;
  size_t    moved_objects;
  size_t    left_objects;      // selected, but left in H1: H2 full or budget used up
  size_t    freed_words;
  uint      freed_regions;
  bool      full;              // H2 had no free region
  bool      limited;           // some roots were not tried because of the pause budget or a threshold
  Tickspan  select;
  Tickspan  assign;
  Tickspan  copy;
};

// Totals since start, what was learned from moves, and the samples for H2Policy.
class H2Statistics : public AllStatic {
  static H2CollectionRecord _current;
  static uint64_t _moved_words;
  static uint64_t _moved_objects;
  static uint64_t _freed_words;
  static uint64_t _freed_regions;
  static uint64_t _moving_collections;
  static size_t   _left_objects;          // of the last moving collection
  static Tickspan _move_time;
  static Ticks    _start;                 // of the current collection
  static Ticks    _last_move_end;
  static Tickspan _last_move_pause;
  static double   _nanos_per_word;
  static double   _closure_per_root;      // words moved per word of root array
  static size_t   _h1_live_words;

  static void learn();

public:
  // Fills the values of dev.spillway.SecondHeap.statistics(), in the order of that record.
  static const int NumValues = 16;
  static void fill(jlong values[NumValues]);

  // Since the start of the VM.
  static uint64_t freed_regions()        { return _freed_regions; }
  static size_t estimate_closure_words(Klass* klass, size_t shallow_words);
  static H2MoveSample sample();

  static void begin_collection();
  static H2CollectionRecord* current()    { return &_current; }
  // After a full GC: adds the record to the totals and logs it.
  static void end_collection(GCCause::Cause cause, size_t h1_live_words);

  static void print_on(outputStream* st);
  static void print_state(outputStream* st);
};

#endif // SHARE_GC_PARALLEL_H2_H2STATISTICS_HPP
