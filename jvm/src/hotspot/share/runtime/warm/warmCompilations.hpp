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


#ifndef SHARE_RUNTIME_WARM_WARMCOMPILATIONS_HPP
#define SHARE_RUNTIME_WARM_WARMCOMPILATIONS_HPP

#include "memory/allStatic.hpp"
#include "runtime/atomic.hpp"

// What C2 asks about its compilations, of which none may see classes change.
class WarmCompilations : public AllStatic {
  friend class WarmCompileStop;
  static volatile bool _are_given_up;

public:
  // The reason for which C2 fails then: it says nothing about the method, which is compiled again when it is called often again.
  static const char* const GivenUp;

  // True while C2 is to end without code what it is compiling. It asks wherever it asks whether the compilation has failed.
  static bool are_given_up() { return Atomic::load(&_are_given_up); }
};

#endif // SHARE_RUNTIME_WARM_WARMCOMPILATIONS_HPP
