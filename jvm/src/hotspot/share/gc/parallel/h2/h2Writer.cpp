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

#include "gc/parallel/h2/h2File.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Writer.hpp"
#include "gc/shared/collectedHeap.hpp"
#include "gc/shared/gc_globals.hpp"
#include "logging/logStream.hpp"
#include "runtime/globals.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/mutexLocker.hpp"
#include "utilities/copy.hpp"

H2Writer::FailureList* H2Writer::_failures = nullptr;
int H2Writer::_error = 0;

void H2Writer::initialize() {
  _failures = new FailureList(0);
}

H2Writer::H2Writer()
  : _allocation(NEW_C_HEAP_ARRAY(char, BufferWords * HeapWordSize + ObjectAlignmentInBytes, mtGC)),
    _buffer(align_up(_allocation, ObjectAlignmentInBytes)), _run_start(nullptr), _run_words(0) {}

H2Writer::~H2Writer() {
  flush();
  FREE_C_HEAP_ARRAY(char, _allocation);
}

void H2Writer::write(const void* from, HeapWord* dst, size_t bytes) {
  if (SecondHeapWriteMode[0] == 'm') {
    memcpy((void*)dst, from, bytes);
    return;
  }
  H2File::populate_folios(dst, bytes);
  const int error = H2File::write(from, dst, bytes);
  if (error == 0) {
    return;
  }
  char* const data = NEW_C_HEAP_ARRAY(char, bytes, mtGC);
  memcpy(data, from, bytes);
  MutexLocker ml(H2Regions::lock(), Mutex::_no_safepoint_check_flag);
  _failures->append(Failure{dst, bytes, data});
  _error = error;
}

void H2Writer::flush() {
  if (_run_words > 0) {
    write(_buffer, _run_start, _run_words * HeapWordSize);
    _run_words = 0;
  }
}

HeapWord* H2Writer::prepare(HeapWord* from, HeapWord* dst, size_t words) {
  if (_run_words > 0 && (dst != _run_start + _run_words || _run_words + words > BufferWords)) {
    flush();
  }
  if (_run_words == 0) {
    _run_start = dst;
  }
  HeapWord* const staged = (HeapWord*)_buffer + _run_words;
  Copy::aligned_disjoint_words(from, staged, words);
  return staged;
}

void H2Writer::write_large(oop from, HeapWord* dst, size_t words) {
  const size_t header_words = 2;
  alignas(256) HeapWord header[header_words];    // 256 is the largest object alignment
  Copy::aligned_disjoint_words(cast_from_oop<HeapWord*>(from), header, header_words);
  cast_to_oop(&header[0])->init_mark();
  write(header, dst, sizeof(header));
  write(cast_from_oop<HeapWord*>(from) + header_words, dst + header_words, (words - header_words) * HeapWordSize);
}

void H2Writer::write_filler(HeapWord* dst, size_t words) {
  const size_t most_header_words = 3;
  alignas(256) HeapWord header[most_header_words];
  CollectedHeap::fill_with_object(header, words, false /* zap */);
  write(header, dst, MIN2(words, most_header_words) * HeapWordSize);
}

void H2Writer::keep_in_memory(uint region) {
  const int error = H2File::move_to_memory(H2Space::region_start(region), H2Space::region_bytes());
  if (error == ENOMEM) {
    vm_exit_out_of_memory(H2Space::region_bytes(), OOM_MMAP_ERROR,
                          "region of the second heap whose device failed (SecondHeapPath=%s)", H2File::directory());
  } else if (error != 0) {
    H2File::exit_with_failure("reading moved objects back after a failed write", error);
  }
  H2Regions::at(region)->set_in_memory();
}

void H2Writer::recover() {
  for (int i = 0; i < _failures->length(); i++) {
    const Failure failure = _failures->at(i);
    const uint first = H2Space::index_of(failure.dst);
    const uint last = H2Space::index_of((char*)failure.dst + failure.bytes - 1);
    for (uint r = first; r <= last; r++) {
      if (!H2Regions::at(r)->is_in_memory()) {
        keep_in_memory(r);
      }
    }
    memcpy((void*)failure.dst, failure.data, failure.bytes);
    FREE_C_HEAP_ARRAY(char, failure.data);
  }
  _failures->clear_and_deallocate();
  LogTarget(Error, gc, h2) lt;
  LogStream ls(lt);
  H2File::print_failure(&ls, "writing moved objects", _error);
  ls.print_cr(". They are kept in memory and nothing more moves.");
}
