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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERREPORT_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERREPORT_HPP

#include "gc/parallel/balancer/balancerSample.hpp"
#include "gc/parallel/balancer/balancerSignals.hpp"
#include "memory/allStatic.hpp"

class outputStream;

// Makes decisions visible: log, recording, and jcmd.
class BalancerReport : public AllStatic {
  struct State;
  static State _state;

public:
  // Which file or clock each signal comes from, for jcmd.
  static void set_sources(const BalancerSignals& signals);
  // A sample and what was decided on it. Shares are those of time that collections and reads take, 0 to 1; budget in bytes. News:
  // the rule is another one than last time.
  static void report(const BalancerSample& s, const BalancerDecision& d, double gc_share, double io_share, size_t budget,
                     bool news);
  // The memory of the process was looked at between two samples.
  static void count_look();
  // A collection raised the limit of H1 at once, from and to so many bytes. At a safepoint.
  static void report_shortage(size_t limit, size_t raised);
  // Whether a recording wants decisions; the last look (ScanText) since the sample before after which pages were dropped.
  static bool records();
  static void report_drop(const char* look);
  // Whether cyclic scans are looked for at present, and bytes dropped behind them so far.
  static void set_scans(bool looking, uint64_t dropped);
  // The present state, for jcmd GC.memory_balancer; sizes in megabytes.
  static void print_on(outputStream* st);
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERREPORT_HPP
