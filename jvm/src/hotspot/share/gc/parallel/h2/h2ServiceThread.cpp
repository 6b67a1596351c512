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
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2ServiceThread.hpp"
#include "gc/shared/gc_globals.hpp"
#include "runtime/globals.hpp"
#include "runtime/mutexLocker.hpp"

static const int64_t CheckMillis = 2000;

H2ServiceThread* H2ServiceThread::_thread = nullptr;

H2ServiceThread::H2ServiceThread()
  : _monitor(new Monitor(Mutex::nosafepoint, "H2Service_lock")), _work(false) {
  set_name("H2 Service Thread");
}

void H2ServiceThread::start() {
  _thread = new H2ServiceThread();
  _thread->create_and_start(NormPriority);
}

void H2ServiceThread::stop_all() {
  if (_thread != nullptr) {
    _thread->stop();
  }
}

void H2ServiceThread::notify_work() {
  if (_thread != nullptr) {
    MonitorLocker ml(_thread->_monitor, Mutex::_no_safepoint_check_flag);
    _thread->_work = true;
    ml.notify();
  }
}

bool H2ServiceThread::wait_for_work() {
  MonitorLocker ml(_monitor, Mutex::_no_safepoint_check_flag);
  if (!_work && !should_terminate()) {
    ml.wait(CheckMillis);     // the kernel writes back by itself, too
  }
  _work = false;
  return !should_terminate();
}

void H2ServiceThread::discard_all() {
  while (!should_terminate() && H2Discard::discard_next()) {
  }
}

// The kernel skips clean pages, so regions written back before cost little.
void H2ServiceThread::start_writeback() {
  for (uint i = 0; i < H2Regions::num() && !should_terminate(); i++) {
    if (H2Regions::at(i)->state() != H2Region::Free && H2Regions::at(i)->take_needs_writeback()) {
      H2File::start_writeback(H2Space::region_start(i), H2Space::region_bytes());
    }
  }
}

// A page that could not be written is gone once the kernel needs its memory, and may read as zeros then.
void H2ServiceThread::check_writeback() {
  for (uint i = 0; i < H2Regions::num() && !should_terminate(); i++) {
    if (H2Regions::at(i)->state() != H2Region::Free) {
      discard_all();      // freed regions must not wait for a slow device
      const int error = H2File::await_writeback(H2Space::region_start(i), H2Space::region_bytes());
      if (error != 0) {
        H2File::exit_with_failure("writing moved objects back", error);
      }
    }
  }
}

void H2ServiceThread::run_service() {
  while (wait_for_work()) {
    discard_all();
    if (SecondHeapWriteback) {
      start_writeback();
    }
    check_writeback();
  }
}

void H2ServiceThread::stop_service() {
  MonitorLocker ml(_monitor, Mutex::_no_safepoint_check_flag);
  ml.notify();
}
