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
  static const int Block = 64;  // so many at a time

  const Action _action;
  const int    _count;
  volatile int _next;

public:
  WarmWork(int count, Action action) : WorkerTask("WarmWork"), _action(action), _count(count), _next(0) {}

  void work(uint worker) override {
    ResourceMark rm;
    HandleMark hm(Thread::current());
    for (int i; (i = Atomic::fetch_then_add(&_next, Block)) < _count; ) {
      for (const int end = MIN2(i + Block, _count); i < end; i++) {
        _action(i);
      }
    }
  }
};

template <typename Action>
void warm_do_all(int count, Action action) {
  WarmWork<Action> task(count, action);
  WorkerThreads* const workers = Universe::heap()->safepoint_workers();
  if (workers == nullptr) {
    task.work(0);
  } else {
    workers->run_task(&task);
  }
}

#endif // SHARE_RUNTIME_WARM_WARMWORKERS_HPP
