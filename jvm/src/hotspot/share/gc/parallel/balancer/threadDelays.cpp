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

#include "gc/parallel/balancer/threadDelays.hpp"

// The kernel lists threads in the order of their start, so one is found where it was or a little before.
uint64_t ThreadDelays::gained(int tid, uint64_t ticks, int hint, bool is_new) const {
  for (int i = MIN2(hint, _num - 1), n = 0; n < _num; n++, i = i + 1 < _num ? i + 1 : 0) {
    if (_tids[i] == tid) {
      return ticks > _ticks[i] ? ticks - _ticks[i] : 0;
    }
  }
  return is_new ? ticks : 0;
}

uint64_t ThreadDelays::add(const int* tids, const uint64_t* ticks, int num) {
  // Where not all could be listed, one that was not seen before may be old.
  const bool all_listed = _num < MostThreads;
  for (int i = 0; i < num; i++) {
    _total += gained(tids[i], ticks[i], i, all_listed);
  }
  _num = MIN2(num, MostThreads);
  for (int i = 0; i < _num; i++) {
    _tids[i] = tids[i];
    _ticks[i] = ticks[i];
  }
  return _total;
}
