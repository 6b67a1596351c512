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

#ifndef SHARE_GC_PARALLEL_H2_H2CLEANTHREAD_HPP
#define SHARE_GC_PARALLEL_H2_H2CLEANTHREAD_HPP

#include "runtime/javaThread.hpp"

// Starts collections that no thread of the program asks for. A minor GC when much of H2 was written
// since the last one: it reads every dirty card, and the pages of the cards are in the page cache
// only for a while; later each would be read from the device once more, inside the pause. A moving
// collection when enough waits and the pause of the last one is long enough ago. A Java thread,
// because only those may ask for a collection of ParallelGC; it is hidden like the VM's others.
class H2CleanThread : public JavaThread {
  static volatile bool _started;

  explicit H2CleanThread(ThreadFunction entry) : JavaThread(entry) {}
  static Handle create_thread_object(TRAPS);
  static void entry(JavaThread* thread, TRAPS);
  static size_t wait_and_measure(JavaThread* thread, Monitor* monitor, size_t last_dirty_bytes);

public:
  // With the first tag: before it nothing is in H2. Without memory for a thread it stays off.
  static void ensure_started(JavaThread* thread);

  // DRAM the page cache can have beside H1, in bytes (of the container if there is one).
  static size_t page_cache_bytes();

  bool is_hidden_from_external_view() const override { return true; }
};

#endif // SHARE_GC_PARALLEL_H2_H2CLEANTHREAD_HPP
