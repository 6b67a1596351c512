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

#include "classfile/vmClasses.hpp"
#include "gc/parallel/h2/h2Cards.hpp"
#include "gc/parallel/h2/h2Groups.hpp"
#include "gc/parallel/h2/h2Labels.hpp"
#include "gc/parallel/h2/h2Marking.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Selection.hpp"
#include "gc/parallel/h2/h2SelectTask.hpp"
#include "gc/parallel/h2/h2SharedObjects.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/h2/h2Tags.hpp"
#include "gc/parallel/parMarkBitMap.inline.hpp"
#include "gc/parallel/psParallelCompact.inline.hpp"
#include "gc/shared/gcTraceTime.inline.hpp"
#include "gc/shared/gc_globals.hpp"
#include "oops/instanceKlass.hpp"
#include "runtime/java.hpp"

// So many cards that refer to H1 (128 KB of H2 and more) are read in every full collection: what
// they refer to had better follow its label.
static const size_t WorthFollowUp = 256;

ParMarkBitMap H2Selection::_map;
bool H2Selection::_active = false;
bool H2Selection::_seeking_roots = false;
bool H2Selection::_suspended = false;
bool H2Selection::_device_failed = false;
H2Selection::RootList* H2Selection::_roots = nullptr;

void H2Selection::initialize(MemRegion h1) {
  if (!_map.initialize(h1)) {
    vm_exit_during_initialization("Cannot reserve the selection map of the second heap");
  }
}

// An instance whose fields lie in several regions would be scanned by several workers.
bool H2Selection::is_movable(Klass* klass) {
  return klass->is_array_klass() ||
         (klass->is_other_instance_klass() && !klass->is_subtype_of(vmClasses::Thread_klass()) &&
          (size_t)InstanceKlass::cast(klass)->size_helper() <= H2Space::region_words());
}

bool H2Selection::is_full_closure() {
  return SecondHeapClosure[0] == 'f';
}

void H2Selection::collect_roots() {
  const bool unhinted = H2Policy::unhinted_words(H2Statistics::sample()) > 0;
  H2Tags::TagList* const tags = H2Tags::waiting();
  for (int i = 0; i < tags->length(); i++) {
    const H2Tag& tag = tags->at(i);
    const bool hinted = H2Tags::is_movable(tag.label);
    if (!hinted && !unhinted) {
      continue;
    }
    const oop obj = H2Tags::resolve(tag);
    if (obj != nullptr && !H2Space::contains(obj)) {
      _roots->append(Root{obj, H2Labels::number_of(tag.label), hinted});
    }
  }
}

void H2Selection::collect_shared_objects() {
  H2SharedObjects::take_all([] (oop obj) {
    if (!_suspended && !is_full_closure() && !H2Groups::enabled()) {
      _roots->append(Root{obj, H2Labels::Shared, true});
    }
  });
}

// Marks each root once; a second tag of the same object is dropped.
void H2Selection::mark_roots() {
  ParMarkBitMap* const marks = PSParallelCompact::mark_bitmap();
  int kept = 0;
  for (int i = 0; i < _roots->length(); i++) {
    const Root root = _roots->at(i);
    if (marks->mark_obj(root.obj)) {
      _map.mark_obj(root.obj);
      _roots->at_put(kept++, root);
    }
  }
  _roots->trunc_to(kept);
}

bool H2Selection::note_if_root(oop obj) {
  if (!_seeking_roots || !PSParallelCompact::is_marked(obj)) {
    return false;
  }
  if (_map.is_marked(obj)) {
    _map.par_clear_obj(obj);
  }
  return true;
}

bool H2Selection::is_unreached_root(oop obj) {
  return _seeking_roots && _map.is_marked(obj);
}

void H2Selection::drop_unreached_roots() {
  ParMarkBitMap* const marks = PSParallelCompact::mark_bitmap();
  int kept = 0;
  for (int i = 0; i < _roots->length(); i++) {
    const Root root = _roots->at(i);
    if (_map.is_marked(root.obj)) {
      // Garbage, weakly reachable, or only below another tagged root.
      _map.par_clear_obj(root.obj);
      marks->par_clear_obj(root.obj);
    } else {
      _roots->at_put(kept++, root);
    }
  }
  _roots->trunc_to(kept);
}

// The follow-up selects what regions refer to, under the label of the region.
void H2Selection::number_region_labels() {
  H2Regions::iterate([] (uint, H2Region* region) {
    if (region->has_label()) {
      H2Labels::number_of(region->label());
    }
  });
}

void H2Selection::run_task() {
  GCTraceTime(Info, gc, phases) tm("H2 Select");
  const Ticks start = Ticks::now();
  H2SelectTask task(is_full_closure());
  task.run();
  H2Statistics::current()->select += Ticks::now() - start;
}

void H2Selection::before_marking() {
  assert(!_active && _roots == nullptr, "the last collection must be finished");
  H2Labels::begin();
  _roots = new RootList();
  collect_shared_objects();     // first: the bytes of a string go with it
  if (!_suspended) {
    collect_roots();
  }
  const bool dominated = !is_full_closure();
  const bool follow_up = dominated && SecondHeapFollowUp && H2Cards::num_scanned() >= WorthFollowUp;
  _active = !_suspended && (_roots->length() > 0 || H2Tags::move_all() || follow_up);
  H2Cards::reset_num_scanned();
  H2Marking::begin(_active && dominated);
  if (!_active) {
    return;
  }
  number_region_labels();
  if (!dominated) {
    run_task();
  } else if (_roots->length() > 0) {
    mark_roots();
    _seeking_roots = true;
    H2Marking::set_fence_to_all();
  }
}

void H2Selection::after_marking_from_roots() {
  if (!_active) {
    return;
  }
  if (is_full_closure()) {
    H2DeferredMarkTask::run();
    return;
  }
  H2Marking::set_fence_to_h2();
  _seeking_roots = false;
  drop_unreached_roots();
  run_task();
  H2Marking::end_deferral();
}

void H2Selection::finish() {
  if (_active) {
    for (uint id = PSParallelCompact::old_space_id; id < PSParallelCompact::last_space_id; id++) {
      const MutableSpace* const space = PSParallelCompact::space((PSParallelCompact::SpaceId)id);
      _map.clear_range(space->bottom(), space->top());
    }
  }
  delete _roots;
  _roots = nullptr;
  H2Labels::end();
  _active = false;
}
