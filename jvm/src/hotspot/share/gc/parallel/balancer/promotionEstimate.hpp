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

#ifndef SHARE_GC_PARALLEL_BALANCER_PROMOTIONESTIMATE_HPP
#define SHARE_GC_PARALLEL_BALANCER_PROMOTIONESTIMATE_HPP

#include "utilities/globalDefinitions.hpp"

#include <stdint.h>

// What the next minor collection is expected to promote, in bytes. AdaptiveSizePolicy's padded average learns only from minor collections that
// succeed: once it is above what the old generation has free, each one becomes a full collection, for good. What such a full one finds live in
// the young generation, and half as much again, is about what the minor one would have promoted: it does not know what went to H2, nor what dead
// objects of the old generation would have kept. So the average counts again, for longer each time, where that was too little.
class PromotionEstimate {
  static const unsigned MostFailures = 6;

  size_t   _most;
  unsigned _failures;      // in a row, of minor collections that this estimate let be tried
  unsigned _rest;          // so many full collections more teach nothing

  static size_t padded(size_t bytes) { return bytes + bytes / 2; }

public:
  PromotionEstimate() : _most(SIZE_MAX), _failures(0), _rest(0) {}

  size_t expected(size_t padded_average) const { return MIN2(padded_average, _most); }

  // A full collection came instead of a minor one. With less than a quarter of the young generation used what was live says little.
  void note_full_instead(size_t young_live, size_t young_used, size_t young_size) {
    if (young_used == 0 || young_used < young_size / 4) {
      return;
    }
    if (_rest > 0) {
      _rest--;
      return;
    }
    _most = padded((size_t)((double)young_live * (double)MAX2(young_size, young_used) / (double)young_used));
  }

  void note_minor(size_t promoted) {
    _most = MAX2(_most, padded(promoted));
    _failures /= 2;
  }

  // A minor collection found too little room: the average counts again.
  void note_failed_minor() {
    if (_most != SIZE_MAX) {
      _failures = MIN2(_failures + 1, MostFailures);
      _rest = (1u << _failures) - 1;
    }
    _most = SIZE_MAX;
  }
};

#endif // SHARE_GC_PARALLEL_BALANCER_PROMOTIONESTIMATE_HPP
