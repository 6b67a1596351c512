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

#ifndef SHARE_GC_PARALLEL_H2_H2MARKING_HPP
#define SHARE_GC_PARALLEL_H2_H2MARKING_HPP

#include "gc/parallel/h2/h2Space.hpp"
#include "memory/allStatic.hpp"
#include "oops/oopsHierarchy.hpp"

class OopIterateClosure;
class ParCompactionManager;

// Marking stops at H2 (TeraHeap 3.3): a reference into H2 makes its region live, nothing more. A
// region that becomes live is activated once: the regions it depends on, the class loaders of its
// objects, and the objects of H1 on its non-clean cards are live too. Garbage cycles between H1
// and H2 are found, because the cards of a region count only if something reached the region.
class H2Marking : public AllStatic {
  static HeapWord*        _fence;         // marking hands objects below it to handle_fenced()
  static volatile uint*   _activated;     // region index + 1, in the order of activation
  static volatile size_t  _num_activated;
  static volatile size_t  _num_linked;    // how many had their dependencies and loaders visited
  static volatile size_t  _num_scanned;   // how many had their cards scanned, while that is deferred
  static bool             _defer_cards;   // cards are scanned by the selection, see H2Selection

  static void note_live(oop obj);
  static uint claim(volatile size_t* claimed, size_t limit);
  static void visit_links(ParCompactionManager* cm, uint region);
  static bool drain(ParCompactionManager* cm);

public:
  static void initialize();
  static void begin(bool defer_cards);

  // While a moving collection looks for its tagged roots every object passes through the fence.
  static void set_fence_to_all();
  static void set_fence_to_h2()            { _fence = H2Space::end(); }

  static bool is_fenced(oop obj)           { return cast_from_oop<HeapWord*>(obj) < _fence; }
  // True if marking is done with the object: it is in H2, or a tagged root that was reached.
  static bool handle_fenced(oop obj);
  static bool is_alive(oop obj);

  // Visits what activated regions keep alive; true if there was any. Called by marking loops.
  static bool drain_activations(ParCompactionManager* cm) {
    return H2Space::enabled() && drain(cm);
  }

  // For the selection: next activated region whose cards wait, or H2Regions::None.
  static uint claim_deferred_cards();
  static void visit_new_links(ParCompactionManager* cm);
  static void end_deferral()               { _defer_cards = false; }

  template <typename Closure>
  static void scan_cards(uint region, Closure* closure);
};

#endif // SHARE_GC_PARALLEL_H2_H2MARKING_HPP
