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

#include "gc/parallel/h2/h2Space.hpp"
#include "utilities/align.hpp"
#include "utilities/powerOfTwo.hpp"

HeapWord* H2Space::_bottom = nullptr;
HeapWord* H2Space::_end = nullptr;
uint      H2Space::_region_shift = 0;

void H2Space::initialize(HeapWord* bottom, HeapWord* end, size_t region_size) {
  assert(is_aligned(pointer_delta(end, bottom, 1), region_size), "H2 must consist of whole regions");
  _bottom = bottom;
  _end = end;
  _region_shift = log2i_exact(region_size);
}
