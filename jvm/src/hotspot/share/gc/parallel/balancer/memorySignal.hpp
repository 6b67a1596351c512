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

#ifndef SHARE_GC_PARALLEL_BALANCER_MEMORYSIGNAL_HPP
#define SHARE_GC_PARALLEL_BALANCER_MEMORYSIGNAL_HPP

#include "gc/parallel/balancer/balancerFiles.hpp"

struct MemoryReading {
  size_t   limit;            // of the container, or the machine's memory
  bool     container;        // whose limit it is
  size_t   unreclaimable;    // anonymous and shared memory, the kernel's, dirty and written pages: all but clean page cache
  size_t   kernel;           // of these, the kernel's where it does not say what of that it could give back: version 1 of control groups
  size_t   dirty;            // of these, dirty pages and those being written: they go by themselves
  size_t   page_cache;       // clean file pages of the process's own group
  size_t   all_cache;        // of all that the limit is for
  bool     has_refaults;
  bool     own_refaults;     // of the control group, not of the machine
  uint64_t refaulted;        // bytes of the own group, since start
};

// How much memory there is and what is in it: the control group with the least limit above this process, of version 1 or 2,
// else the machine. Page cache and refaults of file pages are those of the process's own group, without its siblings'; of
// refaults /proc/vmstat is the last resort.
class MemorySignal {
  int  _version;                                  // of control groups; 0: there is none with a memory controller
  char _mount[BalancerFiles::PathSize];
  char _group[BalancerFiles::PathSize];           // of this process
  char _source[BalancerFiles::PathSize + 64];     // for the log

  bool _readable;                                 // a file with a limit, at the probe
  size_t _machine;                                // memory of it, at the probe

  // own: what is in memory.stat of the process's own group, null if it cannot be read. It is long, and read once for each reading.
  bool least_limit(const char* own, size_t* least, char* directory, size_t size) const;
  bool hidden_limit(const char* own, size_t* least) const;
  bool take_group(const char* directory, const char* stat, MemoryReading* r) const;
  bool read_group(const char* directory, MemoryReading* r) const;
  bool read_container(const char* own, size_t limit, const char* directory, MemoryReading* r) const;
  bool read_bound(const char* own, size_t limit, const char* directory, MemoryReading* r) const;
  static bool read_machine(MemoryReading* r);

public:
  // Finds the control groups; once, before anything else. Without one the machine's memory counts.
  void probe();
  // Probes again, for a process that came into another group or whose group got a memory controller; whether it did. Keeps what
  // it has where no group is found.
  bool refresh();
  const char* source() const { return _source; }
  // Whether a group was found.
  bool in_group() const { return _version != 0; }
  // False if nothing could be read at all, or no longer what the probe could read: the caller keeps its last reading.
  bool read(MemoryReading* r) const;
  // In bytes; 0 if it cannot be read.
  static size_t machine_memory();
  // What of so much memory of the kernel's in one group it could give back if the group's were divided as the machine's, less what
  // every process has; bytes. An estimate: nothing tells it for a group of version 1.
  static size_t perhaps_reclaimable(size_t kernel);
};

#endif // SHARE_GC_PARALLEL_BALANCER_MEMORYSIGNAL_HPP
