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

#ifndef SHARE_GC_PARALLEL_H2_H2DISCARD_HPP
#define SHARE_GC_PARALLEL_H2_H2DISCARD_HPP

#include "memory/allStatic.hpp"
#include "memory/allocation.hpp"
#include "utilities/globalDefinitions.hpp"

// Zeroes the disk blocks of freed regions outside of pauses, so that the kernel does not write
// back pages nobody needs. A region is not allocated while its blocks are being zeroed.
class H2Discard : public AllStatic {
  enum State : uint8_t { Idle, Requested, Discarding };
  static volatile uint8_t* _states;
  static volatile uint _num_requested;
  static volatile uint _num_discarding;
  static volatile bool _is_paused;

  static void wait_until_idle();

public:
  // No region is being zeroed while it lives. Waits for the one that is.
  class Pause : public StackObj {
  public:
    Pause();
    ~Pause();
  };

  static void initialize(uint num_regions);

  // At a safepoint: the region was freed.
  static void request(uint index);
  // Takes a request back before the region is used again; false while its blocks are being zeroed.
  static bool try_cancel(uint index);

  // One step of the concurrent thread; false if nothing was left to do.
  static bool discard_next();
};

#endif // SHARE_GC_PARALLEL_H2_H2DISCARD_HPP
