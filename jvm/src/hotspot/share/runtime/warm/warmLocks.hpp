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

#ifndef SHARE_RUNTIME_WARM_WARMLOCKS_HPP
#define SHARE_RUNTIME_WARM_WARMLOCKS_HPP

#include "memory/allStatic.hpp"
#include "oops/oopsHierarchy.hpp"

class outputStream;

// Monitors that threads of the run had when they ended. One that nobody gave up is taken for good: whoever wants it next waits for ever.
class WarmLocks : public AllStatic {
public:
  // At a safepoint: whether an object is locked, without a monitor of the VM's, by none of the threads there are.
  static bool is_orphaned(oop obj);

  // At a safepoint: names an object whose monitor of the VM's none of them owns, if there is one.
  static void print_orphaned_on(outputStream* st);
};

#endif // SHARE_RUNTIME_WARM_WARMLOCKS_HPP
