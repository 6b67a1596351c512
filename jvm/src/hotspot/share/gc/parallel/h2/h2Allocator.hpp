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

#ifndef SHARE_GC_PARALLEL_H2_H2ALLOCATOR_HPP
#define SHARE_GC_PARALLEL_H2_H2ALLOCATOR_HPP

#include "gc/parallel/h2/h2Labels.hpp"
#include "gc/parallel/h2/h2Region.hpp"
#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"
#include "utilities/growableArray.hpp"

// Places objects in H2 during one moving collection. A label has at most one open region, which all
// workers share by taking buffers (LABs) from it. Small labels share regions: many of them do not
// waste H2. A label that is large, once was or has become so in small moves never does: its roots there would keep its large
// regions from being freed for as long as their neighbours live.
class H2Allocator : public AllStatic {
  static volatile bool _full;
  static size_t lab_words(uint label);
  static size_t room(uint region);
  static H2Region::Use use_of(uint label);
  static bool   open_region(uint label, size_t min_words);
  static void   count_in_mixed(const H2Region* region);

public:
  // Reopens regions with room from earlier collections.
  static void begin();
  static bool is_full()                 { return _full; }

  // Takes at least min_words (at most half a region) for a label; null if H2 is full.
  static HeapWord* take(uint label, size_t min_words, size_t* taken);
  // Gives the unused end of a buffer back; false if something was taken behind it.
  static bool give_back(HeapWord* start, HeapWord* end);
  // Takes regions of its own for one object.
  static HeapWord* take_regions(uint label, size_t words);
};

// One worker's buffers. Unused tails become gaps, which the copy phase makes parsable.
class H2Labs : public StackObj {
public:
  struct Gap { HeapWord* start; size_t words; };
  typedef GrowableArrayCHeap<Gap, mtGC> GapList;

private:
  struct Lab { HeapWord* top; HeapWord* end; };
  Lab*     _labs;           // by label number
  GapList* _gaps;

  void retire(Lab* lab);

public:
  explicit H2Labs(GapList* gaps);
  ~H2Labs();                // retires all buffers
  HeapWord* allocate(uint label, size_t words);
};

#endif // SHARE_GC_PARALLEL_H2_H2ALLOCATOR_HPP
