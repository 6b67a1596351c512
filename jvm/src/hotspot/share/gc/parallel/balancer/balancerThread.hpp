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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERTHREAD_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERTHREAD_HPP

#include "runtime/javaThread.hpp"

class BalancerControl;

// Takes a sample after collections, or by a timer when there are none, decides and acts. A thread that may ask for
// collections, which the VM allows to Java threads only.
class BalancerThread : public JavaThread {
  static void entry(JavaThread* thread, TRAPS);
  static void wait_for_sample(BalancerControl* control);
  static void read_signals(BalancerControl* control, JavaThread* thread);
  explicit BalancerThread(ThreadFunction function) : JavaThread(function) {}

public:
  static void initialize();        // when Java threads can be created
  bool is_hidden_from_external_view() const override { return true; }
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERTHREAD_HPP
