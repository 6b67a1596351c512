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

#include "gc/parallel/balancer/balancerGuard.hpp"
#include "gc/parallel/balancer/paperPolicy.hpp"

#include <math.h>

// The paper's 100 ms of a window; windows differ in length here, so of each second.
static const double Tolerance = 0.1;
static const double MoveShare = 0.4;          // of H1 that waits to move
static const double GrowStep = 0.2;           // of the page cache
static const double ShrinkStep = 0.2;         // of the free part of the old generation
static const double Occupied = 0.7;           // of the old generation, above which it grows again
static const double Slack = 0.9;              // of the memory, below which more page cache would fit anyway

static double free_share(const BalancerSample& s) {
  return s.old_limit > s.old_used ? (double)(s.old_limit - s.old_used) / (double)s.old_limit : 0.0;   // (1)
}

double PaperPolicy::gc_cost(const BalancerSample& s, bool current_free) {
  const double free = free_share(s);
  if (free <= 0.0) {
    return INFINITY;      // also before the first full GC
  }
  if (s.last_full_pause == 0 || s.full_interval == 0) {
    return 0.0;
  }
  if (s.free_at_full <= 0.0) {
    return INFINITY;
  }
  const double net_pause = (double)s.last_full_pause * (1.0 - (current_free ? free : s.free_at_full));   // (2)
  const double time_to_gc = free * (double)s.full_interval / s.free_at_full;                             // (3)
  return net_pause / time_to_gc;                                                                         // (4)
}

static double io_cost(const BalancerSample& s, PaperState* state) {
  state->io_cost[state->samples % PaperState::History] = s.interval > 0 ? (double)s.read_wait / (double)s.interval : 0.0;
  state->samples++;
  const uint num = MIN2(state->samples, PaperState::History);
  double sum = 0.0;
  for (uint i = 0; i < num; i++) {
    sum += state->io_cost[i];
  }
  return sum / num;
}

static BalancerDecision grow(const BalancerSample& s, PaperState* state) {
  const size_t gained = s.page_cache > state->cache_at_shrink ? s.page_cache - state->cache_at_shrink : 0;
  const size_t unused = state->freed > gained ? state->freed - gained : 0;
  // What the page cache did not take after the last shrink goes back to H1.
  const size_t bytes = unused > 0 ? unused : (size_t)(GrowStep * (double)s.page_cache);
  state->freed = 0;
  state->state = PaperState::WaitGrow;
  return { BalancerDecision::Grow, s.limit + MIN2(MAX2(bytes, (size_t)M), s.ceiling - s.limit), "GrowH1", false };
}

static BalancerDecision shrink(const BalancerSample& s, PaperState* state) {
  const size_t free = s.old_limit > s.old_used ? s.old_limit - s.old_used : 0;
  const size_t bytes = MIN2((size_t)(ShrinkStep * (double)free), s.limit - MIN2(s.limit, s.floor));
  state->state = PaperState::WaitShrink;
  state->freed = bytes;
  state->cache_at_shrink = s.page_cache;
  return { bytes > 0 ? BalancerDecision::Shrink : BalancerDecision::Nothing, s.limit - bytes, "ShrinkH1", false };
}

static BalancerDecision move(const BalancerSample& s, PaperState* state) {
  state->state = PaperState::WaitMove;
  return { BalancerDecision::Move, s.limit, "MoveH2", true };
}

static BalancerDecision stay(const BalancerSample& s, PaperState* state, PaperState::State next, const char* rule) {
  state->state = next;
  return { BalancerDecision::Nothing, s.limit, rule, false };
}

static bool wants_move(const BalancerSample& s) {
  return s.can_move && (double)s.waiting >= MoveShare * (double)s.limit;
}

static BalancerDecision from_no_action(const BalancerSample& s, double gc, double io, PaperState* state) {
  if (fabs(io - gc) <= Tolerance) {
    return stay(s, state, PaperState::NoAction, "balanced");
  }
  if (io > gc) {
    // The authors test whether their device is active.
    return s.read > 0 ? shrink(s, state) : stay(s, state, PaperState::NoAction, "no reads");
  }
  if (wants_move(s)) {
    return move(s, state);
  }
  return s.limit < s.ceiling ? grow(s, state) : stay(s, state, PaperState::NoAction, "at the ceiling");
}

static BalancerDecision from_wait_grow(const BalancerSample& s, double gc, double io, bool extra, PaperState* state) {
  if (fabs(io - gc) <= Tolerance) {
    return stay(s, state, PaperState::WaitGrow, "wait after grow");
  }
  const bool room = (double)s.old_used <= Occupied * (double)s.old_limit;
  if (!extra) {
    return gc > io && room && s.limit < s.ceiling ? stay(s, state, PaperState::WaitGrow, "wait after grow")
                                                  : stay(s, state, PaperState::NoAction, "back to no action");
  }
  if (io > gc) {
    return shrink(s, state);
  }
  if (wants_move(s)) {
    return move(s, state);
  }
  if (s.limit >= s.ceiling) {
    return stay(s, state, PaperState::NoAction, "at the ceiling");
  }
  return room ? stay(s, state, PaperState::WaitGrow, "wait after grow") : grow(s, state);
}

static BalancerDecision from_wait_shrink(const BalancerSample& s, double gc, double io, bool extra, PaperState* state) {
  if (fabs(io - gc) <= Tolerance) {
    return stay(s, state, PaperState::WaitShrink, "I/O slack");
  }
  const bool full = (double)(s.unreclaimable + s.all_cache) >= Slack * (double)s.hard_limit;
  if (!extra) {
    return io > gc && !full ? stay(s, state, PaperState::WaitShrink, "I/O slack")
                            : stay(s, state, PaperState::NoAction, "back to no action");
  }
  if (gc > io) {
    return wants_move(s) ? move(s, state)
         : s.limit < s.ceiling ? grow(s, state) : stay(s, state, PaperState::NoAction, "at the ceiling");
  }
  return full ? shrink(s, state) : stay(s, state, PaperState::WaitShrink, "I/O slack");
}

BalancerDecision PaperPolicy::decide(const BalancerSample& s, const PaperVariant& variant, PaperState* state) {
  const double io = io_cost(s, state);
  BalancerDecision d;
  if (BalancerGuard::decide(s, &d)) {
    state->state = PaperState::NoAction;
    return d;
  }
  // A share of more than all time says no more than that a full GC is due; that is "grow", as F of zero.
  const double gc = MIN2(gc_cost(s, variant.current_free), 1.0 + Tolerance + io);
  switch (state->state) {
    case PaperState::WaitGrow:
      return from_wait_grow(s, gc, io, variant.extra_transitions, state);
    case PaperState::WaitShrink:
      return from_wait_shrink(s, gc, io, variant.extra_transitions, state);
    case PaperState::WaitMove:
      return s.full_gcs == 0 ? stay(s, state, PaperState::WaitMove, "wait after move")
                             : stay(s, state, PaperState::NoAction, "moved");
    default:
      return from_no_action(s, gc, io, state);
  }
}
