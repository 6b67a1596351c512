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

#ifndef SHARE_GC_PARALLEL_H2_H2REFERENCECLOSURE_HPP
#define SHARE_GC_PARALLEL_H2_H2REFERENCECLOSURE_HPP

#include "gc/parallel/h2/h2Cards.inline.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psParallelCompact.inline.hpp"
#include "memory/iterator.hpp"
#include "oops/compressedOops.inline.hpp"

// Adjusts the fields of an H2 object in a full collection and remembers where they point: to H1 by
// the card, to another region of H2 by a dependency. The fields may lie in a staged copy.
template <bool may_be_staged>
class H2ReferenceClosure : public BasicOopIterateClosure {
  HeapWord* const _young_start;
  uint      _region;
  ptrdiff_t _to_place;      // bytes from the field to its place in H2

  template <typename T> void do_oop_work(T* p) {
    PSParallelCompact::adjust_pointer(p);
    const T value = RawAccess<>::oop_load(p);
    if (CompressedOops::is_null(value)) {
      return;
    }
    const oop obj = CompressedOops::decode_not_null(value);
    if (H2Space::contains(obj)) {
      H2Regions::add_dependency(_region, H2Regions::head_of(obj));
    } else {
      char* const place = may_be_staged ? (char*)p + _to_place : (char*)p;
      H2Cards::note_reference(place, cast_from_oop<HeapWord*>(obj) >= _young_start);
    }
  }

public:
  H2ReferenceClosure() : _young_start(ParallelScavengeHeap::young_gen()->reserved().start()),
                         _region(0), _to_place(0) {}

  void set_object(uint region, ptrdiff_t to_place) {
    _region = region;
    _to_place = to_place;
  }

  void do_oop(oop* p) override       { do_oop_work(p); }
  void do_oop(narrowOop* p) override { do_oop_work(p); }
};

#endif // SHARE_GC_PARALLEL_H2_H2REFERENCECLOSURE_HPP
