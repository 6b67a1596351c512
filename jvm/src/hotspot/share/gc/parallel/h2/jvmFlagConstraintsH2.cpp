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

#include "gc/parallel/h2/jvmFlagConstraintsH2.hpp"
#include "gc/shared/gc_globals.hpp"
#include "runtime/globals.hpp"
#include "utilities/powerOfTwo.hpp"

#include <string.h>

JVMFlag::Error SecondHeapSizeConstraintFunc(size_t value, bool verbose) {
  if (value > 0 && !UseParallelGC) {
    JVMFlag::printError(verbose,
                        "SecondHeapSize (%zu) needs the Parallel collector: add -XX:+UseParallelGC\n",
                        value);
    return JVMFlag::VIOLATES_CONSTRAINT;
  }
  return JVMFlag::SUCCESS;
}

JVMFlag::Error SecondHeapRegionSizeConstraintFunc(size_t value, bool verbose) {
  if (!is_power_of_2(value)) {
    JVMFlag::printError(verbose,
                        "SecondHeapRegionSize (%zu) must be a power of two\n", value);
    return JVMFlag::VIOLATES_CONSTRAINT;
  }
  return JVMFlag::SUCCESS;
}

JVMFlag::Error SecondHeapLowThresholdConstraintFunc(uint value, bool verbose) {
  if (value > SecondHeapHighThreshold) {
    JVMFlag::printError(verbose,
                        "SecondHeapLowThreshold (%u) must not exceed SecondHeapHighThreshold (%u)\n",
                        value, SecondHeapHighThreshold);
    return JVMFlag::VIOLATES_CONSTRAINT;
  }
  return JVMFlag::SUCCESS;
}

static JVMFlag::Error one_of(const char* flag, ccstr value, const char* first, const char* second, bool verbose) {
  if (value == nullptr || (strcmp(value, first) != 0 && strcmp(value, second) != 0)) {
    JVMFlag::printError(verbose, "%s (%s) must be '%s' or '%s'\n", flag, value == nullptr ? "" : value, first, second);
    return JVMFlag::VIOLATES_CONSTRAINT;
  }
  return JVMFlag::SUCCESS;
}

JVMFlag::Error SecondHeapClosureConstraintFunc(ccstr value, bool verbose) {
  return one_of("SecondHeapClosure", value, "dominated", "full", verbose);
}

JVMFlag::Error SecondHeapDependenciesConstraintFunc(ccstr value, bool verbose) {
  return one_of("SecondHeapDependencies", value, "lists", "groups", verbose);
}

JVMFlag::Error SecondHeapWriteModeConstraintFunc(ccstr value, bool verbose) {
  return one_of("SecondHeapWriteMode", value, "pwrite", "mmap", verbose);
}
