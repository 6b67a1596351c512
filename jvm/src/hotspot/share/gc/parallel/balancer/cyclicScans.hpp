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

#ifndef SHARE_GC_PARALLEL_BALANCER_CYCLICSCANS_HPP
#define SHARE_GC_PARALLEL_BALANCER_CYCLICSCANS_HPP

#include "gc/parallel/balancer/balancerSample.hpp"
#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// What is known of H2's page cache at one time. Sizes in bytes, times in nanoseconds.
struct ScanSample {
  enum Part : uint8_t { None, Some, All, Unused };      // Unused: no objects are there, or none that the kernel could read again

  int64_t     now;
  const Part* resident;       // of each chunk
  uint        num;            // of chunks
  size_t      chunk;          // size of one
  size_t      cache;          // all page cache there is, of other files, too
  size_t      free;           // what page cache may still take before the kernel drops any, as of the last reading of memory
  bool        is_fresh;       // that was read since the last sample
  size_t      slack;          // what is to be left of it
  int64_t     turnover;       // time in which as much as all of the page cache is read
  double      read;           // bytes since the start
  bool        again;          // see RereadState
};

// One stretch of H2.
struct ScanChunk {
  ScanSample::Part resident;
  uint8_t looks;              // in a row at which all of it was there
  bool    is_cyclic;          // it was read again after it had been in memory
  bool    is_kept;            // of these
  bool    is_probe;           // it was dropped to learn whether it is still read
  bool    is_judged;          // whether it came back early is known
  uint8_t passes;             // for which it is left alone, as it came back early
  int64_t dropped;            // when it was dropped here; 0: it was not since it was read last
};

struct ScanState {
  ScanChunk* chunks;
  size_t     free;            // as above, with what was read and dropped since
  size_t     missing;         // of it, as the kernel drops before that is used
  int64_t    fresh;           // when memory was read last
  double     usual;           // the time within which most dropped chunks come back
  uint       judged, early;   // chunks that were dropped of which that is known, and those that came back much sooner than that
  bool       suspect;         // the last ones of which it is known came back as random reads do
  double     unused;          // share of probes that did not come back, smoothed
  double     probes;          // that are due
  uint       probed;          // the last chunk
  int64_t    rest, rest_until;
  bool       waits;           // for the kernel to make room
  double     waits_until, waits_next;      // bytes read since the start; 0: not since the last break
  double     patience;        // page caches to be read until it may wait again, twice as many each time that it was in vain
};

// What has been read of late, smoothed over some seconds.
struct RereadState {
  double read, refaulted;     // bytes
  double wait, time;          // nanoseconds
  bool   pressing;            // most of that had been in memory before, and the program waits for it
  double turned;              // bytes read again since it has been
  bool   again;               // as much as all of the page cache: the kernel by itself does not keep it
};

// Programs read cached data in order, again and again. Where these are larger than the page cache, the kernel, which drops what was not used for
// longest, keeps nothing: each page goes just before it is read again. Dropping what such a scan has just read, except for as much as fits,
// lets that stay, and the next pass reads so much less. Whether what stays is still read does not show, so now and then some of it is dropped
// in place of what was just read; the more of that does not come back, the more often.
class CyclicScans : public AllStatic {
public:
  // Chunks to drop now, their number; in `drop` there is room for all. Forgets what it knows and rests, twice as long as last time, when chunks that
  // it drops come back at once; half as long again for each time that they do not. Where all would fit if the kernel dropped what is of other files,
  // or what is left free were used, it waits whether that ends the reads.
  static uint decide(const ScanSample& s, ScanState* state, uint* drop);

  // Takes a sample in.
  static void note_reads(const BalancerSample& s, RereadState* state);
  // Bytes read in a millisecond.
  static size_t rate(const RereadState& state);

  // Bytes to be left for what is being read, of so many of page cache; nothing could stay where they are half of it.
  static size_t slack(size_t cache, size_t chunk);
  // Milliseconds between looks, so that several come before the slack is used at a rate in bytes a millisecond.
  static int64_t millis(size_t slack, size_t rate);
  // Whether what is being read is dropped before it uses the slack, at such a rate and with so many milliseconds between looks.
  static bool keeps_up(size_t slack, size_t rate, int64_t millis);

  // After a break in which nobody looked.
  static void resume(const ScanSample::Part* resident, uint num, ScanState* state);

  // A chunk that was not dropped: the kernel has to write it first, or it has gaps. It is none of a scan until it is read again.
  static void stayed(ScanState* state, uint chunk, size_t bytes);
};

#endif // SHARE_GC_PARALLEL_BALANCER_CYCLICSCANS_HPP
