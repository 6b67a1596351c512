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

#include "gc/parallel/h2/h2AssignTask.hpp"
#include "gc/parallel/h2/h2Cards.inline.hpp"
#include "gc/parallel/h2/h2CopyTask.hpp"
#include "gc/parallel/h2/h2ReferenceClosure.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Stripes.hpp"
#include "gc/parallel/h2/h2Writer.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/shared/fullGCForwarding.inline.hpp"
#include "memory/iterator.inline.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/objArrayKlass.inline.hpp"

// Not before they are written: the thread that starts writing back does not stop for collections.
static void request_writeback() {
  H2Regions::iterate([] (uint head, H2Region* region) {
    if (region->top() > region->scan_top()) {
      for (uint i = head; i < head + region->span(); i++) {
        H2Regions::at(i)->set_needs_writeback();
      }
    }
  });
}

void H2CopyTask::run() {
  ParallelScavengeHeap::heap()->workers().run_task(this);
  request_writeback();
  if (H2Writer::has_failed()) {
    H2Writer::recover();
    H2Selection::suspend_for_good();
  }
}

// The unused tails of buffers become dead objects: a region can be walked from start to top.
void H2CopyTask::fill_gaps(H2Writer* writer, uint worker_id) {
  H2Labs::GapList* const gaps = H2AssignTask::gaps(worker_id);
  for (int i = 0; i < gaps->length(); i++) {
    const H2Labs::Gap gap = gaps->at(i);
    writer->write_filler(gap.start, gap.words);
    H2Cards::starts()->update_for_block(gap.start, gap.start + gap.words);
  }
  gaps->clear_and_deallocate();
}

void H2CopyTask::work(uint worker_id) {
  H2Writer writer;
  H2ReferenceClosure<true> references;
  H2Stripes::iterate_selected(&_claimed, [&] (oop obj, size_t size) {
    HeapWord* const from = cast_from_oop<HeapWord*>(obj);
    HeapWord* const dst = cast_from_oop<HeapWord*>(FullGCForwarding::forwardee(obj));
    const bool in_place = H2Writer::is_large(size);
    const oop copy = in_place ? obj : cast_to_oop(writer.prepare(from, dst, size));
    if (!copy->is_typeArray()) {
      references.set_object(H2Regions::head_of(dst), (char*)dst - cast_from_oop<char*>(copy));
      copy->oop_iterate(&references);
    }
    // Preserved marks are restored at the end of the collection.
    if (in_place) {
      writer.write_large(obj, dst, size);
    } else {
      copy->init_mark();
      writer.commit(size);
    }
    H2Cards::starts()->update_for_block(dst, dst + size);
  });
  // Last, when the pages around the gaps are in the page cache.
  writer.flush();
  fill_gaps(&writer, worker_id);
}
