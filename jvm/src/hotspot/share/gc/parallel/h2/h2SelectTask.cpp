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

#include "gc/parallel/h2/h2Cards.inline.hpp"
#include "gc/parallel/h2/h2Marking.inline.hpp"
#include "gc/parallel/h2/h2SelectClosure.hpp"
#include "gc/parallel/h2/h2SelectTask.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psParallelCompact.hpp"
#include "gc/shared/gc_globals.hpp"
#include "gc/shared/partialArraySplitter.inline.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/objArrayKlass.inline.hpp"

static uint active_workers() {
  return ParallelScavengeHeap::heap()->workers().active_workers();
}

H2SelectTask::H2SelectTask(bool full_closure)
  : WorkerTask("H2 select"), _full_closure(full_closure), _num_workers(active_workers()),
    _limit_words(H2Policy::limit_words(H2Statistics::sample())),
    _unhinted_words(H2Policy::unhinted_words(H2Statistics::sample())),
    _terminator(_num_workers, ParCompactionManager::marking_stacks()),
    _next_root(0), _selected_words(0), _roots_words(0), _other_words(0), _num_roots(0) {}

void H2SelectTask::run() {
  ParallelScavengeHeap::heap()->workers().run_task(this);
  H2CollectionRecord* const record = H2Statistics::current();
  record->selected_words = _selected_words;
  record->roots_words = _roots_words;
  record->closure_words = _selected_words - MIN2(_selected_words, _other_words);
  record->roots = _num_roots;
}

// Plans for the closure of a root before it is followed: what other workers are following counts too.
bool H2SelectTask::plan(bool hinted, size_t estimate) {
  size_t planned = Atomic::load(&_selected_words);
  while (H2Policy::may_select(planned, estimate, hinted ? max_uintx : _unhinted_words, _limit_words)) {
    const size_t seen = Atomic::cmpxchg(&_selected_words, planned, planned + estimate);
    if (seen == planned) {
      return true;
    }
    planned = seen;
  }
  return false;
}

// Returns the words that were selected.
size_t H2SelectTask::correct_plan(size_t estimate, H2SelectClosure* closure) {
  const size_t words = closure->take_words();
  Atomic::add(&_selected_words, words - estimate);     // modulo: the sum is never negative
  return words;
}

void H2SelectTask::select_roots(ParCompactionManager* cm, H2SelectClosure* closure) {
  H2Selection::RootList* const roots = H2Selection::roots();
  int next;
  while ((next = Atomic::fetch_then_add(&_next_root, 1)) < roots->length()) {
    const H2Selection::Root root = roots->at(next);
    const size_t estimate = H2Statistics::estimate_closure_words(root.obj->klass(), root.obj->size());
    const bool chosen = plan(root.hinted, estimate);
    if (!chosen) {
      H2Statistics::current()->limited = true;
    }
    if (_full_closure && (!chosen || !cm->mark_bitmap()->mark_obj(root.obj))) {
      if (chosen) {
        correct_plan(estimate, closure);
      }
      continue;     // not marked yet, or part of the closure of another root
    }
    if (chosen) {
      if (root.label != H2Labels::Shared) {
        Atomic::inc(&_num_roots);
        Atomic::add(root.obj->is_typeArray() ? &_other_words : &_roots_words, root.obj->size());
      }
      closure->set_label(root.label);
      closure->select(root.obj);
    } else {
      closure->keep_in_h1(root.obj);
    }
    follow(cm, closure);
    if (chosen) {
      correct_plan(estimate, closure);
    }
  }
}

void H2SelectTask::scan_regions(ParCompactionManager* cm, H2SelectClosure* closure) {
  uint index;
  while ((index = H2Marking::claim_deferred_cards()) != H2Regions::None) {
    const H2Region* const region = H2Regions::at(index);
    const uint label = H2Regions::label_number(region);
    closure->set_label(SecondHeapFollowUp && label != H2Labels::Shared && plan(true, 0) ? label : H2Labels::None);
    H2Marking::scan_cards(index, closure);
    follow(cm, closure);
    Atomic::add(&_other_words, correct_plan(0, closure));
  }
}

void H2SelectTask::visit(ParCompactionManager* cm, H2SelectClosure* closure, const ScannerTask& task, bool stolen) {
  auto visit_elements = [&] (oop obj, size_t from, size_t to) {
    objArrayOop(obj)->oop_iterate_range(closure, (int)from, (int)to);
  };
  if (task.is_partial_array_state()) {
    PartialArrayState* const state = task.to_partial_array_state();
    const oop obj = state->source();
    const PartialArraySplitter::Claim claim = cm->_partial_array_splitter.claim(state, &cm->_marking_stack, stolen);
    closure->set_label_of(obj);
    visit_elements(obj, claim._start, claim._end);
    return;
  }
  const oop obj = task.to_oop();
  closure->set_label_of(obj);
  if (obj->is_objArray()) {
    closure->do_klass(obj->klass());
    const size_t length = objArrayOop(obj)->length();
    visit_elements(obj, 0, cm->_partial_array_splitter.start(&cm->_marking_stack, objArrayOop(obj), nullptr, length));
  } else {
    obj->oop_iterate(closure);
  }
}

void H2SelectTask::follow(ParCompactionManager* cm, H2SelectClosure* closure) {
  ScannerTask task;
  do {
    while (cm->marking_stack()->pop_overflow(task)) {
      if (!cm->marking_stack()->try_push_to_taskqueue(task)) {
        visit(cm, closure, task, false);
      }
    }
    while (cm->marking_stack()->pop_local(task)) {
      visit(cm, closure, task, false);
    }
    if (!_full_closure) {
      H2Marking::visit_new_links(cm);
    }
  } while (!cm->marking_stack_empty());
}

void H2SelectTask::work(uint worker_id) {
  ParCompactionManager* const cm = ParCompactionManager::gc_thread_compaction_manager(worker_id);
  H2SelectClosure closure(cm, _full_closure, PSParallelCompact::ref_processor(), H2DeferredMarkTask::list(worker_id));
  select_roots(cm, &closure);
  do {
    if (!_full_closure) {
      scan_regions(cm, &closure);
    }
    ScannerTask task;
    while (ParCompactionManager::steal((int)worker_id, task)) {
      visit(cm, &closure, task, true);
      follow(cm, &closure);
    }
    follow(cm, &closure);
    if (!_full_closure) {
      scan_regions(cm, &closure);
    }
  } while (_num_workers > 1 && !_terminator.offer_termination());
  add_counts(&closure);
}

void H2SelectTask::add_counts(H2SelectClosure* closure) {
  Atomic::add(&_selected_words, closure->take_words());
  for (uint i = 0; i < H2Labels::num(); i++) {
    if (closure->words_of_label()[i] > 0) {
      Atomic::add(&H2Labels::at(i)->to_place, closure->words_of_label()[i]);
    }
  }
}

H2DeferredMarkTask::List** H2DeferredMarkTask::_lists = nullptr;

H2DeferredMarkTask::H2DeferredMarkTask(uint num_workers)
  : WorkerTask("H2 deferred mark"), _terminator(num_workers, ParCompactionManager::marking_stacks()),
    _num_workers(num_workers) {}

void H2DeferredMarkTask::initialize_lists() {
  _lists = NEW_C_HEAP_ARRAY(List*, ParallelGCThreads, mtGC);
  for (uint i = 0; i < ParallelGCThreads; i++) {
    _lists[i] = new List(0);
  }
}

void H2DeferredMarkTask::run() {
  H2DeferredMarkTask task(active_workers());
  ParallelScavengeHeap::heap()->workers().run_task(&task);
}

void H2DeferredMarkTask::work(uint worker_id) {
  extern void steal_marking_work(TaskTerminator& terminator, uint worker_id);
  ParCompactionManager* const cm = ParCompactionManager::gc_thread_compaction_manager(worker_id);
  for (int i = 0; i < list(worker_id)->length(); i++) {
    oop obj = list(worker_id)->at(i);
    cm->mark_and_push(&obj);
    cm->follow_marking_stacks();
  }
  list(worker_id)->clear_and_deallocate();
  if (_num_workers > 1) {
    steal_marking_work(_terminator, worker_id);
  }
}
