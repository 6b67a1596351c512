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

#ifndef SHARE_GC_PARALLEL_BALANCER_WAITSIGNAL_HPP
#define SHARE_GC_PARALLEL_BALANCER_WAITSIGNAL_HPP

#include "gc/parallel/balancer/balancerFiles.hpp"
#include "gc/parallel/balancer/threadDelays.hpp"

// How long the program waited for reads. Not iowait: it does not move while all CPUs are busy.
// The first of these that can be read: pressure of the process's own control group; block-I/O delay of its threads without
// those of the collector; pressure of the system, which other processes raise too; major faults of its threads, each
// taken for a tenth of a millisecond.
class WaitSignal {
public:
  enum Source { GroupPressure, ThreadDelay, SystemPressure, Faults, None };

private:
  Source _source;
  char   _path[BalancerFiles::PathSize];       // of the pressure file
  char   _description[BalancerFiles::PathSize + 64];
  ThreadDelays _delays;
  uint64_t _delayed_ticks = 0;                 // of all threads, at the last reading
  uint64_t _delayed = 0;                       // nanoseconds, each part by the processors there were

  bool delay_of_threads(const int* gc_threads, uint num_gc_threads, uint64_t* nanos);
  bool read_from(Source source, const int* gc_threads, uint num_gc_threads, uint64_t* nanos);
  bool find(Source first, const int* gc_threads, uint num_gc_threads);

public:
  void probe(const int* gc_threads, uint num_gc_threads);
  Source source() const { return _source; }
  const char* description() const { return _description; }
  // The process has left the group whose file is read. Reads files.
  bool has_moved() const;
  // Nanoseconds since some start. Turns to the next source, and returns false this once, when the present one cannot
  // be read any more.
  bool read(const int* gc_threads, uint num_gc_threads, uint64_t* nanos);

  // Major faults of the process without those of the collector's threads.
  static bool mutator_faults(const int* gc_threads, uint num_gc_threads, uint64_t* faults);
  // Bytes the process had read from devices, also by its major faults.
  static bool bytes_read(uint64_t* bytes);
};

#endif // SHARE_GC_PARALLEL_BALANCER_WAITSIGNAL_HPP
