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

#ifndef SHARE_GC_PARALLEL_H2_H2ARGUMENTS_HPP
#define SHARE_GC_PARALLEL_H2_H2ARGUMENTS_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// Start-up checks of the second heap that no single flag constraint can express.
class H2Arguments : public AllStatic {
public:
  // Bytes of address space for H2: SecondHeapSize rounded up to whole regions; 0 if H2 is off.
  static size_t reserved_bytes();
  // For a heap of which nobody chose the size: whether it had better give up compressed oops than shrink
  // from wanted to fitting bytes to fit beside H2, which is so when less than half would be left.
  // If not, the warning is given that it shrinks; the loss of compressed oops is told once they are chosen.
  static bool heap_beats_compressed_oops(uint64_t wanted, uint64_t fitting);
  // Ends start-up with one line if the flags cannot work together.
  static void check();
};

#endif // SHARE_GC_PARALLEL_H2_H2ARGUMENTS_HPP
