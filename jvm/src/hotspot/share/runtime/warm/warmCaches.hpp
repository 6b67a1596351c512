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

#ifndef SHARE_RUNTIME_WARM_WARMCACHES_HPP
#define SHARE_RUNTIME_WARM_WARMCACHES_HPP

#include "memory/allStatic.hpp"
#include "utilities/exceptions.hpp"

// Collections in statics of java.base that keep what belongs to the program: caches, in which it is made anew when it is
// missing.
class WarmCaches : public AllStatic {
public:
  // Throws InternalError if this JDK does not have one of them.
  static void clear(TRAPS);
};

#endif // SHARE_RUNTIME_WARM_WARMCACHES_HPP
