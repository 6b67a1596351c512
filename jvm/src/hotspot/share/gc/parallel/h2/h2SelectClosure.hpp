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

#ifndef SHARE_GC_PARALLEL_H2_H2SELECTCLOSURE_HPP
#define SHARE_GC_PARALLEL_H2_H2SELECTCLOSURE_HPP

#include "gc/parallel/h2/h2Labels.hpp"
#include "gc/parallel/h2/h2Marking.hpp"
#include "gc/parallel/h2/h2Selection.hpp"
#include "gc/parallel/h2/h2SelectTask.hpp"
#include "gc/parallel/h2/h2SharedObjects.hpp"
#include "gc/parallel/parMarkBitMap.inline.hpp"
#include "gc/parallel/psCompactionManager.inline.hpp"
#include "gc/shared/fullGCForwarding.inline.hpp"
#include "gc/shared/preservedMarks.inline.hpp"
#include "memory/iterator.hpp"

// Marks what a field refers to: selected under the current label if it may move, else as ordinary
// marking does. One per worker.
class H2SelectClosure : public ClaimMetadataVisitingOopIterateClosure {
  static const uint CacheSize = 256;

  ParCompactionManager* const _cm;
  const bool _full_closure;
  uint    _label;                        // number in H2Labels, or H2Labels::None
  size_t* _words_of_label;               // selected, by label
  size_t  _words;                        // selected since the last add_counts()
  H2DeferredMarkTask::List* const _set_aside;
  oop     _seen_aside[CacheSize];        // the last ones set aside: many objects share a few
  H2SharedCounts _shared;

  void set_aside(oop obj) {
    oop* const seen = &_seen_aside[(cast_from_oop<uintptr_t>(obj) >> LogMinObjAlignmentInBytes) % CacheSize];
    if (*seen != obj) {
      *seen = obj;
      _set_aside->append(obj);
    }
  }

  void mark_ordinary(oop obj) {
    ContinuationGCSupport::transform_stack_chunk(obj);
    _cm->_marking_stats_cache->push(obj, obj->size());
    _cm->push(obj);
  }

  // A shared object brings nothing but its text: it may live much longer than any label.
  bool may_follow(oop obj) {
    return _label == H2Labels::Shared ? obj->is_typeArray() && obj->size() <= H2SharedObjects::LargestWords
                                      : _label != H2Labels::None && H2Selection::is_movable(obj->klass());
  }

  template <typename T> void do_oop_work(T* p) {
    const T value = RawAccess<>::oop_load(p);
    if (CompressedOops::is_null(value)) {
      return;
    }
    const oop obj = CompressedOops::decode_not_null(value);
    if (H2Space::contains(obj)) {
      H2Marking::handle_fenced(obj);
      return;
    }
    if (_full_closure && (_label == H2Labels::None || !H2Selection::is_movable(obj->klass()))) {
      set_aside(obj);
      return;
    }
    if (!_cm->mark_bitmap()->mark_obj(obj)) {
      if (_label != H2Labels::None && _label != H2Labels::Shared) {
        _shared.count(obj);
      }
      return;
    }
    if (may_follow(obj)) {
      select(obj);
    } else {
      mark_ordinary(obj);
    }
  }

public:
  H2SelectClosure(ParCompactionManager* cm, bool full_closure, ReferenceProcessor* rp, H2DeferredMarkTask::List* list)
    : ClaimMetadataVisitingOopIterateClosure(ClassLoaderData::_claim_stw_fullgc_mark, rp),
      _cm(cm), _full_closure(full_closure), _label(H2Labels::None),
      _words_of_label(NEW_C_HEAP_ARRAY(size_t, H2Labels::num(), mtGC)), _words(0), _set_aside(list) {
    memset(_words_of_label, 0, H2Labels::num() * sizeof(size_t));
    memset((void*)_seen_aside, 0, sizeof(_seen_aside));
  }

  ~H2SelectClosure() {
    FREE_C_HEAP_ARRAY(size_t, _words_of_label);
  }

  void set_label(uint label)            { _label = label; }
  size_t* words_of_label()              { return _words_of_label; }
  size_t take_words()                   { const size_t n = _words; _words = 0; return n; }

  // Children get the label of a selected parent; those of other parents stay.
  void set_label_of(oop parent) {
    _label = H2Selection::map()->is_marked(parent)
      ? (uint)pointer_delta(cast_from_oop<HeapWord*>(FullGCForwarding::forwardee(parent)), H2Space::bottom())
      : H2Labels::None;
  }

  // obj was marked by the caller; only one worker comes here for it.
  void select(oop obj) {
    const size_t size = obj->size();
    _cm->preserved_marks()->push_if_necessary(obj, obj->mark());
    FullGCForwarding::forward_to(obj, cast_to_oop(H2Space::bottom() + _label));
    H2Selection::map()->mark_obj(obj);
    _words_of_label[_label] += size;
    _words += size;
    _cm->push(obj);
  }

  void keep_in_h1(oop obj)              { mark_ordinary(obj); }

  void do_oop(oop* p) override          { do_oop_work(p); }
  void do_oop(narrowOop* p) override    { do_oop_work(p); }

  // What a class holds (its mirror, its loader, resolved constants) never belongs to a label.
  void do_klass(Klass* k) {
    const uint label = _label;
    _label = H2Labels::None;
    ClaimMetadataVisitingOopIterateClosure::do_klass(k);
    _label = label;
  }
};

#endif // SHARE_GC_PARALLEL_H2_H2SELECTCLOSURE_HPP
