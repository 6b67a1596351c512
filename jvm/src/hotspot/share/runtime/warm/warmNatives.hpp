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

#ifndef SHARE_RUNTIME_WARM_WARMNATIVES_HPP
#define SHARE_RUNTIME_WARM_WARMNATIVES_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

class Method;

// The native methods of dev.spillway.warm.WarmVm on the boot class path, which is part of the server and of nothing else.
class WarmNatives : public AllStatic {
public:
  // The entry point of a method of that class, or null for any other method; then linking goes on as usual.
  static address lookup(Method* method);
};

#endif // SHARE_RUNTIME_WARM_WARMNATIVES_HPP
