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

#ifndef SHARE_GC_PARALLEL_H2_H2FILE_HPP
#define SHARE_GC_PARALLEL_H2_H2FILE_HPP

#include "memory/allStatic.hpp"
#include "memory/memRegion.hpp"
#include "utilities/globalDefinitions.hpp"

// The file behind H2: created in SecondHeapPath without a name (mode 0600), preallocated, and
// mapped shared over H2's address range. Offsets in the file are offsets from H2's bottom.
class H2File : public AllStatic {
  static int         _fd;
  static char*       _base;
  static const char* _directory;
  static bool        _maps_folios;      // the kernel maps folios of FolioBytes as one

  static const size_t FolioBytes = 2 * M;

  static int  open_unnamed(const char* directory);
  static void check_directory(const char* directory);
  static void check_mapping_is_file(size_t size);
  static void advise_large_folios(char* base, size_t size);
  static bool is_mapped_in_folios(char* base, size_t size);
  static bool populate(char* from, size_t bytes);
  static void hide_user_data(void* from, size_t bytes);

public:
  // Maps the file over [base, base + size). Ends start-up with one line on any failure.
  static void initialize(char* base, size_t size);

  static const char* directory() { return _directory; }

  // Before the first write to a range: brings the large folios it lies in into the page cache and
  // the mapping. Where the file system has no large folios, or the kernel is older than 5.14, nothing.
  static void populate_folios(HeapWord* dst, size_t bytes);

  // Writes bytes to the place of H2 that dst is the address of. Returns 0, or errno of a write
  // that failed again after several tries; then the content of the range is undefined.
  static int write(const void* from, HeapWord* dst, size_t bytes);

  // Asks the kernel to start writing back the dirty pages of a range; does not wait for them.
  static void start_writeback(HeapWord* from, size_t bytes);
  // Waits for the pages of a range that are being written back. Returns 0, or errno if some write-back failed since the last
  // call: the kernel drops what it could not write, so H2 has lost objects then.
  static int await_writeback(HeapWord* from, size_t bytes);

  // Drops the content of a range (reads as zero afterwards) but keeps its disk blocks reserved.
  // False if the file system cannot; the content is then stale, which is harmless.
  static bool discard(HeapWord* from, size_t bytes);

  // Replaces a range of the mapping by private memory with the same content (device failure).
  // Returns 0, ENOMEM, or errno of the read that failed.
  static int move_to_memory(HeapWord* from, size_t bytes);

  // The message that names the directory, the error and the way out.
  static void print_failure(outputStream* st, const char* what, int error);
  // Ends the VM with that message: objects are lost.
  [[noreturn]] static void exit_with_failure(const char* what, int error);
};

#endif // SHARE_GC_PARALLEL_H2_H2FILE_HPP
