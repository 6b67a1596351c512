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

// 1/32 of the limit: 8 MB of 256 MB. A smaller margin was less than the kernel charges in advance for several CPUs.
static const size_t MarginShare = 32;
static const size_t SmallestMargin = 4 * M;
// A margin half as large again from this share of time on that tasks wait for memory: 4.7% of the limit, which the ceiling always
// leaves, so that page cache that is read again and again raises no alarm. That counts as waiting for memory, too.
static const int64_t PressureShare = 10;
// After a full GC at least an eighth of the old generation is to be free.
static const size_t FreeShare = 8;
// Full GCs with less than twice a pause between them, a third of the time, show a heap that is too small, whatever
// reads cost: the program would come to a standstill. Those that somebody asked for do not. Less than that the policies weigh
// against reads, and would take what was grown for it back.
static const int64_t StormShare = 2;
// It grows by a 16th of H1 at least, or it would come near the ceiling in ever smaller steps.
static const size_t StormQuanta = 8;
// It is not worth a full GC to yield less than a 64th.
static const size_t LeastToYield = 64;
// A 128th of H1 above the ceiling is an eighth of the default reserve.
static const size_t CeilingQuantum = 128;

size_t BalancerGuard::margin(size_t hard_limit) {
  return MAX2(hard_limit / MarginShare, SmallestMargin);
}

static size_t largest_margin(size_t hard_limit) {
  return BalancerGuard::margin(hard_limit) + BalancerGuard::margin(hard_limit) / 2;
}

size_t BalancerGuard::margin(const BalancerSample& s) {
  const bool pressed = s.own_pressure && s.memory_wait > s.interval / PressureShare;
  return pressed ? largest_margin(s.hard_limit) : margin(s.hard_limit);
}

size_t BalancerGuard::others(size_t unreclaimable, size_t h1, size_t dirty) {
  return unreclaimable - MIN2(unreclaimable, h1 + dirty);
}

int64_t BalancerGuard::room(size_t budget, size_t process, size_t h1, size_t hard_limit, size_t unreclaimable, size_t dirty) {
  const int64_t in_budget = (int64_t)budget - (int64_t)(process - MIN2(process, h1));
  const size_t all = hard_limit - MIN2(hard_limit, largest_margin(hard_limit));
  return MIN2(in_budget, (int64_t)all - (int64_t)others(unreclaimable, h1, dirty));
}

size_t BalancerGuard::excess(const BalancerSample& s) {
  const size_t allowed = s.hard_limit - MIN2(s.hard_limit, margin(s));
  return s.hard_limit > 0 && s.unreclaimable > allowed ? s.unreclaimable - allowed : 0;
}

size_t BalancerGuard::most(const BalancerSample& s) {
  const size_t allowed = s.hard_limit - MIN2(s.hard_limit, margin(s));
  return s.hard_limit == 0 ? s.ceiling : MIN2(s.ceiling, s.committed + allowed - MIN2(allowed, s.unreclaimable));
}

bool BalancerGuard::is_urgent(const BalancerSample& s) {
  return s.hard_limit > 0 && s.unreclaimable + margin(s.hard_limit) / 2 > s.hard_limit;
}

size_t BalancerGuard::ceiling_quantum(size_t limit) {
  return limit / CeilingQuantum;
}

size_t BalancerGuard::old_need(size_t old_live) {
  return old_live + old_live / (FreeShare - 1);
}

size_t BalancerGuard::floor(size_t min_heap, size_t old_live, size_t young_min) {
  return MAX2(min_heap, old_need(old_live) + young_min);
}

// Above its largest size the old generation gains nothing from a higher limit; what is left in the young one does.
size_t BalancerGuard::shortage(size_t old_used, size_t old_limit, size_t left_in_young, size_t most_old) {
  const size_t wanted = left_in_young > 0 ? old_need(old_used) + left_in_young : MIN2(old_need(old_used), most_old);
  return wanted > old_limit ? wanted - old_limit : 0;
}

// H1 yields before the kernel kills. What it holds counts, not what it might hold.
static bool rule_container(const BalancerSample& s, BalancerDecision* d) {
  const size_t excess = BalancerGuard::excess(s);
  if (excess == 0) {
    return false;
  }
  const size_t held = MIN2(s.committed, s.limit);
  // The margin again on top, so that the next sample does not find the same.
  const size_t give = MIN2(held, excess + BalancerGuard::margin(s.hard_limit));
  // Before the first full GC garbage passes for live. The one that follows shows what is, and raises the limit if need be.
  const size_t floor = s.last_full_pause > 0 ? s.floor : s.least_floor;
  const size_t limit = MIN2(s.limit, MAX2(floor, MIN2(held - give, s.ceiling)));
  if (limit == s.limit || s.limit - limit < s.limit / LeastToYield) {
    return false;      // no more than its live objects need, as far as is known
  }
  *d = { BalancerDecision::Shrink, limit, "container", true };
  return true;
}

// Not below what is live: collections could not free it, and would only follow each other. But H1 does not grow there either.
static bool rule_ceiling(const BalancerSample& s, BalancerDecision* d) {
  const size_t limit = MAX2(s.ceiling, MIN2(s.floor, s.limit));
  if (s.limit <= limit + BalancerGuard::ceiling_quantum(s.limit)) {
    return false;      // else the policy would not come to decide
  }
  *d = { BalancerDecision::Shrink, limit, "ceiling", false };
  return true;
}

static bool rule_floor(const BalancerSample& s, BalancerDecision* d) {
  if (s.limit >= MIN2(s.floor, s.ceiling)) {
    return false;
  }
  *d = { BalancerDecision::Grow, MIN2(s.floor, s.ceiling), "floor", false };
  return true;
}

// The limit cannot fall, but less may be live than the last full GC left, and H1 may hold more than its limit. Only a
// collection tells, and gives back; these are few, and nothing may grow meanwhile.
static bool rule_exhausted(const BalancerSample& s, BalancerDecision* d) {
  if (BalancerGuard::excess(s) == 0) {
    return false;
  }
  *d = { BalancerDecision::Nothing, s.limit, "container", true };
  return true;
}

static bool rule_storm(const BalancerSample& s, BalancerDecision* d) {
  const size_t quantum = BalancerGuard::ceiling_quantum(s.limit), most = BalancerGuard::most(s);
  if (s.forced_full_gcs == 0 || s.last_full_pause * StormShare < s.full_interval || s.limit + quantum >= most) {
    return false;
  }
  const size_t half = (s.ceiling - s.limit + 1) / 2;
  *d = { BalancerDecision::Grow, MIN2(most, s.limit + MAX2(half, StormQuanta * quantum)), "full GC storm", false };
  return true;
}

bool BalancerGuard::decide(const BalancerSample& s, BalancerDecision* d) {
  return rule_container(s, d) || rule_ceiling(s, d) || rule_floor(s, d) || rule_exhausted(s, d) || rule_storm(s, d);
}
