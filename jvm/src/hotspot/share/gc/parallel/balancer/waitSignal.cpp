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

#include "gc/parallel/balancer/balancerText.hpp"
#include "gc/parallel/balancer/pressureSignal.hpp"
#include "gc/parallel/balancer/waitSignal.hpp"
#include "runtime/os.hpp"

#include <unistd.h>

// Fields of /proc/PID/stat, as in proc(5).
static const int MajorFaults = 12;
static const int BlockDelayTicks = 42;
static const uint64_t AssumedNanosPerFault = 100000;

static bool thread_field(int tid, int field, uint64_t* result) {
  char path[64], text[1024];
  os::snprintf(path, sizeof(path), "/proc/self/task/%d/stat", tid);
  return BalancerFiles::read(path, text, sizeof(text)) && BalancerText::stat_field(text, field, result);
}

bool WaitSignal::mutator_faults(const int* gc_threads, uint num_gc_threads, uint64_t* faults) {
  char text[1024];
  uint64_t all = 0;
  if (!BalancerFiles::read("/proc/self/stat", text, sizeof(text)) || !BalancerText::stat_field(text, MajorFaults, &all)) {
    return false;
  }
  for (uint i = 0; i < num_gc_threads; i++) {
    uint64_t of_thread = 0;
    thread_field(gc_threads[i], MajorFaults, &of_thread);
    all -= MIN2(all, of_thread);
  }
  *faults = all;
  return true;
}

bool WaitSignal::bytes_read(uint64_t* bytes) {
  char text[1024];
  return BalancerFiles::read("/proc/self/io", text, sizeof(text)) && BalancerText::value(text, "read_bytes", bytes);
}

static bool is_one_of(int tid, const int* tids, uint num) {
  for (uint i = 0; i < num; i++) {
    if (tids[i] == tid) {
      return true;
    }
  }
  return false;
}

bool WaitSignal::delay_of_threads(const int* gc_threads, uint num_gc_threads, uint64_t* nanos) {
  char text[64];
  uint64_t on = 0, ticks[ThreadDelays::MostThreads];
  if (!BalancerFiles::read("/proc/sys/kernel/task_delayacct", text, sizeof(text)) || !BalancerText::limit(text, &on) || on == 0) {
    return false;
  }
  int tids[ThreadDelays::MostThreads];
  const int num = BalancerFiles::threads(tids, ThreadDelays::MostThreads);
  if (num < 0) {
    return false;
  }
  for (int i = 0; i < num; i++) {
    ticks[i] = 0;
    if (!is_one_of(tids[i], gc_threads, num_gc_threads)) {
      thread_field(tids[i], BlockDelayTicks, &ticks[i]);
    }
  }
  // As a share of what the processors could have done, of which there may be more or fewer from now on.
  const uint64_t all = _delays.add(tids, ticks, num), processors = (uint64_t)MAX2(os::active_processor_count(), 1);
  _delayed += (all - MIN2(all, _delayed_ticks)) * (1000000000 / (uint64_t)sysconf(_SC_CLK_TCK)) / processors;
  _delayed_ticks = all;
  *nanos = _delayed;
  return true;
}

bool WaitSignal::read_from(Source source, const int* gc_threads, uint num_gc_threads, uint64_t* nanos) {
  char text[1024];
  uint64_t value = 0;
  switch (source) {
    case GroupPressure:
    case SystemPressure:
      if (!BalancerFiles::read(_path, text, sizeof(text)) || !BalancerText::pressure(text, &value)) {
        return false;
      }
      *nanos = value * 1000;
      return true;
    case ThreadDelay:
      return delay_of_threads(gc_threads, num_gc_threads, nanos);
    case Faults:
      if (!mutator_faults(gc_threads, num_gc_threads, &value)) {
        return false;
      }
      *nanos = value * AssumedNanosPerFault;
      return true;
    default:
      return false;
  }
}

// Tries a source and those behind it.
bool WaitSignal::find(Source first, const int* gc_threads, uint num_gc_threads) {
  uint64_t ignored = 0;
  for (int i = first; i < None; i++) {
    const Source source = (Source)i;
    _path[0] = '\0';
    if (source == GroupPressure) {
      if (!PressureSignal::own_file("io.pressure", _path, sizeof(_path))) {
        continue;
      }
    } else if (source == SystemPressure) {
      os::snprintf(_path, sizeof(_path), "/proc/pressure/io");
    }
    if (read_from(source, gc_threads, num_gc_threads, &ignored)) {
      _source = source;
      os::snprintf(_description, sizeof(_description), "%s%s",
                   source == GroupPressure ? "pressure of the control group, " :
                   source == SystemPressure ? "pressure of the system, " :
                   source == ThreadDelay ? "block-I/O delay of the program's threads" :
                   "major faults of the program's threads, 0.1 ms each", _path);
      return true;
    }
  }
  _source = None;
  os::snprintf(_description, sizeof(_description), "none");
  return false;
}

void WaitSignal::probe(const int* gc_threads, uint num_gc_threads) {
  find(GroupPressure, gc_threads, num_gc_threads);
}

bool WaitSignal::has_moved() const {
  return _source == GroupPressure && PressureSignal::is_other("io.pressure", _path);
}

bool WaitSignal::read(const int* gc_threads, uint num_gc_threads, uint64_t* nanos) {
  if (read_from(_source, gc_threads, num_gc_threads, nanos)) {
    return true;
  }
  if (_source != None) {
    find(has_moved() ? GroupPressure : (Source)(_source + 1), gc_threads, num_gc_threads);
  }
  return false;
}
