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

#ifndef SHARE_GC_PARALLEL_H2_H2REGION_HPP
#define SHARE_GC_PARALLEL_H2_H2REGION_HPP

#include "gc/parallel/h2/h2Dependencies.hpp"
#include "memory/allocation.hpp"
#include "oops/oopsHierarchy.hpp"
#include "runtime/atomic.hpp"
#include "utilities/growableArray.hpp"

class ClassLoaderData;

// One region of H2 (TeraHeap 3.3). Objects are appended and never move or die one by one: the
// region is freed as a whole when nothing outside refers to it any more.
//
//   Free --allocate--> InUse or Humongous (+ Continuation) --not live--> Free
class H2Region {
public:
  enum Use : uint8_t {
    OneLabel,
    Mixed,          // objects of several labels
    Shared          // objects that belong to no label, see H2SharedObjects
  };

  enum State : uint8_t {
    Free,
    InUse,          // objects of up to a region's size
    Humongous,      // first region of one object larger than a region
    Continuation    // the other regions of that object
  };

  struct LabelShare {
    int64_t label;
    size_t  words;
  };

private:
  HeapWord*        _top;         // end of the allocated part
  HeapWord*        _scan_top;    // _top at the start of the current collection
  int64_t          _label;
  uint             _head;        // index of the first region of a humongous object, else own index
  uint             _span;        // number of regions of a humongous object, else 1
  State            _state;
  Use              _use;
  bool             _in_memory;   // its part of the file failed, see H2Writer::recover()
  volatile uint8_t _needs_writeback;
  volatile bool    _has_synchronizers;   // an AbstractOwnableSynchronizer is in it, or was meant to be
  bool             _refers_to_h1;     // some card was not clean in the marking of this collection
  volatile uint8_t _live;        // reached in the current (at the end: the last) full collection
  H2Dependencies   _dependencies;
  GrowableArrayCHeap<LabelShare, mtGC>* _labels;
  GrowableArrayCHeap<ClassLoaderData*, mtGC>* _loaders;   // non-permanent ones of its objects

public:
  void initialize(uint index, HeapWord* start);

  HeapWord* top() const              { return _top; }
  void set_top(HeapWord* top)        { _top = top; }
  HeapWord* scan_top() const         { return _scan_top; }
  void sample_scan_top()             { _scan_top = _top; }
  int64_t label() const              { return _label; }
  uint head() const                  { return _head; }
  uint span() const                  { return _span; }
  State state() const                { return _state; }
  bool is_mixed() const              { return _use == Mixed; }
  bool is_shared() const             { return _use == Shared; }
  bool has_label() const             { return _use == OneLabel; }
  void set_needs_writeback()         { Atomic::store(&_needs_writeback, (uint8_t)1); }
  bool take_needs_writeback()        { return Atomic::cmpxchg(&_needs_writeback, (uint8_t)1, (uint8_t)0) == 1; }
  bool is_in_memory() const          { return _in_memory; }
  void set_in_memory()               { _in_memory = true; }
  bool has_objects() const           { return _state == InUse || _state == Humongous; }

  bool has_synchronizers() const     { return _has_synchronizers; }
  void set_has_synchronizers()       { _has_synchronizers = true; }

  bool refers_to_h1() const          { return _refers_to_h1; }
  void set_refers_to_h1(bool value)  { _refers_to_h1 = value; }

  bool is_live() const               { return Atomic::load(&_live) != 0; }
  void clear_live()                  { _live = 0; }
  void set_live()                    { _live = 1; }
  // True for the one caller that found the region first in this collection.
  bool try_set_live() {
    return Atomic::load(&_live) == 0 && Atomic::cmpxchg(&_live, (uint8_t)0, (uint8_t)1) == 0;
  }

  H2Dependencies* dependencies()     { return &_dependencies; }
  GrowableArrayCHeap<ClassLoaderData*, mtGC>* loaders() { return _loaders; }

  // Labels of the objects and the words they were given; one may be there more than once.
  const GrowableArrayCHeap<LabelShare, mtGC>* labels() const { return _labels; }
  void note_label(int64_t label, size_t words) {
    if (_labels->is_empty() || _labels->last().label != label) {
      _labels->append(LabelShare{label, 0});
    }
    _labels->adr_at(_labels->length() - 1)->words += words;
  }

  void allocate(State state, uint head, uint span, int64_t label, Use use, HeapWord* start);
  void free(uint index, HeapWord* start);
};

#endif // SHARE_GC_PARALLEL_H2_H2REGION_HPP
