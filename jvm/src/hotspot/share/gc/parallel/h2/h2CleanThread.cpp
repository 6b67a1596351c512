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

#include "classfile/javaClasses.hpp"
#include "classfile/symbolTable.hpp"
#include "classfile/vmClasses.hpp"
#include "gc/parallel/h2/h2Cards.hpp"
#include "gc/parallel/h2/h2CleanThread.hpp"
#include "gc/parallel/h2/h2Policy.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/shared/gc_globals.hpp"
#include "logging/log.hpp"
#include "memory/universe.hpp"
#include "runtime/globals.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/javaCalls.hpp"
#include "runtime/mutexLocker.hpp"
#include "runtime/os.hpp"
#include "utilities/ticks.hpp"

volatile bool H2CleanThread::_started = false;

static const int64_t ShortWaitMillis = 50;
static const int64_t LongWaitMillis  = 200;
static const int64_t ScanShare       = 20;     // a scan of the card table takes one part in so many

// By the constructor that takes nothing over from the program's thread that happens to tag first: its
// context class loader and inheritable thread locals would stay for good.
Handle H2CleanThread::create_thread_object(TRAPS) {
  const Handle name = java_lang_String::create_from_str("H2 Clean Thread", CHECK_NH);
  Symbol* const signature = SymbolTable::new_symbol(
      "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;Ljava/lang/String;JZ)V");
  JavaCallArguments arguments;
  arguments.push_oop(Handle(THREAD, Universe::system_thread_group()));
  arguments.push_oop(Handle());
  arguments.push_oop(name);
  arguments.push_long(0);       // stack size: the default
  arguments.push_int(0);        // do not inherit thread locals
  return JavaCalls::construct_new_instance(vmClasses::Thread_klass(), signature, &arguments, THREAD);
}

void H2CleanThread::ensure_started(JavaThread* thread) {
  if (Atomic::load(&_started) || Atomic::cmpxchg(&_started, false, true)) {
    return;
  }
  JavaThread* const THREAD = thread;
  const Handle thread_oop = create_thread_object(THREAD);
  if (HAS_PENDING_EXCEPTION) {
    CLEAR_PENDING_EXCEPTION;
    return;
  }
  H2CleanThread* const fresh = new H2CleanThread(&entry);
  if (fresh->osthread() == nullptr) {
    fresh->smr_delete();
    return;
  }
  JavaThread::start_internal_daemon(THREAD, fresh, thread_oop, NormPriority);
}

size_t H2CleanThread::page_cache_bytes() {
  const size_t dram = (size_t)os::physical_memory();
  return dram > MaxHeapSize ? dram - MaxHeapSize : 0;
}

// Blocked meanwhile, so that no safepoint waits for the scan. It races with collections: a count
// that is wrong now and then does no harm.
size_t H2CleanThread::wait_and_measure(JavaThread* thread, Monitor* monitor, size_t last_dirty_bytes) {
  static int64_t scan_millis = 0;    // of the last scan; only this thread comes here
  ThreadBlockInVM blocked(thread);
  const int64_t interval = last_dirty_bytes < H2Policy::clean_trigger(page_cache_bytes()) / 8 ? LongWaitMillis
                                                                                               : ShortWaitMillis;
  {
    MonitorLocker ml(monitor, Mutex::_no_safepoint_check_flag);
    ml.wait(MAX2(interval, ScanShare * scan_millis));
  }
  const Ticks start = Ticks::now();
  const size_t dirty_bytes = H2Cards::dirty_bytes();
  scan_millis = (int64_t)(Ticks::now() - start).milliseconds();
  return dirty_bytes;
}

void H2CleanThread::entry(JavaThread* thread, TRAPS) {
  Monitor* const monitor = new Monitor(Mutex::nosafepoint, "H2Clean_lock");
  H2CleanSample s = { 0, 0, 0, 0 };
  Ticks last_end = Ticks::now();
  ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
  while (true) {
    const uint before = heap->total_collections();
    s.dirty_bytes = wait_and_measure(thread, monitor, s.dirty_bytes);
    s.trigger_bytes = H2Policy::clean_trigger(page_cache_bytes());
    s.since_last = (int64_t)(Ticks::now() - last_end).nanoseconds();
    // A hint that came too soon after the last move has nobody to repeat it but this thread.
    if (H2Policy::should_start_collection(H2Statistics::sample())) {
      heap->collect(GCCause::_second_heap_move);
      last_end = Ticks::now();
      continue;
    }
    // A collection that ran meanwhile has cleaned what was counted.
    if (heap->total_collections() == before && H2Policy::should_clean(s)) {
      log_debug(gc, h2)("H2 minor GC for %zuM of dirty pages", s.dirty_bytes / M);
      const Ticks start = Ticks::now();
      heap->collect(GCCause::_second_heap_clean);
      last_end = Ticks::now();
      if (heap->total_collections() == before + 1) {
        s.last_pause = (int64_t)(last_end - start).nanoseconds();
      }
    }
  }
}
