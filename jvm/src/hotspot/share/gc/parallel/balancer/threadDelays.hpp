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

#ifndef SHARE_GC_PARALLEL_BALANCER_THREADDELAYS_HPP
#define SHARE_GC_PARALLEL_BALANCER_THREADDELAYS_HPP

#include "utilities/globalDefinitions.hpp"

// Block-I/O delay of threads, which the kernel keeps for each of them and forgets when it ends, as one number that only grows.
class ThreadDelays {
public:
  // Reading a file for each of more threads would cost too much; the others' delay is not counted.
  static const int MostThreads = 256;

private:
  int      _tids[MostThreads];
  uint64_t _ticks[MostThreads];
  int      _num;
  uint64_t _total;

  uint64_t gained(int tid, uint64_t ticks, int hint, bool is_new) const;

public:
  ThreadDelays() : _num(0), _total(0) {}
  // Takes a reading of the first MostThreads threads, in the kernel's order, and returns the ticks of all readings so far.
  uint64_t add(const int* tids, const uint64_t* ticks, int num);
};

#endif // SHARE_GC_PARALLEL_BALANCER_THREADDELAYS_HPP
