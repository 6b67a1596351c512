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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERFILES_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERFILES_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// Reads the kernel's files for the memory balancer.
class BalancerFiles : public AllStatic {
  static const char* _root;      // stands in for the root directory; "" otherwise

public:
  static const size_t PathSize = 1024;
  static const size_t TextSize = 16 * K;

  // Before anything is read; null: the root directory itself.
  static void set_root(const char* directory) { _root = directory == nullptr ? "" : directory; }

  // Reads a file, or its beginning, as a string. False if it cannot be read.
  static bool read(const char* path, char* text, size_t size);
  // The same for the file NAME of a directory.
  static bool read(const char* directory, const char* name, char* text, size_t size);
  // Whether there is a file or directory of that name which can be read.
  static bool exists(const char* path);
  // The identifiers of the process's threads that have an entry in /proc/self/task, at most so many. -1 if unreadable.
  static int threads(int* tids, int most);

  // The directory of this process's group in the hierarchy of a controller of version 1, or of version 2 (null), and
  // where the hierarchy is mounted. The mount point itself if the group is not visible here. False if there is none.
  static bool group_directory(const char* controller, char* path, char* mount_point, size_t size);
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERFILES_HPP
