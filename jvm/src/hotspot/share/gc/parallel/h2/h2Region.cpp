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

#include "gc/parallel/h2/h2Region.hpp"

void H2Region::initialize(uint index, HeapWord* start) {
  _loaders = new GrowableArrayCHeap<ClassLoaderData*, mtGC>(0);
  _labels = new GrowableArrayCHeap<LabelShare, mtGC>(0);
  _dependencies.initialize();
  _in_memory = false;
  _needs_writeback = 0;
  _refers_to_h1 = false;
  free(index, start);
}

void H2Region::allocate(State state, uint head, uint span, int64_t label, Use use, HeapWord* start) {
  assert(_state == Free, "a region in use must not be allocated");
  _state = state;
  _head = head;
  _span = span;
  _label = label;
  _use = use;
  _top = start;
  _scan_top = start;
  _live = 1;        // its objects were reached, or they would not move
}

void H2Region::free(uint index, HeapWord* start) {
  _state = Free;
  _head = index;
  _span = 1;
  _label = 0;
  _use = OneLabel;
  _top = start;
  _scan_top = start;
  _live = 0;
  _has_synchronizers = false;
  _dependencies.clear();
  _loaders->clear_and_deallocate();
  _labels->clear_and_deallocate();
}
