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
volatile size_t H1Touched::_left_out = 0;

static size_t young_mark(size_t before, size_t survivors, size_t left_out) {
  const size_t eden = ParallelScavengeHeap::heap()->young_gen()->eden_space()->used_in_bytes();
  const size_t now = eden - MIN2(eden, left_out) + 2 * survivors;
  return MIN2(MAX2(before, now), H1Limits::young_held());
}

static size_t old_mark(size_t before) {
  const PSOldGen* const old_gen = ParallelScavengeHeap::heap()->old_gen();
  return MIN2(MAX2(before, old_gen->used_in_bytes()), old_gen->virtual_space()->committed_size());
}

void H1Touched::note() {
  const PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  if (young->eden_space()->is_empty()) {
    forget_left_out();
  }
  // A failed promotion leaves objects in both.
  const size_t used = MAX2(young->from_space()->used_in_bytes(), young->to_space()->used_in_bytes());
  Atomic::store(&_survivors, MIN2(MAX2(_survivors, used), young->from_space()->capacity_in_bytes()));
  Atomic::store(&_young, young_mark(_young, _survivors, _left_out));
  Atomic::store(&_old, old_mark(_old));
}

void H1Touched::leave_out(size_t bytes) { Atomic::store(&_left_out, bytes); }
void H1Touched::forget_left_out()       { Atomic::store(&_left_out, size_t(0)); }

void H1Touched::begin_anew() {
  Atomic::store(&_young, size_t(0));
  Atomic::store(&_survivors, size_t(0));
  Atomic::store(&_old, size_t(0));
}

size_t H1Touched::bytes() {
  if (AlwaysPreTouch || ZapUnusedHeapArea) {
    return H1Limits::held();
  }
  return young_mark(Atomic::load(&_young), Atomic::load(&_survivors), Atomic::load(&_left_out)) + old_mark(Atomic::load(&_old));
}
