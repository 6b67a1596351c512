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

// How much memory H1 takes: of what it has committed only what was ever written to. The generations' high-water marks tell, since
// both are filled from their beginning. A survivor space that moves, and buffers that threads have not filled, make it inexact by
// some megabytes.
class H1Touched : public AllStatic {
  static volatile size_t _young;
  static volatile size_t _survivors;     // of one space
  static volatile size_t _old;
  static volatile size_t _left_out;

public:
  // At a safepoint: before each collection, and after it, when what it gives back is no longer committed.
  static void note();
  // So many bytes of what eden has in use were not written to; until eden is empty, or the next of these.
  static void leave_out(size_t bytes);
  // After a full collection, which has compacted what was left out, and where memory above the spaces' tops was given back.
  static void forget_left_out();
  static void begin_anew();
  // In bytes, at most what is committed; for any thread that no safepoint passes.
  static size_t bytes();
};

#endif // SHARE_GC_PARALLEL_BALANCER_H1TOUCHED_HPP
