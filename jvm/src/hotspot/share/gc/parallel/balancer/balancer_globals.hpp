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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCER_GLOBALS_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCER_GLOBALS_HPP

// Flags of the memory balancer: it divides a budget of DRAM between H1 and the page cache of H2.
#define GC_BALANCER_FLAGS(develop,                                          \
                          develop_pd,                                       \
                          product,                                          \
                          product_pd,                                       \
                          range,                                            \
                          constraint)                                       \
  product(bool, UseMemoryBalancer, false,                                   \
          "Grow and shrink H1 between -Xms and -Xmx while the program "     \
          "runs, so that a budget of DRAM is well divided between H1 and "  \
          "the page cache of the second heap. H1 then keeps less than "     \
          "-Xmx when the program waits for reads")                          \
          constraint(UseMemoryBalancerConstraintFunc, AfterErgo)            \
                                                                            \
  product(size_t, MemoryBudget, 0,                                          \
          "Bytes of DRAM of which H1 may have what the process's other "    \
          "memory leaves. A smaller value leaves more to others and to the " \
          "page cache of the second heap, which only the container's limit " \
          "bounds. At most 94.5% of that limit counts. 0 means the limit "  \
          "of the container, or the machine's memory, less "                \
          "MemoryBudgetReserve")                                            \
          range(0, LP64_ONLY(64*K*G) NOT_LP64(1*G))                         \
          constraint(MemoryBudgetConstraintFunc, AfterErgo)                 \
                                                                            \
  product(uint, MemoryBudgetReserve, 6,                                     \
          "Percent of the container's or the machine's memory that the "    \
          "default of MemoryBudget leaves to the kernel. A smaller value "  \
          "uses more of it, but leaves less time to yield before the "      \
          "kernel kills the process")                                       \
          range(0, 50)                                                      \
          constraint(MemoryBudgetReserveConstraintFunc, AfterErgo)          \
                                                                            \
  product(ccstr, MemoryBalancerPolicy, "default",                           \
          "How the memory balancer decides: 'default' by the marginal "     \
          "cost of H1 and of page cache, and it drops from the latter "     \
          "what cyclic scans of the second heap have passed; 'marginal' "   \
          "without that; 'paper' by FlexHeap's state machine, "             \
          "'paper-multihop' without its extra transitions, "                \
          "'paper-current' with the present free share in equation 2")      \
          constraint(MemoryBalancerPolicyConstraintFunc, AfterErgo)         \
                                                                            \
  product(uint, MemoryBalancerInterval, 1000, DIAGNOSTIC,                   \
          "Milliseconds between samples of the memory balancer when no "    \
          "minor GC comes")                                                 \
          range(10, 3600000)                                                \
                                                                            \
  product(ccstr, MemoryBalancerRoot, nullptr, DIAGNOSTIC,                   \
          "Directory below which the memory balancer looks for /proc and "  \
          "/sys/fs/cgroup, instead of the root directory; for tests")

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCER_GLOBALS_HPP
