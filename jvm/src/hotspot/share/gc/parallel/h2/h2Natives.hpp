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

#ifndef SHARE_GC_PARALLEL_H2_H2NATIVES_HPP
#define SHARE_GC_PARALLEL_H2_H2NATIVES_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

class Method;

// The native methods of dev.spillway.SecondHeap. They are part of the VM, so that the hints
// library needs no native library and causes no native-access warning.
class H2Natives : public AllStatic {
public:
  // The entry point of a method of that class, or null for any other method or with H2 off; then
  // linking goes on as usual (and ends in UnsatisfiedLinkError for our methods).
  static address lookup(Method* method);
};

#endif // SHARE_GC_PARALLEL_H2_H2NATIVES_HPP
