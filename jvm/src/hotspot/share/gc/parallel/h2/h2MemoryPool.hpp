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

#ifndef SHARE_GC_PARALLEL_H2_H2MEMORYPOOL_HPP
#define SHARE_GC_PARALLEL_H2_H2MEMORYPOOL_HPP

#include "oops/oopHandle.hpp"
#include "services/memoryPool.hpp"

// The memory pool "Second Heap". It is a non-heap pool: the heap beans report H1, because sizing
// decisions of programs are about DRAM.
class H2MemoryPool : public MemoryPool {
public:
  H2MemoryPool();
  MemoryUsage get_memory_usage() override;
  size_t used_in_bytes() override;
};

#endif // SHARE_GC_PARALLEL_H2_H2MEMORYPOOL_HPP
