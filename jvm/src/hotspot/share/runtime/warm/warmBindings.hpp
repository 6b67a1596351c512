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

#ifndef SHARE_RUNTIME_WARM_WARMBINDINGS_HPP
#define SHARE_RUNTIME_WARM_WARMBINDINGS_HPP

#include "memory/allStatic.hpp"

class InstanceKlass;

// Which function a native method of the program calls: one of a library that a run has loaded, so none of the next run.
class WarmBindings : public AllStatic {
public:
  // At a safepoint with no thread in the program's code. The next call of a native method of a class of the application's loader looks
  // for its function again, unless a library has registered one by then.
  static void undo(const InstanceKlass* klass);

  // Whether such a method has been bound since; at no safepoint.
  static bool are_any();
};

#endif // SHARE_RUNTIME_WARM_WARMBINDINGS_HPP
