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

#include "gc/parallel/balancer/cyclicScans.hpp"

// Reads that had been in memory before are at least three quarters of all, and cost a tenth of the time; later half of all and a fortieth are enough.
static const double AgainShare = 0.75, StillAgainShare = 0.5, LeastWait = 0.1, StillLeastWait = 0.025;
static const double SmoothedOver = 2e9;
// Where a third of what was dropped is back after half of the usual time, no scan reads it. Of random reads 35 to 45% are, of a scan only what two
// partitions share, or what was dropped while it was still being read: 16% in a run of Spark.
static const uint EarlyPart = 2, EarlyShare = 3;
// Of those that come back seven of ten do within the usual time: it grows by seven parts for each that takes longer, and shrinks by three for others.
static const double FirstUsual = 1e9, LeastUsual = 1e8, Longer = 1 + 7.0 / 40, Shorter = 1 - 3.0 / 40;
static const uint Window = 16;
// Two partitions share the same chunks in each pass.
static const uint8_t EarlyPasses = 3;
// A scan without doubt: of random reads so few are early in one of a thousand such windows.
static const uint ClearShare = 6;
static const uint8_t LooksBehind = 3;
// In one look: dropping takes 54 ms for a gigabyte, in which nobody looks after the container's limit.
static const size_t LeastDrops = 64 * M, MostDrops = 256 * M;
// Two chunks that are being read by each of two threads.
static const size_t LeastSlack = 4;
static const size_t SlackShare = 16;
static const int64_t ShortestLook = 20, LongestLook = 500;
static const size_t LooksInSlack = 4;
static const double ProbeShare = 0.25;      // of one probe in what is known of them
static const int64_t FirstRest = 10 * (int64_t)1000000000;
static const int64_t LongestRest = 32 * FirstRest;
// Probes by chunk that is dropped, while all come back and while none does. One that is away three times as long as usual does not.
static const double FewProbes = 1.0 / 32, MostProbes = 0.5;
static const double AwayPart = 3;
// What was dropped longer ago than that, by the time in which it should have come back, is read no more.
static const double StalePart = 2;
// The kernel may read as much as all of the page cache, and half of that, to make room.
static const double RoomPart = 1.5;
static const double LongestPatience = 64;
static const size_t MuchOfOthers = 4;
static const double MissingFor = 16e9;

void CyclicScans::note_reads(const BalancerSample& s, RereadState* state) {
  const double keep = MAX2(1 - (double)s.interval / SmoothedOver, 0.0);
  state->read = state->read * keep + (double)s.read;
  state->refaulted = state->refaulted * keep + (double)s.refaulted;
  state->wait = state->wait * keep + (double)s.read_wait;
  state->time = state->time * keep + (double)s.interval;
  const double share = state->read > 0 ? state->refaulted / state->read : 0;
  const double wait = state->time > 0 ? state->wait / state->time : 0;
  state->pressing = state->pressing ? share >= StillAgainShare && wait >= StillLeastWait : share >= AgainShare && wait >= LeastWait;
  state->turned = state->pressing ? state->turned + (double)s.refaulted : 0;
  state->again = state->pressing && (state->again || state->turned >= (double)s.all_cache);
}

size_t CyclicScans::rate(const RereadState& state) { return state.time > 0 ? (size_t)(state.read / state.time * 1e6) : 0; }

size_t CyclicScans::slack(size_t cache, size_t chunk) { return MAX2(cache / SlackShare, LeastSlack * chunk); }

int64_t CyclicScans::millis(size_t slack, size_t rate) {
  return clamp((int64_t)(slack / MAX2(rate * LooksInSlack, (size_t)1)), ShortestLook, LongestLook);
}

bool CyclicScans::keeps_up(size_t slack, size_t rate, int64_t millis) { return rate * (size_t)millis * LooksBehind <= slack; }

static void forget(const ScanSample& s, ScanState* state) {
  for (uint i = 0; i < s.num; i++) {
    state->chunks[i].is_cyclic = state->chunks[i].is_kept = state->chunks[i].is_probe = false;
    state->chunks[i].dropped = 0;
  }
  state->unused = state->probes = 0;
  state->judged = state->early = 0;
}

static void end_probe(ScanChunk* c, bool unused, ScanState* state) {
  if (c->is_probe) {
    c->is_probe = false;
    state->unused += ((unused ? 1.0 : 0.0) - state->unused) * ProbeShare;
  }
}

static bool is_within(double part, int64_t away, const ScanState& state) { return (double)away * part < state.usual; }

// Those that come back first say nothing of those that are still away, so these count as soon as it is known how long they take at least.
static void judge(ScanChunk* c, int64_t away, bool back, ScanState* state) {
  if (c->dropped == 0 || c->is_probe) {
    return;
  }
  const bool early = back && is_within(EarlyPart, away, *state);
  if (!c->is_judged && (back || !is_within(EarlyPart, away, *state))) {
    c->is_judged = true;
    state->judged++;
    state->early += early ? 1 : 0;
  }
  // Those that never do tell of scans that have ended.
  if (back) {
    state->usual *= is_within(1, away, *state) ? Shorter : Longer;
  }
}

static void see(const ScanSample& s, ScanSample::Part now, ScanChunk* c, ScanState* state) {
  if (now == ScanSample::Unused || c->resident == ScanSample::Unused) {
    *c = { c->resident, 0, false, false, false, false, 0, 0 };      // what is new there was written, not read
    return;
  }
  c->looks = now == ScanSample::All ? (uint8_t)MIN2(c->looks + 1, (int)LooksBehind) : 0;
  const int64_t away = s.now - c->dropped;
  const bool back = c->resident == ScanSample::None && now != ScanSample::None;
  const bool early = c->dropped > 0 && is_within(EarlyPart, away, *state);
  judge(c, away, back, state);
  if (back) {
    end_probe(c, false, state);
    state->free -= MIN2(state->free, s.chunk);
    c->is_cyclic = s.again && !early;      // used more often than a scan passes: dropping it again would be in vain
    c->passes = early ? EarlyPasses : c->passes;
    c->dropped = 0;
  } else if (now == ScanSample::None) {
    state->missing += c->resident != ScanSample::None && state->free >= s.slack ? s.chunk : 0;
    c->is_kept = false;      // the kernel has dropped it
    if (c->is_probe && (double)away > MAX2(state->usual, (double)s.turnover) * AwayPart) {
      end_probe(c, true, state);
    }
  }
}

// Whether chunks come back so soon, twice in a row, that no scan reads them: the beginning of one looks so for a while.
static bool is_wrong(const ScanSample& s, ScanState* state) {
  if (state->judged < Window) {
    return false;
  }
  const bool early = state->early * EarlyShare >= state->judged;
  const bool clear = state->early * ClearShare < state->judged;
  const bool wrong = early && state->suspect;
  state->suspect = early && !wrong;
  state->judged = state->early = 0;
  if (wrong) {
    forget(s, state);
    state->rest = state->rest == 0 ? FirstRest : MIN2(2 * state->rest, LongestRest);
    state->rest_until = s.now + state->rest;
  } else if (clear) {
    state->rest = state->rest > FirstRest ? state->rest / 2 : 0;
  }
  return wrong;
}

// What a scan has passed. A kernel that reads ahead has all of a chunk there while a scan still reads it.
static bool is_behind(const ScanChunk& c) {
  return c.is_cyclic && !c.is_kept && c.looks >= LooksBehind;
}

static void note_drop(const ScanSample& s, uint chunk, bool probe, ScanState* state) {
  ScanChunk* const c = &state->chunks[chunk];
  c->looks = 0;
  c->is_kept = false;
  c->is_probe = probe;
  c->is_judged = false;
  c->dropped = s.now;
  state->free += s.chunk;
}

// The next chunk in turn of those that stay; num if there is none.
static uint next_probe(const ScanSample& s, const ScanState& state) {
  for (uint i = 1; i <= s.num; i++) {
    const uint chunk = (state.probed + i) % s.num;
    const ScanChunk& c = state.chunks[chunk];
    if (c.looks >= LooksBehind && c.dropped == 0 && !is_behind(c)) {
      return chunk;
    }
  }
  return s.num;
}

static uint most_drops(const ScanSample& s) { return MAX2((uint)(clamp(s.slack / 2, LeastDrops, MostDrops) / s.chunk), 1u); }

static uint drop_behind(const ScanSample& s, ScanState* state, uint* drop) {
  uint num = 0;
  for (uint i = 0; i < s.num; i++) {
    if (!is_behind(state->chunks[i])) {
      continue;
    }
    if (state->chunks[i].passes > 0) {
      state->chunks[i].passes--;
      state->chunks[i].is_cyclic = false;      // until it is read again
    } else {
      drop[num++] = i;
    }
  }
  // Of these as many stay as leave the slack.
  const size_t free = state->free + num * s.chunk;
  const uint keep = (uint)MIN2((free - MIN2(free, s.slack)) / s.chunk, (size_t)num);
  for (uint i = 0; i < keep; i++) {
    state->chunks[drop[i]].is_kept = true;
  }
  const uint most = MIN2(num - keep, most_drops(s));      // the rest at the next look
  for (uint i = keep; i < keep + most; i++) {
    state->probes += FewProbes + (MostProbes - FewProbes) * state->unused;
    const uint other = state->probes >= 1 ? next_probe(s, *state) : s.num;
    if (other == s.num) {
      state->probes = MIN2(state->probes, 1.0);
    } else {
      state->probes -= 1;
      state->probed = other;
      state->chunks[drop[i]].is_kept = true;
    }
    drop[i - keep] = other < s.num ? other : drop[i];
    note_drop(s, drop[i - keep], other < s.num, state);
  }
  return most;
}

// Page cache that became smaller: what was kept beyond it goes.
static uint give_way(const ScanSample& s, ScanState* state, uint num, uint* drop) {
  for (uint i = s.num; i > 0 && num < most_drops(s) && state->free < s.slack / 2; i--) {
    if (state->chunks[i - 1].is_kept) {
      note_drop(s, i - 1, false, state);
      drop[num++] = i - 1;
    }
  }
  return num;
}

void CyclicScans::stayed(ScanState* state, uint chunk, size_t bytes) {
  state->free -= MIN2(state->free, bytes);
  state->chunks[chunk] = { ScanSample::All, 0, false, false, false, false, 0, 0 };
}

void CyclicScans::resume(const ScanSample::Part* resident, uint num, ScanState* state) {
  for (uint i = 0; i < num; i++) {
    state->chunks[i] = { resident[i], 0, false, false, false, false, 0, 0 };
  }
  state->unused = state->probes = 0;
  state->judged = state->early = 0;
  state->suspect = state->waits = false;
  state->patience = 0;
  state->waits_next = 0;
}

// Bytes that were dropped, and should come back.
static size_t outstanding(const ScanSample& s, const ScanState& state) {
  const double longest = MAX2(state.usual, (double)s.turnover) * StalePart;
  size_t num = 0;
  for (uint i = 0; i < s.num; i++) {
    const ScanChunk& c = state.chunks[i];
    num += c.resident == ScanSample::None && c.dropped > 0 && (double)(s.now - c.dropped) < longest ? 1 : 0;
  }
  return num * s.chunk;
}

static size_t of_others(const ScanSample& s) {
  size_t num = 0;
  for (uint i = 0; i < s.num; i++) {
    num += s.resident[i] == ScanSample::All ? 2 : s.resident[i] == ScanSample::Some ? 1 : 0;
  }
  return s.cache - MIN2(s.cache, num * s.chunk / 2);
}

// Whether to let the kernel try: what comes back would fit into what is left free, what other files have, and what is kept but read no more, as
// far as probes tell; or other files have much, which may be dead.
static bool may_fit(const ScanSample& s, const ScanState& state) {
  const size_t others = of_others(s), away = outstanding(s, state);
  return away > 0 && (others > s.cache / MuchOfOthers || away <= state.free + others + (size_t)(state.unused * (double)(s.cache - others)));
}

static bool let_kernel_make_room(const ScanSample& s, ScanState* state) {
  if (state->waits_next == 0) {
    state->waits_next = s.read + (double)s.cache;      // little has been dropped at first, and would always fit
  }
  if (state->waits && s.read >= state->waits_until) {
    state->waits = false;
    state->patience = clamp(2 * state->patience, 1.0, LongestPatience);
    state->waits_next = s.read + (double)s.cache * state->patience;
  } else if (!state->waits && s.read >= state->waits_next && may_fit(s, *state)) {
    state->waits = true;
    state->waits_until = s.read + (double)s.cache * RoomPart;
  }
  return state->waits;
}

static void take_free(const ScanSample& s, ScanState* state) {
  const double forgotten = MIN2((double)(s.now - state->fresh) / MissingFor, 1.0);
  state->missing = MIN2(state->missing - (size_t)((double)state->missing * forgotten), s.free);
  state->free = s.free - state->missing;
  state->fresh = s.now;
}

uint CyclicScans::decide(const ScanSample& s, ScanState* state, uint* drop) {
  state->usual = state->usual == 0 ? FirstUsual : MAX2(state->usual, LeastUsual);
  if (s.is_fresh) {
    take_free(s, state);
  }
  for (uint i = 0; i < s.num; i++) {
    see(s, s.resident[i], &state->chunks[i], state);
  }
  uint num = 0;
  if (s.now >= state->rest_until && !is_wrong(s, state) && s.again && !let_kernel_make_room(s, state)) {
    num = drop_behind(s, state, drop);
    num = s.is_fresh ? give_way(s, state, num, drop) : num;
  }
  for (uint i = 0; i < s.num; i++) {
    // What has just got objects is written later: in between it is not there.
    const bool written = state->chunks[i].resident == ScanSample::Unused && s.resident[i] == ScanSample::None;
    state->chunks[i].resident = written ? ScanSample::Unused : s.resident[i];
  }
  for (uint i = 0; i < num; i++) {
    state->chunks[drop[i]].resident = ScanSample::None;
  }
  return num;
}
