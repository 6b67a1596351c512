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

#include "gc/shared/gc_globals.hpp"
#include "gc/shared/genArguments.hpp"
#include "logging/log.hpp"
#include "runtime/arguments.hpp"
#include "runtime/globals.hpp"
#include "runtime/globals_extension.hpp"
#include "runtime/os.hpp"
#include "runtime/warm/warmHeap.hpp"
#include "runtime/warm/warmServer.hpp"
#include "runtime/warm/warmYoungSize.hpp"
#include "utilities/align.hpp"
#include "utilities/powerOfTwo.hpp"

bool   WarmHeap::_in_place_of_g1 = false;
size_t WarmHeap::_most = 0;
size_t WarmHeap::_alignment = 1;

// What the server's own objects need beside those of the program.
static const size_t OfServer = 8 * M;

// As in G1HeapRegionBounds.
static const size_t RegionsOfG1 = 2048;
static const size_t LeastRegionOfG1 = M;
static const size_t MostRegionOfG1 = 32 * M;
// G1's heap is aligned to what a page of its card table covers, too.
static const size_t CardBytes = 512;

// Before initialize_warm_server(), which needs what the heap is made with.
bool WarmHeap::select_collector() {
  if (!is_warm_server_asked_for()) {
    return false;
  }
  if (os::is_server_class_machine()) {
    FLAG_SET_ERGO_IF_DEFAULT(UseParallelGC, true);
    _in_place_of_g1 = UseParallelGC;
  } else {
    FLAG_SET_ERGO_IF_DEFAULT(UseSerialGC, true);
  }
  return true;
}

static size_t alignment_of_g1(size_t heap) {
  const size_t region = round_up_power_of_2(clamp(heap / RegionsOfG1, LeastRegionOfG1, MostRegionOfG1));
  return MAX2(region, CardBytes * os::vm_page_size());
}

// Up to which address they reach without a base, which costs an addition, if that leaves a young generation its least size.
static size_t limit_of_references(size_t old) {
  const size_t most = Arguments::max_heap_for_compressed_oops();
  const size_t without_base = most - MIN2(most, HeapBaseMinAddress);
  return without_base >= old + WarmYoungSize::least(old) + HeapAlignment ? without_base : most;
}

void WarmHeap::add_young_generation() {
  if (!_in_place_of_g1) {
    return;
  }
  _alignment = alignment_of_g1(MaxHeapSize);
  _most = align_up(MaxHeapSize, _alignment);
  const size_t old = align_up(_most + OfServer, HeapAlignment);
  const size_t limit = UseCompressedOops ? limit_of_references(old) : SIZE_MAX;
  const size_t room = align_down(limit - MIN2(limit, old), HeapAlignment);
  const size_t young = MIN2(align_up(MAX2(WarmYoungSize::beside(old, os::physical_memory()), NewSize), HeapAlignment), room);
  if (young < WarmYoungSize::least(old)) {
    log_info(gc, heap)("no room for a young generation beside %zuM, as references are compressed: it gets a part of them", old / M);
    return;
  }
  FLAG_SET_ERGO(MaxNewSize, young);
  MaxHeapSize = old + young;      // the flag keeps its origin, which a program can ask for, until it has its value again
}

void WarmHeap::heap_is_made() {
  if (_most > 0) {
    MaxHeapSize = _most;
  }
}

// A young generation is added behind what the heap would be: without it, it may lie below 4 GB, where the VM looks first.
CompressedOops::Mode WarmHeap::mode_of_plain_java(CompressedOops::Mode mode) {
  const bool fits = _most > 0 && UnscaledOopHeapMax - MIN2(size_t(UnscaledOopHeapMax), HeapBaseMinAddress) >= _most;
  return mode == CompressedOops::ZeroBasedNarrowOop && fits ? CompressedOops::UnscaledNarrowOop : mode;
}
