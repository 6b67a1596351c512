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

#include "gc/parallel/h2/h2Selection.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Space.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/h2/h2Tags.hpp"
#include "oops/objArrayOop.inline.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/handles.inline.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/javaThread.hpp"
#include "runtime/jniHandles.inline.hpp"
#include "runtime/mutexLocker.hpp"

Mutex*              H2Tags::_lock = nullptr;
H2Tags::TagList*    H2Tags::_waiting = nullptr;
H2Tags::LabelTable* H2Tags::_labels = nullptr;
size_t              H2Tags::_waiting_words = 0;
size_t              H2Tags::_movable_words = 0;
size_t              H2Tags::_words_in_vain = 0;
volatile bool       H2Tags::_move_all = false;

void H2Tags::initialize() {
  _lock = new Mutex(Mutex::nosafepoint, "H2Tags_lock");
  _waiting = new TagList();
  _labels = new (mtGC) LabelTable(FirstBuckets, MaxBuckets);
}

H2Tags::Label* H2Tags::entry_of(int64_t label) {
  bool created;
  Label* const entry = _labels->put_if_absent(label, Label{false, false, 0, 0, 0}, &created);
  if (created) {
    _labels->maybe_grow();      // entries stay where they are
  }
  return entry;
}

void H2Tags::count(const H2Tag& tag) {
  Label* const entry = entry_of(tag.label);
  entry->used = true;
  entry->waiting_roots++;
  if (tag.in_vain) {
    entry->words_in_vain += tag.closure_words;
    _words_in_vain += tag.closure_words;
    return;
  }
  entry->waiting_words += tag.closure_words;
  _waiting_words += tag.closure_words;
  if (entry->movable) {
    _movable_words += tag.closure_words;
  }
}

void H2Tags::add(JavaThread* thread, oop obj, int64_t label) {
  if (H2Space::contains(obj) || !H2Selection::is_movable(obj->klass())) {
    return;
  }
  HandleMark hm(thread);
  Handle h(thread, obj);
  const size_t words = H2Statistics::estimate_closure_words(obj->klass(), obj->size());
  const H2Tag tag = { JNIHandles::make_weak_global(h), label, words, false };
  MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
  _waiting->append(tag);
  count(tag);
}

void H2Tags::tag(JavaThread* thread, oop root, int64_t label) {
  if (root != nullptr) {
    add(thread, root, label);
  }
}

void H2Tags::tag_all(JavaThread* thread, objArrayHandle roots, int64_t label) {
  const int length = roots->length();
  for (int i = 0; i < length; i++) {
    if ((i & 0x3fff) == 0x3fff) {
      ThreadBlockInVM allow_safepoint(thread);   // a million tags take 0.1 s
    }
    tag(thread, roots->obj_at(i), label);
  }
}

void H2Tags::allow_move(int64_t label) {
  MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
  Label* const entry = entry_of(label);
  if (!entry->movable) {
    entry->movable = true;
    _movable_words += entry->waiting_words;
  }
}

void H2Tags::release(int64_t label) {
  MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
  Label* const entry = _labels->get(label);
  if (entry == nullptr) {
    return;
  }
  if (entry->waiting_roots > 0) {
    int kept = 0;
    for (int i = 0; i < _waiting->length(); i++) {
      const H2Tag tag = _waiting->at(i);
      if (tag.label == label) {
        JNIHandles::destroy_weak_global(tag.ref);
      } else {
        _waiting->at_put(kept++, tag);
      }
    }
    _waiting->trunc_to(kept);
    _waiting_words -= entry->waiting_words;
    _words_in_vain -= entry->words_in_vain;
    _movable_words -= entry->movable ? entry->waiting_words : 0;
  }
  _labels->remove(label);
}

void H2Tags::request_move_all() {
  _move_all = true;
}

bool H2Tags::is_movable(int64_t label) {
  const Label* const entry = _labels->get(label);
  return _move_all || (entry != nullptr && entry->movable);
}

oop H2Tags::resolve(const H2Tag& tag) {
  return JNIHandles::resolve(tag.ref);
}

void H2Tags::forget_counts() {
  _waiting_words = 0;
  _movable_words = 0;
  _words_in_vain = 0;
  // A program that makes a label for each request never says that it is done with one.
  const bool many = _labels->number_of_entries() > ManyLabels;
  H2Regions::LabelSet alive(many ? FirstBuckets : 1, MaxBuckets);
  if (many) {
    H2Regions::add_labels(&alive);
    for (int i = 0; i < _waiting->length(); i++) {
      alive.put(_waiting->at(i).label, true);
      alive.maybe_grow();
    }
  }
  struct Forget {
    bool many;
    H2Regions::LabelSet* alive;
    bool do_entry(const int64_t& label, Label& entry) {
      entry.waiting_roots = 0;
      entry.waiting_words = 0;
      entry.words_in_vain = 0;
      return !entry.movable || (many && entry.used && !alive->contains(label));    // true removes the entry
    }
  } forget = { many, &alive };
  _labels->unlink(&forget);
}

void H2Tags::remove_finished(bool all_tried, bool freed) {
  forget_counts();
  int kept = 0;
  for (int i = 0; i < _waiting->length(); i++) {
    H2Tag tag = _waiting->at(i);
    const oop obj = resolve(tag);
    tag.in_vain = !freed && (tag.in_vain || (all_tried && is_movable(tag.label)));
    if (obj == nullptr || H2Space::contains(obj)) {
      JNIHandles::destroy_weak_global(tag.ref);
    } else {
      _waiting->at_put(kept++, tag);
      count(tag);
    }
  }
  _waiting->trunc_to(kept);
  _move_all = false;
}
