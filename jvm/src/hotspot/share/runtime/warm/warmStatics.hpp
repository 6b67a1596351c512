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

#ifndef SHARE_RUNTIME_WARM_WARMSTATICS_HPP
#define SHARE_RUNTIME_WARM_WARMSTATICS_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

class outputStream;

// What those classes of the JDK that stay initialised hold in statics that are numbers or texts and not final. A program may
// have changed one in a way that nothing puts back, and the next run must not see that. Objects of the program that such
// classes hold are found by WarmLeftovers.
class WarmStatics : public AllStatic {
public:
  // At a safepoint between two runs, when the JDK's state has been put back: prints the first static that is not as it was
  // when its class was first seen here, but for those of the table of what may change; nothing if all are. Classes that were
  // initialised since are remembered as they are.
  static void print_changed_on(outputStream* changed);
};

#endif // SHARE_RUNTIME_WARM_WARMSTATICS_HPP
