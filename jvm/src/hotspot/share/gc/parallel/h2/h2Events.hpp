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

#ifndef SHARE_GC_PARALLEL_H2_H2EVENTS_HPP
#define SHARE_GC_PARALLEL_H2_H2EVENTS_HPP

#include "memory/allStatic.hpp"

struct H2CollectionRecord;

// JFR events of a full collection with H2: jdk.SecondHeapMove if objects moved or regions were
// freed, and jdk.SecondHeapSummary always.
class H2Events : public AllStatic {
public:
  static void send(const H2CollectionRecord& record);
};

#endif // SHARE_GC_PARALLEL_H2_H2EVENTS_HPP
