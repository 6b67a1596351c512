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

#ifndef SHARE_RUNTIME_WARM_WARMCOUNTERS_HPP
#define SHARE_RUNTIME_WARM_WARMCOUNTERS_HPP

#include "memory/allStatic.hpp"

// How often a method's code was given up. The VM compiles a method no more, or not as well, that has gone over a limit, which one
// program does not reach in its life. A server's code is given up a few times in each run, so the counts begin anew after some.
class WarmCounters : public AllStatic {
public:
  // At a safepoint between two runs. What the profile says of single instructions stays, and so does a limit that was reached. Counts of calls and loops by
  // which the interpreter finds what is worth compiling lose a part, or all that runs a few times in each run would be compiled in the end.
  static void renew();
};

#endif // SHARE_RUNTIME_WARM_WARMCOUNTERS_HPP
