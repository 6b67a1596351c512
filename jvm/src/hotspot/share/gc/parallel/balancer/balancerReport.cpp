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

#include "gc/parallel/balancer/balancerReport.hpp"
#include "gc/parallel/balancer/h1Limits.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/shared/gc_globals.hpp"
#include "jfr/jfrEvents.hpp"
#include "logging/log.hpp"
#include "logging/logStream.hpp"
#include "runtime/globals.hpp"
#include "utilities/ostream.hpp"

#include <math.h>

// Written by the balancer's thread, printed by others: a value that is a sample old does no harm.
struct BalancerReport::State {
  const char*      memory_source;
  const char*      memory_note;
  const char*      wait_source;
  const char*      pressure_source;
  const char*      refault_source;
  const char*      bytes_source;
  bool             in_container;
  BalancerSample   sample;
  BalancerDecision decision;       // the last one that changed something
  BalancerDecision now;            // the last one of all
  double           gc_share, io_share;
  size_t           budget;
  uint64_t         samples, looks, grown, shrunk, moved;
  bool             has_scans, looking;
  uint64_t         dropped;
};

BalancerReport::State BalancerReport::_state;

void BalancerReport::set_sources(const BalancerSignals& signals) {
  _state.memory_source = signals.memory_source();
  _state.memory_note = signals.memory_note();
  _state.refault_source = signals.refault_source();
  _state.bytes_source = signals.bytes_source();
  _state.wait_source = signals.wait_source();
  _state.pressure_source = signals.pressure_source();
  _state.in_container = signals.in_container();
}

static void print_field(outputStream* st, const char* name, size_t value)  { st->print(" %s=%zu", name, value); }
static void print_field(outputStream* st, const char* name, int64_t value) { st->print(" %s=" INT64_FORMAT, name, value); }
static void print_field(outputStream* st, const char* name, uint value)    { st->print(" %s=%u", name, value); }
static void print_field(outputStream* st, const char* name, bool value)    { st->print(" %s=%d", name, value); }
static void print_field(outputStream* st, const char* name, double value)  { st->print(" %s=%.17g", name, value); }  // exact, for a replay

static double memory_share(const BalancerSample& s) {
  return 100.0 * (double)s.memory_wait / (double)MAX2(s.interval, (int64_t)1);
}

static void print_sample(outputStream* st, const BalancerSample& s) {
#define PRINT_FIELD(name) print_field(st, #name, s.name);
  BALANCER_SAMPLE_FIELDS(PRINT_FIELD)
#undef PRINT_FIELD
}

static void log_sample(const BalancerSample& s, const BalancerDecision& d) {
  LogTarget(Debug, balancer) target;
  if (target.is_enabled()) {
    LogStream ls(target);
    ls.print("sample");
    print_sample(&ls, s);
    ls.print_cr(" -> %s %zu (%s) collects=%d keeps=%d", BalancerDecision::name(d.action), d.limit, d.rule, d.collect, d.keeps);
  }
}

// Of what was dropped instead of a decision about H1 there is another action, and a text of its own.
static void send_event(const BalancerSample& s, const BalancerDecision& d, double gc_share, double io_share, size_t budget,
                       const char* action = nullptr, const char* text = nullptr) {
  EventMemoryBalancerDecision e(UNTIMED);
  if (e.should_commit()) {
    stringStream inputs;
    if (text == nullptr) {
      print_sample(&inputs, s);
    }
    e.set_action(action != nullptr ? action : BalancerDecision::name(d.action));
    e.set_rule(d.rule);
    e.set_budget(budget);
    e.set_limit(s.limit);
    e.set_newLimit(d.limit);
    e.set_collects(d.collect);
    e.set_keeps(d.keeps);
    e.set_used(ParallelScavengeHeap::heap()->used());
    e.set_pageCache(s.page_cache);
    e.set_unreclaimable(s.unreclaimable);
    e.set_refaulted(s.refaulted);
    e.set_gcShare((float)gc_share);
    e.set_ioShare((float)io_share);
    e.set_memoryPressure((float)(memory_share(s) / 100));
    e.set_sample(text != nullptr ? text : inputs.base() + 1);  // behind the first space
    e.commit();
  }
}

void BalancerReport::report(const BalancerSample& s, const BalancerDecision& d, double gc_share, double io_share,
                            size_t budget, bool news) {
  log_sample(s, d);
  _state.sample = s;
  _state.now = d;
  _state.samples++;
  _state.gc_share = gc_share;
  _state.io_share = io_share;
  _state.budget = budget;
  if (d.action != BalancerDecision::Nothing) {
    _state.decision = d;
    _state.grown += d.action == BalancerDecision::Grow;
    _state.shrunk += d.action == BalancerDecision::Shrink;
    _state.moved += d.action == BalancerDecision::Move;
    log_info(balancer)("%s: %s, first heap %zuM -> %zuM of %zuM to %zuM, holds %zuM; collections %.1f%%, reads %.1f%%, memory "
                       "pressure %.1f%% of the time, %zuM read, %zuM refaulted; page cache %zuM, all but clean page cache %zuM of %zuM",
                       BalancerDecision::name(d.action), d.rule, s.limit / M, d.limit / M, s.floor / M, s.ceiling / M,
                       s.committed / M, 100 * gc_share, 100 * io_share, memory_share(s), s.read / M, s.refaulted / M, s.page_cache / M,
                       s.unreclaimable / M, s.hard_limit / M);
  } else if (news) {
    if (d.collect) {
      log_info(balancer)("wants a full collection: %s, first heap %zuM, holds %zuM", d.rule, s.limit / M, s.committed / M);
    } else {
      log_debug(balancer)("nothing: %s", d.rule);
    }
  }
  send_event(s, d, gc_share, io_share, budget);
}

// The rest of the figures is that of the last sample.
void BalancerReport::report_shortage(size_t limit, size_t raised) {
  BalancerSample s = _state.sample;
  s.limit = limit;
  _state.decision = { BalancerDecision::Grow, raised, "shortage", false, _state.now.keeps };
  _state.grown++;
  send_event(s, _state.decision, _state.gc_share, _state.io_share, _state.budget);
}

bool BalancerReport::records() {
  return EventMemoryBalancerDecision::is_enabled();
}

void BalancerReport::report_drop(const char* look) {
  const BalancerDecision stay = { BalancerDecision::Nothing, _state.sample.limit, "cyclic scan", false, _state.now.keeps };
  send_event(_state.sample, stay, _state.gc_share, _state.io_share, _state.budget, "drop", look);
}

void BalancerReport::count_look() {
  _state.looks++;
}

void BalancerReport::set_scans(bool looking, uint64_t dropped) {
  _state.has_scans = true;
  _state.looking = looking;
  _state.dropped = dropped;
}

void BalancerReport::print_on(outputStream* st) {
  const BalancerSample& s = _state.sample;
  st->print_cr("Memory balancer: policy %s", MemoryBalancerPolicy);
  st->print_cr("  budget %zuM, limit of the %s %zuM, all but clean page cache %zuM, page cache %zuM", _state.budget / M,
               _state.in_container ? "container" : "machine", s.hard_limit / M, s.unreclaimable / M, s.page_cache / M);
  st->print_cr("  first heap: limit %zuM (%zuM to %zuM), committed %zuM, old generation at most %zuM, young at most %zuM",
               H1Limits::limit() / M, s.floor / M, s.ceiling / M, s.committed / M, H1Limits::old_limit() / M,
               H1Limits::young_limit() / M);
  st->print_cr("  share of time: collections %.1f%%, reads %.1f%%, memory pressure %.1f%%", 100 * _state.gc_share,
               100 * _state.io_share, memory_share(s));
  st->print_cr("  samples " UINT64_FORMAT ": grown " UINT64_FORMAT ", shrunk " UINT64_FORMAT ", moved " UINT64_FORMAT
               ", last %s (%s)", _state.samples, _state.grown, _state.shrunk, _state.moved,
               BalancerDecision::name(_state.decision.action), _state.decision.rule == nullptr ? "none" : _state.decision.rule);
  st->print_cr("  now: %s (%s)%s%s; looks between samples " UINT64_FORMAT, BalancerDecision::name(_state.now.action),
               _state.now.rule == nullptr ? "none" : _state.now.rule, _state.now.collect ? ", wants a full collection" : "",
               _state.now.keeps ? ", memory that is not used stays" : "", _state.looks);
  if (_state.has_scans) {
    st->print_cr("  cyclic scans: %s, dropped behind them %zuM", _state.looking ? "looking" : "not looking", (size_t)(_state.dropped / M));
  }
  st->print_cr("  memory: %s%s", _state.memory_source == nullptr ? "not probed yet" : _state.memory_source,
               _state.memory_note == nullptr ? "" : _state.memory_note);
  st->print_cr("  waits: %s", _state.wait_source == nullptr ? "not probed yet" : _state.wait_source);
  st->print_cr("  refaults: %s", _state.refault_source == nullptr ? "not probed yet" : _state.refault_source);
  st->print_cr("  bytes read: %s", _state.bytes_source == nullptr ? "not probed yet" : _state.bytes_source);
  st->print_cr("  memory pressure: %s", _state.pressure_source == nullptr ? "not probed yet" : _state.pressure_source);
}
