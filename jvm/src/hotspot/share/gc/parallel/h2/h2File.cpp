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
#include "gc/parallel/h2/h2Space.hpp"
#include "gc/shared/gc_globals.hpp"
#include "logging/log.hpp"
#include "runtime/globals.hpp"
#include "runtime/java.hpp"
#include "runtime/os.hpp"
#include "utilities/copy.hpp"
#include "utilities/formatBuffer.hpp"
#include "utilities/ostream.hpp"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef FALLOC_FL_KEEP_SIZE
#define FALLOC_FL_KEEP_SIZE 0x01
#endif
#ifndef FALLOC_FL_ZERO_RANGE
#define FALLOC_FL_ZERO_RANGE 0x10
#endif

int         H2File::_fd = -1;
bool        H2File::_maps_folios = false;
char*       H2File::_base = nullptr;
const char* H2File::_directory = nullptr;

static void exit_during_start(const char* directory, const char* what, const char* why) {
  vm_exit_during_initialization(err_msg("SecondHeapPath=%s: %s: %s", directory, what, why));
}

void H2File::check_directory(const char* directory) {
  struct stat st;
  if (::stat(directory, &st) != 0) {
    exit_during_start(directory, "cannot use the directory", os::strerror(errno));
  }
  if (!S_ISDIR(st.st_mode)) {
    exit_during_start(directory, "cannot use the directory", "it is not a directory");
  }
  // A sticky directory such as /tmp is shared on purpose; any other one of another user is not ours.
  if (st.st_uid != ::geteuid() && st.st_uid != 0 && (st.st_mode & S_ISVTX) == 0) {
    exit_during_start(directory, "cannot use the directory", "it belongs to another user");
  }
}

int H2File::open_unnamed(const char* directory) {
  int fd = ::open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) {
    return fd;
  }
  // File systems without O_TMPFILE: a name that is removed at once.
  char name[JVM_MAXPATHLEN];
  os::snprintf_checked(name, sizeof(name), "%s/second-heap.XXXXXX", directory);
  fd = ::mkstemp(name);
  if (fd >= 0) {
    ::unlink(name);
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
  return fd;
}

// A mapping and a descriptor of different files would lose every moved object: check once.
void H2File::check_mapping_is_file(size_t size) {
  const uint64_t magic = 0x5350494c4c574159;
  const int error = write(&magic, (HeapWord*)(_base + size) - 1, sizeof(magic));
  if (error != 0) {
    exit_during_start(_directory, "cannot write to the file of the second heap", os::strerror(error));
  }
  if (*((volatile uint64_t*)(_base + size) - 1) != magic) {
    exit_during_start(_directory, "cannot use the file", "what is written to it is not visible in its mapping");
  }
}

// With this advice a page fault reads whole folios of 2 MB, whatever the device's readahead is set
// to (mm/filemap.c, do_sync_mmap_readahead), and unmapping them costs a fraction.
void H2File::advise_large_folios(char* base, size_t size) {
#ifdef MADV_HUGEPAGE
  if (!SecondHeapLargeFolios) {
    return;
  }
  if (::madvise(base, size, MADV_HUGEPAGE) != 0) {
    log_info(gc, h2, init)("No large folios for the second heap: %s", os::strerror(errno));
    return;
  }
  _maps_folios = is_mapped_in_folios(base, size);
  log_info(gc, h2, init)("The file system of the second heap %s large folios", _maps_folios ? "has" : "has no");
#endif
}

// Whether the kernel maps a folio of 2 MB as one, found by having one mapped: it depends on kernel,
// file system and settings, and nothing else tells it without privileges.
bool H2File::is_mapped_in_folios(char* base, size_t size) {
  char* const folio = align_up(base, FolioBytes);
  if (folio + FolioBytes > base + size || !populate(folio, FolioBytes)) {
    return false;
  }
  FILE* const smaps = os::fopen("/proc/self/smaps", "r");
  if (smaps == nullptr) {
    return false;
  }
  char line[512];
  bool ours = false;
  size_t mapped_kb = 0;
  while (::fgets(line, sizeof(line), smaps) != nullptr) {
    uintptr_t from, to;
    if (::sscanf(line, "%zx-%zx ", &from, &to) == 2) {
      ours = from <= (uintptr_t)folio && (uintptr_t)folio < to;
    } else if (ours && ::sscanf(line, "FilePmdMapped: %zu kB", &mapped_kb) == 1) {
      break;
    }
  }
  ::fclose(smaps);
  return mapped_kb > 0;
}

bool H2File::populate(char* from, size_t bytes) {
#ifdef MADV_POPULATE_READ
  return ::madvise(from, bytes, MADV_POPULATE_READ) == 0;
#else
  return false;
#endif
}

// User data stays out of core dumps; a child that does not exec must not see H2 either.
void H2File::hide_user_data(void* from, size_t bytes) {
  ::madvise(from, bytes, MADV_DONTDUMP);
  ::madvise(from, bytes, MADV_DONTFORK);
}

// Linux names of file systems whose files are memory (linux/magic.h).
static const int64_t TmpfsMagic = 0x01021994;
static const int64_t RamfsMagic = 0x858458f6;

// The default directory is a tmpfs on many systems; all of H2 would be charged to DRAM at once.
static void warn_if_in_memory(int fd, const char* directory, size_t size) {
  struct statfs fs;
  if (::fstatfs(fd, &fs) == 0 && ((int64_t)fs.f_type == TmpfsMagic || (int64_t)fs.f_type == RamfsMagic)) {
    log_warning(gc, h2)("The second heap is in memory: %s is a tmpfs, of which it takes %zuM now. "
                        "-XX:SecondHeapPath=<directory on a disk> puts it on a device", directory, size / M);
  }
}

void H2File::initialize(char* base, size_t size) {
  _directory = SecondHeapPath != nullptr ? SecondHeapPath : os::get_temp_directory();
  _base = base;
  check_directory(_directory);
  _fd = open_unnamed(_directory);
  if (_fd < 0) {
    exit_during_start(_directory, "cannot create the file of the second heap", os::strerror(errno));
  }
  // Asked first: an allocation that fails takes all free space of the device for a while.
  struct statvfs vfs;
  const size_t free = ::fstatvfs(_fd, &vfs) == 0 ? (size_t)vfs.f_bavail * vfs.f_frsize : max_uintx;
  const int error = free < size ? ENOSPC : ::posix_fallocate(_fd, 0, (off_t)size);
  if (error != 0) {
    exit_during_start(_directory,
                      err_msg("cannot reserve %zuM for the second heap (%zuM are free)", size / M, free / M),
                      os::strerror(error));
  }
  void* const mapped = ::mmap(base, size, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_FIXED | MAP_NORESERVE, _fd, 0);
  if (mapped != base) {
    exit_during_start(_directory, "cannot map the file of the second heap", os::strerror(errno));
  }
  warn_if_in_memory(_fd, _directory, size);
  hide_user_data(base, size);
  advise_large_folios(base, size);
  check_mapping_is_file(size);
}

// What the range is written to must be whole folios, mapped as such: pages of its own make the
// kernel use a page table there for good, and then the first write of the program to each 4 KB
// page is a fault (525,000 of them for 2 GB instead of 1,000).
void H2File::populate_folios(HeapWord* dst, size_t bytes) {
  if (_maps_folios) {
    char* const from = MAX2(align_down((char*)dst, FolioBytes), _base);
    char* const to = MIN2(align_up((char*)dst + bytes, FolioBytes), (char*)H2Space::end());
    populate(from, pointer_delta(to, from, 1));     // a failure costs time only
  }
}

int H2File::write(const void* from, HeapWord* dst, size_t bytes) {
  const char* data = (const char*)from;
  off_t offset = (char*)dst - _base;
  int failures = 0;
  while (bytes > 0) {
    const ssize_t written = ::pwrite(_fd, data, bytes, offset);
    if (written > 0) {
      data += written;
      offset += written;
      bytes -= (size_t)written;
      failures = 0;
    } else if (written < 0 && errno == EINTR) {
      continue;
    } else if (++failures > 3) {
      return written < 0 ? errno : EIO;
    } else {
      os::naked_short_sleep(10);
    }
  }
  return 0;
}

void H2File::start_writeback(HeapWord* from, size_t bytes) {
#ifdef LINUX
  ::sync_file_range(_fd, (char*)from - _base, (off_t)bytes, SYNC_FILE_RANGE_WRITE);
#endif
}

int H2File::await_writeback(HeapWord* from, size_t bytes) {
#ifdef LINUX
  // Also tells of failures elsewhere in the file and of the write-back that the kernel starts by itself.
  if (::sync_file_range(_fd, (char*)from - _base, (off_t)bytes, SYNC_FILE_RANGE_WAIT_BEFORE) != 0) {
    // Anything else is about the call, which a sandbox may not have, and says nothing about the data.
    return errno == EIO || errno == ENOSPC || errno == EDQUOT ? errno : 0;
  }
#endif
  return 0;
}

bool H2File::discard(HeapWord* from, size_t bytes) {
#ifdef LINUX
  return ::fallocate(_fd, FALLOC_FL_ZERO_RANGE | FALLOC_FL_KEEP_SIZE, (char*)from - _base, (off_t)bytes) == 0;
#else
  return false;
#endif
}

int H2File::move_to_memory(HeapWord* from, size_t bytes) {
  void* const copy = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) {
    return ENOMEM;
  }
  // What was written before is in the page cache or on the device; read what can be read.
  size_t done = 0;
  while (done < bytes) {
    const ssize_t n = ::pread(_fd, (char*)copy + done, bytes - done, ((char*)from - _base) + (off_t)done);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      const int error = n < 0 ? errno : EIO;
      ::munmap(copy, bytes);
      return error;
    }
    done += (size_t)n;
  }
  if (::mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, from) != from) {
    return ENOMEM;
  }
  hide_user_data(from, bytes);
  return 0;
}

void H2File::print_failure(outputStream* st, const char* what, int error) {
  st->print("second heap: %s in SecondHeapPath=%s failed: %s. Free or replace the device, or choose "
            "another directory with -XX:SecondHeapPath", what, _directory, os::strerror(error));
}

void H2File::exit_with_failure(const char* what, int error) {
  stringStream message;
  print_failure(&message, what, error);
  fatal("%s", message.freeze());
}
