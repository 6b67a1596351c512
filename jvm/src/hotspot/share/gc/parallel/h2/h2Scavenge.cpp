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
#include "gc/parallel/h2/h2Scavenge.hpp"
#include "gc/parallel/psPromotionManager.inline.hpp"
#include "gc/parallel/psScavenge.inline.hpp"
#include "logging/log.hpp"
#include "memory/iterator.inline.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/objArrayKlass.inline.hpp"
#include "utilities/ticks.hpp"

volatile uint H2Scavenge::_claimed = 0;

class H2ScavengeClosure : public BasicOopIterateClosure {
  PSPromotionManager* const _pm;
  const uint _region;

  template <typename T> void do_oop_work(T* p) {
    const T value = RawAccess<>::oop_load(p);
    if (CompressedOops::is_null(value)) {
      return;
    }
    const oop obj = CompressedOops::decode_not_null(value);
    if (PSScavenge::is_obj_in_young(obj)) {
      // Promoted at once: a card of a young object would have to be read again in the next minor
      // GC, when its page may be on the device only.
      const oop copy = _pm->copy_to_survivor_space</*promote_immediately=*/true>(obj);
      RawAccess<IS_NOT_NULL>::oop_store(p, copy);
      H2Cards::note_reference(p, PSScavenge::is_obj_in_young(copy));
    } else if (H2Space::contains(obj)) {
      H2Regions::add_dependency(_region, H2Regions::head_of(obj));
    } else {
      H2Cards::note_reference(p, false);
    }
  }

public:
  H2ScavengeClosure(PSPromotionManager* pm, uint region) : _pm(pm), _region(region) {}
  void do_oop(oop* p) override       { do_oop_work(p); }
  void do_oop(narrowOop* p) override { do_oop_work(p); }
};

void H2Scavenge::begin() {
  H2Regions::iterate([] (uint, H2Region* region) { region->sample_scan_top(); });
  _claimed = 0;
}

void H2Scavenge::scan_dirty_cards(PSPromotionManager* pm) {
  const Ticks start = Ticks::now();
  uint num = 0;
  uint index;
  while ((index = Atomic::fetch_then_add(&_claimed, 1u)) < H2Regions::num()) {
    if (H2Regions::at(index)->state() == H2Region::Free) {
      continue;
    }
    num++;
    // The regions of a humongous array are claimed one by one; what they refer to is noted in the first.
    const uint head = H2Regions::at(index)->head();
    H2ScavengeClosure closure(pm, head);
    H2Cards::scan_part(index, true /* only_dirty */, true /* clear */,
                       [&] (oop obj, MemRegion part) { obj->oop_iterate(&closure, part); });
    pm->drain_stacks_cond_depth();
  }
  log_debug(gc, phases, h2)("H2 card scan: %u regions, %.3fms", num, (Ticks::now() - start).seconds() * 1000);
  pm->drain_stacks(false);
}
