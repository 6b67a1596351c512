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

#include "gc/parallel/balancer/h1Touched.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psOldGen.hpp"
#include "gc/parallel/psYoungGen.hpp"
#include "gc/serial/defNewGeneration.hpp"
#include "gc/serial/serialHeap.hpp"
#include "gc/serial/tenuredGeneration.hpp"
#include "gc/shared/gc_globals.hpp"
#include "logging/log.hpp"
#include "memory/resourceArea.hpp"
#include "runtime/atomic.hpp"
#include "runtime/globals.hpp"
#include "runtime/os.hpp"
#include "runtime/safepoint.hpp"
#include "runtime/warm/warmMemory.hpp"
#include "runtime/warm/warmWorkers.hpp"
#include "utilities/align.hpp"
#include "utilities/globalDefinitions.hpp"
#include "utilities/growableArray.hpp"

#include <string.h>

// Pages that were asked for in advance are to stay, and large ones cannot be given back in parts.
static bool keeps_pages() {
  return AlwaysPreTouch || (UseLargePages && !UseTransparentHugePages);
}

static size_t clear(char* from, char* to) {
  char* const first = align_up(from, os::vm_page_size());
  char* const last = align_down(to, os::vm_page_size());
  if (keeps_pages() || first >= last) {
    memset(from, 0, to - from);
    return 0;
  }
  memset(from, 0, first - from);
  os::disclaim_memory(first, last - first);
  memset(last, 0, to - last);
  return last - first;
}

// Parts of the heap that have nothing in them, in pieces for several threads.
class WarmUnused : public StackObj {
  struct Piece {
    char* from;
    char* to;
  };

  // Each call to give pages back makes all processors flush addresses, so few are better.
  static const size_t PieceSize = 4 * M;
  GrowableArray<Piece> _pieces;

public:
  template <typename Space> void add(Space* space) {
    char* const end = reinterpret_cast<char*>(space->end());
    for (char* from = reinterpret_cast<char*>(space->top()); from < end; ) {
      char* const to = MIN2(align_down(from, PieceSize) + PieceSize, end);
      _pieces.append(Piece{from, to});
      from = to;
    }
  }

  // Returns how many bytes the system has got.
  size_t clear_all() {
    volatile size_t bytes = 0;
    const GrowableArray<Piece>* const pieces = &_pieces;
    warm_do_all(pieces->length(), [=, &bytes](int i) { Atomic::add(&bytes, clear(pieces->at(i).from, pieces->at(i).to)); }, 1);
    return bytes;
  }
};

void WarmMemory::give_back() {
  assert_at_safepoint();
  ResourceMark rm;
  WarmUnused unused;
  if (UseParallelGC) {
    PSYoungGen* const young = ParallelScavengeHeap::young_gen();
    // The parts of a NUMA space have tops of their own.
    if (!UseNUMA) {
      unused.add(young->eden_space());
    }
    unused.add(young->from_space());
    unused.add(young->to_space());
    unused.add(ParallelScavengeHeap::old_gen()->object_space());
    H1Touched::begin_anew();
  } else {
    DefNewGeneration* const young = SerialHeap::heap()->young_gen();
    unused.add(young->eden());
    unused.add(young->from());
    unused.add(young->to());
    unused.add(SerialHeap::heap()->old_gen()->space());
  }
  const jlong start = os::javaTimeNanos();
  const size_t bytes = unused.clear_all();
  log_info(class, init)("gave %zu KB of the heap back in %.1f ms", bytes / K, (os::javaTimeNanos() - start) / double(NANOSECS_PER_MILLISEC));
}
