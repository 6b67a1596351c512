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

#ifndef SHARE_GC_PARALLEL_BALANCER_DROPBEHIND_HPP
#define SHARE_GC_PARALLEL_BALANCER_DROPBEHIND_HPP

#include "gc/parallel/balancer/cyclicScans.hpp"
#include "utilities/ticks.hpp"

// Keeps a part of what cyclic scans read in the page cache of H2: looks which chunks of H2 are in memory, and drops those that CyclicScans
// names. Belongs to the balancer's thread. What it drops is read again when it is used; nothing else changes.
class DropBehind {
  char*             _base;
  size_t            _chunk;         // bytes
  uint              _num;           // of chunks; 0: off
  ScanSample::Part* _resident;
  uint*             _drop;
  ScanState         _state;
  RereadState       _reads;
  bool              _again;         // there is something to look for, as of the last sample
  bool              _fresh;
  size_t            _cache, _free, _slack;
  int64_t           _turnover;
  double            _read;          // bytes since the start
  int64_t           _millis;        // between looks
  int64_t           _look_nanos;    // processor time of one, smoothed
  Ticks             _start, _last;
  uint64_t          _dropped;       // bytes
  char*             _text;          // a look and what was dropped after it, for the log; the last one that dropped, for a recording
  bool              _told;          // there is such a one, of which no event was sent

  void report(bool before, const BalancerSample& s) const;
  bool is_resident(size_t offset) const;
  bool has_objects(size_t offset) const;
  ScanSample::Part part(uint chunk) const;
  bool is_whole(uint chunk) const;
  bool is_in_memory(uint chunk) const;    // which stands in for a failed device: dropping would swap it
  void stop(const char* why);
  void look();
  bool drop(uint chunk);                  // false if it stays
  uint drop_all(uint num, const ScanSample& s, bool resumed);      // how many are gone

public:
  DropBehind();
  void start();                           // H2 exists
  void note(const BalancerSample& s);     // after each sample
  int64_t millis_to_look() const;         // BalancerPace::Never while there is nothing to look for
  void look_if_due();                     // makes system calls: not while a safepoint may wait for this thread
};

#endif // SHARE_GC_PARALLEL_BALANCER_DROPBEHIND_HPP
