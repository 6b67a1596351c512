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

#include "gc/parallel/balancer/kernelLoan.hpp"
#include "gc/parallel/balancer/memorySignal.hpp"
#include "logging/log.hpp"
#include "runtime/atomic.hpp"
#include "runtime/safepoint.hpp"

static const size_t Least = 4 * M;

volatile size_t KernelLoan::_bytes = 0;
size_t          KernelLoan::_before = 0;
uint64_t        KernelLoan::_safepoint = 0;

size_t KernelLoan::of(size_t kernel) {
  const size_t lent = Atomic::load(&_bytes);
  if (lent == 0) {
    return 0;
  }
  const size_t now = MIN2(lent, MemorySignal::perhaps_reclaimable(kernel));
  // Not over what was borrowed meanwhile.
  Atomic::cmpxchg(&_bytes, lent, now);
  return now;
}

bool KernelLoan::raise(size_t kernel) {
  const size_t lent = of(kernel), all = MemorySignal::perhaps_reclaimable(kernel);
  if (all < lent + Least) {
    return false;
  }
  if (_safepoint != SafepointSynchronize::safepoint_id()) {
    _safepoint = SafepointSynchronize::safepoint_id();
    _before = lent;
  }
  const size_t now = lent + MAX2((all - lent) / 2, Least);
  Atomic::store(&_bytes, now);
  log_info(balancer)("before an allocation fails: %zuM of %zuM of the kernel's memory count as free, it may give back %zuM", now / M, kernel / M, all / M);
  return true;
}

bool KernelLoan::take_back() {
  if (_safepoint != SafepointSynchronize::safepoint_id()) {
    return false;
  }
  Atomic::store(&_bytes, _before);
  log_info(balancer)("the allocation fails all the same: %zuM of the kernel's memory count as free", _before / M);
  return true;
}
