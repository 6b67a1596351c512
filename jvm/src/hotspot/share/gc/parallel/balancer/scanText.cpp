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

#include "gc/parallel/balancer/scanText.hpp"
#include "runtime/os.hpp"

#include <string.h>

static const char Letters[] = { 'N', 'S', 'A', 'U' };

static size_t append(char* text, size_t size, size_t length, uint number, char letter) {
  const int more = length < size ? os::snprintf(text + length, size - length, "%u%c", number, letter) : 0;
  return length + (size_t)MAX2(more, 0);
}

void ScanText::print(const ScanSample& s, bool resumed, char* text, size_t size) {
  const int start = os::snprintf(text, size, "now=%lld chunk=%zu cache=%zu free=%zu fresh=%d slack=%zu turnover=%lld read=%.0f again=%d resumed=%d resident=",
                                 (long long)s.now, s.chunk, s.cache, s.free, s.is_fresh, s.slack, (long long)s.turnover, s.read, s.again, resumed);
  size_t length = (size_t)MAX2(start, 0);
  uint first = 0;
  for (uint i = 1; i <= s.num; i++) {
    if (i == s.num || s.resident[i] != s.resident[first]) {
      length = append(text, size, length, i - first, Letters[s.resident[first]]);
      first = i;
    }
  }
}

void ScanText::add(uint chunk, bool stayed, char* text, size_t size) {
  const size_t length = strlen(text);
  os::snprintf(text + length, size - length, stayed ? " %us" : " %u", chunk);
}
