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

#ifndef SHARE_RUNTIME_WARM_WARMREFERENCES_HPP
#define SHARE_RUNTIME_WARM_WARMREFERENCES_HPP

#include "memory/allStatic.hpp"

// JNI references that native code of the JDK keeps in its own variables, which it sets again before it reads them, because
// the class that does so is uninitialised in each run.
class WarmReferences : public AllStatic {
public:
  // At a safepoint: releases them, which nobody else does.
  static void release();
};

#endif // SHARE_RUNTIME_WARM_WARMREFERENCES_HPP
