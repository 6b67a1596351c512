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

#include "gc/parallel/h2/h2Events.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/h2/h2Tags.hpp"
#include "gc/shared/gcId.hpp"
#include "jfr/jfrEvents.hpp"

static void send_move(const H2CollectionRecord& r) {
  EventSecondHeapMove e(UNTIMED);
  if (e.should_commit()) {
    e.set_gcId(GCId::current());
    e.set_roots(r.roots);
    e.set_movedObjects(r.moved_objects);
    e.set_movedSize(r.moved_words * HeapWordSize);
    e.set_leftObjects(r.left_objects);
    e.set_freedSize(r.freed_words * HeapWordSize);
    e.set_freedRegions(r.freed_regions);
    e.set_selectTime((u8)r.select.nanoseconds());
    e.set_assignTime((u8)r.assign.nanoseconds());
    e.set_copyTime((u8)r.copy.nanoseconds());
    e.commit();
  }
}

static void send_summary() {
  EventSecondHeapSummary e(UNTIMED);
  if (e.should_commit()) {
    e.set_gcId(GCId::current());
    e.set_used(H2Regions::used_bytes());
    e.set_capacity(H2Space::reserved_bytes());
    e.set_regions(H2Regions::num_used());
    e.set_labels(H2Regions::num_labels());
    e.set_waitingRoots(H2Tags::num_waiting());
    e.set_waitingSize(H2Tags::all_waiting_words() * HeapWordSize);
    e.commit();
  }
}

void H2Events::send(const H2CollectionRecord& record) {
  if (record.selected_words > 0 || record.freed_regions > 0) {
    send_move(record);
  }
  send_summary();
}
