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

#ifndef SHARE_RUNTIME_WARM_WARMNATIVEMEMORY_HPP
#define SHARE_RUNTIME_WARM_WARMNATIVEMEMORY_HPP

#include "memory/allStatic.hpp"

// Memory that a program takes by Unsafe or from an arena and never gives back, as its process would end: Netty's pools are 11 MB
// after each query of Spark. What cleaners free is not the matter of this; they are given the time of a whole run.
class WarmNativeMemory : public AllStatic {
public:
  static void initialize();

  // By the thread that has got the block, in native code.
  static void note(void* block);
  // Before a block is freed or reallocated: whether it had been noted. It is not any more.
  static bool forget(void* block);
  // After it was reallocated.
  static void note_again(void* block);

  // When nothing of a run is left: frees what the run before it had left.
  static void end_run();
};

#endif // SHARE_RUNTIME_WARM_WARMNATIVEMEMORY_HPP
