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

#include "gc/parallel/balancer/balancerText.hpp"
#include "gc/parallel/balancer/pressureSignal.hpp"
#include "runtime/os.hpp"

#include <string.h>

bool PressureSignal::own_file(const char* name, char* path, size_t size) {
  char group[BalancerFiles::PathSize], mount[BalancerFiles::PathSize], events[BalancerFiles::PathSize];
  if (!BalancerFiles::group_directory(nullptr, group, mount, sizeof(group))) {
    return false;
  }
  const int length = os::snprintf(events, sizeof(events), "%s/cgroup.events", group);
  const int of_path = os::snprintf(path, size, "%s/%s", group, name);
  return length > 0 && (size_t)length < sizeof(events) && of_path > 0 && (size_t)of_path < size &&
         BalancerFiles::exists(events);       // only the root of all groups lacks it
}

bool PressureSignal::is_other(const char* name, const char* path) {
  char now[BalancerFiles::PathSize];
  return own_file(name, now, sizeof(now)) && strcmp(now, path) != 0;
}

bool PressureSignal::has_moved() const {
  return _source == Group && is_other("memory.pressure", _path);
}

bool PressureSignal::read_file(uint64_t* nanos) const {
  char text[1024];
  uint64_t micros = 0;
  if (_source == None || !BalancerFiles::read(_path, text, sizeof(text)) || !BalancerText::pressure(text, &micros)) {
    return false;
  }
  *nanos = micros * 1000;
  return true;
}

void PressureSignal::find(Source first) {
  uint64_t ignored = 0;
  for (int i = first; i < None; i++) {
    _source = (Source)i;
    if (_source == System) {
      os::snprintf(_path, sizeof(_path), "/proc/pressure/memory");
    } else if (!own_file("memory.pressure", _path, sizeof(_path))) {
      continue;
    }
    if (read_file(&ignored)) {
      os::snprintf(_description, sizeof(_description), "pressure of the %s, %s", _source == Group ? "control group" : "system", _path);
      return;
    }
  }
  _source = None;
  os::snprintf(_description, sizeof(_description), "none");
}

bool PressureSignal::read(uint64_t* nanos) {
  if (read_file(nanos)) {
    return true;
  }
  if (_source != None) {
    find(has_moved() ? Group : (Source)(_source + 1));      // a group that a process has left may be removed
  }
  return false;
}
