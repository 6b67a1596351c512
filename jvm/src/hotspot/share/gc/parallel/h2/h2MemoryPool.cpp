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

#include "gc/parallel/h2/h2MemoryPool.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "services/memoryUsage.hpp"

H2MemoryPool::H2MemoryPool()
  : MemoryPool("Second Heap", NonHeap, H2Space::reserved_bytes(), H2Space::reserved_bytes(), true, false) {}

size_t H2MemoryPool::used_in_bytes() {
  return H2Regions::used_bytes();
}

MemoryUsage H2MemoryPool::get_memory_usage() {
  return MemoryUsage(initial_size(), used_in_bytes(), H2Space::reserved_bytes(), max_size());
}
