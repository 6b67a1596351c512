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

#ifndef SHARE_GC_PARALLEL_H2_H2SELECTION_HPP
#define SHARE_GC_PARALLEL_H2_H2SELECTION_HPP

#include "gc/parallel/parMarkBitMap.hpp"
#include "memory/allStatic.hpp"
#include "memory/memRegion.hpp"
#include "oops/oopsHierarchy.hpp"
#include "utilities/growableArray.hpp"

class Klass;

// Which objects move in a full collection (TeraHeap 3.2: the closure of each tagged root).
//
// dominated: tagged roots are marked before marking starts, but not followed. Ordinary marking
//   then finds all that is reachable without passing through a tagged root. What is still unmarked
//   below the roots (and, as a follow-up, below H2's own references to H1) is reachable only
//   through them: it is selected, and nothing else in the program loses its DRAM copy.
// full: the closures are selected first, as in the paper, whoever else refers to them.
//
// A selected object has its bit in the selection map and its label's number as forwarding address;
// it is not entered into ParallelGC's summary data. Mirrors, References, class loaders, stack
// chunks and threads never move: the VM or the collector treats their fields specially.
class H2Selection : public AllStatic {
public:
  struct Root {
    oop     obj;
    uint    label;       // number in H2Labels
    bool    hinted;      // move() or moveNow() was called for the label
  };
  typedef GrowableArrayCHeap<Root, mtGC> RootList;

private:
  static ParMarkBitMap _map;
  static bool          _active;           // this collection moves objects
  static bool          _seeking_roots;    // marking is looking for pre-marked roots
  static RootList*     _roots;
  static bool          _device_failed;
  static bool          _suspended;        // H2 was full and nothing was freed since

  static void collect_roots();
  static void collect_shared_objects();
  static void mark_roots();
  static void drop_unreached_roots();
  static void number_region_labels();
  static void run_task();

public:
  static void initialize(MemRegion h1);

  static bool is_movable(Klass* klass);
  static bool is_full_closure();

  static bool is_active()                 { return _active; }
  static ParMarkBitMap* map()             { return &_map; }
  static RootList* roots()                { return _roots; }

  // Phases of a full collection, called by the VM thread.
  static void before_marking();           // fixes the roots; selects now if the closure is 'full'
  static void after_marking_from_roots(); // selects if the closure is 'dominated'
  static void finish();                   // forgets everything of this collection

  // Called while _seeking_roots: true if obj is marked already; a tagged root counts as reached.
  static bool note_if_root(oop obj);
  static bool is_unreached_root(oop obj);

  static bool is_suspended()              { return _suspended; }
  static void suspend()                   { _suspended = true; }
  static void resume()                    { _suspended = _device_failed; }
  static void suspend_for_good()          { _suspended = _device_failed = true; }
};

#endif // SHARE_GC_PARALLEL_H2_H2SELECTION_HPP
