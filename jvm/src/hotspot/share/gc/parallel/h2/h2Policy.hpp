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

#ifndef SHARE_GC_PARALLEL_H2_H2POLICY_HPP
#define SHARE_GC_PARALLEL_H2_H2POLICY_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// What is known before a decision about moving. Sizes in words, times in nanoseconds.
struct H2MoveSample {
  bool   can_move;             // false while H2 is full or its device has failed
  size_t h1_max;               // size of H1 (-Xmx)
  size_t h1_live;              // live in H1 after the last full GC
  size_t waiting_movable;      // estimate: closures of tagged roots whose label may move
  size_t waiting_all;          // estimate: closures of all tagged roots
  size_t trigger;              // SecondHeapMoveTrigger
  uint   high_percent;         // SecondHeapHighThreshold
  uint   low_percent;          // SecondHeapLowThreshold
  int64_t since_last_move;     // time since the end of the last collection that moved or was to move
  int64_t last_move_pause;     // its duration; 0 if there was none
  int64_t budget;              // SecondHeapPauseBudget; 0 is none
  double  nanos_per_word;      // learned cost of assigning and copying; 0 if unknown
};

// What is known before a decision about a minor GC for the dirty pages of H2.
struct H2CleanSample {
  size_t  dirty_bytes;         // pages of H2 with a dirty card
  size_t  trigger_bytes;       // see clean_trigger()
  int64_t since_last;          // time since the end of the last such collection
  int64_t last_pause;          // how long it took; 0 if there was none
};

// Decisions about when and how much to move: pure functions of a sample, in the manner of zDirector.
class H2Policy : public AllStatic {
public:
  // True if enough waits to make a collection worth while, and moving takes no more than a fifth
  // of the time.
  static bool should_start_collection(const H2MoveSample& s);

  // Words to move without a hint in this collection (TeraHeap 3.2, high and low threshold): none
  // while H1 is not above the high threshold, else down to the low one.
  static size_t unhinted_words(const H2MoveSample& s);

  // Most words to move in this collection under the pause budget.
  static size_t limit_words(const H2MoveSample& s);

  // Whether a closure of so many words may still move in this collection: a budget is not exceeded by the
  // closure that is expected to, except by the first one, so that something moves.
  static bool may_select(size_t planned, size_t estimate, size_t wanted, size_t limit);

  // True if enough pages are dirty, and such collections take no more than a fifth of the time.
  static bool should_clean(const H2CleanSample& s);

  // Dirty bytes that start a minor GC: SecondHeapCleanTrigger, or what surely is in the page cache
  // still, a quarter of it.
  static size_t clean_trigger(size_t page_cache_bytes);

  // The cost that a pause budget counts on follows a rise at once and a fall by a twentieth: the cost of a word
  // doubles from one collection to the next where the page cache has to be found first, and a promise must hold then.
  // Begins at what limit_words() assumes: the first moves may find memory that later ones do not.
  static double learn_cost(double old_value, double observed);

  // A learned value moves halfway to a new observation.
  static double learn(double old_value, double observed) {
    return old_value == 0.0 ? observed : (old_value + observed) / 2;
  }
};

#endif // SHARE_GC_PARALLEL_H2_H2POLICY_HPP
