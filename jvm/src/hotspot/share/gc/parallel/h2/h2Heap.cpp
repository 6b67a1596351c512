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

#include "classfile/vmClasses.hpp"
#include "gc/parallel/balancer/memoryBalancer.hpp"
#include "gc/parallel/h2/h2AssignTask.hpp"
#include "gc/parallel/h2/h2Cards.inline.hpp"
#include "gc/parallel/h2/h2CopyTask.hpp"
#include "gc/parallel/h2/h2Discard.hpp"
#include "gc/parallel/h2/h2Events.hpp"
#include "gc/parallel/h2/h2File.hpp"
#include "gc/parallel/h2/h2Heap.hpp"
#include "gc/parallel/h2/h2Marking.hpp"
#include "gc/parallel/h2/h2MemoryPool.hpp"
#include "gc/parallel/h2/h2ReferenceClosure.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2ReturnMemory.hpp"
#include "gc/parallel/h2/h2Scavenge.hpp"
#include "gc/parallel/h2/h2Selection.hpp"
#include "gc/parallel/h2/h2SelectTask.hpp"
#include "gc/parallel/h2/h2ServiceThread.hpp"
#include "gc/parallel/h2/h2SharedObjects.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/h2/h2Tags.hpp"
#include "gc/parallel/h2/h2Verify.hpp"
#include "gc/parallel/h2/h2Writer.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/psCardTable.hpp"
#include "gc/shared/gcTraceTime.inline.hpp"
#include "gc/shared/gc_globals.hpp"
#include "logging/log.hpp"
#include "memory/iterator.inline.hpp"
#include "memory/reservedSpace.hpp"
#include "oops/compressedOops.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/objArrayKlass.inline.hpp"
#include "runtime/arguments.hpp"
#include "runtime/globals_extension.hpp"
#include "services/memoryManager.hpp"

MemoryPool*   H2Heap::_pool = nullptr;
volatile uint H2Heap::_adjust_claimed = 0;
static const size_t NotSampled = max_uintx;
size_t        H2Heap::_used_before = NotSampled;
bool          H2Heap::_synchronizers_only = false;

void H2Heap::initialize(const ReservedSpace& rs) {
  H2Space::initialize((HeapWord*)rs.base(), (HeapWord*)rs.end(), SecondHeapRegionSize);
  H2File::initialize(rs.base(), rs.size());
  H2Discard::initialize(H2Space::num_regions());
  H2Regions::initialize();
  H2Tags::initialize();
  H2Writer::initialize();
  H2AssignTask::initialize();
  H2DeferredMarkTask::initialize_lists();
  H2SharedObjects::initialize();
  H2Marking::initialize();
  log_info(gc, init, h2)("Second heap: %zuM in %u regions of %zuM, directory %s",
                         rs.size() / M, H2Regions::num(), H2Space::region_bytes() / M, H2File::directory());
  MemoryBalancer::cut_initial_heap();
}

// HotSpot answers -XX:+UseCompressedOops with one that is off when the heap is too large.
static bool asked_for_compressed_oops() {
  bool asked = false;
  for (int i = 0; i < Arguments::num_jvm_args(); i++) {
    const char* const option = Arguments::jvm_args_array()[i];
    asked = strcmp(option, "-XX:+UseCompressedOops") == 0 || (asked && strcmp(option, "-XX:-UseCompressedOops") != 0);
  }
  return asked;
}

// Where H1 alone would have been encoded more cheaply. HotSpot places a heap at HeapBaseMinAddress or above.
static void report_oops_mode() {
  if (!UseCompressedOops) {
    // What the user switched off is not lost.
    if (MaxHeapSize <= OopEncodingHeapMax && (!FLAG_IS_CMDLINE(UseCompressedOops) || asked_for_compressed_oops())) {
      log_warning(gc, h2)("First and second heap together are too large for compressed oops: object references "
                          "take 8 bytes. Sizes of at most " UINT64_FORMAT "M together (a smaller SecondHeapSize) or a "
                          "larger ObjectAlignmentInBytes keep them", (OopEncodingHeapMax - Arguments::conservative_max_heap_alignment()) / M);
    }
    return;
  }
  const uint64_t least_end = (uint64_t)HeapBaseMinAddress + MaxHeapSize;
  const CompressedOops::Mode alone = least_end <= UnscaledOopHeapMax ? CompressedOops::UnscaledNarrowOop
                                   : least_end <= OopEncodingHeapMax ? CompressedOops::ZeroBasedNarrowOop
                                   : CompressedOops::DisjointBaseNarrowOop;
  if (CompressedOops::mode() <= alone) {
    return;
  }
  const uint64_t limit = alone == CompressedOops::UnscaledNarrowOop ? UnscaledOopHeapMax : OopEncodingHeapMax;
  const char* const text = "First and second heap together lose the compressed oops mode '%s' and use '%s'. "
                           "Sizes of at most " UINT64_FORMAT "M together keep it";
  const char* const lost = CompressedOops::mode_to_string(alone);
  const char* const used = CompressedOops::mode_to_string(CompressedOops::mode());
  const uint64_t most = (limit - HeapBaseMinAddress) / M;
  if (alone == CompressedOops::UnscaledNarrowOop) {
    log_info(gc, h2)(text, lost, used, most);      // a shift more for each reference: nothing to warn about
  } else {
    log_warning(gc, h2)(text, lost, used, most);
  }
}

void H2Heap::initialize_metadata(PSCardTable* table, MemRegion h1) {
  H2Cards::initialize(table);
  H2Selection::initialize(h1);
  report_oops_mode();
}

void H2Heap::initialize_serviceability(GCMemoryManager* manager) {
  if (H2Space::enabled()) {
    _pool = new H2MemoryPool();
    manager->add_pool(_pool);
  }
}

void H2Heap::post_initialize() {
  if (H2Space::enabled()) {
    H2ServiceThread::start();
    MemoryBalancer::initialize();
  }
}

void H2Heap::stop() {
  if (H2Space::enabled()) {
    H2ServiceThread::stop_all();
  }
}

bool H2Heap::is_in(const void* p) {
  if (!H2Space::contains_reserved(p)) {
    return false;
  }
  const H2Region* const head = H2Regions::at(H2Regions::head_of(p));
  return head->state() != H2Region::Free && p < (const void*)head->top();
}

HeapWord* H2Heap::block_start(const void* p) {
  return is_in(p) ? H2Cards::starts()->object_start((HeapWord*)p) : nullptr;
}

bool H2Heap::is_selected(oop obj) {
  return H2Space::enabled() && H2Selection::is_active() && H2Selection::map()->is_marked(obj);
}

H2SynchronizerSearch::H2SynchronizerSearch(Klass* searched) {
  assert_at_safepoint();
  H2Heap::_synchronizers_only = searched == vmClasses::java_util_concurrent_locks_AbstractOwnableSynchronizer_klass();
}

static void iterate_region(uint index, H2Region* region, ObjectClosure* closure) {
  for (HeapWord* p = H2Space::region_start(index); p < region->top(); ) {
    const oop obj = cast_to_oop(p);
    closure->do_object(obj);
    p += obj->size();
  }
}

void H2Heap::object_iterate(ObjectClosure* closure) {
  volatile uint claimed = 0;
  object_iterate_parallel(closure, &claimed);
}

void H2Heap::object_iterate_parallel(ObjectClosure* closure, volatile uint* claimed) {
  if (!H2Space::enabled() || (!SecondHeapIterate && !_synchronizers_only)) {
    return;
  }
  uint index;
  while ((index = Atomic::fetch_then_add(claimed, 1u)) < H2Regions::num()) {
    if (H2Regions::at(index)->has_objects() && (!_synchronizers_only || H2Regions::at(index)->has_synchronizers())) {
      iterate_region(index, H2Regions::at(index), closure);
    }
  }
}

void H2Heap::before_scavenge() {
  if (H2Space::enabled()) {
    H2Scavenge::begin();
  }
}

void H2Heap::scavenge_references(PSPromotionManager* pm) {
  if (H2Space::enabled()) {
    H2Scavenge::scan_dirty_cards(pm);
  }
}

void H2Heap::before_marking() {
  if (H2Space::enabled()) {
    _used_before = H2Regions::used_bytes();
    H2Statistics::begin_collection();
    H2Selection::before_marking();
  }
}

void H2Heap::select_objects() {
  if (H2Space::enabled()) {
    H2Selection::after_marking_from_roots();
  }
}

void H2Heap::assign_addresses() {
  if (H2Space::enabled() && H2Selection::is_active()) {
    GCTraceTime(Info, gc, phases) tm("H2 Assign");
    const Ticks start = Ticks::now();
    H2AssignTask task;
    task.run();
    H2Statistics::current()->assign = Ticks::now() - start;
  }
}

HeapWord* H2Heap::limit_dense_prefix(HeapWord* bottom, HeapWord* dense_prefix_end) {
  if (H2Space::enabled() && H2Selection::is_active()) {
    while (dense_prefix_end > bottom && H2Selection::map()->is_marked(dense_prefix_end - 1)) {
      dense_prefix_end -= ParallelCompactData::RegionSize;
    }
  }
  return dense_prefix_end;
}

void H2Heap::before_adjust() {
  _adjust_claimed = 0;
  if (H2Space::enabled()) {
    H2SharedObjects::forward();
  }
}

void H2Heap::adjust_references() {
  if (!H2Space::enabled()) {
    return;
  }
  H2ReferenceClosure<false> closure;
  uint index;
  while ((index = Atomic::fetch_then_add(&_adjust_claimed, 1u)) < H2Regions::num()) {
    const uint head = H2Regions::at(index)->head();
    const H2Region* const region = H2Regions::at(head);
    // Regions that are not live are freed, and what they refer to may be gone already. Marking has
    // read the cards of the others: most refer to nothing in H1 and are not read again.
    if (region->has_objects() && region->is_live() && region->refers_to_h1()) {
      closure.set_object(head, 0);
      H2Cards::scan_part(index, false /* only_dirty */, true /* clear */,
                         [&] (oop obj, MemRegion part) { obj->oop_iterate(&closure, part); });
    }
  }
}

void H2Heap::copy_objects() {
  if (H2Space::enabled() && H2Statistics::current()->moved_objects > 0) {
    GCTraceTime(Info, gc, phases) tm("H2 Copy");
    const Ticks start = Ticks::now();
    H2CopyTask task;
    task.run();
    H2Statistics::current()->copy = Ticks::now() - start;
  }
}

void H2Heap::free_dead_regions() {
  H2CollectionRecord* const record = H2Statistics::current();
  H2Regions::iterate([&] (uint index, H2Region* region) {
    if (!region->is_live()) {
      record->freed_words += pointer_delta(region->top(), H2Space::region_start(index));
      record->freed_regions += region->span();
      H2Regions::free(index);
    }
  });
}

void H2Heap::post_compact() {
  if (!H2Space::enabled()) {
    return;
  }
  GCTraceTime(Debug, gc, phases) tm("H2 Finish");
  H2CollectionRecord* const record = H2Statistics::current();
  H2Tags::remove_finished(H2Selection::is_active() && !record->limited, H2Regions::has_dead());
  H2Selection::finish();
  free_dead_regions();
  if (record->freed_regions > 0) {
    H2Selection::resume();
  } else if (record->full) {
    H2Selection::suspend();
  }
  H2ReturnMemory::after_compaction(record->moved_words);
}

void H2Heap::after_full_gc() {
  if (H2Space::enabled()) {
    ParallelScavengeHeap* const heap = ParallelScavengeHeap::heap();
    H2Statistics::end_collection(heap->gc_cause(), heap->used() / HeapWordSize);
    H2Events::send(*H2Statistics::current());
    H2ServiceThread::notify_work();
  }
}

void H2Heap::print_on(outputStream* st) {
  if (H2Space::enabled()) {
    st->print_cr(" Second heap     total %zuK, used %zuK [" PTR_FORMAT ", " PTR_FORMAT "), %u of %u regions",
                 H2Space::reserved_bytes() / K, H2Regions::used_bytes() / K, p2i(H2Space::bottom()),
                 p2i(H2Space::end()), H2Regions::num_used(), H2Regions::num());
  }
}

void H2Heap::print_change() {
  // Minor collections change nothing in H2.
  if (H2Space::enabled() && _used_before != NotSampled) {
    log_info(gc, heap, h2)("H2: %zuK->%zuK(%zuK)", _used_before / K, H2Regions::used_bytes() / K,
                           H2Space::reserved_bytes() / K);
    _used_before = NotSampled;
  }
}

void H2Heap::print_failure(outputStream* st, const void* address) {
  if (H2Space::enabled() && H2Space::contains_reserved(address)) {
    st->print_cr("# The failing address is in the second heap: its file in SecondHeapPath=%s was truncated, or the "
                 "device failed or is full.", H2File::directory());
    st->print_cr("# Free or replace the device, or choose another directory with -XX:SecondHeapPath.");
    st->print_cr("#");
  }
}

void H2Heap::print_state(outputStream* st) {
  if (H2Space::enabled()) {
    H2Statistics::print_state(st);
    st->cr();
  }
}

void H2Heap::verify() {
  if (H2Space::enabled()) {
    H2Verify::verify();
  }
}
