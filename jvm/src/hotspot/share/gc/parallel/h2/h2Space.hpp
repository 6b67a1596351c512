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

#ifndef SHARE_GC_PARALLEL_H2_H2SPACE_HPP
#define SHARE_GC_PARALLEL_H2_H2SPACE_HPP

#include "memory/allStatic.hpp"
#include "memory/memRegion.hpp"
#include "oops/oopsHierarchy.hpp"
#include "utilities/globalDefinitions.hpp"

// The address range of H2. It lies directly below the old generation in the one reservation of
// the heap, so one compare tells H2 from H1. All fields are null while H2 is off.
class H2Space : public AllStatic {
  static HeapWord* _bottom;
  static HeapWord* _end;
  static uint      _region_shift;   // log2 of the region size in bytes

public:
  static void initialize(HeapWord* bottom, HeapWord* end, size_t region_size);

  static bool enabled()                         { return _end != nullptr; }
  static HeapWord* bottom()                     { return _bottom; }
  static HeapWord* end()                        { return _end; }
  static size_t reserved_bytes()                { return (size_t)((char*)_end - (char*)_bottom); }
  static size_t region_bytes()                  { return (size_t)1 << _region_shift; }
  static size_t region_words()                  { return region_bytes() >> LogHeapWordSize; }
  static uint num_regions()                     { return (uint)(reserved_bytes() >> _region_shift); }

  // For addresses known to be in the heap.
  static bool contains(const void* heap_address) { return heap_address < (const void*)_end; }
  static bool contains(oop obj)                  { return cast_from_oop<HeapWord*>(obj) < _end; }
  // For any address.
  static bool contains_reserved(const void* p)   { return p < (const void*)_end && p >= (const void*)_bottom; }

  static uint index_of(const void* p) {
    return (uint)(((const char*)p - (const char*)_bottom) >> _region_shift);
  }
  static HeapWord* region_start(uint index) {
    return (HeapWord*)((char*)_bottom + ((size_t)index << _region_shift));
  }
};

#endif // SHARE_GC_PARALLEL_H2_H2SPACE_HPP
