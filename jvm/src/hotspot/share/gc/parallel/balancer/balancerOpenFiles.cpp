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

#include "gc/parallel/balancer/balancerOpenFiles.hpp"
#include "runtime/atomic.hpp"
#include "runtime/os.hpp"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

// A sample reads ten; an own group of several levels adds a few for each.
static const int MostKept = 32;

struct KeptFile {
  char* volatile path;      // set last
  volatile int   fd;        // negative once a reading has failed: it is opened anew from then on
};

static KeptFile     _kept[MostKept];
static volatile int _num_kept = 0;

// The kernel hands out a text of many records by the page, and shorter ones at once: after less than this there is no more, unless
// the next record is longer than the rest of a page.
static const ssize_t ShortText = 2048;

// From the beginning, wherever another reading has stopped.
static bool read_all(int fd, char* text, size_t size, bool of_kernel) {
  size_t length = 0;
  ssize_t n = 1;
  while (n > 0 && length + 1 < size) {
    do {
      n = ::pread(fd, text + length, size - 1 - length, (off_t)length);
    } while (n < 0 && errno == EINTR);
    length += n > 0 ? (size_t)n : 0;
    if (of_kernel && n > 0 && n < ShortText) {
      break;
    }
  }
  text[length] = '\0';
  return n >= 0;
}

static KeptFile* find(const char* path) {
  const int num = MIN2(Atomic::load_acquire(&_num_kept), MostKept);
  for (int i = 0; i < num; i++) {
    const char* const kept = Atomic::load_acquire(&_kept[i].path);
    if (kept != nullptr && strcmp(kept, path) == 0) {
      return &_kept[i];
    }
  }
  return nullptr;
}

// Its content is made at each reading, and its name means the same as long as it can be read. That of a thread's file does not.
static bool is_lasting(const char* path, int fd) {
  struct statfs found;
  return strstr(path, "/task/") == nullptr && ::fstatfs(fd, &found) == 0 &&
         (found.f_type == PROC_SUPER_MAGIC || found.f_type == CGROUP_SUPER_MAGIC || found.f_type == CGROUP2_SUPER_MAGIC);
}

// Two threads may keep the same file twice.
static bool keep(const char* path, int fd) {
  if (Atomic::load(&_num_kept) >= MostKept || !is_lasting(path, fd)) {
    return false;
  }
  const int i = Atomic::fetch_then_add(&_num_kept, 1);
  char* const copy = i < MostKept ? os::strdup(path) : nullptr;
  if (copy == nullptr) {
    return false;
  }
  Atomic::store(&_kept[i].fd, fd);
  Atomic::release_store(&_kept[i].path, copy);
  return true;
}

bool BalancerOpenFiles::read(const char* path, char* text, size_t size) {
  KeptFile* const kept = find(path);
  const int open_fd = kept == nullptr ? -1 : Atomic::load(&kept->fd);
  if (open_fd >= 0) {
    if (read_all(open_fd, text, size, strstr(path, "/mountinfo") == nullptr)) {      // which has long lines
      return true;
    }
    Atomic::store(&kept->fd, -1);      // not closed: another thread may be reading it
  }
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return false;
  }
  const bool is_read = read_all(fd, text, size, false);
  if (kept != nullptr || !is_read || !keep(path, fd)) {
    ::close(fd);
  }
  return is_read;
}
