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

#ifndef SHARE_RUNTIME_WARM_WARMJDKCLASSES_HPP
#define SHARE_RUNTIME_WARM_WARMJDKCLASSES_HPP

#include "memory/allStatic.hpp"

class InstanceKlass;

// Classes of java.base that become uninitialised between runs, like those of the program. Initialising them reads what a
// program may have set before (system and security properties, mostly), which a new JVM does not do before main is called.
class WarmJdkClasses : public AllStatic {
public:
  // Of a class of java.base, or of one derived from it: a class does not stay initialised if its superclass does not.
  static bool is_reset(const InstanceKlass* klass);

  // By the VM thread, at the begin of a safepoint at which many classes and objects are looked at: answers of is_reset() are kept until its end.
  static void remember_answers();

  // At a safepoint, before classes are reset: forgets the objects through which java.base calls methods of such classes.
  // Whoever wants one initialises the class then, as ever.
  static void forget_accessors();
};

#endif // SHARE_RUNTIME_WARM_WARMJDKCLASSES_HPP
