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

#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psOldGen.hpp"
#include "gc/parallel/psYoungGen.hpp"
#include "gc/serial/defNewGeneration.hpp"
#include "gc/serial/serialHeap.hpp"
#include "gc/serial/tenuredGeneration.hpp"
#include "gc/shared/gc_globals.hpp"
#include "logging/log.hpp"
#include "runtime/globals.hpp"
#include "runtime/os.hpp"
#include "runtime/safepoint.hpp"
#include "runtime/warm/warmMemory.hpp"
#include "utilities/align.hpp"
#include "utilities/globalDefinitions.hpp"

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

template <typename Space>
static size_t clear_unused(Space* space) {
  return clear(reinterpret_cast<char*>(space->top()), reinterpret_cast<char*>(space->end()));
}

void WarmMemory::give_back() {
  assert_at_safepoint();
  size_t bytes = 0;
  if (UseParallelGC) {
    // The parts of a NUMA space have tops of their own.
    PSYoungGen* const young = ParallelScavengeHeap::young_gen();
    bytes += UseNUMA ? 0 : clear_unused(young->eden_space());
    bytes += clear_unused(young->from_space()) + clear_unused(young->to_space());
    bytes += clear_unused(ParallelScavengeHeap::old_gen()->object_space());
  } else {
    DefNewGeneration* const young = SerialHeap::heap()->young_gen();
    bytes += clear_unused(young->eden()) + clear_unused(young->from()) + clear_unused(young->to());
    bytes += clear_unused(SerialHeap::heap()->old_gen()->space());
  }
  log_info(class, init)("gave %zu KB of the heap back", bytes / K);
}
