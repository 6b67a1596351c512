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

#include "gc/parallel/balancer/balancerArguments.hpp"
#include "gc/parallel/h2/h2Arguments.hpp"
#include "gc/shared/gc_globals.hpp"
#include "logging/log.hpp"
#include "runtime/globals.hpp"
#include "runtime/globals_extension.hpp"
#include "runtime/java.hpp"
#include "utilities/align.hpp"
#include "utilities/formatBuffer.hpp"
#include "utilities/powerOfTwo.hpp"

// Cards of H1 must start on a page of the card table, whatever the region size is.
static const size_t MinReservedAlignment = 16 * M;

size_t H2Arguments::reserved_bytes() {
  if (SecondHeapSize == 0) {
    return 0;
  }
  return align_up(SecondHeapSize, MAX2(round_up_power_of_2(SecondHeapRegionSize), MinReservedAlignment));
}

bool H2Arguments::heap_beats_compressed_oops(uint64_t wanted, uint64_t fitting) {
  if (!UseParallelGC || SecondHeapSize == 0) {
    return false;
  }
  const uint64_t without_h2 = MIN2(wanted, fitting + reserved_bytes());     // stock keeps compressed oops, too
  if (fitting >= without_h2 / 2 || !FLAG_IS_ERGO(UseCompressedOops)) {    // the user wants them: H1 shrinks
    log_warning(gc, h2)("The default size of the first heap is " UINT64_FORMAT "M instead of " UINT64_FORMAT "M, so that "
                        "compressed oops reach both heaps; -Xmx sets another one", fitting / M, without_h2 / M);
    return false;
  }
  return true;
}

void H2Arguments::check() {
  if (SecondHeapSize == 0) {
    return;
  }
  if (AllocateHeapAt != nullptr) {
    vm_exit_during_initialization("SecondHeapSize cannot be combined with AllocateHeapAt",
                                  "the second heap is the part of the heap that lives in a file");
  }
  if (UseLargePages && !UseTransparentHugePages) {
    vm_exit_during_initialization("SecondHeapSize cannot be combined with explicit large pages (-XX:+UseLargePages)",
                                  "use -XX:+UseTransparentHugePages for the first heap");
  }
  if (SecondHeapSize < SecondHeapRegionSize) {
    vm_exit_during_initialization(err_msg("SecondHeapSize (%zu) is smaller than one region (SecondHeapRegionSize is %zu)",
                                          SecondHeapSize, SecondHeapRegionSize));
  }
  BalancerArguments::check();
}
