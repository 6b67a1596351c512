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
#include "gc/parallel/balancer/marginalPolicy.hpp"

#include <math.h>

static const double Second = 1e9;
// Shares of time are smoothed over about two seconds.
static const double SmoothingTime = 2 * Second;
// Full GCs are rare. Over twice the time between them, and over so long at least and at most, one alone is no change of phase.
static const double FullSmoothingTime = 10 * Second;
static const double LongestSmoothingTime = 120 * Second;
static const double Intervals = 2;
// An action has had its effect when memory was returned and both sides have been measured anew: after three times the
// smoothing, 95% of what reads and minor GCs cost is from after the action. Full GCs are too rare for that: see rule_take_back.
static const int64_t EffectTime = 6 * (int64_t)Second;
// After a change of direction it does not change again for so long, twice as long after each further one.
static const int64_t FirstHold = 8 * (int64_t)Second;
static const uint    MostHolds = 4;
// After a change of phase values are smoothed over half the time, so that 95% of them are of the new one by then.
static const int64_t PhaseTime = 3 * (int64_t)Second;
// A step takes at most a quarter and at least a 64th of what can be divided, half of it for what costs most of the time.
static const double LargestStep = 1.0 / 4;
static const double LargestShare = 0.3;
static const double HugeStep = 1.0 / 2;
static const double SmallestStep = 1.0 / 64;
// Of the ceiling, which H1 keeps where its shrinking has made reads no cheaper: scans that no page cache holds look as if more of it
// would help, and collections are dear in what is left of H1 then. -Xms may be more.
static const double KeptShare = 0.4;
// Nothing to gain: both sides together cost less than 2% of the time.
static const double NegligibleShare = 0.02;
// One side costs much.
static const double LargeShare = 0.1;
static const int64_t UnexplainedTime = 120 * (int64_t)Second;
// Sides are balanced if one saves less than 1.5 times as much as the other.
static const double DeadBand = 0.2;
// The program has changed when its shares of time have, together by more than 15% of the time.
static const double PhaseChange = 0.15;
// Until there was a full GC: live objects are collected at 1 GB/s.
static const double FirstGuessNanosPerByte = 1.0;
// A step is taken back if it cost 2% of the time more than it saved; that much is noise.
static const double Worse = 0.02;
// A fall of reads by half of less than this is noise.
static const double LeastLesson = 1.0 / 16;
// A full GC that gives memory to the page cache pays if its pause is saved in so long.
static const double Payback = 30 * Second;
// The guard's corrections of less than a 16th of H1 follow the rest of the process and do not disturb the policy.
static const size_t SmallCorrection = 16;
// After one it does not grow by as little for so long: the rest of the process comes and goes.
static const int64_t CorrectionHold = 120 * (int64_t)Second;
// What lives is known from the last full GC only, and keeps H1 from shrinking. One more is worth it when reads have cost 20 times
// its pause since then, and twice as much after each that found as much.
static const double ProbeShare = 20;
static const uint   MostVainProbes = 6;

// Survivor spaces as they are at first (InitialSurvivorRatio).
static const double SurvivorsPerEden = 1.0 / 3;
// A minor GC that may have to promote more than the old generation has room for becomes a full one.
static const double LargestYoungShare = 0.8;
// Generations are resized for a change of their shares by an eighth only, and while collections cost something.
static const double LeastChangeOfShare = 1.0 / 8;

static double smooth(double old_value, double observed, double interval, double time = SmoothingTime) {
  return old_value + (observed - old_value) * (interval / (interval + time));
}

static double full_smoothing_time(const BalancerSample& s) {
  return clamp(Intervals * (double)s.full_interval, FullSmoothingTime, LongestSmoothingTime);
}

// All but full GCs is measured in the time that these leave: while one runs nothing is promoted and the program's own threads do not
// wait for reads. Where waits are pressure, those of the collector's threads count, too.
static void observe(const BalancerSample& s, MarginalState* state) {
  const double all = (double)MAX2(s.interval, (int64_t)1);
  const double interval = MAX2(all - (double)s.full_time, all / 16);
  const double io = MIN2(1.0, (double)s.read_wait / interval);
  const double reuse = s.read == 0 ? (s.refaulted > 0 ? 1.0 : 0.0) : MIN2(1.0, (double)s.refaulted / (double)s.read);
  const bool is_new = state->phase_since != 0 && s.now - state->phase_since <= PhaseTime;
  const double time = is_new ? SmoothingTime / 2 : SmoothingTime;
  state->minor_share = smooth(state->minor_share, MIN2(1.0, (double)s.minor_time / interval), interval, time);
  const double full_time = s.forced_full_gcs > 0 ? (double)s.full_time : 0.0;
  state->full_share = smooth(state->full_share, MIN2(1.0, full_time / all), all, full_smoothing_time(s));
  state->last_full = s.full_gcs > 0 ? s.now : state->last_full;
  state->promotion_rate = smooth(state->promotion_rate, (double)s.promoted / interval, interval, time);
  state->io_share = smooth(state->io_share, io, interval, time);
  // No reads, nothing learned about them.
  if (s.read > 0 || s.refaulted > 0) {
    state->reuse = smooth(state->reuse, reuse, interval);
  }
  state->reread = s.full_gcs > 0 ? 0.0 : state->reread + io * state->reuse * interval;
  if (state->probed > 0 && s.full_gcs > 0) {
    const bool is_vain = s.old_live + s.old_live / 8 > state->probed;
    state->vain_probes = is_vain ? MIN2(state->vain_probes + 1, MostVainProbes) : 0;
    state->probed = 0;
  }
  state->samples++;
}

static double full_pause(const BalancerSample& s) {
  return s.last_full_pause > 0 ? (double)s.last_full_pause : FirstGuessNanosPerByte * (double)s.old_live;
}

// Minor GCs cost a share b / y of the time with a young generation of y bytes, full ones a / f with f bytes free in the old one: together
// least, where y + f is given, at y : f as the roots of b and a.
static double best_young_share(double a, double b, double present) {
  return a + b > 0.0 ? MIN2(sqrt(b) / (sqrt(a) + sqrt(b)), LargestYoungShare) : present;
}

// Full GCs come when what is promoted fills the free part of the old generation, so their share of time is
// P * rate / free, and a byte more saves a part of it in free. What they did take counts if it is more: large objects and
// those that survive because the young generation is small need not show in the rate.
MarginalCosts MarginalPolicy::costs(const BalancerSample& s, const MarginalState& state) {
  const double pause = full_pause(s);
  const double least = (double)MAX2(s.old_limit / 64, (size_t)M);
  const double free = s.old_limit > s.old_live ? MAX2((double)(s.old_limit - s.old_live), least) : least;
  const double predicted = MIN2(1.0, pause * state.promotion_rate / free);
  // Had one come just now, they had taken so much since the last one, so they take no more.
  const double at_most = pause / (double)MAX2(s.now - state.last_full, (int64_t)1);
  const double full_share = MAX2(predicted, MIN2(state.full_share, at_most));
  const double old_part = s.limit == 0 ? 1.0 : MIN2(1.0, (double)s.old_limit / (double)s.limit);
  const double missing = s.h2_used > s.page_cache ? (double)(s.h2_used - s.page_cache) : 0.0;
  MarginalCosts c;
  const double left = 1.0 - MIN2(1.0, MIN2(state.full_share, at_most));      // by full GCs
  c.predicted = predicted;
  c.full_share = full_share;
  c.free = free;
  c.gc_share = MIN2(1.0, state.minor_share * left + full_share);
  c.io_share = state.io_share * left;
  const double minor = c.minor_share = state.minor_share * left, young = (double)MAX2(s.eden, (size_t)M) * (1.0 + SurvivorsPerEden);
  const double of_old = full_share / free;
  // Where the young generation has its largest size only the old one's part changes.
  const bool is_largest = s.limit - MIN2(s.limit, s.old_limit) >= s.young_most;
  c.gc = is_largest ? of_old : old_part * of_old + (1.0 - old_part) * minor / (double)MAX2(s.eden, (size_t)M);
  c.young_share = best_young_share(full_share * free, minor * young, state.young_share);
  // Only what was in memory before is read less often when there is more page cache.
  c.io = c.io_share * state.reuse / MAX2(missing, (double)MAX2(s.ceiling / 16, (size_t)M));
  return c;
}

// From -1, all memory to the page cache, to 1, all to H1.
static double imbalance(const MarginalCosts& c) {
  return c.gc + c.io > 0.0 ? (c.gc - c.io) / (c.gc + c.io) : 0.0;
}

static bool phase_changed(const MarginalCosts& c, const MarginalState& state) {
  return fabs(c.gc_share - state.gc_settled) + fabs(c.io_share - state.io_settled) > PhaseChange;
}

// Whether the kernel can still give so much to whoever asks: then H1 takes nothing from the page cache. A 16th of the memory is
// what figures of different files may differ by.
static bool is_free(const BalancerSample& s, size_t bytes) {
  const size_t used = s.unreclaimable + s.all_cache + BalancerGuard::margin(s.hard_limit);
  return s.hard_limit > used && s.hard_limit - used >= MAX2(bytes, s.hard_limit / 16);
}

static BalancerDecision nothing(const BalancerSample& s, const char* rule) {
  return { BalancerDecision::Nothing, s.limit, rule, false };
}

// What reads cost for each second of the program's own.
static double reads_for_work(const MarginalCosts& c) {
  return c.io_share / MAX2(1.0 - c.gc_share - c.io_share, 1.0 / 1024);
}

static void remember(const BalancerSample& s, const MarginalCosts& c, BalancerDecision::Action action, size_t new_limit, MarginalState* state) {
  if (action == BalancerDecision::Shrink && (state->last_action != BalancerDecision::Shrink || state->settled)) {
    state->shrunk_from = MIN2(s.limit, s.committed);
    state->reads_first = reads_for_work(c);
    state->saved_per_byte = c.io_share > 0.0 ? c.io / c.io_share : 0.0;
  } else if (action == BalancerDecision::Grow) {
    state->reads_fell = false;
  }
  state->last_action = action;
  state->last_direction = action == BalancerDecision::Move ? state->last_direction : action;
  state->last_time = s.now;
  state->last_limit = s.limit;
  state->gc_before = c.gc_share;
  state->io_before = c.io_share;
  state->predicted_before = c.predicted;
  state->settled = false;
  // As if each generation had to give all of it.
  const double limit = (double)MAX2(s.limit, (size_t)M), change = limit > (double)new_limit ? limit - (double)new_limit : 0.0;
  state->gc_expected = c.full_share * c.free / MAX2(c.free - change, c.free / 8) + c.minor_share * limit / MAX2(limit - change, limit / 8);
}

// Collections that are dearer than by the size that the last step took are the program's change. Not again for two minutes: a
// cliff that the estimate does not know would pass for one each time.
static bool is_unexplained(const BalancerSample& s, const MarginalCosts& c, MarginalState* state) {
  if (state->settled || state->last_action != BalancerDecision::Shrink || s.now - state->last_time < PhaseTime ||
      c.gc_share <= state->gc_expected + PhaseChange) {
    return false;
  }
  if (state->unexplained != 0 && s.now - state->unexplained < UnexplainedTime) {
    return false;
  }
  state->unexplained = s.now;
  return true;
}

static bool effect_has_shown(const BalancerSample& s, const MarginalState& state) {
  return s.now - state.last_time >= EffectTime && (s.committed <= s.limit || s.now - state.last_time >= 3 * EffectTime);
}

// Whether what H1 gave has made reads cheaper. Steps that had no time to show all of their effect count together; what was expected
// to save little teaches nothing.
static void learn_from_shrinking(const BalancerSample& s, const MarginalCosts& c, MarginalState* state) {
  if (state->settled || state->last_action != BalancerDecision::Shrink || s.now - state->last_time < PhaseTime) {
    return;
  }
  const size_t held = MAX2(s.limit, s.committed);
  const double expected = MIN2(1.0, state->saved_per_byte * (double)(state->shrunk_from - MIN2(state->shrunk_from, held)));
  if (expected >= LeastLesson) {
    state->reads_fell = reads_for_work(c) <= state->reads_first * (1.0 - expected / 2);
  }
}

// While reads still cost most of the time, and the last step made collections no dearer, the next one need not wait for all of its effect.
static bool goes_on(const BalancerSample& s, const MarginalCosts& c, const MarginalState& state) {
  return state.last_action == BalancerDecision::Shrink && state.reversals == 0 && s.now - state.last_time >= PhaseTime &&
         s.committed <= s.limit && c.io_share * state.reuse >= LargestShare && c.gc_share <= state.gc_before + Worse && c.gc < c.io;
}

// Looks once at what the last action did: one that cost more than it saved is taken back. A smaller H1 does not make reads
// slower, nor a smaller page cache collections: what rose on that side is the program's change, not the action's effect.
static bool rule_take_back(const BalancerSample& s, const MarginalCosts& c, MarginalState* state, BalancerDecision* d) {
  if (state->settled) {
    return false;
  }
  state->settled = true;
  state->gc_settled = c.gc_share;
  state->io_settled = c.io_share;
  const bool shrunk = state->last_action == BalancerDecision::Shrink;
  const double gc_rise = c.gc_share - state->gc_before, io_rise = c.io_share - state->io_before;
  // Full GCs that do not come any more are seen in what is predicted before they are seen in the smoothed share.
  const double gc_saved = MAX2(-gc_rise, state->predicted_before - c.predicted);
  const double cost = shrunk ? gc_rise : io_rise, saved = MAX2(0.0, shrunk ? -io_rise : gc_saved);
  const size_t limit = clamp(state->last_limit, s.floor, MAX2(s.floor, s.ceiling));
  const bool resized = shrunk || state->last_action == BalancerDecision::Grow;
  if (!resized || cost <= saved + Worse || limit == s.limit || limit > s.ceiling) {
    return false;
  }
  if (limit < s.limit && is_free(s, s.limit - limit)) {
    return false;      // what was given to H1 was not the page cache's
  }
  state->reversals = MIN2(state->reversals + 1, MostHolds);
  state->step = MAX2(state->step / 2, SmallestStep);
  state->hold_until = s.now + (FirstHold << state->reversals);
  *d = { limit > s.limit ? BalancerDecision::Grow : BalancerDecision::Shrink, limit, "take back", false };
  remember(s, c, BalancerDecision::Nothing, limit, state);
  state->last_direction = d->action;
  return true;
}

static void begin_anew(const BalancerSample& s, const MarginalCosts& c, MarginalState* state) {
  remember(s, c, BalancerDecision::Nothing, s.limit, state);
  state->step = LargestStep;
  state->reads_fell = false;
  state->reversals = 0;
  state->hold_until = s.now;
}

// H1 has yielded to the container. To grow right into it again counts as a turn, or the two would go on for ever.
static void yield(const BalancerSample& s, const MarginalCosts& c, MarginalState* state) {
  const bool turned = state->last_direction == BalancerDecision::Grow;
  const uint reversals = turned ? MIN2(state->reversals + 1, MostHolds) : state->reversals;
  begin_anew(s, c, state);
  state->last_direction = BalancerDecision::Shrink;
  state->reversals = reversals;
  state->hold_until = s.now + (FirstHold << reversals);
}

static void follow_guard(const BalancerSample& s, const BalancerDecision& d, const MarginalCosts& c, MarginalState* state) {
  const size_t change = d.limit > s.limit ? d.limit - s.limit : s.limit - d.limit;
  if (d.action == BalancerDecision::Shrink && d.collect) {
    yield(s, c, state);
  } else if (d.action == BalancerDecision::Grow || change > s.limit / SmallCorrection) {
    begin_anew(s, c, state);
  } else if (d.action == BalancerDecision::Shrink) {
    state->corrected = s.now;
  }
}

// With a wait, after which the smoothed values are of the new phase.
static BalancerDecision new_phase(const BalancerSample& s, const MarginalCosts& c, MarginalState* state) {
  begin_anew(s, c, state);
  state->last_time = s.now - (EffectTime - PhaseTime);
  state->phase_since = s.now;
  return nothing(s, "phase change");
}

// What waits to move makes full GCs expensive, and H1 cannot grow.
static bool rule_move(const BalancerSample& s, const MarginalCosts& c, BalancerDecision* d) {
  if (!s.can_move || s.limit + BalancerGuard::ceiling_quantum(s.limit) < s.ceiling || s.waiting < s.limit / 8 || c.gc_share < NegligibleShare) {
    return false;
  }
  *d = { BalancerDecision::Move, s.limit, "move", true };
  return true;
}

// Garbage of the old generation stays in memory until a full GC. One is worth its pause where what H1 gives by it saves more reads.
static bool full_gc_pays(const BalancerSample& s, const MarginalCosts& c, double reads_share, size_t limit) {
  const size_t change = s.limit - MIN2(s.limit, limit), old_limit = s.old_limit - MIN2(s.old_limit, change);
  const size_t above = s.committed - MIN2(s.committed, limit), garbage = s.old_used - MIN2(s.old_used, s.old_live);
  return s.old_used > old_limit && full_pause(s) < MIN2(c.io * (double)MIN2(above, garbage), reads_share) * Payback;
}

// Where what H1 gave so far has made reads no cheaper, more is not taken. A step ends there, so that this is known.
static size_t least_for_reads(const BalancerSample& s, const MarginalState& state) {
  const size_t kept = (size_t)(KeptShare * (double)s.ceiling);
  const bool is_above = s.limit > kept + s.limit / SmallCorrection;
  return MAX2(s.floor, is_above || !state.reads_fell ? kept : s.limit / 2);
}

static bool rule_balance(const BalancerSample& s, const MarginalCosts& c, MarginalState* state, BalancerDecision* d) {
  const double towards = imbalance(c);
  if (c.gc_share + c.io_share * state->reuse < NegligibleShare || fabs(towards) < DeadBand || s.ceiling <= s.floor) {
    return false;
  }
  const BalancerDecision::Action action = towards > 0 ? BalancerDecision::Grow : BalancerDecision::Shrink;
  const bool turned = state->last_direction != BalancerDecision::Nothing && state->last_direction != action;
  // Once it has turned, steps only become smaller: a bisection. Unless it goes on in one direction, and far from its end: the program has
  // changed since it turned.
  const double stake = action == BalancerDecision::Grow ? c.gc_share : c.io_share * state->reuse;
  // A hold is for the next turn, and for what is left in smoothed values.
  if (s.now < state->hold_until && (turned || stake < LargeShare)) {
    *d = nothing(s, "hold");
    return true;
  }
  const bool is_far = state->last_direction == action && stake > LargeShare;
  const double factor = turned ? 0.5 : state->reversals == 0 || is_far ? 1.5 : 1.0;
  const double step = clamp(state->step * factor, SmallestStep, LargestStep);
  const size_t quantum = BalancerGuard::ceiling_quantum(s.limit);
  // A full step for a side that costs much only, and a larger one, unless it has turned, for what costs more than all else.
  const double most = state->reversals == 0 && !turned && stake >= LargestShare ? HugeStep : step;
  const double part = most * fabs(towards) * MIN2(1.0, stake / LargeShare);
  const size_t bytes = MAX2((size_t)(part * (double)(s.ceiling - s.floor)), 2 * quantum);
  // From what H1 holds then: to take away what it does not use would give the page cache nothing. But the young generation's part
  // falls with the limit, which does not pay for little.
  const size_t least = least_for_reads(s, *state);
  const size_t held = stake < LargeShare ? s.limit : MIN2(s.limit, MAX2(s.committed, least));
  const size_t most_h1 = BalancerGuard::most(s);
  const size_t limit = action == BalancerDecision::Grow ? s.limit + MIN2(bytes, most_h1 - MIN2(most_h1, s.limit))
                                                        : held - MIN2(bytes, held - MIN2(held, least));
  const size_t change = limit > s.limit ? limit - s.limit : s.limit - limit;
  if (change <= quantum) {
    return false;      // not worth the wait for its effect
  }
  if (action == BalancerDecision::Shrink && least > s.floor && s.limit <= least + s.limit / SmallCorrection) {
    return false;      // or it would follow each step of a ceiling that falls
  }
  if (action == BalancerDecision::Grow && change <= s.limit / SmallCorrection && state->corrected != 0 && s.now - state->corrected < CorrectionHold) {
    return false;      // the ceiling would take it back
  }
  if (action == BalancerDecision::Shrink && is_free(s, held - limit)) {
    return false;      // the page cache can have as much without it
  }
  state->step = step;
  // Only a change of phase forgets them, so that holds bound the rate of oscillation: once in two minutes in the end.
  state->reversals = turned ? MIN2(state->reversals + 1, MostHolds) : state->reversals;
  state->hold_until = turned ? s.now + (FirstHold << state->reversals) : MAX2(state->hold_until, s.now);
  *d = { action, limit, "balance", action == BalancerDecision::Shrink && full_gc_pays(s, c, stake, limit) };
  remember(s, c, action, limit, state);
  return true;
}

// Reads cost most, but H1 cannot shrink: what the last full GC found alive may have died since.
static bool rule_probe(const BalancerSample& s, const MarginalCosts& c, MarginalState* state, BalancerDecision* d) {
  const bool at_floor = s.floor > s.least_floor && s.floor >= least_for_reads(s, *state) && s.limit <= s.floor + BalancerGuard::ceiling_quantum(s.limit);
  if (!at_floor || imbalance(c) > -DeadBand || c.io_share * state->reuse < LargeShare ||
      state->reread < ProbeShare * full_pause(s) * (double)(1 << state->vain_probes)) {
    return false;
  }
  state->probed = s.old_live;
  *d = { BalancerDecision::Nothing, s.limit, "probe", true };
  return true;
}

// Nothing has an effect while a full GC that somebody asked for, such as the policy itself, stops the program.
static void leave_out_pauses(const BalancerSample& s, MarginalState* state) {
  if (s.forced_full_gcs == 0) {
    state->last_time += s.full_time;
    state->phase_since += state->phase_since != 0 ? s.full_time : 0;
    state->hold_until += s.full_time;
  }
}

// Not while an effect is looked for, and not below what the old generation uses: the next minor GC would become a full one.
static void divide(const BalancerSample& s, const MarginalCosts& c, MarginalState* state) {
  const size_t need = MIN2(BalancerGuard::old_need(s.old_live), s.limit);
  const double old = (double)need + (double)(s.limit - need) * (1.0 - c.young_share);
  const bool has_room = c.young_share < state->young_share || (double)s.old_used <= old;
  const bool looks = !state->settled && (state->last_action == BalancerDecision::Grow || state->last_action == BalancerDecision::Shrink);
  if (!looks && has_room && c.gc_share >= NegligibleShare && fabs(c.young_share - state->young_share) >= LeastChangeOfShare) {
    state->young_share = c.young_share;
  }
}

static BalancerDecision decide_limit(const BalancerSample& s, const MarginalCosts& c, MarginalState* state) {
  BalancerDecision d = nothing(s, "balanced");
  if (BalancerGuard::decide(s, &d)) {
    follow_guard(s, d, c, state);
    return d;
  }
  if (state->step == 0.0) {      // the guard decided until now
    begin_anew(s, c, state);
  }
  learn_from_shrinking(s, c, state);
  if (is_unexplained(s, c, state)) {
    return new_phase(s, c, state);
  }
  if (!effect_has_shown(s, *state)) {
    return goes_on(s, c, *state) && rule_balance(s, c, state, &d) ? d : nothing(s, "wait for effect");
  }
  if (rule_take_back(s, c, state, &d)) {
    return d;
  }
  if (phase_changed(c, *state)) {
    return new_phase(s, c, state);
  }
  if (rule_move(s, c, &d)) {
    remember(s, c, BalancerDecision::Move, s.limit, state);
    return d;
  }
  return rule_balance(s, c, state, &d) || rule_probe(s, c, state, &d) ? d : nothing(s, "balanced");
}

BalancerDecision MarginalPolicy::decide(const BalancerSample& s, MarginalState* state) {
  leave_out_pauses(s, state);
  observe(s, state);
  const MarginalCosts c = costs(s, *state);
  divide(s, c, state);
  BalancerDecision d = decide_limit(s, c, state);
  d.keeps = c.io_share * state->reuse < NegligibleShare;
  return d;
}
