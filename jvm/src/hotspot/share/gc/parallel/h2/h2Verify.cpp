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
#include "gc/parallel/h2/h2Verify.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psScavenge.inline.hpp"
#include "logging/log.hpp"
#include "memory/iterator.inline.hpp"
#include "memory/metaspace.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/objArrayKlass.inline.hpp"

class H2VerifyClosure : public BasicOopIterateClosure {
  oop    _holder;
  uint   _region;
  size_t _num_references;

  template <typename T> void do_oop_work(T* p) {
    const T value = RawAccess<>::oop_load(p);
    if (CompressedOops::is_null(value)) {
      return;
    }
    _num_references++;
    const oop obj = CompressedOops::decode_not_null(value);
    guarantee(ParallelScavengeHeap::heap()->is_in(obj), "H2 object " PTR_FORMAT " (%s) refers to " PTR_FORMAT " at " PTR_FORMAT,
              p2i(_holder), _holder->klass()->external_name(), p2i(obj), p2i(p));
    guarantee(Metaspace::contains(obj->klass()), "bad class of " PTR_FORMAT " in H2 object " PTR_FORMAT, p2i(obj), p2i(_holder));
    // Barriers mark the card of the field or, for instances, that of the header.
    const H2Cards::CardValue card = *H2Cards::card_for(p);
    const bool dirty = card == CardTable::dirty_card_val() || *H2Cards::card_for(_holder) == CardTable::dirty_card_val();
    if (H2Space::contains(obj)) {
      const uint to = H2Regions::head_of(obj);
      guarantee(to == _region || dirty || H2Regions::has_dependency(_region, to),
                "missing dependency of region %u on %u", _region, to);
    } else {
      const bool young = PSScavenge::is_obj_in_young(obj);
      guarantee(dirty || (!young && card != CardTable::clean_card_val()),
                "H2 object " PTR_FORMAT " (%s) refers to a%s object on a card of value %d",
                p2i(_holder), _holder->klass()->external_name(), young ? " young" : "n old", card);
    }
  }

public:
  H2VerifyClosure() : _holder(nullptr), _region(0), _num_references(0) {}
  void set_holder(oop holder, uint region)  { _holder = holder; _region = region; }
  size_t num_references() const             { return _num_references; }
  void do_oop(oop* p) override              { do_oop_work(p); }
  void do_oop(narrowOop* p) override        { do_oop_work(p); }
};

static size_t verify_region(uint index, H2Region* region, H2VerifyClosure* closure) {
  size_t num = 0;
  HeapWord* p = H2Space::region_start(index);
  while (p < region->top()) {
    const oop obj = cast_to_oop(p);
    guarantee(!obj->mark().is_marked(), "forwarded object " PTR_FORMAT " in H2", p2i(p));
    guarantee(Metaspace::contains(obj->klass()), "bad class of H2 object " PTR_FORMAT, p2i(p));
    const size_t size = obj->size();
    guarantee(p + size <= region->top(), "H2 object " PTR_FORMAT " of %zu words ends behind its region", p2i(p), size);
    guarantee(H2Cards::starts()->object_start(p + size - 1) == p, "start array is wrong for H2 object " PTR_FORMAT, p2i(p));
    closure->set_holder(obj, index);
    obj->oop_iterate(closure);
    num++;
    p += size;
  }
  return num;
}

void H2Verify::verify() {
  H2VerifyClosure closure;
  size_t objects = 0;
  H2Regions::iterate([&] (uint index, H2Region* region) { objects += verify_region(index, region, &closure); });
  log_info(gc, verify, h2)("H2: %zu objects with %zu references verified", objects, closure.num_references());
}
