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

#ifndef SHARE_RUNTIME_WARM_WARMHEAP_HPP
#define SHARE_RUNTIME_WARM_WARMHEAP_HPP

#include "memory/allStatic.hpp"
#include "oops/compressedOops.hpp"
#include "utilities/align.hpp"
#include "utilities/globalDefinitions.hpp"

// The heap of a warm server that was asked for no collector. G1, which a VM chooses on most machines, cannot be reset, so Parallel takes its
// place: with an old generation as large as G1's whole heap, so that what fits that one fits here, and the sizes of G1's shown to the program.
class WarmHeap : public AllStatic {
  static bool   _in_place_of_g1;
  static size_t _most;      // what G1's heap would have at most, in bytes; 0: this heap takes the place of none
  static size_t _alignment; // of its sizes

public:
  // For GCConfig; false if this VM is no warm server, which then chooses as always.
  static bool select_collector();

  // For ParallelArguments, once -Xmx is checked and aligned: adds the young generation to it.
  static void add_young_generation();

  // When that is reserved: the flag is as in a VM with G1 again.
  static void heap_is_made();

  // What a program is told of how references are compressed.
  static CompressedOops::Mode mode_of_plain_java(CompressedOops::Mode mode);

  // What a program is told of so many bytes, the first size, used or committed, of what is committed and not used, and of the most that it may use.
  static size_t shown_initial(size_t bytes) { return align_up(bytes, _alignment); }
  static size_t shown(size_t bytes)     { return _most > 0 ? MIN2(bytes, _most) : bytes; }
  static size_t shown_unused(size_t unused, size_t capacity) {
    return unused - MIN2(unused, capacity - shown(capacity));
  }
  static size_t shown_most(size_t most) { return _most > 0 ? _most : most; }
};

#endif // SHARE_RUNTIME_WARM_WARMHEAP_HPP
