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

#ifndef SHARE_RUNTIME_WARM_WARMCALLS_HPP
#define SHARE_RUNTIME_WARM_WARMCALLS_HPP

#include "memory/allStatic.hpp"

class nmethod;

// Calls in compiled code.
class WarmCalls : public AllStatic {
public:
  // At a safepoint: each call looks anew for the code of its method, which may be code that waits now. Threads may do it for code of their own.
  static void clear(nmethod* nm);
};

#endif // SHARE_RUNTIME_WARM_WARMCALLS_HPP
