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

#ifndef SHARE_RUNTIME_WARM_WARMYOUNGSIZE_HPP
#define SHARE_RUNTIME_WARM_WARMYOUNGSIZE_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// How large the young generation of a warm server's heap may be, where the old one may have all of -Xmx.
class WarmYoungSize : public AllStatic {
  // Parallel's own proportion of generations.
  static const size_t UsualShare = 3;
  // Small, but a container has hardly more room beside a heap that a program fits with G1.
  static const size_t LeastShare = 16;
  // What the process has outside of its heap: an eighth of the memory.
  static const size_t RestShare = 8;

public:
  static size_t least(size_t old) { return old / LeastShare; }

  // In bytes, as are the largest size of the old generation and the memory of the machine or container.
  static size_t beside(size_t old, size_t memory) {
    const size_t room = memory - memory / RestShare;
    return clamp(room - MIN2(room, old), least(old), old / UsualShare);
  }
};

#endif // SHARE_RUNTIME_WARM_WARMYOUNGSIZE_HPP
