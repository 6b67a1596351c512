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

#include "gc/parallel/balancer/balancerControl.hpp"
#include "gc/parallel/balancer/balancerThread.hpp"
#include "gc/parallel/balancer/memoryBalancer.hpp"
#include "gc/shared/gc_globals.hpp"
#include "runtime/globals.hpp"
#include "runtime/handles.inline.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/os.hpp"

// Several collections go into one sample: reading the kernel's files takes a quarter of a millisecond.
static const int64_t ShortestMillis = 600;
// A reading takes less than a millisecond; that a collection ends in each of so many means that there is nothing else.
static const int MostReadings = 4;

void BalancerThread::initialize() {
  if (!UseMemoryBalancer) {
    return;
  }
  EXCEPTION_MARK;
  Handle thread_oop = JavaThread::create_system_thread_object("Memory Balancer", CHECK);
  BalancerThread* const thread = new BalancerThread(&entry);
  JavaThread::vm_exit_on_osthread_failure(thread);
  JavaThread::start_internal_daemon(THREAD, thread, thread_oop, NormPriority);
}

// A collection brings the sample forward, and so does memory of the process that grows fast.
void BalancerThread::wait_for_sample(BalancerControl* control) {
  int64_t due = control->millis_to_sample();
  bool ended = false;
  for (int64_t left = due - control->millis_since_sample(); left > 0; left = due - control->millis_since_sample()) {
    const int64_t nap = MIN2(left, control->millis_to_look());
    if (ended) {
      os::naked_short_sleep(nap);
    } else if (MemoryBalancer::wait(nap)) {
      ended = true;
      due = MIN2(due, ShortestMillis);
    }
    control->drop_behind();
    if (control->look()) {
      return;
    }
  }
}

// Sizes of H1 of after a collection beside memory of before it would make what that gave back look like the rest of the
// process, and the ceiling as much too low. None begins between the end of a reading and the decision: the thread is in the VM.
void BalancerThread::read_signals(BalancerControl* control, JavaThread* thread) {
  for (int i = 0; i < MostReadings; i++) {
    const Ticks start = Ticks::now();
    {
      ThreadBlockInVM blocked(thread);
      control->read_signals(i == 0);
    }
    if (MemoryBalancer::last_gc_end() <= start) {
      return;
    }
  }
}

void BalancerThread::entry(JavaThread* thread, TRAPS) {
  BalancerControl control;
  control.find_gc_threads();
  {
    // Blocked meanwhile, so that no safepoint waits for the files.
    ThreadBlockInVM blocked(thread);
    control.start();
  }
  while (true) {
    control.find_gc_threads();
    {
      ThreadBlockInVM blocked(thread);
      wait_for_sample(&control);
    }
    read_signals(&control, thread);
    control.decide();
    control.act();
  }
}
