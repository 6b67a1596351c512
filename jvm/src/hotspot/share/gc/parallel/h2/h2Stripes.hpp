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

#ifndef SHARE_GC_PARALLEL_H2_H2STRIPES_HPP
#define SHARE_GC_PARALLEL_H2_H2STRIPES_HPP

#include "gc/parallel/h2/h2Selection.hpp"
#include "gc/parallel/parMarkBitMap.inline.hpp"
#include "gc/parallel/psParallelCompact.inline.hpp"
#include "memory/allStatic.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/atomic.hpp"

// Divides H1 among workers by address, so that objects keep their order, and with it their
// locality, in H2.
class H2Stripes : public AllStatic {
  static size_t stripe_words()      { return 8 * ParallelCompactData::RegionSize; }   // 4 MB

public:
  // Calls function(oop) for the selected objects of the stripes this worker claims from *claimed.
  template <typename Function>
  static void iterate_selected(volatile uint* claimed, Function function) {
    uint before = 0;     // stripes of the spaces already passed
    uint stripe = Atomic::fetch_then_add(claimed, 1u);
    for (uint id = PSParallelCompact::old_space_id; id < PSParallelCompact::last_space_id; id++) {
      MutableSpace* const space = PSParallelCompact::space((PSParallelCompact::SpaceId)id);
      const size_t words = pointer_delta(space->top(), space->bottom());
      const uint num = (uint)((words + stripe_words() - 1) / stripe_words());
      while (stripe < before + num) {
        HeapWord* const start = space->bottom() + (stripe - before) * stripe_words();
        iterate_range(start, MIN2(start + stripe_words(), space->top()), function);
        stripe = Atomic::fetch_then_add(claimed, 1u);
      }
      before += num;
    }
  }

private:
  template <typename Function>
  static void iterate_range(HeapWord* start, HeapWord* end, Function& function) {
    HeapWord* p = start;
    // An object may end behind the stripe: the search must not begin there.
    while (p < end && (p = H2Selection::map()->find_obj_beg(p, end)) < end) {
      const oop obj = cast_to_oop(p);
      const size_t size = obj->size();
      function(obj, size);
      p += size;
    }
  }
};

#endif // SHARE_GC_PARALLEL_H2_H2STRIPES_HPP
