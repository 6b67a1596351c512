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

#ifndef SHARE_GC_PARALLEL_BALANCER_JVMFLAGCONSTRAINTSBALANCER_HPP
#define SHARE_GC_PARALLEL_BALANCER_JVMFLAGCONSTRAINTSBALANCER_HPP

#include "runtime/flags/jvmFlag.hpp"
#include "utilities/globalDefinitions.hpp"

#define BALANCER_GC_CONSTRAINTS(f)              \
  f(bool,   UseMemoryBalancerConstraintFunc)    \
  f(size_t, MemoryBudgetConstraintFunc)         \
  f(uint,   MemoryBudgetReserveConstraintFunc)  \
  f(ccstr,  MemoryBalancerPolicyConstraintFunc)

BALANCER_GC_CONSTRAINTS(DECLARE_CONSTRAINT)

#endif // SHARE_GC_PARALLEL_BALANCER_JVMFLAGCONSTRAINTSBALANCER_HPP
