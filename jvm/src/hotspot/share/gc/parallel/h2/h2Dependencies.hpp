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

#ifndef SHARE_GC_PARALLEL_H2_H2DEPENDENCIES_HPP
#define SHARE_GC_PARALLEL_H2_H2DEPENDENCIES_HPP

#include "memory/allocation.hpp"
#include "runtime/atomic.hpp"
#include "runtime/os.hpp"
#include "utilities/bitMap.inline.hpp"
#include "utilities/globalDefinitions.hpp"

// The set of regions that objects of one region refer to (TeraHeap 3.3: dependency lists with
// direction). A few entries are kept in place; more make a bitmap. add() may run in parallel.
class H2Dependencies {
  static const uint InPlace = 14;      // about ten per region are usual (TeraHeap, Table 5)
  volatile uint _entries[InPlace];     // region index + 1; 0 is empty
  CHeapBitMap* volatile _bitmap;

  // A CHeapBitMap is no CHeapObj: it is allocated by hand, because HotSpot has no global new.
  static CHeapBitMap* new_bitmap(uint num_regions) {
    void* const p = os::malloc(sizeof(CHeapBitMap), mtGC);
    return ::new (p) CHeapBitMap(num_regions, mtGC);
  }

  static void delete_bitmap(CHeapBitMap* bitmap) {
    if (bitmap != nullptr) {
      bitmap->~CHeapBitMap();
      os::free(bitmap);
    }
  }

  CHeapBitMap* ensure_bitmap(uint num_regions) {
    CHeapBitMap* bitmap = Atomic::load_acquire(&_bitmap);
    if (bitmap == nullptr) {
      CHeapBitMap* const fresh = new_bitmap(num_regions);
      bitmap = Atomic::cmpxchg(&_bitmap, (CHeapBitMap*)nullptr, fresh);
      if (bitmap == nullptr) {
        return fresh;
      }
      delete_bitmap(fresh);
    }
    return bitmap;
  }

public:
  void initialize() {
    for (uint i = 0; i < InPlace; i++) {
      _entries[i] = 0;
    }
    _bitmap = nullptr;
  }

  void add(uint region, uint num_regions) {
    for (uint i = 0; i < InPlace; i++) {
      uint entry = Atomic::load(&_entries[i]);
      if (entry == 0) {
        entry = Atomic::cmpxchg(&_entries[i], 0u, region + 1);
        if (entry == 0) {
          return;
        }
      }
      if (entry == region + 1) {
        return;
      }
    }
    ensure_bitmap(num_regions)->par_set_bit(region);
  }

  bool contains(uint region) const {
    for (uint i = 0; i < InPlace; i++) {
      if (_entries[i] == region + 1) {
        return true;
      }
    }
    return _bitmap != nullptr && _bitmap->at(region);
  }

  template <typename Function>
  void iterate(Function function) const {
    for (uint i = 0; i < InPlace && _entries[i] != 0; i++) {
      function(_entries[i] - 1);
    }
    CHeapBitMap* const bitmap = _bitmap;
    if (bitmap != nullptr) {
      bitmap->iterate([&] (BitMap::idx_t bit) { function((uint)bit); });
    }
  }

  uint size() const {
    uint n = 0;
    iterate([&] (uint) { n++; });
    return n;
  }

  // Not in parallel with any other call.
  void clear() {
    delete_bitmap(_bitmap);
    initialize();
  }
};

#endif // SHARE_GC_PARALLEL_H2_H2DEPENDENCIES_HPP
