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
#include "gc/parallel/balancer/balancerPace.hpp"

static const int64_t NanosPerMilli = 1000000;
// A sample costs a quarter of a millisecond, a look a fiftieth of one.
static const int64_t ShortestSample = 25;
static const int64_t ShortestLook = 20;
// Until H1 has given back what others take: one sees the growth, the next what the collection that follows has left, and both may be late.
static const int64_t LateSamples = 4;
// What a process may begin to use at any time, in bytes a millisecond: a thread that touches fresh pages gets a gigabyte a
// second or two from the kernel.
static const size_t SuddenGrowth = M;
// What the rest of the group takes comes at half of that: to read the group costs three times as much.
static const int64_t LooksPerGroupLook = 2;
// Four samples until the headroom is used, at the growth of the last one.
static const int64_t Part = 4;
// A look when a third of the headroom may be used, and a sample when it finds a sixth: half of it at most is used then. Looks at
// each quarter took half of the thread's time in a Spark job with phases (perf, one run).
static const int64_t LookPart = 3;
static const size_t  GrownPart = 6;
// Less growth is noise of the collector's own buffers.
static const size_t LeastGrowth = M;
// A program that allocates applies a smaller limit itself in its next minor GC; one that does not is asked to after so long. Of a full pause no more
// counts either: the collection that is asked for is a minor one.
static const int64_t LongestPatience = 500;
static const int64_t FirstVainRest = 1000;
static const uint    MostVain = 6;

size_t BalancerPace::headroom(const BalancerSample& s) {
  const size_t counts = s.unreclaimable + BalancerGuard::margin(s);
  return s.hard_limit > counts ? s.hard_limit - counts : 0;
}

size_t BalancerPace::growth(size_t before, size_t now) {
  return now > before && now - before >= LeastGrowth ? now - before : 0;
}

int64_t BalancerPace::time_left(const BalancerSample& s) {
  if (s.grown == 0) {
    return Never;
  }
  const double nanos = (double)headroom(s) / (double)s.grown * (double)s.interval;
  return nanos < 1e18 ? (int64_t)nanos / NanosPerMilli : Never;
}

size_t BalancerPace::expected(size_t growth, size_t before, const BalancerSample& s) {
  if (s.hard_limit == 0 || s.interval <= 0) {
    return 0;
  }
  const int64_t late = LateSamples * ShortestSample * NanosPerMilli;
  const int64_t while_it_grew = before > 0 ? s.interval : MAX2(s.interval, late);
  const int64_t until_it_yields = late + MIN2(s.last_full_pause, LongestPatience * NanosPerMilli);
  const double expected = MIN2((double)growth / (double)while_it_grew * (double)until_it_yields, (double)s.hard_limit);
  return expected > (double)headroom(s) ? (size_t)expected : 0;
}

int64_t BalancerPace::next_sample(const BalancerSample& s, int64_t longest) {
  return MIN2(longest, MAX2(ShortestSample, time_left(s) / Part));
}

int64_t BalancerPace::next_look(size_t headroom, int64_t longest) {
  return MIN2(longest, MAX2(ShortestLook, (int64_t)(headroom / SuddenGrowth) / LookPart));
}

int64_t BalancerPace::next_group_look(size_t headroom, int64_t longest) {
  return MIN2(longest, next_look(headroom, longest) * LooksPerGroupLook);
}

bool BalancerPace::sample_now(size_t headroom, size_t grown) {
  return grown >= MAX2(headroom / GrownPart, LeastGrowth);
}

int64_t BalancerPace::patience(const BalancerSample& s) {
  // A collection may write to all that H1 has committed, and only the guard's margin is left for what exceeds the ceiling.
  if (s.committed > s.ceiling && s.committed - s.ceiling > BalancerGuard::margin(s) / 2) {
    return 0;
  }
  return MIN2(LongestPatience, time_left(s) / Part);
}

void BalancerPace::note(const BalancerDecision& d, int64_t now, VainCollections* v) {
  if (d.action != BalancerDecision::Nothing) {
    *v = {};
  } else if (!d.collect) {
    v->relief = v->relief == 0 ? now : v->relief;
  } else if (v->relief != 0) {
    v->count -= (uint)MIN2((int64_t)v->count, (now - v->relief) / FirstVainRest);
    v->relief = 0;
  }
}

int64_t BalancerPace::vain_rest(const VainCollections& v) {
  return FirstVainRest << MIN2(v.count, MostVain);
}
