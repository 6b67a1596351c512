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

#include "gc/parallel/h2/h2ReturnMemory.hpp"
#include "gc/parallel/balancer/h1Touched.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psParallelCompact.inline.hpp"
#include "gc/shared/gcTraceTime.inline.hpp"
#include "gc/shared/gc_globals.hpp"
#include "gc/shared/workerThread.hpp"
#include "runtime/atomic.hpp"
#include "runtime/globals.hpp"
#include "runtime/os.hpp"
#include "utilities/align.hpp"

#include <sys/mman.h>

// Less is not worth a system call per chunk.
static const size_t SmallestMove = 4 * M / HeapWordSize;

class H2ReturnMemoryTask : public WorkerTask {
  static const size_t Chunk = 16 * M;
  volatile size_t _claimed;
  volatile bool   _refused;      // as for locked memory

public:
  H2ReturnMemoryTask() : WorkerTask("H2 return memory"), _claimed(0), _refused(false) {}

  bool is_refused() const { return Atomic::load(&_refused); }

  void work(uint worker_id) override {
    size_t before = 0;
    size_t chunk = Atomic::fetch_then_add(&_claimed, (size_t)1);
    for (uint id = PSParallelCompact::old_space_id; id < PSParallelCompact::last_space_id; id++) {
      const PSParallelCompact::SpaceId space_id = (PSParallelCompact::SpaceId)id;
      char* const start = align_up((char*)PSParallelCompact::new_top(space_id), os::vm_page_size());
      char* const end = align_down((char*)PSParallelCompact::space(space_id)->top(), os::vm_page_size());
      const size_t num = end <= start ? 0 : (pointer_delta(end, start, 1) + Chunk - 1) / Chunk;
      while (chunk < before + num) {
        char* const from = start + (chunk - before) * Chunk;
        if (::madvise(from, MIN2(Chunk, pointer_delta(end, from, 1)), MADV_DONTNEED) != 0) {
          Atomic::store(&_refused, true);
        }
        chunk = Atomic::fetch_then_add(&_claimed, (size_t)1);
      }
      before += num;
    }
  }
};

bool H2ReturnMemory::_due = false;

void H2ReturnMemory::after_compaction(size_t moved_words) {
  const bool moved = moved_words >= SmallestMove;
  const bool due = moved || _due;
  // A dense prefix may keep moved objects' places as dead space; the next compaction closes them.
  _due = moved;
  // With AlwaysPreTouch the user wants the pages to stay.
  if (!due || AlwaysPreTouch || !SecondHeapReturnMemory) {
    return;
  }
  GCTraceTime(Debug, gc, phases) tm("H2 Return Memory");
  H2ReturnMemoryTask task;
  ParallelScavengeHeap::heap()->workers().run_task(&task);
  if (UseMemoryBalancer && !task.is_refused()) {
    for (uint id = PSParallelCompact::old_space_id; id < PSParallelCompact::last_space_id; id++) {
      const PSParallelCompact::SpaceId space_id = (PSParallelCompact::SpaceId)id;
      H1Touched::forget((char*)PSParallelCompact::new_top(space_id), (char*)PSParallelCompact::space(space_id)->top());
    }
  }
}
