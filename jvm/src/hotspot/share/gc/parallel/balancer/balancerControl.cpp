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
#include "gc/parallel/balancer/balancerControl.hpp"
#include "gc/parallel/balancer/balancerGuard.hpp"
#include "gc/parallel/balancer/balancerReport.hpp"
#include "gc/parallel/balancer/h1Limits.hpp"
#include "gc/parallel/balancer/h1Touched.hpp"
#include "gc/parallel/balancer/memoryBalancer.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/h2/h2Tags.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/shared/gc_globals.hpp"
#include "gc/shared/genArguments.hpp"
#include "logging/log.hpp"
#include "runtime/globals.hpp"
#include "utilities/align.hpp"

#include <string.h>

// Full collections that the guard starts take at most a fifth of the time, until the kernel is about to kill.
static const int64_t GuardPauseShare = 4;

BalancerControl::BalancerControl()
  : _signals(), _sample(), _decision(), _marginal(), _scans(), _paper(), _variant(), _is_paper(false), _last_rule(""), _pending(false), _pending_held(0), _vain(), _told_small(false), _pending_for_old(false), _old_falls(false) {}

void BalancerControl::find_gc_threads() {
  _signals.find_gc_threads();
}

void BalancerControl::start() {
  _is_paper = strncmp(MemoryBalancerPolicy, "paper", 5) == 0;
  _variant.extra_transitions = strcmp(MemoryBalancerPolicy, "paper-multihop") != 0;
  _variant.current_free = strcmp(MemoryBalancerPolicy, "paper-current") == 0;
  if (strcmp(MemoryBalancerPolicy, "default") == 0) {
    _scans.start();
  }
  _start = _last_sample = _last_group_look = _last_guard_gc = Ticks::now();
  _signals.probe();
  BalancerReport::set_sources(_signals);
}

int64_t BalancerControl::millis_since_sample() const {
  return (int64_t)(Ticks::now() - _last_sample).milliseconds();
}

int64_t BalancerControl::millis_to_sample() const {
  return BalancerPace::next_sample(_sample, MemoryBalancerInterval);
}

int64_t BalancerControl::millis_to_look() const {
  return MIN2(BalancerPace::next_look(BalancerPace::headroom(_sample), MemoryBalancerInterval), _scans.millis_to_look());
}

void BalancerControl::drop_behind() {
  _scans.look_if_due();
}

bool BalancerControl::look() {
  BalancerReport::count_look();
  const size_t headroom = BalancerPace::headroom(_sample);
  size_t grown = _signals.grown_since_sample();
  const Ticks now = Ticks::now();
  if ((int64_t)(now - _last_group_look).milliseconds() >= BalancerPace::next_group_look(headroom, MemoryBalancerInterval)) {
    _last_group_look = now;
    grown = MAX2(grown, _signals.group_grown_since_sample());
  }
  return BalancerPace::sample_now(headroom, grown);
}

void BalancerControl::read_signals(bool first) {
  if (first) {
    memset(&_sample, 0, sizeof(_sample));
  }
  const Ticks now = Ticks::now();
  _sample.now = (int64_t)(now - _start).nanoseconds();
  _sample.interval += (int64_t)(now - _last_sample).nanoseconds();
  _last_sample = _last_group_look = now;
  _signals.read(&_sample);
}

void BalancerControl::take_sample() {
  BalancerSample* const s = &_sample;
  MemoryBalancer::take_numbers(s);
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  s->committed = H1Limits::held();
  s->eden = heap->young_gen()->eden_space()->capacity_in_bytes();
  s->young_most = MaxNewSize;
  const size_t h1 = H1Touched::part_of(_signals.process_memory());
  const size_t expected = _signals.note_h1(h1, s);
  const int64_t signed_room = BalancerGuard::room(BalancerArguments::budget(_signals.limit()), _signals.process_memory(), h1, _signals.limit(),
                                                  s->unreclaimable, _signals.dirty());
  const size_t room = (size_t)MAX2(signed_room, (int64_t)0);
  s->ceiling = clamp(room - MIN2(room, expected), MinHeapSize, MaxHeapSize);
  if (room < MinHeapSize && !_told_small) {
    log_warning(balancer)("The memory balancer has %zuM for the first heap, less than its least size of %zuM (-Xms), which it keeps",
                          room / M, MinHeapSize / M);
    _told_small = true;
  }
  s->floor = MIN2(align_up(BalancerGuard::floor(MinHeapSize, s->old_live, H1Limits::least_young()), GenAlignment), MaxHeapSize);
  s->least_floor = MIN2(align_up(BalancerGuard::floor(MinHeapSize, 0, H1Limits::least_young()), GenAlignment), s->floor);
  MemoryBalancer::set_room(signed_room, expected, s->hard_limit, _signals.process_memory(), h1);
  s->limit = H1Limits::limit();
  s->old_limit = H1Limits::old_limit();
  s->h2_used = H2Regions::used_bytes();
  const H2MoveSample h2 = H2Statistics::sample();
  s->waiting = h2.waiting_all * HeapWordSize;
  s->can_move = h2.can_move;
}

void BalancerControl::report(bool news) const {
  const MarginalCosts costs = MarginalPolicy::costs(_sample, _marginal);
  const double interval = (double)MAX2(_sample.interval, (int64_t)1);
  const double gc = _is_paper ? MIN2(PaperPolicy::gc_cost(_sample, _variant.current_free), 1.0) : costs.gc_share;
  const double io = _is_paper ? MIN2((double)_sample.read_wait / interval, 1.0) : costs.io_share;
  BalancerReport::report(_sample, _decision, gc, io, BalancerArguments::budget(_signals.limit()), news);
}

// Takes effect as limits do. The policy of the paper knows one heap, whose generations keep their proportions.
void BalancerControl::divide(double share_before) const {
  if (_marginal.young_share != share_before) {
    H1Limits::set_young_share(_marginal.young_share);
    log_debug(balancer)("the young generation gets %.0f%% of what live objects leave, %zuM of %zuM at present", _marginal.young_share * 100,
                        H1Limits::young_limit() / M, H1Limits::limit() / M);
  }
}

void BalancerControl::decide() {
  take_sample();
  _scans.note(_sample);
  const double share_before = _marginal.young_share;
  const bool last_collect = _decision.collect && _decision.action == BalancerDecision::Nothing;
  _decision = _is_paper ? PaperPolicy::decide(_sample, _variant, &_paper) : MarginalPolicy::decide(_sample, &_marginal);
  divide(share_before);
  _old_falls = H1Limits::set_keeps(_decision.keeps);
  report(strcmp(_decision.rule, _last_rule) != 0 || _decision.collect != last_collect);
  _last_rule = _decision.rule;
}

// A further shrink does not make the first one wait again, unless a collection has applied that one.
void BalancerControl::set_pending(bool pending) {
  if (pending && (!_pending || MemoryBalancer::last_gc_end() > _pending_since)) {
    _pending_since = Ticks::now();
    _pending_held = H1Limits::held();
  }
  _pending = pending;
}

// The young generation is resized before the old one: where both had to shrink one collection may not do. But the next one comes only if
// this one gave something back.
void BalancerControl::end_pending() {
  const size_t held = H1Limits::held();
  const bool more = held > H1Limits::limit() && held < _pending_held;
  _pending = _pending_for_old = false;
  set_pending(more);
}

// Urgent ones come at once, unless the last one was in vain.
bool BalancerControl::guard_is_due(const Ticks& now) const {
  const int64_t since = (int64_t)(now - _last_guard_gc).nanoseconds();
  const int64_t rest = GuardPauseShare * _sample.last_full_pause;
  if (_decision.action == BalancerDecision::Nothing) {
    return since >= MAX2(rest, BalancerPace::vain_rest(_vain) * NANOSECS_PER_MILLISEC);
  }
  return since >= rest || BalancerGuard::is_urgent(_sample);
}

void BalancerControl::collect(GCCause::Cause cause) {
  ParallelScavengeHeap::heap()->collect(cause);
  if (cause == GCCause::_memory_balancer_guard) {
    _last_guard_gc = Ticks::now();
  }
}

// Memory that H1 may not keep any more waits for a collection, too, as long as that is so.
void BalancerControl::follow_reads() {
  if (_old_falls) {
    _pending_for_old = _pending_for_old || !_pending;
    set_pending(true);
  } else if (_pending_for_old) {
    _pending = _pending_for_old = false;
  }
}

void BalancerControl::act() {
  switch (_decision.action) {
    case BalancerDecision::Grow:
    case BalancerDecision::Shrink:
      // A shortage may have raised the limit since the sample; that one wins, the next sample sees it.
      if (H1Limits::limit() == _sample.limit) {
        H1Limits::set_limit(_decision.limit);
      }
      set_pending(_decision.action == BalancerDecision::Shrink);
      _pending_for_old = false;
      break;
    case BalancerDecision::Move:
      H2Tags::request_move_all();
      collect(GCCause::_second_heap_move);
      return;
    default:
      break;
  }
  follow_reads();
  const Ticks now = Ticks::now();
  const bool vain = _decision.collect && _decision.action == BalancerDecision::Nothing;
  BalancerPace::note(_decision, (int64_t)(now - _start).milliseconds(), &_vain);
  if (_decision.collect && guard_is_due(now)) {
    collect(GCCause::_memory_balancer_guard);
    _vain.count += vain ? 1 : 0;
    // Objects that found no room in the old generation keep the young one from shrinking until the next minor collection.
    set_pending(H1Limits::held() > H1Limits::limit());
    _pending_for_old = false;
  } else if (_pending && MemoryBalancer::last_gc_end() > _pending_since) {
    end_pending();      // a collection came by itself
  } else if (_pending && (int64_t)(now - _pending_since).milliseconds() >= BalancerPace::patience(_sample)) {
    collect(GCCause::_memory_balancer_minor);
    end_pending();
  }
}
