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

#ifndef SHARE_GC_PARALLEL_BALANCER_SCANTEXT_HPP
#define SHARE_GC_PARALLEL_BALANCER_SCANTEXT_HPP

#include "gc/parallel/balancer/cyclicScans.hpp"

// A look at the page cache of H2, and what was dropped after it, as the log of the memory balancer has them: enough to decide it again.
class ScanText : public AllStatic {
public:
  static const size_t Size = 32 * K;      // for 4096 chunks

  // "now=1 ... resident=3A12N1U": how many chunks in a row are in memory in all (A), in part (S), not (N), or are not used (U). Resumed: after a
  // break in which nobody looked.
  static void print(const ScanSample& s, bool resumed, char* text, size_t size);
  // Adds a chunk that was to be dropped; with an "s" behind it if it stayed.
  static void add(uint chunk, bool stayed, char* text, size_t size);
};

#endif // SHARE_GC_PARALLEL_BALANCER_SCANTEXT_HPP
