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

#ifndef SHARE_GC_PARALLEL_H2_H2LABELS_HPP
#define SHARE_GC_PARALLEL_H2_H2LABELS_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"
#include "utilities/growableArray.hpp"
#include "utilities/resizeableResourceHash.hpp"

// Labels of one moving collection, numbered from 0 so that a number fits into an object header.
// Number Mixed stands for the regions that several labels share, Shared for the one of objects that
// belong to none (H2SharedObjects).
class H2Labels : public AllStatic {
public:
  static const uint Mixed = 0;
  static const uint Shared = 1;
  static const uint First = 2;           // number of a label of the program
  static const uint None = max_juint;

  struct Entry {
    int64_t label;
    size_t  to_place;      // selected words that have no place in H2 yet
    uint    open_region;   // takes the label's next objects, or H2Regions::None
    size_t  in_mixed;      // words it has in live mixed regions
    bool    own;           // the label has, or is large enough for, regions of its own
    volatile bool no_room; // its next objects found no room; sticky: taking the lock again for each would take seconds
  };

private:
  typedef ResizeableResourceHashtable<int64_t, uint, AnyObj::C_HEAP, mtGC> NumberTable;
  static const unsigned FirstBuckets = 1031;
  static const unsigned MaxBuckets = 1 << 20;
  static GrowableArrayCHeap<Entry, mtGC>* _entries;
  static NumberTable* _numbers;

public:
  // The numbering of one collection; the VM thread calls these outside of parallel phases.
  static void begin();
  static void end();
  static uint number_of(int64_t label);
  // The number of a label, or None if it has none in this collection.
  static uint find(int64_t label);

  // Whether a number is that of a label of the program.
  static bool is_program_label(uint number) { return number >= First; }

  static uint num()                    { return (uint)_entries->length(); }
  static Entry* at(uint number)        { return _entries->adr_at((int)number); }
};

#endif // SHARE_GC_PARALLEL_H2_H2LABELS_HPP
