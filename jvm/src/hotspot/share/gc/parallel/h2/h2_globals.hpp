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

#ifndef SHARE_GC_PARALLEL_H2_H2_GLOBALS_HPP
#define SHARE_GC_PARALLEL_H2_H2_GLOBALS_HPP

// Flags of the second heap (H2): a file-backed heap for long-lived object groups.
#define GC_H2_FLAGS(develop,                                                \
                    develop_pd,                                             \
                    product,                                                \
                    product_pd,                                             \
                    range,                                                  \
                    constraint)                                             \
  product(size_t, SecondHeapSize, 0,                                        \
          "Bytes of the second heap (H2), a memory-mapped file below the "  \
          "Java heap (H1). 0 switches it off. A larger H2 holds more "      \
          "tagged objects, but shares the compressed-oops window with H1")  \
          range(0, LP64_ONLY(64*K*G) NOT_LP64(1*G))                         \
          constraint(SecondHeapSizeConstraintFunc, AfterErgo)               \
                                                                            \
  product(ccstr, SecondHeapPath, nullptr,                                   \
          "Directory for the file of the second heap; it should be on a "   \
          "local NVMe disk. The file has no name and vanishes with the "    \
          "process. Default: the directory for temporary files")            \
                                                                            \
  product(size_t, SecondHeapRegionSize, 16*M,                               \
          "Bytes of a region of the second heap, a power of two. Space is " \
          "freed by whole regions: smaller ones free garbage earlier, "     \
          "larger ones need less bookkeeping")                              \
          range(1*M, 1*G)                                                   \
          constraint(SecondHeapRegionSizeConstraintFunc, AfterErgo)         \
                                                                            \
  product(uint, SecondHeapHighThreshold, 85,                                \
          "Percent of H1 that is live after a full GC above which tagged "  \
          "objects move to the second heap without a hint. A smaller "      \
          "value moves earlier and more")                                   \
          range(0, 100)                                                     \
                                                                            \
  product(uint, SecondHeapLowThreshold, 50,                                 \
          "Percent of H1 down to which objects move without a hint. A "     \
          "smaller value moves more objects at once")                       \
          range(0, 100)                                                     \
          constraint(SecondHeapLowThresholdConstraintFunc, AfterErgo)       \
                                                                            \
  product(ccstr, SecondHeapClosure, "dominated",                            \
          "Which objects move with a tagged root: 'dominated' takes those " \
          "reachable only through tagged roots, 'full' all reachable ones") \
          constraint(SecondHeapClosureConstraintFunc, AfterErgo)            \
                                                                            \
  product(size_t, SecondHeapMoveTrigger, 0,                                 \
          "Estimated bytes of tagged objects waiting to move that start a " \
          "full GC by themselves. A small value moves early at the price "  \
          "of more full GCs. 0 means an eighth of the maximum size of H1")  \
          range(0, max_uintx)                                               \
                                                                            \
  product(bool, SecondHeapLargeFolios, true,                                \
          "Ask the kernel to read the second heap in folios of 2 MB. "      \
          "Scans of cached data need fewer and larger reads; programs "     \
          "that read few objects here and there may read too much")         \
                                                                            \
  product(uint, SecondHeapPauseBudget, 0,                                   \
          "Milliseconds one collection may spend on assigning addresses "   \
          "and copying to the second heap; what does not fit moves in "     \
          "later collections. 0 means no limit")                            \
          range(0, max_jint)                                                \
                                                                            \
  product(bool, SecondHeapIterate, true, MANAGEABLE,                        \
          "Heap dumps, class histograms and heap walks include the second " \
          "heap. Switching it off saves reading the whole file")            \
                                                                            \
  product(bool, SecondHeapFollowUp, true, DIAGNOSTIC,                       \
          "Objects reachable only from the second heap join the label "     \
          "that refers to them at the next moving collection")              \
                                                                            \
  product(bool, SecondHeapWriteback, true, DIAGNOSTIC,                      \
          "A concurrent thread starts writing moved objects to the device " \
          "after a collection")                                             \
                                                                            \
  product(bool, SecondHeapReturnMemory, true, DIAGNOSTIC,                   \
          "Return the memory of moved objects to the operating system")     \
                                                                            \
  product(size_t, SecondHeapCleanTrigger, 0, DIAGNOSTIC,                    \
          "Bytes of dirty pages of the second heap that start a minor GC, " \
          "before the page cache loses them. 0 means a quarter of the "     \
          "DRAM beside H1, at least 32 MB")                                 \
          range(0, max_uintx)                                               \
                                                                            \
  product(ccstr, SecondHeapDependencies, "lists", DIAGNOSTIC,               \
          "What keeps a region alive for another one: 'lists' of the "      \
          "regions each one refers to, or union-find 'groups', which keep " \
          "all regions that ever referred to each other as one")            \
          constraint(SecondHeapDependenciesConstraintFunc, AfterErgo)       \
                                                                            \
  product(ccstr, SecondHeapWriteMode, "pwrite", DIAGNOSTIC,                 \
          "How moved objects reach the file: 'pwrite' or 'mmap'")           \
          constraint(SecondHeapWriteModeConstraintFunc, AfterErgo)

#endif // SHARE_GC_PARALLEL_H2_H2_GLOBALS_HPP
