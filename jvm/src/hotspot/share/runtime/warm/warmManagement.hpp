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

#ifndef SHARE_RUNTIME_WARM_WARMMANAGEMENT_HPP
#define SHARE_RUNTIME_WARM_WARMMANAGEMENT_HPP

#include "memory/allStatic.hpp"

// What the VM keeps for java.lang.management. What a program changed by it is noted as a doubt where it does so.
class WarmManagement : public AllStatic {
public:
  // At a safepoint. The beans of pools and collectors are made anew when they are asked for, as in a new VM.
  static void forget_beans();

  // Of a diagnostic command: a doubt, unless it only tells something.
  static void note_command(const char* line);

  // After the last collection, outside of a safepoint: collections and threads of past runs, largest and last uses of memory.
  static void forget_counts();
};

#endif // SHARE_RUNTIME_WARM_WARMMANAGEMENT_HPP
