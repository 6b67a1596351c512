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

#ifndef SHARE_RUNTIME_WARM_WARMWORKERS_HPP
#define SHARE_RUNTIME_WARM_WARMWORKERS_HPP

#include "gc/shared/collectedHeap.hpp"
#include "gc/shared/workerThread.hpp"
#include "memory/resourceArea.hpp"
#include "memory/universe.hpp"
#include "runtime/atomic.hpp"
#include "runtime/handles.inline.hpp"

// Work on things that have numbers, done by the collector's threads at a safepoint; by the caller, if the collector has none.
template <typename Action>
class WarmWork : public WorkerTask {
  const Action _action;
  const int    _count;
  const int    _block;  // so many at a time
  volatile int _next;

public:
  WarmWork(int count, int block, Action action) : WorkerTask("WarmWork"), _action(action), _count(count), _block(block), _next(0) {}

  void work(uint worker) override {
    ResourceMark rm;
    HandleMark hm(Thread::current());
    for (int i; (i = Atomic::fetch_then_add(&_next, _block)) < _count; ) {
      for (const int end = MIN2(i + _block, _count); i < end; i++) {
        _action(i);
      }
    }
  }
};

template <typename Action>
void warm_do_all(int count, Action action, int block = 64) {
  WarmWork<Action> task(count, block, action);
  WorkerThreads* const workers = Universe::heap()->safepoint_workers();
  if (workers == nullptr) {
    task.work(0);
  } else {
    // The last collection may have needed fewer.
    WithActiveWorkers all(workers, workers->max_workers());
    workers->run_task(&task);
  }
}

#endif // SHARE_RUNTIME_WARM_WARMWORKERS_HPP
