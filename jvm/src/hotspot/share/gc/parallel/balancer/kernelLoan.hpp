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

#ifndef SHARE_GC_PARALLEL_BALANCER_KERNELLOAN_HPP
#define SHARE_GC_PARALLEL_BALANCER_KERNELLOAN_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// Control groups of version 1 do not tell which of the kernel's memory it could give back, and it gives nothing back before the limit is reached:
// names of files that a program has looked for would leave H1 less and less. All of it counts, as stacks and sockets would get the process
// killed; but rather than to fail an allocation H1 takes a part of what may be given back, so that the limit is reached. What the kernel then
// gives back is no longer counted, and the loan falls with it.
class KernelLoan : public AllStatic {
  static volatile size_t _bytes;
  static size_t          _before;         // the present allocation failed
  static uint64_t        _safepoint;      // of it

public:
  // Bytes of so much memory of the kernel's that count as free at present.
  static size_t of(size_t kernel);
  // Borrows half of what may be given back and is not lent yet; false if that is little. At a safepoint.
  static bool raise(size_t kernel);
  // The allocation has failed all the same; at the same safepoint. False if nothing was borrowed for it.
  static bool take_back();
};

#endif // SHARE_GC_PARALLEL_BALANCER_KERNELLOAN_HPP
