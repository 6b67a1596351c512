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

#include "gc/parallel/h2/h2Discard.hpp"
#include "gc/parallel/h2/h2File.hpp"
#include "gc/parallel/h2/h2Space.hpp"
#include "memory/allocation.hpp"
#include "runtime/atomic.hpp"
#include "runtime/orderAccess.hpp"
#include "runtime/os.hpp"

volatile uint8_t* H2Discard::_states = nullptr;
volatile uint     H2Discard::_num_requested = 0;
volatile uint     H2Discard::_num_discarding = 0;
volatile bool     H2Discard::_is_paused = false;

void H2Discard::initialize(uint num_regions) {
  _states = NEW_C_HEAP_ARRAY(uint8_t, num_regions, mtGC);
  for (uint i = 0; i < num_regions; i++) {
    _states[i] = Idle;
  }
}

void H2Discard::request(uint index) {
  if (Atomic::cmpxchg(&_states[index], (uint8_t)Idle, (uint8_t)Requested) == Idle) {
    Atomic::inc(&_num_requested);
  }
}

bool H2Discard::try_cancel(uint index) {
  const uint8_t state = Atomic::cmpxchg(&_states[index], (uint8_t)Requested, (uint8_t)Idle);
  if (state == Requested) {
    Atomic::dec(&_num_requested);
  }
  return state != Discarding;
}

H2Discard::Pause::Pause() {
  Atomic::store(&_is_paused, true);
  OrderAccess::fence();
  wait_until_idle();
}

H2Discard::Pause::~Pause() {
  Atomic::release_store(&_is_paused, false);
}

void H2Discard::wait_until_idle() {
  while (Atomic::load(&_num_discarding) != 0) {
    os::naked_short_sleep(1);   // zeroing one region takes some milliseconds
  }
}

bool H2Discard::discard_next() {
  if (Atomic::load(&_num_requested) == 0) {
    return false;
  }
  const uint num = H2Space::num_regions();
  for (uint i = 0; i < num; i++) {
    if (_states[i] != Requested) {
      continue;
    }
    Atomic::inc(&_num_discarding);
    if (Atomic::load(&_is_paused)) {
      Atomic::dec(&_num_discarding);
      os::naked_short_sleep(1);
      return true;
    }
    const bool mine = Atomic::cmpxchg(&_states[i], (uint8_t)Requested, (uint8_t)Discarding) == Requested;
    if (mine) {
      Atomic::dec(&_num_requested);
      H2File::discard(H2Space::region_start(i), H2Space::region_bytes());
      Atomic::release_store(&_states[i], (uint8_t)Idle);
    }
    Atomic::dec(&_num_discarding);
    return true;
  }
  return true;
}
