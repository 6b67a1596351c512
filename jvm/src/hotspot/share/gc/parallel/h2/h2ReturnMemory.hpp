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

#ifndef SHARE_GC_PARALLEL_H2_H2RETURNMEMORY_HPP
#define SHARE_GC_PARALLEL_H2_H2RETURNMEMORY_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// Gives the pages that moved objects left behind in H1 back to the operating system: DRAM is
// wanted for the page cache of H2. The spaces stay committed; pages come back when touched.
class H2ReturnMemory : public AllStatic {
  static bool _due;     // the last collection moved objects, but may have kept dead space

public:
  // After H1 was compacted, before the spaces' tops are lowered.
  static void after_compaction(size_t moved_words);
};

#endif // SHARE_GC_PARALLEL_H2_H2RETURNMEMORY_HPP
