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

#include "gc/parallel/balancer/balancerFiles.hpp"
#include "gc/parallel/balancer/balancerOpenFiles.hpp"
#include "gc/parallel/balancer/balancerText.hpp"
#include "runtime/os.hpp"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

const char* BalancerFiles::_root = "";

// A process with many mounts has long lines in mountinfo; those of control groups come early.
static const size_t MountInfoSize = 64 * K;

bool BalancerFiles::read(const char* path, char* text, size_t size) {
  char full[PathSize];
  const int length = os::snprintf(full, sizeof(full), "%s%s", _root, path);
  return length > 0 && (size_t)length < sizeof(full) && BalancerOpenFiles::read(full, text, size);
}

bool BalancerFiles::read(const char* directory, const char* name, char* text, size_t size) {
  char path[PathSize];
  const int length = os::snprintf(path, sizeof(path), "%s/%s", directory, name);
  return length > 0 && (size_t)length < sizeof(path) && read(path, text, size);
}

bool BalancerFiles::exists(const char* path) {
  char full[PathSize];
  const int length = os::snprintf(full, sizeof(full), "%s%s", _root, path);
  return length > 0 && (size_t)length < sizeof(full) && ::access(full, R_OK) == 0;
}

int BalancerFiles::threads(int* tids, int most) {
  char path[PathSize];
  os::snprintf(path, sizeof(path), "%s/proc/self/task", _root);
  DIR* const tasks = os::opendir(path);
  if (tasks == nullptr) {
    return -1;
  }
  int num = 0;
  struct dirent* entry;
  while (num < most && (entry = os::readdir(tasks)) != nullptr) {
    const int tid = atoi(entry->d_name);
    if (tid > 0) {
      tids[num++] = tid;
    }
  }
  os::closedir(tasks);
  return num;
}

bool BalancerFiles::group_directory(const char* controller, char* path, char* mount_point, size_t size) {
  char text[MountInfoSize];
  char group[PathSize], root[PathSize];
  if (!read("/proc/self/cgroup", text, sizeof(text)) || !BalancerText::group(text, controller, group, sizeof(group)) ||
      !read("/proc/self/mountinfo", text, sizeof(text)) ||
      !BalancerText::mount(text, controller, mount_point, root, MIN2(size, sizeof(root))) ||
      !BalancerText::directory(mount_point, root, group, path, size)) {
    return false;
  }
  if (!exists(path)) {
    return BalancerText::directory(mount_point, "/", "/", path, size);
  }
  return true;
}
