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

#ifndef SHARE_RUNTIME_WARM_WARMLEFTOVERS_HPP
#define SHARE_RUNTIME_WARM_WARMLEFTOVERS_HPP

#include "memory/allStatic.hpp"
#include "oops/oopsHierarchy.hpp"
#include "utilities/growableArray.hpp"

class outputStream;

// Objects of the past run.
class WarmLeftovers : public AllStatic {
public:
  // True of instances and arrays of the program's classes, and of handles to their static members, which do not check any
  // more that the class is initialised. Mirrors may stay, and stateless instances, which only call sites may have.
  static bool is_leftover(oop obj);

  // At a safepoint, after a collection: what is still there, by class.
  static void print_on(outputStream* st);

  // Numbers of the descriptors that live objects have; SomeSelector if a selector is among the objects, which has its own.
  static const int SomeSelector = -2;
  static void add_descriptors(GrowableArrayCHeap<int, mtThread>* numbers);
};

#endif // SHARE_RUNTIME_WARM_WARMLEFTOVERS_HPP
