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

#include "classfile/classLoaderData.hpp"
#include "classfile/vmClasses.hpp"
#include "gc/parallel/h2/h2AssignTask.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/h2/h2Stripes.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psCompactionManager.inline.hpp"
#include "gc/shared/fullGCForwarding.inline.hpp"
#include "gc/shared/gc_globals.hpp"

H2Labs::GapList** H2AssignTask::_gaps = nullptr;

H2AssignTask::H2AssignTask()
  : WorkerTask("H2 assign"), _claimed(0), _moved_words(0), _moved_objects(0), _left_objects(0) {}

void H2AssignTask::initialize() {
  _gaps = NEW_C_HEAP_ARRAY(H2Labs::GapList*, ParallelGCThreads, mtGC);
  for (uint i = 0; i < ParallelGCThreads; i++) {
    _gaps[i] = new H2Labs::GapList(0);
  }
}

void H2AssignTask::run() {
  H2Allocator::begin();
  ParallelScavengeHeap::heap()->workers().run_task(this);
  H2CollectionRecord* const record = H2Statistics::current();
  record->moved_words = _moved_words;
  record->moved_objects = _moved_objects;
  record->left_objects = _left_objects;
  record->full = H2Allocator::is_full();
}

// A non-default mark is among the preserved marks since selection.
void H2AssignTask::keep_in_h1(ParCompactionManager* cm, oop obj, size_t size) {
  obj->init_mark();
  H2Selection::map()->par_clear_obj(obj);
  cm->_marking_stats_cache->push(obj, size);
}

// What the region must know of the object's class. References to loaders can be read here, but no longer in the copy phase: they are
// adjusted then.
void H2AssignTask::note_class(LastClass* last, oop obj, HeapWord* destination) {
  const uint region = H2Regions::head_of(destination);
  if (obj->klass() == last->klass && region == last->region) {
    return;
  }
  last->klass = obj->klass();
  last->region = region;
  if (last->klass->is_subtype_of(vmClasses::java_util_concurrent_locks_AbstractOwnableSynchronizer_klass())) {
    H2Regions::at(region)->set_has_synchronizers();
  }
  ClassLoaderData* const loader = obj->klass()->class_loader_data();
  if (loader->is_permanent_class_loader_data() || (loader == last->noted && region == last->noted_region)) {
    return;
  }
  last->noted = loader;
  last->noted_region = region;
  H2Regions::add_loader(region, loader);
}

void H2AssignTask::work(uint worker_id) {
  ParCompactionManager* const cm = ParCompactionManager::gc_thread_compaction_manager(worker_id);
  ParMarkBitMap* const marks = PSParallelCompact::mark_bitmap();
  H2Labs labs(gaps(worker_id));
  Counts counts;
  LastClass last;
  cm->create_marking_stats_cache();
  H2Stripes::iterate_selected(&_claimed, [&] (oop obj, size_t size) {
    const uint label = (uint)pointer_delta(cast_from_oop<HeapWord*>(FullGCForwarding::forwardee(obj)), H2Space::bottom());
    HeapWord* const destination = labs.allocate(label, size);
    if (destination == nullptr) {
      keep_in_h1(cm, obj, size);
      counts.left += label != H2Labels::Shared ? 1 : 0;
      return;
    }
    note_class(&last, obj, destination);
    FullGCForwarding::forward_to(obj, cast_to_oop(destination));
    marks->par_clear_obj(obj);
    counts.words += size;
    counts.objects++;
  });
  cm->flush_and_destroy_marking_stats_cache();
  Atomic::add(&_moved_words, counts.words);
  Atomic::add(&_moved_objects, counts.objects);
  Atomic::add(&_left_objects, counts.left);
}
