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

#ifndef SHARE_RUNTIME_WARM_WARMMEMORY_HPP
#define SHARE_RUNTIME_WARM_WARMMEMORY_HPP

#include "memory/allStatic.hpp"

// What a past run leaves in memory that no object takes.
class WarmMemory : public AllStatic {
public:
  // Gives the unused pages of the heap back to the system, so that an idle server has little and no later run finds anything in them. With
  // AlwaysPreTouch and large pages they are overwritten instead. At a safepoint, after a collection, by the Serial or Parallel collector.
  static void give_back();
};

#endif // SHARE_RUNTIME_WARM_WARMMEMORY_HPP
