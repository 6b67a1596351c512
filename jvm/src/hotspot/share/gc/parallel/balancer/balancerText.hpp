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

#ifndef SHARE_GC_PARALLEL_BALANCER_BALANCERTEXT_HPP
#define SHARE_GC_PARALLEL_BALANCER_BALANCERTEXT_HPP

#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"

// Parsers of the kernel's text files. Each returns false, and leaves its result alone, if the text lacks what is looked for.
class BalancerText : public AllStatic {
public:
  // Version 1 of control groups says so, or more, for "no limit", rounded down to pages of any size.
  static const uint64_t NoLimit = (uint64_t)1 << 62;

  // "key 123" or "key: 123 kB", the key at the start of a line; the number as it stands.
  static bool value(const char* text, const char* key, uint64_t* result);
  // The same, 0 if it is missing.
  static uint64_t value_or_zero(const char* text, const char* key);

  // A limit file of a control group: a number, or "max". No limit, also the huge number of version 1, gives 0.
  static bool limit(const char* text, uint64_t* bytes);

  // Microseconds that tasks were stalled, mean of the lines "some" and "full" of a pressure file: a program of many
  // threads loses less than the first and more than the second. The second is missing in some kernels.
  static bool pressure(const char* text, uint64_t* micros);

  // The column of a line of numbers, counted from 0.
  static bool column(const char* text, int column, uint64_t* result);

  // Field of /proc/PID/stat, counted from 1 as in proc(5); the name in field 2 may contain spaces and parentheses.
  static bool stat_field(const char* text, int field, uint64_t* result);

  // From /proc/self/cgroup the group of a controller of version 1, or of version 2 if the controller is null.
  static bool group(const char* cgroups, const char* controller, char* path, size_t size);

  // From /proc/self/mountinfo the directory where that hierarchy is mounted, and which of its groups is seen there.
  static bool mount(const char* mountinfo, const char* controller, char* point, char* root, size_t size);

  // The directory of a group: the mount point and the group's path below the mount's root. False if it does not fit.
  static bool directory(const char* point, const char* root, const char* group, char* path, size_t size);

  // Cuts the last name off a path, unless it is the end already; false then.
  static bool parent(char* path, const char* end);
};

#endif // SHARE_GC_PARALLEL_BALANCER_BALANCERTEXT_HPP
