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

#ifndef SHARE_RUNTIME_WARM_WARMPLACES_HPP
#define SHARE_RUNTIME_WARM_WARMPLACES_HPP

#include "memory/allStatic.hpp"

class InstanceKlass;
class JavaThread;
class Method;

// Where a thread of the program is, and whether it can end there so that nothing of the JDK is left half done and nothing of the program goes on.
class WarmPlaces : public AllStatic {
public:
  // At a safepoint, or by the thread itself.
  static bool can_end(JavaThread* target);

  // Native methods in which threads wait, and that of exit.
  static bool is_waiting_method(const Method* method);

  // Classes of the JDK that are reset do not count.
  static bool is_of_program_itself(const InstanceKlass* klass);

  // The calling thread is the one that the server attached for main. Until it is forgotten, Java code on other attached threads returns to
  // native code of the program.
  static void remember_main(const JavaThread* current);
  static void forget_main();
};

#endif // SHARE_RUNTIME_WARM_WARMPLACES_HPP
