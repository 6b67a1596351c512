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

#include "gc/parallel/h2/h2Labels.hpp"
#include "gc/parallel/h2/h2Regions.hpp"

GrowableArrayCHeap<H2Labels::Entry, mtGC>* H2Labels::_entries = nullptr;
H2Labels::NumberTable* H2Labels::_numbers = nullptr;

void H2Labels::begin() {
  _entries = new GrowableArrayCHeap<Entry, mtGC>();
  _numbers = new (mtGC) NumberTable(FirstBuckets, MaxBuckets);
  _entries->append(Entry{0, 0, H2Regions::None, 0, false, false});     // Mixed
  _entries->append(Entry{0, 0, H2Regions::None, 0, true, false});      // Shared
}

void H2Labels::end() {
  delete _entries;
  delete _numbers;
  _entries = nullptr;
  _numbers = nullptr;
}

uint H2Labels::number_of(int64_t label) {
  bool created;
  uint* const number = _numbers->put_if_absent(label, num(), &created);
  if (created) {
    const uint added = num();
    _numbers->maybe_grow();
    _entries->append(Entry{label, 0, H2Regions::None, 0, false, false});
    return added;
  }
  return *number;
}

uint H2Labels::find(int64_t label) {
  uint* const number = _numbers->get(label);
  return number == nullptr ? None : *number;
}
