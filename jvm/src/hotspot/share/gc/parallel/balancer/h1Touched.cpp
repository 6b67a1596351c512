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
#include "memory/allocation.hpp"
#include "runtime/atomic.hpp"
#include "runtime/globals.hpp"
#include "runtime/os.hpp"
#include "utilities/align.hpp"
#include "utilities/bitMap.inline.hpp"

// A bit for so many bytes of H1: 200 KB of bits for 100 GB.
static const size_t ChunkSize = 64 * K;

static BitMapView   _chunks;
static const char*  _base = nullptr;        // of H1's reserved memory, which begins with the old generation
volatile size_t     H1Touched::_noted = 0;
char*               H1Touched::_hole = nullptr;
char*               H1Touched::_hole_end = nullptr;

void H1Touched::initialize() {
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  _base = (const char*)heap->old_gen()->reserved().start();
  const BitMap::idx_t size = pointer_delta(heap->young_gen()->reserved().end(), _base, 1) / ChunkSize;
  _chunks = BitMapView(NEW_C_HEAP_ARRAY(BitMap::bm_word_t, BitMap::calc_size_in_words(size), mtGC), size);
  begin_anew();
}

static size_t index(const void* p) {
  return MIN2(pointer_delta(p, _base, 1) / ChunkSize, _chunks.size());
}

// What is not a whole chunk, at the upper end, does not count: H1 must not be taken for larger than it is.
static void mark(const void* start, const void* end) {
  if (index(start) < index(end)) {
    _chunks.set_range(index(start), index(end));
  }
}

static size_t unmarked(const void* start, const void* end) {
  const size_t from = index(start), to = index(end);
  return from < to ? (to - from - _chunks.count_one_bits(from, to)) * ChunkSize : 0;
}

static void* end_of(const MutableSpace* space) {
  // The parts of a NUMA space have tops of their own.
  return (char*)space->bottom() + space->used_in_bytes();
}

void H1Touched::note() {
  const PSOldGen* const old_gen = ParallelScavengeHeap::heap()->old_gen();
  const PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  const MutableSpace* const eden = young->eden_space();
  if (eden->is_empty()) {
    forget_left_out();
  }
  if (_hole == nullptr) {
    mark(eden->bottom(), end_of(eden));
  } else {
    mark(eden->bottom(), _hole);
    mark(_hole_end, end_of(eden));
  }
  mark(young->from_space()->bottom(), end_of(young->from_space()));
  mark(young->to_space()->bottom(), end_of(young->to_space()));      // a failed promotion leaves objects in both
  mark(old_gen->object_space()->bottom(), end_of(old_gen->object_space()));
  forget(young->virtual_space()->high(), (char*)young->reserved().end());
  forget(old_gen->virtual_space()->high(), (char*)old_gen->reserved().end());
  Atomic::store(&_noted, _chunks.count_one_bits() * ChunkSize);
}

void H1Touched::forget(const char* start, const char* end) {
  const size_t from = index(align_up(start, ChunkSize)), to = index(end);
  if (from < to) {
    _chunks.clear_range(from, to);
  }
}

void H1Touched::give_back(char* start, char* end) {
  if (start < end && !ZapUnusedHeapArea) {      // zapped words would become zeros
    os::disclaim_memory(start, pointer_delta(end, start, 1));
    forget(start, end);
  }
}

void H1Touched::leave_out(void* start, void* end) {
  _hole = align_up((char*)start, ChunkSize);
  _hole_end = (char*)end;
  if (_hole >= _hole_end) {
    forget_left_out();
  }
}

void H1Touched::forget_left_out() { _hole = _hole_end = nullptr; }

void H1Touched::begin_anew() {
  _chunks.clear_large();
  Atomic::store(&_noted, size_t(0));
}

size_t H1Touched::bytes() {
  if (AlwaysPreTouch || ZapUnusedHeapArea) {
    return H1Limits::held() + H1Limits::gap();
  }
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  const MutableSpace* const eden = heap->young_gen()->eden_space();
  const MutableSpace* const old = heap->old_gen()->object_space();
  const size_t since = _hole == nullptr ? unmarked(eden->bottom(), end_of(eden)) : unmarked(_hole_end, end_of(eden));
  const size_t committed = heap->young_gen()->virtual_space()->committed_size() + heap->old_gen()->virtual_space()->committed_size();
  return MIN2(Atomic::load(&_noted) + since + unmarked(old->bottom(), end_of(old)), committed);
}

size_t H1Touched::part_of(size_t process) {
  return process > 0 ? MIN2(process, bytes()) : H1Limits::held();
}
