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

#ifndef SHARE_GC_PARALLEL_BALANCER_PRESSURESIGNAL_HPP
#define SHARE_GC_PARALLEL_BALANCER_PRESSURESIGNAL_HPP

#include "gc/parallel/balancer/balancerFiles.hpp"

// How long tasks waited for memory: while the kernel made room for them, or read again what it had dropped. Of the process's
// own control group, else of the system.
class PressureSignal {
public:
  enum Source { Group, System, None };

private:
  Source _source;
  char   _path[BalancerFiles::PathSize];
  char   _description[BalancerFiles::PathSize + 64];

  bool read_file(uint64_t* nanos) const;
  void find(Source first);

public:
  // The pressure file of this name of the process's own group. False if it has no group but the root of all, whose pressure is
  // the system's.
  static bool own_file(const char* name, char* path, size_t size);
  // Whether the process's own group has another file of this name than the one at the path, if any.
  static bool is_other(const char* name, const char* path);

  void probe() { find(Group); }
  Source source() const { return _source; }
  const char* description() const { return _description; }
  // The process has left the group whose file is read. Reads files.
  bool has_moved() const;
  // Nanoseconds since some start. Turns to the next source, and returns false this once, when the present one cannot be
  // read any more.
  bool read(uint64_t* nanos);
};

#endif // SHARE_GC_PARALLEL_BALANCER_PRESSURESIGNAL_HPP
