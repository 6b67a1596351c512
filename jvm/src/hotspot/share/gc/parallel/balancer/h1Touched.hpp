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

#ifndef SHARE_GC_PARALLEL_BALANCER_H1TOUCHED_HPP
#define SHARE_GC_PARALLEL_BALANCER_H1TOUCHED_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// How much memory H1 takes: of what it has committed only what was ever written to, and not given back since, as a bit for each chunk tells.
// Buffers that threads have not filled make it inexact, by a 50th of eden at most.
class H1Touched : public AllStatic {
  static volatile size_t _noted;      // bytes of marked chunks
  static char*           _hole;       // what of eden is in use, but was not written to
  static char*           _hole_end;

public:
  static void initialize();
  // At a safepoint: before each collection, and after it, when what it gives back is no longer committed.
  static void note();
  // At a safepoint: pages of H1 that it has no longer.
  static void forget(const char* start, const char* end);
  // At a safepoint: gives pages of the young generation, in which nothing is, back to the system; nothing if the end is not above the start.
  static void give_back(char* start, char* end);
  // At a safepoint: this part of what eden has in use was not written to; until eden is empty, or the next of these.
  static void leave_out(void* start, void* end);
  // After a full collection, which has compacted what was left out.
  static void forget_left_out();
  // After all that is not in use was given back.
  static void begin_anew();
  // In bytes, at most what is committed; for any thread that no safepoint passes.
  static size_t bytes();
  // What of so much anonymous memory of the process is H1's. Where the kernel did not tell (0), all that H1 has committed passes for it.
  static size_t part_of(size_t process);
};

#endif // SHARE_GC_PARALLEL_BALANCER_H1TOUCHED_HPP
