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

#include "gc/parallel/h2/h2Allocator.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/shared/collectedHeap.hpp"
#include "runtime/mutexLocker.hpp"
#include "utilities/align.hpp"

volatile bool H2Allocator::_full = false;

static const size_t LargestLabWords  = M / HeapWordSize;      // sequential writes of a worker are as long
static const size_t SmallestLabWords = 8 * K / HeapWordSize;

// Buffers shrink with what is left of the label, so that little of the last ones stays empty.
size_t H2Allocator::lab_words(uint label) {
  const uint sharers = 2 * ParallelScavengeHeap::heap()->workers().active_workers();
  const size_t share = align_down(H2Labels::at(label)->to_place / sharers, (size_t)MinObjAlignment);
  return clamp(share, SmallestLabWords, LargestLabWords);
}

size_t H2Allocator::room(uint region) {
  HeapWord* const end = H2Space::region_start(region) + H2Space::region_words();
  return pointer_delta(end, H2Regions::at(region)->top());
}

void H2Allocator::count_in_mixed(const H2Region* region) {
  for (int i = 0; i < region->labels()->length(); i++) {
    const H2Region::LabelShare share = region->labels()->at(i);
    const uint number = H2Labels::find(share.label);
    if (number != H2Labels::None) {
      H2Labels::at(number)->in_mixed += share.words;
    }
  }
}

void H2Allocator::begin() {
  _full = false;
  const size_t least = H2Space::region_words() / 16;
  H2Regions::iterate([&] (uint index, H2Region* region) {
    // A region that is not live is freed at the end of this collection.
    if (region->state() == H2Region::InUse && region->is_live() && room(index) >= least) {
      H2Labels::at(H2Regions::label_number(region))->open_region = index;
    }
    if (region->is_live() && region->has_label()) {
      H2Labels::at(H2Labels::number_of(region->label()))->own = true;
    }
    if (region->is_live() && region->is_mixed()) {
      count_in_mixed(region);
    }
  });
  // A label that comes in small moves has outgrown the regions it shares once they hold as much of it.
  for (uint i = H2Labels::First; i < H2Labels::num(); i++) {
    H2Labels::Entry* const entry = H2Labels::at(i);
    entry->own = entry->own || entry->to_place + entry->in_mixed >= H2Space::region_words() / 4 * 3;
  }
}

H2Region::Use H2Allocator::use_of(uint label) {
  return label == H2Labels::Mixed ? H2Region::Mixed : label == H2Labels::Shared ? H2Region::Shared : H2Region::OneLabel;
}

bool H2Allocator::open_region(uint label, size_t min_words) {
  H2Labels::Entry* const entry = H2Labels::at(label);
  if (entry->open_region != H2Regions::None && room(entry->open_region) >= min_words) {
    return true;
  }
  if (_full) {
    return false;     // nothing is freed during a collection: no label needs to search again
  }
  entry->open_region = H2Regions::allocate(1, entry->label, use_of(label));
  return entry->open_region != H2Regions::None;
}

HeapWord* H2Allocator::take(uint label, size_t min_words, size_t* taken) {
  H2Labels::Entry* const entry = H2Labels::at(label);
  const uint from = entry->own ? label : H2Labels::Mixed;
  // Labels that have room in their regions go on.
  if (H2Labels::at(from)->no_room) {
    return nullptr;
  }
  MutexLocker ml(H2Regions::lock(), Mutex::_no_safepoint_check_flag);
  if (!open_region(from, min_words)) {
    if (label != H2Labels::Shared) {
      H2Labels::at(from)->no_room = true;
      _full = true;
    }
    return nullptr;
  }
  const uint index = H2Labels::at(from)->open_region;
  H2Region* const region = H2Regions::at(index);
  HeapWord* const start = region->top();
  *taken = MIN2(room(index), MAX2(min_words, lab_words(label)));
  region->set_top(start + *taken);
  if (H2Labels::is_program_label(label)) {
    region->note_label(entry->label, *taken);
  }
  entry->to_place -= MIN2(entry->to_place, *taken);
  return start;
}

bool H2Allocator::give_back(HeapWord* start, HeapWord* end) {
  MutexLocker ml(H2Regions::lock(), Mutex::_no_safepoint_check_flag);
  H2Region* const region = H2Regions::at(H2Space::index_of(start - 1));
  if (region->top() != end) {
    return false;
  }
  region->set_top(start);
  return true;
}

HeapWord* H2Allocator::take_regions(uint label, size_t words) {
  MutexLocker ml(H2Regions::lock(), Mutex::_no_safepoint_check_flag);
  H2Labels::Entry* const entry = H2Labels::at(label);
  const uint span = (uint)((words + H2Space::region_words() - 1) / H2Space::region_words());
  const uint first = H2Regions::allocate(span, entry->label, use_of(label));
  if (first == H2Regions::None) {
    return nullptr;    // smaller objects may still fit
  }
  entry->to_place -= MIN2(entry->to_place, words);
  if (H2Labels::is_program_label(label)) {
    H2Regions::at(first)->note_label(entry->label, words);
  }
  H2Regions::at(first)->set_top(H2Space::region_start(first) + words);
  if (span == 1 && (entry->open_region == H2Regions::None || room(entry->open_region) < room(first))) {
    entry->open_region = first;     // its rest takes smaller objects
  }
  return H2Space::region_start(first);
}

H2Labs::H2Labs(GapList* gaps) : _labs(NEW_C_HEAP_ARRAY(Lab, H2Labels::num(), mtGC)), _gaps(gaps) {
  memset((void*)_labs, 0, H2Labels::num() * sizeof(Lab));
}

H2Labs::~H2Labs() {
  for (uint i = 0; i < H2Labels::num(); i++) {
    retire(&_labs[i]);
  }
  FREE_C_HEAP_ARRAY(Lab, _labs);
}

void H2Labs::retire(Lab* lab) {
  if (lab->top < lab->end && !H2Allocator::give_back(lab->top, lab->end)) {
    _gaps->append(Gap{lab->top, pointer_delta(lab->end, lab->top)});
  }
  lab->top = lab->end = nullptr;
}

HeapWord* H2Labs::allocate(uint label, size_t words) {
  if (words > H2Space::region_words() / 2) {
    return H2Allocator::take_regions(label, words);
  }
  Lab* const lab = &_labs[label];
  const size_t room = pointer_delta(lab->end, lab->top);
  // The rest must be empty or large enough for a filler object.
  if (lab->top == nullptr || (room != words && room < words + CollectedHeap::min_fill_size())) {
    size_t taken = 0;
    // A taken buffer is exactly as large as the object or leaves room for a filler.
    HeapWord* const start = H2Allocator::take(label, words + CollectedHeap::min_fill_size(), &taken);
    if (start == nullptr) {
      return nullptr;
    }
    retire(lab);
    lab->top = start;
    lab->end = start + taken;
  }
  HeapWord* const result = lab->top;
  lab->top += words;
  return result;
}
