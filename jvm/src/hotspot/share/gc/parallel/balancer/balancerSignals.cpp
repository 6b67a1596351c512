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

#include "gc/parallel/balancer/balancerGuard.hpp"
#include "gc/parallel/balancer/balancerPace.hpp"
#include "gc/parallel/balancer/balancerReport.hpp"
#include "gc/parallel/balancer/balancerSignals.hpp"
#include "gc/parallel/balancer/balancerText.hpp"
#include "gc/parallel/balancer/kernelLoan.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "logging/log.hpp"
#include "memory/iterator.hpp"
#include "runtime/nonJavaThread.hpp"
#include "runtime/os.hpp"
#include "runtime/osThread.hpp"
#include "runtime/vmThread.hpp"

// Readings of memory after which the process's group is looked for again, half a minute to a minute: that reads long files.
static const int RefreshEvery = 64;
// When the kernel does not tell how much was read: its usual readahead around a fault.
static const size_t AssumedBytesPerFault = 128 * K;

// Collects the kernel's numbers of threads.
class BalancerThreadNumbers : public ThreadClosure {
  int* const _numbers;
  const uint _most;
  uint       _num;

public:
  BalancerThreadNumbers(int* numbers, uint most) : _numbers(numbers), _most(most), _num(0) {}
  uint num() const { return _num; }
  void do_thread(Thread* thread) override {
    if (_num < _most && thread->osthread() != nullptr) {
      _numbers[_num++] = (int)thread->osthread()->thread_id();
    }
  }
};

// While the caller is in the VM no collection adds threads, and the VM does not exit.
void BalancerSignals::find_gc_threads() {
  BalancerThreadNumbers numbers(_gc_threads, MostThreads);
  Thread* const vm_thread = VMThread::vm_thread();
  if (vm_thread != nullptr) {
    numbers.do_thread(vm_thread);
  }
  ParallelScavengeHeap::heap()->gc_threads_do(&numbers);
  _num_gc_threads = numbers.num();
}

void BalancerSignals::probe() {
  BalancerSample ignored = {};
  _memory.probe();
  _wait.probe(_gc_threads, _num_gc_threads);
  _pressure.probe();
  _has_memory = _memory.read(&_reading);
  _has_anonymous = true;
  _since_refresh = 0;
  _others = SIZE_MAX;
  _growth = 0;
  _has_reads = WaitSignal::bytes_read(&_read);
  _has_faults = !_has_reads && WaitSignal::mutator_faults(_gc_threads, _num_gc_threads, &_faults);
  log_info(balancer, init)("memory: %s%s", _memory.source(), memory_note());
  log_info(balancer, init)("limit: %zuM, of the %s", _reading.limit / M, _reading.container ? "container" : "machine");
  log_info(balancer, init)("waits: %s", _wait.description());
  log_info(balancer, init)("refaults: %s", refault_source());
  log_info(balancer, init)("memory pressure: %s", _pressure.description());
  log_info(balancer, init)("bytes read: %s", bytes_source());
  if (_wait.source() == WaitSignal::SystemPressure) {
    log_info(balancer, init)("reads of other processes count, too: a control group (version 2) of its own would tell them apart");
  }
  if (_wait.source() == WaitSignal::None || !_reading.has_refaults) {
    log_warning(balancer)("The memory balancer cannot tell whether the program waits for reads of the second heap: policy default "
                          "will not shrink the first heap for them");
  }
  read_waits(&ignored, true);
  read_pressure(&ignored, true);
}

const char* BalancerSignals::memory_note() const {
  return _reading.container || !_memory.in_group() ? "" : ", which has no limit below the machine's memory: /proc/meminfo counts";
}

const char* BalancerSignals::refault_source() const {
  return !_reading.has_refaults ? "none" : _reading.own_refaults ? "of the control group" : "of the machine (/proc/vmstat), those of others count";
}

const char* BalancerSignals::bytes_source() const {
  return _has_reads ? "/proc/self/io" : _has_faults ? "major faults in /proc/self/stat without the collector's threads, 128K each" : "none";
}

// Once; memory is tried again with each sample.
void BalancerSignals::report_lost(const char* what, const char* instead, bool* has) {
  log_warning(balancer)("The memory balancer cannot read %s, and goes on with %s", what, instead);
  if (has != nullptr) {
    *has = false;
  }
  BalancerReport::set_sources(*this);
}

static uint64_t difference(uint64_t now, uint64_t before) {
  return now > before ? now - before : 0;      // a counter begins anew when a thread ends or a group changes
}

// Instead of the bytes read: a file for each of the collector's threads, so only where the kernel does not tell those.
void BalancerSignals::read_faults(BalancerSample* s) {
  uint64_t faults = 0;
  if (WaitSignal::mutator_faults(_gc_threads, _num_gc_threads, &faults)) {
    s->faults += _has_faults ? (uint)difference(faults, _faults) : 0;
    s->read = (size_t)s->faults * AssumedBytesPerFault;
    _faults = faults;
    _has_faults = true;
  } else if (_has_faults) {
    report_lost("major faults", "none", &_has_faults);
  }
}

void BalancerSignals::read_waits(BalancerSample* s, bool first) {
  uint64_t waited = 0, read = 0;
  const WaitSignal::Source source = _wait.source();
  if (_wait.read(_gc_threads, _num_gc_threads, &waited)) {
    s->read_wait += first ? 0 : (int64_t)difference(waited, _waited);
    _waited = waited;
  } else if (source != WaitSignal::None) {
    report_lost("waits for reads", _wait.description(), nullptr);
    _wait.read(_gc_threads, _num_gc_threads, &_waited);
  }
  if (_has_reads) {
    if (WaitSignal::bytes_read(&read)) {
      s->read += (size_t)difference(read, _read);
      _read = read;
    } else {
      report_lost("the bytes read", "major faults", &_has_reads);
    }
  }
  if (!_has_reads) {
    read_faults(s);
  }
}

// The system's pressure says nothing about a container's limit: others may wait, in containers of their own.
void BalancerSignals::read_pressure(BalancerSample* s, bool first) {
  uint64_t stalled = 0;
  const PressureSignal::Source source = _pressure.source();
  if (_pressure.read(&stalled)) {
    s->memory_wait += first ? 0 : (int64_t)difference(stalled, _stalled);
    _stalled = stalled;
  } else if (source != PressureSignal::None) {
    report_lost("the memory pressure", _pressure.description(), nullptr);
    _pressure.read(&_stalled);
  }
  s->own_pressure = _pressure.source() == PressureSignal::Group || (_pressure.source() == PressureSignal::System && !_reading.container);
}

// Resident pages less those of files and shared memory, which are the third number.
size_t BalancerSignals::anonymous_memory() {
  char text[256];
  uint64_t resident = 0, of_files = 0;
  return BalancerFiles::read("/proc/self/statm", text, sizeof(text)) && BalancerText::column(text, 1, &resident) &&
         BalancerText::column(text, 2, &of_files) && resident > of_files ? (size_t)(resident - of_files) * os::vm_page_size() : 0;
}

size_t BalancerSignals::grown_since_sample() const {
  return (size_t)difference(anonymous_memory(), _looked);
}

size_t BalancerSignals::group_grown_since_sample() const {
  MemoryReading now;
  return _memory.read(&now) ? (size_t)difference(BalancerGuard::others(now.unreclaimable, 0, now.dirty),
                                                 BalancerGuard::others(_reading.unreclaimable, 0, _reading.dirty)) : 0;
}

// Right after H1 has yielded the whole is less than before, however fast the rest grows.
size_t BalancerSignals::note_h1(size_t h1, BalancerSample* s) {
  const size_t others = BalancerGuard::others(s->unreclaimable, h1, _reading.dirty), growth = BalancerPace::growth(_others, others);
  s->grown = MAX2(s->grown, growth);
  const size_t expected = BalancerPace::expected(growth, _growth, *s);
  _others = others;
  _growth = growth;
  return expected;
}

void BalancerSignals::probe_waits() {
  BalancerSample ignored = {};
  _wait.probe(_gc_threads, _num_gc_threads);
  _pressure.probe();
  read_waits(&ignored, true);
  read_pressure(&ignored, true);
}

// The group of the pressure files need not be that of memory: another hierarchy has them, or a leaf without a memory controller.
void BalancerSignals::look_at_pressure() {
  if (_wait.has_moved() || _pressure.has_moved()) {
    probe_waits();
    log_info(balancer)("the process is in another control group; waits: %s; memory pressure: %s", _wait.description(), _pressure.description());
    BalancerReport::set_sources(*this);
  }
}

// A process may be put into another group, and its group may get a memory controller, at any time.
bool BalancerSignals::read_memory_of_group(MemoryReading* now) {
  const bool is_read = _memory.read(now);
  if (is_read && ++_since_refresh < RefreshEvery) {
    return true;
  }
  _since_refresh = 0;
  if (!_memory.refresh()) {
    look_at_pressure();
    return is_read;
  }
  log_info(balancer)("the process is in another memory control group: %s", _memory.source());
  BalancerReport::set_sources(*this);
  MemoryReading moved;
  if (!_memory.read(&moved)) {
    return false;
  }
  // Counters of another group: what they have counted so far says nothing about this process.
  _reading.refaulted = moved.refaulted;
  _reading.unreclaimable = moved.unreclaimable;
  _others = SIZE_MAX;
  *now = moved;
  probe_waits();
  return true;
}

void BalancerSignals::read_memory(BalancerSample* s) {
  MemoryReading now;
  if (read_memory_of_group(&now)) {
    _has_memory = true;
    if (now.limit != _reading.limit) {
      log_info(balancer)("the %s has %zuM of memory now, had %zuM", now.container ? "container" : "machine",
                         now.limit / M, _reading.limit / M);
    }
    s->refaulted += (size_t)difference(now.refaulted, _reading.refaulted);
    const bool other_owner = now.container != _reading.container;
    if (other_owner || now.limit != _reading.limit) {
      _others = SIZE_MAX;      // another group may count, or the machine: what it has more is no growth
    } else {
      s->grown += (size_t)difference(now.unreclaimable, _reading.unreclaimable);
    }
    _reading = now;
    if (other_owner) {
      BalancerReport::set_sources(*this);
    }
  } else if (_has_memory) {
    report_lost("the limit or the memory in use", "the last reading", &_has_memory);
  }
  s->hard_limit = _reading.limit;
  s->unreclaimable = _reading.unreclaimable - MIN2(_reading.unreclaimable, KernelLoan::of(_reading.kernel));
  s->page_cache = _reading.page_cache;
  s->all_cache = _reading.all_cache;
  const size_t anonymous = anonymous_memory();
  _looked = anonymous > 0 ? anonymous : _looked;
  if (anonymous == 0 && _has_anonymous) {
    report_lost("the memory of the process (/proc/self/statm)", _looked > 0 ? "the last reading" : "none beside the first heap", &_has_anonymous);
  }
}
