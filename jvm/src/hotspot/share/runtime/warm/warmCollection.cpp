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

#include "runtime/warm/warmCollection.hpp"
#include "code/codeCache.hpp"
#include "code/nmethod.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/shared/parallelCleaning.hpp"
#include "gc/shared/workerThread.hpp"
#include "runtime/atomic.hpp"
#include "runtime/warm/warmServer.hpp"

static WorkerThreads* workers() {
  return &ParallelScavengeHeap::heap()->workers();
}

uint WarmCollection::num_unlinkers() {
  return WarmServer ? workers()->max_workers() : 1;
}

// As G1 does it: both parts at once.
class WarmUnloadTask : public WorkerTask {
  const bool             _unloading_occurred;
  CodeCacheUnloadingTask _code;
  KlassCleaningTask      _classes;

public:
  explicit WarmUnloadTask(bool unloading_occurred)
    : WorkerTask("WarmUnload"),
      _unloading_occurred(unloading_occurred),
      _code(workers()->active_workers(), unloading_occurred),
      _classes() {}

  void work(uint worker) override {
    _code.work(worker);
    if (_unloading_occurred) {
      _classes.work();
    }
  }
};

bool WarmCollection::unload(bool unloading_occurred) {
  if (WarmServer) {
    WarmUnloadTask task(unloading_occurred);
    workers()->run_task(&task);
  }
  return WarmServer;
}

WarmSharedCode::WarmSharedCode() : _code(), _next(0) {
  if (WarmServer) {
    NMethodIterator iter(NMethodIterator::all);
    while (iter.next()) {
      _code.append(iter.method());
    }
  }
}

void WarmSharedCode::nmethods_do(NMethodClosure* closure) {
  for (int i; (i = Atomic::fetch_then_add(&_next, Block)) < _code.length(); ) {
    for (const int end = MIN2(i + Block, _code.length()); i < end; i++) {
      closure->do_nmethod(_code.at(i));
    }
  }
}
