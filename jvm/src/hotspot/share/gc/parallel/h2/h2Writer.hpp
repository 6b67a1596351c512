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

#ifndef SHARE_GC_PARALLEL_H2_H2WRITER_HPP
#define SHARE_GC_PARALLEL_H2_H2WRITER_HPP

#include "memory/allocation.hpp"
#include "oops/oopsHierarchy.hpp"
#include "utilities/globalDefinitions.hpp"
#include "utilities/growableArray.hpp"

// One worker's way to the file: small objects are staged, so that writes are large and sequential;
// large ones are written from where they are.
class H2Writer : public StackObj {
  static const size_t BufferWords = 128 * K;         // 1 MB
  static const size_t LargeWords  = 16 * K;          // 128 KB: staging would cost more than a call

  char*     _allocation;
  char*     _buffer;        // aligned like an object
  HeapWord* _run_start;     // place in H2 of what is staged
  size_t    _run_words;
  // Ranges whose write failed, with their data: see H2Writer::recover().
  struct Failure { HeapWord* dst; size_t bytes; char* data; };
  typedef GrowableArrayCHeap<Failure, mtGC> FailureList;
  static FailureList* _failures;
  static int _error;

  static void write(const void* from, HeapWord* dst, size_t bytes);
  static void keep_in_memory(uint region);

public:
  H2Writer();
  ~H2Writer();              // writes what is staged

  static void initialize();

  static bool is_large(size_t words) { return words >= LargeWords; }

  // A place where the worker may prepare a copy of a small object for dst, and the end of that.
  HeapWord* prepare(HeapWord* from, HeapWord* dst, size_t words);
  void commit(size_t words)          { _run_words += words; }
  // Writes a large object. Its fields are adjusted, but its header still forwards, because other
  // workers need that: the copy gets a fresh one.
  void write_large(oop from, HeapWord* dst, size_t words);
  // Makes a dead object of words that nothing is staged for. Only its header is written, through the
  // file: an error of the device is then one of a call, not a signal.
  void write_filler(HeapWord* dst, size_t words);
  void flush();

  static bool has_failed()       { return _error != 0; }
  // After all workers are done: ranges that could not be written stay in private memory at their
  // place in H2, so that no object is lost. Ends the VM with one message if there is no memory for them.
  static void recover();
};

#endif // SHARE_GC_PARALLEL_H2_H2WRITER_HPP
