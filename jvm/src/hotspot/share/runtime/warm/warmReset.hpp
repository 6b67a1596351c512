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

#ifndef SHARE_RUNTIME_WARM_WARMRESET_HPP
#define SHARE_RUNTIME_WARM_WARMRESET_HPP

#include "memory/allStatic.hpp"
#include "utilities/exceptions.hpp"
#include "utilities/growableArray.hpp"
#include "utilities/globalDefinitions.hpp"

class stringStream;

// Between two runs of a warm server.
class WarmReset : public AllStatic {
public:
  // Makes the program's classes uninitialised. Refuses, and says why, if it cannot be done; then nothing has changed.
  static void reset(stringStream* refusal, TRAPS);

  // Collects, then looks for objects of the past run that are still there, and says what they are; if there are none, the memory they had is
  // given back. The next run sees no count of what was.
  static void census(stringStream* leftovers);

  // WarmStatics::print_changed_on, at a safepoint.
  static void find_changed_static(stringStream* changed);

  // WarmLeftovers::add_descriptors, at a safepoint. Unreachable objects that were not collected count, too: after a census few are left.
  static void find_descriptors(GrowableArrayCHeap<int, mtThread>* numbers);
};

#endif // SHARE_RUNTIME_WARM_WARMRESET_HPP
