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
#include "gc/parallel/balancer/balancerGuard.hpp"
#include "gc/parallel/balancer/balancerReport.hpp"
#include "gc/parallel/balancer/balancerSignals.hpp"
#include "gc/parallel/balancer/h1Limits.hpp"
#include "gc/parallel/balancer/h1Touched.hpp"
#include "gc/parallel/balancer/kernelLoan.hpp"
#include "gc/parallel/balancer/memoryBalancer.hpp"
#include "gc/parallel/balancer/memorySignal.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psAdaptiveSizePolicy.hpp"
#include "gc/shared/gc_globals.hpp"
#include "gc/shared/genArguments.hpp"
#include "gc/shared/spaceDecorator.hpp"
#include "logging/log.hpp"
#include "runtime/atomic.hpp"
#include "runtime/globals.hpp"
#include "runtime/globals_extension.hpp"
#include "runtime/mutexLocker.hpp"
#include "runtime/os.hpp"
#include "runtime/safepoint.hpp"

// Less between the least and the largest size of H1 than a 16th of it is worth a warning.
static const size_t LeastScope = 16;

Monitor*            MemoryBalancer::_monitor = nullptr;
BalancerHeapNumbers MemoryBalancer::_numbers;
bool                MemoryBalancer::_gc_ended = false;
Ticks               MemoryBalancer::_last_forced_end;
uint64_t            MemoryBalancer::_last_full_safepoint = 0;
Ticks               MemoryBalancer::_last_gc_end;
volatile size_t     MemoryBalancer::_memory = 0;
volatile size_t     MemoryBalancer::_expected = 0;
volatile int64_t    MemoryBalancer::_room = 0;
volatile size_t     MemoryBalancer::_others = 0;
PromotionEstimate   MemoryBalancer::_promotion;
size_t              MemoryBalancer::_old_before = 0;
bool                MemoryBalancer::_minor_skipped = false;
MemRegion           MemoryBalancer::_gaps[2];

// Before H1 has touched a page, of which the reading would know nothing. What it cannot read lets H1 have all of -Xmx.
void MemoryBalancer::cut_initial_heap() {
  if (!UseMemoryBalancer) {
    return;
  }
  MemoryReading r = {};
  const bool is_read = BalancerArguments::read_memory(&r);
  const size_t budget = is_read ? BalancerArguments::budget(r.limit) : MaxHeapSize, ceiling = MIN2(MaxHeapSize, budget);
  _memory = r.limit;
  _room = (int64_t)budget;      // until the first sample or collection, whichever comes first
  H1Limits::initialize(MIN2(is_read ? BalancerArguments::first_limit(r) : ceiling, ceiling), ceiling);
  if (InitialHeapSize > H1Limits::limit()) {
    const size_t before = InitialHeapSize;
    FLAG_SET_ERGO(NewSize, MIN2(NewSize, H1Limits::young_limit()));
    OldSize = MIN2(OldSize, H1Limits::old_limit());
    FLAG_SET_ERGO(InitialHeapSize, NewSize + OldSize);
    log_info(balancer, init)("initial heap %zuM -> %zuM", before / M, InitialHeapSize / M);
  }
}

void MemoryBalancer::initialize() {
  if (!UseMemoryBalancer) {
    return;
  }
  _monitor = new Monitor(Mutex::nosafepoint, "MemoryBalancer_lock");
  _last_forced_end = _last_gc_end = Ticks::now();
  H1Touched::initialize();
  const size_t ceiling = H1Limits::ceiling();
  log_info(balancer, init)("policy %s; budget %zuM, first heap at most %zuM of -Xmx %zuM, at least %zuM, at first %zuM",
                           MemoryBalancerPolicy, (size_t)_room / M, ceiling / M, MaxHeapSize / M, MinHeapSize / M,
                           H1Limits::limit() / M);
  if (MinHeapSize > ceiling - ceiling / LeastScope) {
    log_warning(balancer)("The memory balancer can change next to nothing: the first heap has at least %zuM (-Xms) and at most %zuM",
                          MinHeapSize / M, ceiling / M);
  }
}

// Memory above the limit and not in use returns to the system; what is in use stays for the next full GC.
void MemoryBalancer::apply_to_old() {
  H1Limits::set_gap(0);      // of before this collection; give_back_gap sees what it is now
  const size_t most = H1Limits::old_after_gc();
  PSOldGen* const old_gen = ParallelScavengeHeap::heap()->old_gen();
  old_gen->shrink_to(most);
  old_gen->update_counters();
}

// After a full GC stock resizes the young generation only if an allocation had failed.
void MemoryBalancer::apply_to_young() {
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  PSYoungGen* const young = heap->young_gen();
  if (H1Limits::young_held() <= H1Limits::most_young(true) || !young->eden_space()->is_empty()) {
    return;
  }
  // As stock: an empty from-space becomes the to-space, the other one may have to move.
  if (young->from_space()->is_empty()) {
    young->from_space()->clear(SpaceDecorator::Mangle);
    young->swap_spaces();
  }
  PSAdaptiveSizePolicy* const policy = heap->size_policy();
  heap->resize_young_gen(policy->calculated_eden_size_in_bytes(), policy->calculated_survivor_size_in_bytes());
}

static void log_cannot_grow(const PSYoungGen* young, size_t most, size_t held) {
  const MutableSpace* const spaces[] = { young->eden_space(), young->from_space(), young->to_space() };
  size_t start[3], used[3], size[3];
  for (int i = 0; i < 3; i++) {
    start[i] = pointer_delta(spaces[i]->bottom(), young->reserved().start(), 1) / K;
    used[i] = spaces[i]->used_in_bytes() / K;
    size[i] = spaces[i]->capacity_in_bytes() / K;
  }
  log_trace(balancer)("eden stays as it is: the young generation has %zuK and may have %zuK; eden, from and to at %zu, %zu and %zuK with %zu of %zu, %zu of %zu and %zu of %zuK used",
                      held / K, most / K, start[0], start[1], start[2], used[0], size[0], used[1], size[1], used[2], size[2]);
}

// A full collection has left objects in eden, so that all of the old generation is in use.
bool MemoryBalancer::grow_young_in_place() {
  PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  const size_t held = H1Limits::young_held(), most = H1Limits::most_young(false), eden = young->eden_space()->capacity_in_bytes();
  if (young->eden_space()->is_empty()) {
    return false;
  }
  if (most < held || !young->grow_eden_in_place(most)) {
    log_cannot_grow(young, most, held);
    return false;
  }
  young->update_counters();
  log_debug(balancer)("objects are left in eden: it grows in its place, %zuM -> %zuM; young generation %zuM -> %zuM", eden / M,
                      young->eden_space()->capacity_in_bytes() / M, held / M, H1Limits::young_held() / M);
  return true;
}

// A full collection has left objects in eden, and H1 has more than its ceiling. As stock leaves the young generation alone then, the old one
// would never get the room to take them. Of what the ceiling leaves beside objects both get half, as collections that fill the old
// generation would follow one another at once without anything to allocate from.
bool MemoryBalancer::shrink_young_in_place() {
  PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  const size_t held = H1Limits::young_held(), ceiling = H1Limits::ceiling();
  if (young->eden_space()->is_empty() || H1Limits::held() <= ceiling + BalancerGuard::ceiling_quantum(ceiling)) {
    return false;
  }
  const size_t live = young->eden_space()->used_in_bytes(), all = live + ParallelScavengeHeap::heap()->old_gen()->used_in_bytes();
  const size_t left = ceiling - MIN2(ceiling, all);
  if (!young->shrink_eden_in_place(live + MAX2(left / 2, H1Limits::least_young()))) {
    return false;
  }
  young->update_counters();
  log_debug(balancer)("objects are left in eden, and the first heap is above its ceiling of %zuM: young generation %zuM -> %zuM", ceiling / M,
                      held / M, H1Limits::young_held() / M);
  return true;
}

// The survivor spaces stay at the upper end when eden shrinks, and may move apart: what lies between is committed, but nothing is in it. Nor
// is anything put there before a space moves, so the same gap is given back once. Small ones come and go with each collection: within the limit
// they stay, or their pages would be taken anew each time.
void MemoryBalancer::give_back_gap(bool all) {
  const PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
  const bool from_is_lower = young->from_space()->bottom() < young->to_space()->bottom();
  const MutableSpace* const lower = from_is_lower ? young->from_space() : young->to_space();
  const MutableSpace* const upper = from_is_lower ? young->to_space() : young->from_space();
  const MutableSpace* const eden = young->eden_space();
  const MemRegion gaps[2] = { MemRegion(eden->end(), MAX2(eden->end(), lower->bottom())),
                              MemRegion(lower->end(), MAX2(lower->end(), upper->bottom())) };
  const size_t bytes = gaps[0].byte_size() + gaps[1].byte_size();
  const bool stay = !all && H1Limits::may_keep(bytes);
  H1Limits::set_gap(stay ? bytes : 0);
  if (stay) {
    _gaps[0] = _gaps[1] = MemRegion();
    return;
  }
  for (int i = 0; i < 2; i++) {
    if (!gaps[i].equals(_gaps[i])) {
      _gaps[i] = gaps[i];
      H1Touched::give_back((char*)gaps[i].start(), (char*)gaps[i].end());
    }
  }
}

void MemoryBalancer::before_gc() {
  if (UseMemoryBalancer) {
    _old_before = ParallelScavengeHeap::heap()->old_gen()->used_in_bytes();
    H1Touched::note();
    follow_others();
  }
}

size_t MemoryBalancer::expected_promotion(size_t padded_average) {
  return UseMemoryBalancer ? _promotion.expected(padded_average) : padded_average;
}

void MemoryBalancer::note_minor_gc(bool tried) { _minor_skipped = !tried; }

void MemoryBalancer::note_young_live(size_t words) {
  if (UseMemoryBalancer && _minor_skipped) {
    const PSYoungGen* const young = ParallelScavengeHeap::heap()->young_gen();
    _promotion.note_full_instead(words * HeapWordSize, young->used_in_bytes(), H1Limits::young_held());
    _minor_skipped = false;
  }
}

static void tell_promotion() {
  const size_t average = (size_t)ParallelScavengeHeap::heap()->size_policy()->padded_average_promoted_in_bytes();
  H1Limits::set_promotion(MemoryBalancer::expected_promotion(average));
}

void MemoryBalancer::after_minor_gc(Ticks start) {
  if (!UseMemoryBalancer) {
    return;
  }
  const size_t used = ParallelScavengeHeap::heap()->old_gen()->used_in_bytes();
  // After a failed promotion objects are left in eden: the full GC that follows needs the room.
  const bool failed = !ParallelScavengeHeap::heap()->young_gen()->eden_space()->is_empty();
  if (failed) {
    _promotion.note_failed_minor();
  } else {
    _promotion.note_minor(used - MIN2(used, _old_before));
  }
  tell_promotion();
  if (!failed) {
    apply_to_old();
  }
  give_back_gap(false);
  H1Touched::note();
  MonitorLocker ml(_monitor, Mutex::_no_safepoint_check_flag);
  _last_gc_end = Ticks::now();
  _numbers.minor_time += (int64_t)(_last_gc_end - start).nanoseconds();
  _numbers.minor_gcs++;
  _numbers.promoted += used > _numbers.old_used ? used - _numbers.old_used : 0;
  _numbers.old_used = used;
  _gc_ended = true;
  ml.notify();
}

// A full GC that leaves little free would soon be followed by the next.
void MemoryBalancer::grow_after_full_gc() {
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  const size_t bytes = BalancerGuard::shortage(heap->old_gen()->used_in_bytes(), H1Limits::old_limit(),
                                               heap->young_gen()->used_in_bytes(), MaxOldSize);
  if (bytes > 0) {
    raise_limit(bytes, "after a full GC");
  }
}

void MemoryBalancer::set_room(int64_t room, size_t expected, size_t memory, size_t process, size_t h1) {
  H1Limits::set_ceiling((size_t)MAX2(room - (int64_t)expected, (int64_t)0));
  Atomic::store(&_room, room);
  Atomic::store(&_expected, expected);
  Atomic::store(&_memory, memory);
  Atomic::store(&_others, process - MIN2(process, h1));
}

bool MemoryBalancer::use_room(size_t bytes, bool more) {
  if (more) {
    grow_after_full_gc();
  }
  const bool young_grew = grow_young_in_place();
  give_back_gap(true);
  const bool left = leave_to_old(bytes) || leave_to_young(bytes) || (compact_young(bytes) && leave_to_young(bytes));
  H1Touched::note();
  // A reading of before says nothing of after it.
  MonitorLocker ml(_monitor, Mutex::_no_safepoint_check_flag);
  _last_gc_end = Ticks::now();
  return left || young_grew || more;
}

bool MemoryBalancer::make_room(size_t words) {
  return UseMemoryBalancer && use_room(words * HeapWordSize, look_again(false));
}

bool MemoryBalancer::borrow_room(size_t words) {
  const size_t bytes = words * HeapWordSize;
  return UseMemoryBalancer && bytes <= MAX2(MaxOldSize, MaxNewSize) && look_again(true) && use_room(bytes, true);
}

void MemoryBalancer::end_borrowing() {
  if (UseMemoryBalancer && KernelLoan::take_back()) {
    look_again(false);
  }
}

// Reads one short file in the pause. At a safepoint H1 and the process are seen at the same time.
bool MemoryBalancer::follow_others() {
  const size_t process = BalancerSignals::anonymous_memory(), ceiling = H1Limits::ceiling();
  if (process == 0) {
    return false;
  }
  const size_t others = process - MIN2(process, H1Touched::bytes());
  // What has come of what was expected is in the room now.
  const size_t come = others - MIN2(others, _others);
  set_room(_room + (int64_t)_others - (int64_t)others, _expected - MIN2(_expected, come), _memory, others, 0);
  return H1Limits::ceiling() > ceiling;
}

static int64_t room_now(const MemoryReading& now, size_t process, size_t h1, size_t free) {
  return BalancerGuard::room(BalancerArguments::budget(now.limit), process, h1, now.limit, now.unreclaimable - MIN2(now.unreclaimable, free), now.dirty);
}

// Reads files in the pause, of which nobody complains at this point. What others have given back since the last sample counts, too. borrow: only if
// it is the kernel's memory that keeps H1 from having more.
bool MemoryBalancer::look_again(bool borrow) {
  const size_t before = Atomic::load(&_memory), ceiling = H1Limits::ceiling(), process = BalancerSignals::anonymous_memory();
  const size_t h1 = H1Touched::part_of(process);
  MemorySignal signal;
  MemoryReading now;
  signal.probe();
  if (!signal.read(&now)) {
    return !borrow && follow_others();
  }
  if (borrow && (ceiling >= MaxHeapSize || room_now(now, process, h1, MemorySignal::perhaps_reclaimable(now.kernel)) <= (int64_t)ceiling ||
                 !KernelLoan::raise(now.kernel))) {
    return false;
  }
  set_room(room_now(now, process, h1, KernelLoan::of(now.kernel)), 0, now.limit, process, h1);
  if (BalancerArguments::budget(now.limit) > BalancerArguments::budget(before)) {
    log_info(balancer)("memory rose from %zuM to %zuM since the last sample: first heap at most %zuM", before / M, now.limit / M,
                       H1Limits::ceiling() / M);
  }
  return H1Limits::ceiling() > ceiling;
}

void MemoryBalancer::raise_limit(size_t bytes, const char* when) {
  const size_t limit = H1Limits::limit(), ceiling = H1Limits::ceiling();
  // The old generation gets its part of it only.
  const double old_part = (double)MaxOldSize / (double)MaxHeapSize;
  const size_t wanted = limit + MAX2((size_t)((double)bytes / old_part), GenAlignment);
  const size_t raised = wanted > limit ? MIN2(wanted, ceiling) : ceiling;
  if (raised > limit) {
    H1Limits::set_limit(raised);
  }
  // Less is no step of its own: the ceiling follows the rest of the process by some pages.
  if (raised >= limit + GenAlignment) {
    BalancerReport::report_shortage(limit, raised);
    log_info(balancer)("grow: shortage, first heap %zuM -> %zuM, at most %zuM: the old generation lacks %zuM %s",
                       limit / M, raised / M, ceiling / M, bytes / M, when);
  }
}

void MemoryBalancer::after_full_gc(Ticks start) {
  if (!UseMemoryBalancer) {
    return;
  }
  // What found no room in the old generation is live, too: else the guard's floor lets each yield be a shortage again.
  const size_t live = ParallelScavengeHeap::heap()->old_gen()->used_in_bytes() + ParallelScavengeHeap::heap()->young_gen()->used_in_bytes();
  H1Limits::set_old_need(BalancerGuard::old_need(live));
  H1Touched::forget_left_out();
  grow_after_full_gc();
  tell_promotion();
  apply_to_young();
  apply_to_old();
  if (!shrink_young_in_place()) {
    grow_young_in_place();
  }
  give_back_gap(false);
  H1Touched::note();
  const size_t used = ParallelScavengeHeap::heap()->old_gen()->used_in_bytes();
  const size_t limit = MAX2(H1Limits::old_limit(), used);
  MonitorLocker ml(_monitor, Mutex::_no_safepoint_check_flag);
  const Ticks end = Ticks::now();
  _numbers.last_full_pause = (int64_t)(end - start).nanoseconds();
  _numbers.full_time += _numbers.last_full_pause;
  _numbers.full_gcs++;
  // How often the program fills the heap: not what somebody asked for, nor the second collection of an allocation that failed.
  if (ParallelScavengeHeap::heap()->gc_cause() == GCCause::_allocation_failure) {
    if (_last_full_safepoint != SafepointSynchronize::safepoint_id()) {
      _numbers.forced_full_gcs++;
      _numbers.full_interval = (int64_t)(start - _last_forced_end).nanoseconds();
    }
    _last_forced_end = end;
  }
  _last_full_safepoint = SafepointSynchronize::safepoint_id();
  _numbers.free_at_full = (double)(limit - used) / (double)limit;
  _numbers.old_live = live;
  _numbers.old_used = used;
  _last_gc_end = end;
  _gc_ended = true;
  ml.notify();
}

bool MemoryBalancer::wait(int64_t millis) {
  MonitorLocker ml(_monitor, Mutex::_no_safepoint_check_flag);
  if (!_gc_ended) {
    ml.wait(millis);
  }
  const bool ended = _gc_ended;
  _gc_ended = false;
  return ended;
}

Ticks MemoryBalancer::last_gc_end() {
  MonitorLocker ml(_monitor, Mutex::_no_safepoint_check_flag);
  return _last_gc_end;
}

void MemoryBalancer::take_numbers(BalancerSample* s) {
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  const size_t used = heap->old_gen()->used_in_bytes();
  MonitorLocker ml(_monitor, Mutex::_no_safepoint_check_flag);
  s->minor_time = _numbers.minor_time;
  s->full_time = _numbers.full_time;
  s->minor_gcs = _numbers.minor_gcs;
  s->full_gcs = _numbers.full_gcs;
  s->forced_full_gcs = _numbers.forced_full_gcs;
  s->promoted = _numbers.promoted;
  s->last_full_pause = _numbers.last_full_pause;
  s->full_interval = _numbers.full_interval;
  s->free_at_full = _numbers.free_at_full;
  // Nothing better is known before the first full GC.
  s->old_live = _numbers.last_full_pause > 0 ? _numbers.old_live : used;
  s->old_used = used;
  _numbers.minor_time = _numbers.full_time = 0;
  _numbers.minor_gcs = _numbers.full_gcs = _numbers.forced_full_gcs = 0;
  _numbers.promoted = 0;
}
