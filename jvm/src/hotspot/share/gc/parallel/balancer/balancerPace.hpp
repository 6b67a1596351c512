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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERPACE_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERPACE_HPP

#include "gc/parallel/balancer/balancerSample.hpp"
#include "memory/allStatic.hpp"

// Full collections that could not lower the limit of a container that is full.
struct VainCollections {
  uint    count;              // in a row
  int64_t relief;             // since when none is wanted, in milliseconds; 0: one is
};

// How soon the balancer looks again, so that it yields before the kernel kills. Looks cost little: they read only the
// process's own anonymous memory, some of them the group's, too. A sample follows a look that finds it grown. Times in milliseconds.
class BalancerPace : public AllStatic {
public:
  static const int64_t Never = INT64_MAX;

  // Bytes that memory which counts may still grow before the guard yields.
  static size_t headroom(const BalancerSample& s);

  // Of what counts besides H1, from one sample to the next; 0 for less than the program changes while they are read.
  static size_t growth(size_t before, size_t now);

  // By how much more others may grow before H1 has given way, that have grown so much in a sample and so much in the one before: the ceiling
  // falls by as much in advance. 0 where the headroom is enough. What a single short sample shows may be all there is.
  static size_t expected(size_t growth, size_t before, const BalancerSample& s);

  // How long the headroom lasts at the rate of the last sample.
  static int64_t time_left(const BalancerSample& s);

  // Until the next sample, if no collection ends and no look finds growth before; at most the longest.
  static int64_t next_sample(const BalancerSample& s, int64_t longest);

  // Until the next look: short while a process that begins to grow could use up the headroom in a moment.
  static int64_t next_look(size_t headroom, int64_t longest);

  // Until the next look that reads the group, too: what is not the process's own, files in tmpfs and other processes, grows less suddenly.
  static int64_t next_group_look(size_t headroom, int64_t longest);

  // Whether so much growth since the last sample asks for the next one now.
  static bool sample_now(size_t headroom, size_t grown);

  // How long a smaller limit may wait for a collection to come by itself.
  static int64_t patience(const BalancerSample& s);

  // What a decision at that time changes: nothing of the kind is left once the limit changes, and each second in which none was wanted
  // makes one count no more. A single sample just below the margin is no end of it.
  static void note(const BalancerDecision& d, int64_t now, VainCollections* v);

  // The rest after so many: a second, then twice as long each time, 64 s at most.
  static int64_t vain_rest(const VainCollections& v);
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERPACE_HPP
