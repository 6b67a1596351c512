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

#include "gc/parallel/balancer/jvmFlagConstraintsBalancer.hpp"
#include "gc/shared/gc_globals.hpp"
#include "runtime/globals.hpp"
#include "runtime/globals_extension.hpp"

#include <string.h>

JVMFlag::Error UseMemoryBalancerConstraintFunc(bool value, bool verbose) {
  if (value && !UseParallelGC) {
    JVMFlag::printError(verbose, "UseMemoryBalancer needs the Parallel collector: add -XX:+UseParallelGC\n");
    return JVMFlag::VIOLATES_CONSTRAINT;
  }
  if (value && SecondHeapSize == 0) {
    JVMFlag::printError(verbose, "UseMemoryBalancer needs a second heap, whose page cache it balances: "
                                 "add -XX:SecondHeapSize=<bytes>\n");
    return JVMFlag::VIOLATES_CONSTRAINT;
  }
  return JVMFlag::SUCCESS;
}

static JVMFlag::Error no_balancer(const char* flag, bool verbose) {
  JVMFlag::printError(verbose, "%s has no effect without -XX:+UseMemoryBalancer\n", flag);
  return JVMFlag::VIOLATES_CONSTRAINT;
}

JVMFlag::Error MemoryBudgetConstraintFunc(size_t value, bool verbose) {
  return UseMemoryBalancer || value == 0 ? JVMFlag::SUCCESS : no_balancer("MemoryBudget", verbose);
}

JVMFlag::Error MemoryBudgetReserveConstraintFunc(uint value, bool verbose) {
  return UseMemoryBalancer || FLAG_IS_DEFAULT(MemoryBudgetReserve) ? JVMFlag::SUCCESS : no_balancer("MemoryBudgetReserve", verbose);
}

JVMFlag::Error MemoryBalancerPolicyConstraintFunc(ccstr value, bool verbose) {
  static const char* const known[] = { "default", "marginal", "paper", "paper-multihop", "paper-current" };
  for (const char* name : known) {
    if (value != nullptr && strcmp(value, name) == 0) {
      return UseMemoryBalancer || FLAG_IS_DEFAULT(MemoryBalancerPolicy) ? JVMFlag::SUCCESS : no_balancer("MemoryBalancerPolicy", verbose);
    }
  }
  JVMFlag::printError(verbose, "MemoryBalancerPolicy (%s) must be 'default', 'marginal', 'paper', 'paper-multihop' or 'paper-current'\n",
                      value == nullptr ? "" : value);
  return JVMFlag::VIOLATES_CONSTRAINT;
}
