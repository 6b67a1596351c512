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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCEROPENFILES_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCEROPENFILES_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// Keeps the kernel's own files open between readings, since to open and close them took a third of the balancer's time.
// Files of other file systems are opened anew each time, as they may be replaced. For several threads at once.
class BalancerOpenFiles : public AllStatic {
public:
  // Reads a file, or its beginning, as a string. False if it cannot be read.
  static bool read(const char* path, char* text, size_t size);
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCEROPENFILES_HPP
