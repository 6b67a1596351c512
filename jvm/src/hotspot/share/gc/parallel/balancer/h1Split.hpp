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

#ifndef SHARE_GC_PARALLEL_BALANCER_H1SPLIT_HPP
#define SHARE_GC_PARALLEL_BALANCER_H1SPLIT_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// How a limit of H1 is divided between its generations. Bytes.
class H1Split : public AllStatic {
public:
  struct Bounds {
    size_t heap, young, old;      // largest sizes
    size_t least_young, least_old;
    size_t alignment;
  };

  // What the generations are used for.
  struct Use {
    double young_share;           // of what the rest leaves, from 0 to 1
    size_t promotion;             // what a minor collection is expected to promote: without room for it, it becomes a full one
  };

  // The old one first gets what it needs for its live objects: else each minor collection becomes a full one that frees
  // nothing. The young one gets the proportion of their largest sizes, or its share by use: the larger.
  static size_t young(size_t limit, size_t old_need, const Use& use, const Bounds& b) {
    const size_t part = (size_t)((double)limit / (double)b.heap * (double)b.young);
    const size_t need = MIN2(old_need, b.old);      // what does not fit its largest size stays in the young one
    // Half of the rest is enough: a minor collection promotes no more than the young generation holds. What the old one could not
    // hold either way is no use to it.
    const size_t reserve = MIN2(need + MIN2(MIN2(use.promotion, part), (limit - MIN2(limit, need)) / 2), b.old);
    const size_t left = limit > reserve ? limit - reserve : 0;
    const size_t least_old = MAX2(MIN2(need + use.promotion, b.old), b.least_old);
    const size_t of_use = (size_t)((double)(limit - MIN2(limit, least_old)) * use.young_share);
    const size_t wanted = MIN2(MAX2(part, of_use), left) / b.alignment * b.alignment;
    return clamp(wanted, MIN2(b.least_young, b.young), b.young);
  }

  // The least limit of which the old one gets what it needs.
  static size_t least_limit(size_t old_need, const Bounds& b) {
    return (old_need + b.alignment - 1) / b.alignment * b.alignment + MIN2(b.least_young, b.young);
  }

  static size_t old(size_t limit, size_t old_need, const Use& use, const Bounds& b) {
    const size_t of_young = young(limit, old_need, use, b);
    const size_t rest = limit > of_young ? (limit - of_young) / b.alignment * b.alignment : 0;
    return clamp(rest, b.least_old, b.old);
  }
};

#endif // SHARE_GC_PARALLEL_BALANCER_H1SPLIT_HPP
