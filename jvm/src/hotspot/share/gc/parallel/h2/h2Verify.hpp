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

#ifndef SHARE_GC_PARALLEL_H2_H2VERIFY_HPP
#define SHARE_GC_PARALLEL_H2_H2VERIFY_HPP

#include "memory/allStatic.hpp"

// Heap verification of H2 (VerifyBeforeGC and its relatives): every object, its place in the start
// array, and for every reference the card or dependency that the next collection will rely on.
class H2Verify : public AllStatic {
public:
  static void verify();
};

#endif // SHARE_GC_PARALLEL_H2_H2VERIFY_HPP
