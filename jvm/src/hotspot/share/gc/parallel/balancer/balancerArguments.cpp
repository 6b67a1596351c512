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

#include "gc/parallel/balancer/balancerArguments.hpp"
#include "gc/parallel/balancer/balancerFiles.hpp"
#include "gc/parallel/balancer/balancerGuard.hpp"
#include "gc/parallel/balancer/memorySignal.hpp"
#include "gc/shared/gc_globals.hpp"
#include "runtime/arguments.hpp"
#include "runtime/globals.hpp"
#include "runtime/globals_extension.hpp"
#include "runtime/java.hpp"
#include "utilities/align.hpp"
#include "utilities/formatBuffer.hpp"

static const size_t FirstSharePercent = 75;
// At first, however full the container is.
static const size_t LeastFirst = 8 * M;
// Code, metadata, stacks, and the collector's own memory: no JVM has less beside H1.
static const size_t BesideH1 = 16 * M;

// A budget up to the guard's margin would leave nothing to dirty pages, and nothing to the margin that pressure widens.
static size_t most_of(size_t memory) {
  const size_t margin = BalancerGuard::margin(memory);
  return memory - MIN2(memory, margin + margin * 3 / 4);
}

size_t BalancerArguments::budget(size_t memory) {
  const size_t all = memory - memory / 100 * MemoryBudgetReserve;
  return MemoryBudget > 0 ? MIN2(MemoryBudget, most_of(memory)) : all;
}

bool BalancerArguments::read_memory(MemoryReading* r) {
  BalancerFiles::set_root(MemoryBalancerRoot);
  MemorySignal signal;
  signal.probe();
  return signal.read(r);
}

size_t BalancerArguments::default_max_heap(size_t stock) {
  MemoryReading r;
  return UseMemoryBalancer && read_memory(&r) ? budget(r.limit) : stock;
}

size_t BalancerArguments::first_limit(const MemoryReading& r) {
  const int64_t room = BalancerGuard::room(budget(r.limit), 0, 0, r.limit, r.unreclaimable, r.dirty);
  return MIN3(budget(r.limit) / 100 * FirstSharePercent, (size_t)MAX3(room, (int64_t)MinHeapSize, (int64_t)LeastFirst), MaxHeapSize);
}

// Aligned down: what the heap would round up is above H1's limit. Of a size for the young generation stock makes its largest one, too,
// where the initial heap is as large as -Xmx.
size_t BalancerArguments::default_initial_heap(size_t stock) {
  MemoryReading r;
  return UseMemoryBalancer && FLAG_IS_DEFAULT(NewSize) && read_memory(&r)
      ? align_down(first_limit(r), Arguments::conservative_max_heap_alignment()) : stock;
}

void BalancerArguments::check() {
  if (!UseMemoryBalancer) {
    return;
  }
  if (!UseAdaptiveSizePolicy) {
    vm_exit_during_initialization("UseMemoryBalancer needs -XX:+UseAdaptiveSizePolicy", "it resizes the young generation");
  }
  BalancerFiles::set_root(MemoryBalancerRoot);
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  if (!signal.read(&r)) {
    vm_exit_during_initialization("UseMemoryBalancer cannot read how much memory there is", signal.source());
  }
  if (MemoryBudget > r.limit) {
    vm_exit_during_initialization(err_msg("MemoryBudget (%zu) is larger than the memory of the %s (%zu)",
                                          MemoryBudget, r.container ? "container" : "machine", r.limit));
  }
  if (MemoryBudget > 0 && MemoryBudget < BesideH1 + 3 * M) {
    vm_exit_during_initialization(err_msg("MemoryBudget (%zu) is less than a JVM needs: the process has %zu or more beside the first heap",
                                          MemoryBudget, BesideH1));
  }
  const size_t least = MAX2(MinHeapSize, 3 * M);
  if (budget(r.limit) < least && MemoryBudget == 0) {
    vm_exit_during_initialization(err_msg("The memory balancer's budget (%zu: the memory of the %s, %zu, less MemoryBudgetReserve) is smaller than the "
                                          "least size of the first heap (%zu, -Xms)", budget(r.limit), r.container ? "container" : "machine", r.limit, least));
  }
  if (budget(r.limit) < least) {
    vm_exit_during_initialization(err_msg("MemoryBudget (%zu) is smaller than the least size of the first heap (%zu, -Xms)",
                                          budget(r.limit), least));
  }
}
