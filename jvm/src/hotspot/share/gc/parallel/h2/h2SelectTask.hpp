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

#ifndef SHARE_GC_PARALLEL_H2_H2SELECTTASK_HPP
#define SHARE_GC_PARALLEL_H2_H2SELECTTASK_HPP

#include "gc/shared/taskTerminator.hpp"
#include "gc/shared/workerThread.hpp"
#include "oops/oopsHierarchy.hpp"
#include "utilities/globalDefinitions.hpp"
#include "utilities/growableArray.hpp"

class ParCompactionManager;
class ScannerTask;
class H2SelectClosure;

// Marks the closures of the tagged roots with all workers, on ParallelGC's own marking stacks. The
// label goes from a selected object to its children: it is read from the header of the parent.
class H2SelectTask : public WorkerTask {
  const bool      _full_closure;
  const uint      _num_workers;
  const size_t    _limit_words;          // by the pause budget
  const size_t    _unhinted_words;       // for roots without a hint
  TaskTerminator  _terminator;
  volatile int    _next_root;
  volatile size_t _selected_words;       // and, while a closure is followed, what it is expected to have
  volatile size_t _roots_words;          // of roots that have a closure
  volatile size_t _other_words;          // of roots without one, and of what follows objects in H2
  volatile size_t _num_roots;

  void select_roots(ParCompactionManager* cm, H2SelectClosure* closure);
  void scan_regions(ParCompactionManager* cm, H2SelectClosure* closure);
  void follow(ParCompactionManager* cm, H2SelectClosure* closure);
  void visit(ParCompactionManager* cm, H2SelectClosure* closure, const ScannerTask& task, bool stolen);
  bool plan(bool hinted, size_t estimate);
  size_t correct_plan(size_t estimate, H2SelectClosure* closure);
  void add_counts(H2SelectClosure* closure);

public:
  explicit H2SelectTask(bool full_closure);
  void run();
  void work(uint worker_id) override;
};

// With the full closure, objects that must not move are set aside: ordinary marking has not begun.
// They are alive and are marked when the roots of the program have been.
class H2DeferredMarkTask : public WorkerTask {
  TaskTerminator _terminator;
  const uint     _num_workers;

  explicit H2DeferredMarkTask(uint num_workers);
  void work(uint worker_id) override;

public:
  typedef GrowableArrayCHeap<oop, mtGC> List;
  static void initialize_lists();
  static List* list(uint worker_id)       { return _lists[worker_id]; }
  static void run();

private:
  static List** _lists;
};

#endif // SHARE_GC_PARALLEL_H2_H2SELECTTASK_HPP
