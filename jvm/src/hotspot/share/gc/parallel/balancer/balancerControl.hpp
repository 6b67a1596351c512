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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERCONTROL_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERCONTROL_HPP

#include "gc/parallel/balancer/balancerPace.hpp"
#include "gc/parallel/balancer/balancerSample.hpp"
#include "gc/parallel/balancer/balancerSignals.hpp"
#include "gc/parallel/balancer/dropBehind.hpp"
#include "gc/parallel/balancer/marginalPolicy.hpp"
#include "gc/parallel/balancer/paperPolicy.hpp"
#include "gc/shared/gcCause.hpp"
#include "utilities/ticks.hpp"

// From a sample to a decision and its effect. Belongs to the balancer's thread.
class BalancerControl {
  BalancerSignals  _signals;
  BalancerSample   _sample;
  BalancerDecision _decision;
  MarginalState    _marginal;
  DropBehind       _scans;
  PaperState       _paper;
  PaperVariant     _variant;
  bool             _is_paper;
  Ticks            _start, _last_sample, _last_group_look, _last_guard_gc;
  const char*      _last_rule;
  bool             _pending;            // memory above the limit waits for a collection
  Ticks            _pending_since;
  size_t           _pending_held;       // by H1 then
  VainCollections  _vain;               // of the guard
  bool             _told_small;
  bool             _pending_for_old;   // for nothing else
  bool             _old_falls;         // H1 holds more of the old generation than reads allow

  void follow_reads();
  bool guard_is_due(const Ticks& now) const;
  void take_sample();
  void report(bool news) const;
  void set_pending(bool pending);
  void end_pending();
  void divide(double share_before) const;
  void collect(GCCause::Cause cause);

public:
  BalancerControl();
  void find_gc_threads();   // in the VM, where a safepoint waits for this thread: collections may add some
  void start();             // reads files, too
  int64_t millis_since_sample() const;
  int64_t millis_to_sample() const;    // from the last one, if nothing happens before
  int64_t millis_to_look() const;
  bool    look();           // reads a file, or some; true if there should be a sample now
  void drop_behind();       // system calls, too
  // First reading of a sample, or one more because a collection ended meanwhile: what came between counts, too.
  void read_signals(bool first);      // reads files: not while a safepoint may wait for this thread
  void decide();
  void act();
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERCONTROL_HPP
