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

#ifndef SHARE_GC_PARALLEL_H2_H2SHAREDOBJECTS_HPP
#define SHARE_GC_PARALLEL_H2_H2SHAREDOBJECTS_HPP

#include "memory/allStatic.hpp"
#include "oops/oopsHierarchy.hpp"
#include "utilities/growableArray.hpp"

// Small objects of H1 that very many objects of H2 refer to: the end of Scala's lists, empty
// collections, enum constants, frequent strings. Something outside of H2 holds them, so the dominated
// closure leaves them in H1, and each card that refers to one would be read in every full
// collection, for ever. A full collection finds them, the next one moves them into regions that
// hold nothing else, so they keep no label alive. A dead one may stay in its region for long and must
// not hold more than itself: only strings, enum constants, empty or primitive arrays and objects
// without reference fields, of classes that are never unloaded; and not more than a few regions.
class H2SharedObjects : public AllStatic {
  typedef GrowableArrayCHeap<oop, mtGC> List;
  static List* _found;

  static bool is_leaf(oop obj);
  static bool is_full();

public:
  static const uint   Popular      = 64;     // references that one worker has seen
  static const size_t LargestWords = 512;    // 4 KB
  static const int    Most         = 1024;   // found in one collection
  static const uint   MostShare    = 64;     // part of H2 that shared regions may be, if that is more than one

  static void initialize();

  // By a worker of the selection: obj is marked and stays in H1 in this collection.
  static void add(oop obj);
  // VM thread, when all forwarding addresses are known: those that are not in the old generation
  // then are forgotten, all others stay where they are until the next full collection.
  static void forward();
  // VM thread, before marking: hands each object over once. It may be dead by now.
  template <typename F> static void take_all(F f) {
    const bool full = is_full();
    for (int i = 0; i < _found->length(); i++) {
      if (!full && is_leaf(_found->at(i))) {
        f(_found->at(i));
      }
    }
    _found->clear();
  }
};

// One worker's count of references to objects that stay in H1; it forgets the less popular ones.
class H2SharedCounts {
  static const uint Size = 256;
  struct Entry { oop obj; uint count; };
  Entry _entries[Size];

public:
  H2SharedCounts();
  void count(oop obj);
};

#endif // SHARE_GC_PARALLEL_H2_H2SHAREDOBJECTS_HPP
