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

#ifndef SHARE_GC_PARALLEL_H2_H2ASSIGNTASK_HPP
#define SHARE_GC_PARALLEL_H2_H2ASSIGNTASK_HPP

#include "gc/parallel/h2/h2Allocator.hpp"
#include "gc/shared/workerThread.hpp"
#include "oops/oopsHierarchy.hpp"

class ClassLoaderData;
class Klass;
class ParCompactionManager;

// Gives each selected object its address in H2 (TeraHeap 3.2): from then on its header forwards
// there, and ParallelGC's own phases adjust every reference to it. Its mark is cleared, so that
// summary and compaction do not see it. An object without room stays in H1 like any other.
class H2AssignTask : public WorkerTask {
  volatile uint   _claimed;
  volatile size_t _moved_words;
  volatile size_t _moved_objects;
  volatile size_t _left_objects;
  static H2Labs::GapList** _gaps;       // by worker; the copy phase fills them

  struct Counts { size_t words = 0; size_t objects = 0; size_t left = 0; };
  struct LastClass {
    Klass* klass = nullptr;
    uint region = max_juint;
    ClassLoaderData* noted = nullptr;       // in noted_region
    uint noted_region = max_juint;
  };

  static void keep_in_h1(ParCompactionManager* cm, oop obj, size_t size);
  static void note_class(LastClass* last, oop obj, HeapWord* destination);

public:
  H2AssignTask();
  static void initialize();
  static H2Labs::GapList* gaps(uint worker_id)   { return _gaps[worker_id]; }

  void run();
  void work(uint worker_id) override;
};

#endif // SHARE_GC_PARALLEL_H2_H2ASSIGNTASK_HPP
