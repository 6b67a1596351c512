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

#ifndef SHARE_RUNTIME_WARM_WARMDOUBT_HPP
#define SHARE_RUNTIME_WARM_WARMDOUBT_HPP

#include "memory/allStatic.hpp"

// What a program did to the VM that nothing undoes. It retires the server.
class WarmDoubt : public AllStatic {
  static const char* volatile _first;

public:
  // A sentence of the program, such as "the program changed a flag of the VM". Without a server it has no effect.
  static void note(const char* what);

  // The first one, or null.
  static const char* first();
};

#endif // SHARE_RUNTIME_WARM_WARMDOUBT_HPP
