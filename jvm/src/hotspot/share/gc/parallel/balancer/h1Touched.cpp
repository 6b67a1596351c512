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

#include "gc/parallel/balancer/h1Limits.hpp"
#include "gc/parallel/balancer/h1Touched.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/shared/gc_globals.hpp"
#include "runtime/atomic.hpp"
#include "runtime/globals.hpp"

volatile size_t H1Touched::_young = 0;
volatile size_t H1Touched::_survivors = 0;
volatile size_t H1Touched::_old = 0;

static size_t young_mark(size_t before, size_t survivors) {
  const size_t now = ParallelScavengeHeap::heap()->young_gen()->eden_space()->used_in_bytes() + 2 * survivors;
  return MIN2(MAX2(before, now), H1Limits::young_held());
}

static size_t old_mark(size_t before) {
  const PSOldGen* const old_gen = ParallelScavengeHeap::heap()->old_gen();
  return MIN2(MAX2(before, old_gen->used_in_bytes()), old_gen->virtual_space()->committed_size());
}

void H1Touched::note() {
  const PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  Atomic::store(&_survivors, MIN2(MAX2(_survivors, young->from_space()->used_in_bytes()), young->from_space()->capacity_in_bytes()));
  Atomic::store(&_young, young_mark(_young, _survivors));
  Atomic::store(&_old, old_mark(_old));
}

size_t H1Touched::bytes() {
  if (AlwaysPreTouch || ZapUnusedHeapArea) {
    return H1Limits::held();
  }
  return young_mark(Atomic::load(&_young), Atomic::load(&_survivors)) + old_mark(Atomic::load(&_old));
}
