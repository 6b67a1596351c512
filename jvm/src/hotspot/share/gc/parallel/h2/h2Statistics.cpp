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
#include "gc/parallel/h2/h2File.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Selection.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/h2/h2Tags.hpp"
#include "gc/shared/gc_globals.hpp"
#include "logging/log.hpp"
#include "oops/klass.inline.hpp"
#include "runtime/globals.hpp"
#include "utilities/ostream.hpp"

H2CollectionRecord H2Statistics::_current;
uint64_t H2Statistics::_moved_words = 0;
uint64_t H2Statistics::_moved_objects = 0;
uint64_t H2Statistics::_freed_words = 0;
uint64_t H2Statistics::_freed_regions = 0;
uint64_t H2Statistics::_moving_collections = 0;
size_t   H2Statistics::_left_objects = 0;
Tickspan H2Statistics::_move_time;
Ticks    H2Statistics::_start;
Ticks    H2Statistics::_last_move_end;
Tickspan H2Statistics::_last_move_pause;
double   H2Statistics::_nanos_per_word = 0.0;
double   H2Statistics::_closure_per_root = 8.0;   // an array of small objects, before anything is known
size_t   H2Statistics::_h1_live_words = 0;

static const size_t SmallestLearned = M / HeapWordSize;   // a move of less teaches nothing about speed

void H2Statistics::fill(jlong values[NumValues]) {
  const jlong filled[NumValues] = {
    (jlong)H2Space::reserved_bytes(),
    (jlong)H2Regions::used_bytes(),
    (jlong)H2Regions::num(),
    (jlong)H2Regions::num_used(),
    (jlong)H2Regions::num_labels(),
    (jlong)H2Tags::num_waiting(),
    (jlong)(H2Tags::all_waiting_words() * HeapWordSize),
    (jlong)(_moved_words * HeapWordSize),
    (jlong)_moved_objects,
    (jlong)(_freed_words * HeapWordSize),
    (jlong)_freed_regions,
    (jlong)_moving_collections,
    (jlong)_move_time.nanoseconds(),
    (jlong)H2Space::region_bytes(),
    (jlong)_left_objects,
    (jlong)(UseMemoryBalancer ? H1Limits::limit() : 0)
  };
  memcpy(values, filled, sizeof(filled));
}

size_t H2Statistics::estimate_closure_words(Klass* klass, size_t shallow_words) {
  if (klass->is_typeArray_klass()) {
    return shallow_words;
  }
  return (size_t)((double)shallow_words * _closure_per_root);
}

H2MoveSample H2Statistics::sample() {
  H2MoveSample s;
  s.can_move = !H2Selection::is_suspended();
  s.h1_max = (UseMemoryBalancer ? H1Limits::limit() : MaxHeapSize) / HeapWordSize;
  s.h1_live = _h1_live_words;
  s.waiting_movable = H2Tags::movable_words();
  s.waiting_all = H2Tags::waiting_words();
  s.trigger = (SecondHeapMoveTrigger > 0 ? SecondHeapMoveTrigger : MaxHeapSize / 8) / HeapWordSize;
  s.high_percent = SecondHeapHighThreshold;
  s.low_percent = SecondHeapLowThreshold;
  s.since_last_move = (int64_t)(Ticks::now() - _last_move_end).nanoseconds();
  s.last_move_pause = (int64_t)_last_move_pause.nanoseconds();
  s.budget = (int64_t)SecondHeapPauseBudget * NANOSECS_PER_MILLISEC;
  s.nanos_per_word = _nanos_per_word;
  return s;
}

void H2Statistics::begin_collection() {
  _current = H2CollectionRecord();
  _start = Ticks::now();
}

void H2Statistics::learn() {
  const H2CollectionRecord& r = _current;
  const Tickspan cost = r.assign + r.copy;
  if (r.moved_words >= SmallestLearned) {
    _nanos_per_word = H2Policy::learn_cost(_nanos_per_word, (double)cost.nanoseconds() / (double)r.moved_words);
  }
  if (r.roots_words > 0 && r.closure_words >= r.roots_words) {
    _closure_per_root = H2Policy::learn(_closure_per_root, (double)r.closure_words / (double)r.roots_words);
  }
}

void H2Statistics::end_collection(GCCause::Cause cause, size_t h1_live_words) {
  const H2CollectionRecord& r = _current;
  _h1_live_words = h1_live_words;
  _freed_words += r.freed_words;
  _freed_regions += r.freed_regions;
  if (r.freed_regions > 0) {
    log_info(gc, h2)("H2 freed %u regions, %zuM", r.freed_regions, r.freed_words * HeapWordSize / M);
  }
  if (r.selected_words > 0 || cause == GCCause::_second_heap_move) {
    _last_move_end = Ticks::now();
    _last_move_pause = _last_move_end - _start;
  }
  if (r.selected_words == 0) {
    return;
  }
  learn();
  const Tickspan pause = r.select + r.assign + r.copy;
  _moving_collections++;
  _moved_words += r.moved_words;
  _moved_objects += r.moved_objects;
  _left_objects = r.left_objects;
  _move_time += pause;
  log_info(gc, h2)("H2 moved %zu objects, %zuM of %zu roots in %.1fms (select %.1fms, assign %.1fms, copy %.1fms), "
                   "%zu objects left in H1",
                   r.moved_objects, r.moved_words * HeapWordSize / M, r.roots, pause.seconds() * 1000,
                   r.select.seconds() * 1000, r.assign.seconds() * 1000, r.copy.seconds() * 1000, r.left_objects);
  if (r.full) {
    log_warning(gc, h2)("The second heap is full (SecondHeapSize=%zuM in %s): %zu tagged objects stay in H1",
                        H2Space::reserved_bytes() / M, H2File::directory(), r.left_objects);
  } else if (r.left_objects > 0) {
    log_warning(gc, h2)("%zu tagged objects stay in H1: the second heap has no adjacent free regions for objects "
                        "of their size", r.left_objects);
  }
}

void H2Statistics::print_on(outputStream* st) {
  print_state(st);
  st->print_cr("Labels: %u in H2, %d known to be allowed or waiting", H2Regions::num_labels(), H2Tags::num_labels());
}

// Also called in a crash: no locks, no allocation.
void H2Statistics::print_state(outputStream* st) {
  st->print_cr("Second heap in directory: %s", H2File::directory());
  st->print_cr("Capacity: %zuM in %u regions of %zuM", H2Space::reserved_bytes() / M, H2Regions::num(),
               H2Space::region_bytes() / M);
  st->print_cr("Used: %zuM in %u regions", H2Regions::used_bytes() / M, H2Regions::num_used());
  st->print_cr("Waiting: %zu roots, about %zuM, of which %zuM may move", H2Tags::num_waiting(),
               H2Tags::all_waiting_words() * HeapWordSize / M, H2Tags::movable_words() * HeapWordSize / M);
  st->print_cr("Moved: " UINT64_FORMAT "M, " UINT64_FORMAT " objects in " UINT64_FORMAT " collections, %.1fms",
               _moved_words * HeapWordSize / M, _moved_objects, _moving_collections, _move_time.seconds() * 1000);
  st->print_cr("Freed: " UINT64_FORMAT "M, " UINT64_FORMAT " regions", _freed_words * HeapWordSize / M, _freed_regions);
}
