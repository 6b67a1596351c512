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

#ifndef SHARE_GC_PARALLEL_H2_H2TAGS_HPP
#define SHARE_GC_PARALLEL_H2_H2TAGS_HPP

#include "jni.h"
#include "memory/allStatic.hpp"
#include "oops/oopsHierarchy.hpp"
#include "utilities/growableArray.hpp"
#include "utilities/resizeableResourceHash.hpp"

class JavaThread;
class Mutex;
class objArrayHandle;

// A tagged root that waits for its collection. The reference is a JNI weak one, which every
// collection keeps up to date; a root that dies before it moves just
// vanishes (with SecondHeapClosure=full: one whose death an earlier collection found).
struct H2Tag {
  jobject ref;
  int64_t label;
  size_t  closure_words;    // estimate when it was tagged
  bool    in_vain;          // it was to be moved, and found no place
};

// Tagged key objects and the labels that may move (TeraHeap 3.2: h2_tag_root and h2_move).
class H2Tags : public AllStatic {
public:
  typedef GrowableArrayCHeap<H2Tag, mtGC> TagList;

private:
  struct Label {
    bool   movable;          // move() was called for it
    bool   used;             // a root was tagged with it
    int    waiting_roots;
    size_t waiting_words;    // without those in vain
    size_t words_in_vain;
  };
  typedef ResizeableResourceHashtable<int64_t, Label, AnyObj::C_HEAP, mtGC> LabelTable;
  static const unsigned FirstBuckets = 1031;
  static const unsigned MaxBuckets = 1 << 20;
  // Up to so many labels stay movable for good; beyond, those without objects are forgotten.
  static const int ManyLabels = 1024;

  static Mutex*      _lock;
  static TagList*    _waiting;           // oldest first
  static LabelTable* _labels;
  static size_t      _waiting_words;
  static size_t      _movable_words;
  static size_t      _words_in_vain;
  static volatile bool _move_all;        // moveNow() waits

  static void add(JavaThread* thread, oop obj, int64_t label);
  static void count(const H2Tag& tag);
  static Label* entry_of(int64_t label);
  static void forget_counts();

public:
  static void initialize();

  // Entry points of mutators.
  static void tag(JavaThread* thread, oop root, int64_t label);
  static void tag_all(JavaThread* thread, objArrayHandle roots, int64_t label);
  static void allow_move(int64_t label);
  static void release(int64_t label);
  static void request_move_all();

  // Labels that wait or were allowed to move.
  static int num_labels()                { return _labels->number_of_entries(); }
  static size_t num_waiting()            { return (size_t)_waiting->length(); }
  // Words of the closures of the waiting roots (that may move), by the ratio learned from moves, without those that found no place:
  // these start no collection.
  static size_t waiting_words()          { return _waiting_words; }
  static size_t movable_words()          { return _movable_words; }
  // With them, as the program is told.
  static size_t all_waiting_words()      { return _waiting_words + _words_in_vain; }

  // At a safepoint.
  static TagList* waiting()              { return _waiting; }
  static bool move_all()                 { return _move_all; }
  static bool is_movable(int64_t label);
  static oop  resolve(const H2Tag& tag);
  // Forgets tags whose object is dead or in H2 now, and a served moveNow(). If all that may move were
  // tried, those that are left found no place; they are worth another try once something was freed.
  static void remove_finished(bool all_tried, bool freed);
};

#endif // SHARE_GC_PARALLEL_H2_H2TAGS_HPP
