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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERDCMD_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERDCMD_HPP

#include "gc/parallel/balancer/balancerReport.hpp"
#include "services/diagnosticCommand.hpp"

// jcmd <pid> GC.memory_balancer: budget, limits, shares of time, last decision and sources of the memory balancer.
class BalancerDCmd : public DCmd {
public:
  BalancerDCmd(outputStream* output, bool heap) : DCmd(output, heap) {}
  static const char* name()        { return "GC.memory_balancer"; }
  static const char* description() { return "Print the state of the memory balancer."; }
  static const char* impact()      { return "Low"; }
  void execute(DCmdSource source, TRAPS) override { BalancerReport::print_on(output()); }
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERDCMD_HPP
