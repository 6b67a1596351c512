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

#ifndef SHARE_GC_PARALLEL_H2_H2SERVICETHREAD_HPP
#define SHARE_GC_PARALLEL_H2_H2SERVICETHREAD_HPP

#include "gc/shared/concurrentGCThread.hpp"

class Monitor;

// Works for H2 between collections: starts the write-back of moved objects, so that the next move
// is not throttled by dirty pages, zeroes freed regions, and ends the VM when a write-back has failed.
class H2ServiceThread : public ConcurrentGCThread {
  static H2ServiceThread* _thread;
  Monitor* _monitor;
  bool     _work;

  H2ServiceThread();
  bool wait_for_work();
  void discard_all();
  void start_writeback();
  void check_writeback();

protected:
  void run_service() override;
  void stop_service() override;

public:
  static void start();
  static void stop_all();
  static void notify_work();     // at the end of a full GC
};

#endif // SHARE_GC_PARALLEL_H2_H2SERVICETHREAD_HPP
