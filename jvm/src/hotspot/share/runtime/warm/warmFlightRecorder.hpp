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

#ifndef SHARE_RUNTIME_WARM_WARMFLIGHTRECORDER_HPP
#define SHARE_RUNTIME_WARM_WARMFLIGHTRECORDER_HPP

#include "memory/allStatic.hpp"

// What the VM keeps of the module jdk.jfr, whose classes many programs initialise that record nothing. A program that records
// is noted as a doubt.
class WarmFlightRecorder : public AllStatic {
public:
  // At a safepoint: the module's log tags subscribe anew when they are initialised.
  static void forget_log_tags();
};

#endif // SHARE_RUNTIME_WARM_WARMFLIGHTRECORDER_HPP
