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

#ifndef SHARE_GC_PARALLEL_H2_H2SCAVENGE_HPP
#define SHARE_GC_PARALLEL_H2_H2SCAVENGE_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

class PSPromotionManager;

// Minor GC (TeraHeap 3.4): the dirty cards of H2 are roots into the young generation. Nothing else
// of H2 is read.
class H2Scavenge : public AllStatic {
  static volatile uint _claimed;       // regions taken by workers

public:
  static void begin();
  // One worker's share; pushes what it finds on the worker's stack and drains it.
  static void scan_dirty_cards(PSPromotionManager* pm);
};

#endif // SHARE_GC_PARALLEL_H2_H2SCAVENGE_HPP
