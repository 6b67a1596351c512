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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERSIGNALS_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERSIGNALS_HPP

#include "gc/parallel/balancer/balancerSample.hpp"
#include "gc/parallel/balancer/memorySignal.hpp"
#include "gc/parallel/balancer/pressureSignal.hpp"
#include "gc/parallel/balancer/waitSignal.hpp"

// All signals of the operating system, and the differences between two readings of them.
class BalancerSignals {
  static const uint MostThreads = 256;

  MemorySignal  _memory;
  WaitSignal    _wait;
  PressureSignal _pressure;
  int           _gc_threads[MostThreads];
  uint          _num_gc_threads;

  bool          _has_memory, _has_reads, _has_faults, _has_anonymous;
  MemoryReading _reading;
  uint64_t      _waited, _read, _faults, _stalled;   // at the last reading
  size_t        _looked;                       // anonymous memory of the process at the last sample
  int           _since_refresh;                // readings of memory
  size_t        _others;                       // what counted but H1 at the last sample; SIZE_MAX: not known of this group
  size_t        _growth;                       // of that in the last sample

  void probe_waits();
  void look_at_pressure();
  bool read_memory_of_group(MemoryReading* now);
  void read_waits(BalancerSample* s, bool first);
  void read_faults(BalancerSample* s);
  void read_memory(BalancerSample* s);
  void read_pressure(BalancerSample* s, bool first);
  void report_lost(const char* what, const char* instead, bool* has);

public:
  // Before each of the following, which may run while the VM is at a safepoint: this must not.
  void find_gc_threads();
  // Finds the sources and names them in the log.
  void probe();
  // Fills the fields of a sample that come from the operating system; adds to those that count.
  void read(BalancerSample* s) { read_memory(s); read_waits(s, false); read_pressure(s, false); }

  // Right after reading, when it is known how much of the process's memory is H1's: what is not, and grew, counts as growth of the sample, too.
  // Returns what more of it is expected, see BalancerPace.
  size_t note_h1(size_t h1, BalancerSample* s);

  // Of the process, H1 included, at present, in bytes; reads one short file. 0 if that cannot be read.
  static size_t anonymous_memory();
  // Bytes of anonymous memory that the process gained since the last sample; reads one short file.
  size_t grown_since_sample() const;
  // The same of all that counts in the group but pages that are being written, which go by themselves; reads some files more.
  size_t group_grown_since_sample() const;

  const char* memory_source() const { return _memory.source(); }
  const char* memory_note() const;      // what to say behind it
  const char* wait_source() const   { return _wait.description(); }
  const char* refault_source() const;
  const char* bytes_source() const;
  const char* pressure_source() const { return _pressure.description(); }
  size_t limit() const              { return _reading.limit; }
  size_t dirty() const              { return _reading.dirty; }
  bool in_container() const         { return _reading.container; }
  // The same at the last sample, or what could be read last.
  size_t process_memory() const     { return _looked; }
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERSIGNALS_HPP
