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

#ifndef SHARE_GC_PARALLEL_H2_H2REGIONS_HPP
#define SHARE_GC_PARALLEL_H2_H2REGIONS_HPP

#include "gc/parallel/h2/h2Groups.hpp"
#include "gc/parallel/h2/h2Region.hpp"
#include "gc/parallel/h2/h2Space.hpp"
#include "memory/allStatic.hpp"
#include "utilities/resizeableResourceHash.hpp"

class Mutex;

// All regions of H2. Allocation and freeing happen at safepoints; a freed region may then be
// discarded (its blocks zeroed) by the concurrent thread, which owns it meanwhile.
class H2Regions : public AllStatic {
  static H2Region* _regions;
  static uint      _num;
  static uint      _num_used;
  static uint      _search_start;          // lowest index that may be free
  static Mutex*    _lock;                  // guards loader lists and allocation in parallel phases

  static uint take_back(uint first, uint span);
  static uint find_free_run(uint span);

public:
  static const uint None = max_juint;

  static void initialize();

  static uint num()                        { return _num; }
  static uint num_used()                   { return _num_used; }
  static Mutex* lock()                     { return _lock; }
  static H2Region* at(uint index)          { assert(index < _num, "region %u of %u", index, _num); return &_regions[index]; }

  // Whether a region will be freed by this collection.
  static bool has_dead();

  // Index of the region that holds the start of the object at or around p.
  static uint head_of(const void* p)       { return at(H2Space::index_of(p))->head(); }
  static uint head_of(oop obj)             { return head_of(cast_from_oop<HeapWord*>(obj)); }

  // Takes span adjacent free regions for label; the first one's index, or None if H2 is full.
  // The lock must be held.
  static uint allocate(uint span, int64_t label, H2Region::Use use);
  // Gives the regions of one head back. At a safepoint.
  static void free(uint head);

  static void add_dependency(uint from, uint to) {
    if (from != to) {
      if (H2Groups::enabled()) {
        H2Groups::join(from, to);
      } else {
        at(from)->dependencies()->add(to, _num);
      }
    }
  }
  // Whether what is reached in `from` keeps `to` alive.
  static bool has_dependency(uint from, uint to) {
    return H2Groups::enabled() ? H2Groups::are_joined(from, to) : at(from)->dependencies()->contains(to);
  }
  // Number in H2Labels that objects added to a region have.
  static uint label_number(const H2Region* region);
  static void add_loader(uint region, ClassLoaderData* loader);

  static size_t used_bytes();
  static uint   num_labels();
  // Labels of the program of which objects are in H2.
  typedef ResizeableResourceHashtable<int64_t, bool, AnyObj::C_HEAP, mtGC> LabelSet;
  static void add_labels(LabelSet* to);

  // Calls function(index, region) for each region that holds the start of an object.
  template <typename Function>
  static void iterate(Function function) {
    for (uint i = 0; i < _num; i++) {
      if (_regions[i].has_objects()) {
        function(i, &_regions[i]);
      }
    }
  }
};

#endif // SHARE_GC_PARALLEL_H2_H2REGIONS_HPP
