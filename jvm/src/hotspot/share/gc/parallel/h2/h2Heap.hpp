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

#ifndef SHARE_GC_PARALLEL_H2_H2HEAP_HPP
#define SHARE_GC_PARALLEL_H2_H2HEAP_HPP

#include "gc/parallel/h2/h2Space.hpp"
#include "memory/allStatic.hpp"
#include "memory/memRegion.hpp"

class GCMemoryManager;
class MemoryPool;
class ObjectClosure;
class outputStream;
class PSCardTable;
class PSPromotionManager;
class ReservedSpace;

// The second heap as ParallelGC sees it: every hook in ParallelGC's own files calls one function of
// this class (or of H2Marking, inside marking). With H2 off each returns at once.
class H2Heap : public AllStatic {
  static MemoryPool*   _pool;
  static volatile uint _adjust_claimed;
  static size_t        _used_before;
  static bool          _synchronizers_only;   // see H2SynchronizerSearch

  static void free_dead_regions();

  friend class H2SynchronizerSearch;

public:
  // Start and end of the VM.
  static void initialize(const ReservedSpace& rs);
  static void initialize_metadata(PSCardTable* table, MemRegion h1);
  static void initialize_serviceability(GCMemoryManager* manager);
  static void post_initialize();
  static void stop();

  // Queries.
  static bool is_in(const void* p);
  static size_t reserved_bytes()             { return H2Space::reserved_bytes(); }
  static HeapWord* block_start(const void* p);
  static void object_iterate(ObjectClosure* closure);
  static void object_iterate_parallel(ObjectClosure* closure, volatile uint* claimed);
  static MemoryPool* pool()                  { return _pool; }
  // Selected in the present full collection: its header has the number of its label.
  static bool is_selected(oop obj);

  // Minor GC.
  static void before_scavenge();
  static void scavenge_references(PSPromotionManager* pm);

  // Full GC, in this order.
  static void before_marking();
  static void select_objects();
  static void assign_addresses();
  // The filler that ends the dense prefix must not overwrite the header of an object to be moved.
  static HeapWord* limit_dense_prefix(HeapWord* bottom, HeapWord* dense_prefix_end);
  static void before_adjust();
  static void adjust_references();           // by each worker
  static void copy_objects();
  static void post_compact();
  static void after_full_gc();

  // Printing and checking.
  static void print_on(outputStream* st);
  static void print_change();
  // For the report of a crash: says so if the address is in H2; the state without locks or allocation.
  static void print_failure(outputStream* st, const void* address);
  static void print_state(outputStream* st);
  static void verify();
};

// While it lives walks of the heap see of H2 only regions with an AbstractOwnableSynchronizer, and those whatever SecondHeapIterate
// says, if that is the class looked for: a dump of threads with their locks need not read all of H2 from the disk at a safepoint.
class H2SynchronizerSearch : public StackObj {
public:
  explicit H2SynchronizerSearch(Klass* searched);
  ~H2SynchronizerSearch()                    { H2Heap::_synchronizers_only = false; }
};

#endif // SHARE_GC_PARALLEL_H2_H2HEAP_HPP
