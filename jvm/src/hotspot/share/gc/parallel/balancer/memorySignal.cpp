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
#include "gc/parallel/balancer/memorySignal.hpp"
#include "runtime/os.hpp"

#include <string.h>

// Page tables, stacks and slab of a JVM with few threads: of these the kernel gives nothing back.
static const size_t OfEveryProcess = 16 * M;

static const char* limit_file(int version) {
  return version == 2 ? "memory.max" : "memory.limit_in_bytes";
}

// The group of version 2, or the nearest above it with a memory controller: a leaf need not have one.
static bool has_controller(char* group, const char* mount) {
  char path[BalancerFiles::PathSize];
  do {
    if (os::snprintf(path, sizeof(path), "%s/memory.stat", group) > 0 && BalancerFiles::exists(path)) {
      return true;
    }
  } while (BalancerText::parent(group, mount));
  return false;
}

void MemorySignal::probe() {
  char ignored[BalancerFiles::PathSize];
  size_t least = 0;
  _version = 0;
  _machine = machine_memory();
  // A memory controller belongs to one hierarchy only: that of version 1 if it is listed there.
  if (BalancerFiles::group_directory("memory", _group, _mount, sizeof(_group))) {
    _version = 1;
  } else if (BalancerFiles::group_directory(nullptr, _group, _mount, sizeof(_group)) && has_controller(_group, _mount)) {
    _version = 2;
  }
  if (_version == 0) {
    os::snprintf(_source, sizeof(_source), "the machine's /proc/meminfo (no memory control group)");
  } else {
    os::snprintf(_source, sizeof(_source), "control group version %d, %s", _version, _group);
  }
  _readable = _version != 0 && least_limit(nullptr, &least, ignored, sizeof(ignored));
}

bool MemorySignal::refresh() {
  const MemorySignal before = *this;
  probe();
  if (_version == 0 || (_version == before._version && strcmp(_group, before._group) == 0)) {
    *this = before;
    return false;
  }
  return true;
}

// Version 1 says in each group what the least limit is above it, also above what is mounted here.
bool MemorySignal::hidden_limit(const char* own, size_t* least) const {
  uint64_t limit = 0;
  if (_version != 1 || own == nullptr || !BalancerText::value(own, "hierarchical_memory_limit", &limit) ||
      limit >= BalancerText::NoLimit) {
    return false;
  }
  *least = (size_t)limit;
  return true;
}

// The least limit of the group and those above it, and the directory of the group that has it. 0: none has a limit. False if
// the group's own cannot be read: the root of all groups has no such file, and then there is none.
bool MemorySignal::least_limit(const char* own_stat, size_t* least, char* directory, size_t size) const {
  char path[BalancerFiles::PathSize], text[128];
  bool own = true, readable = false;
  *least = 0;
  os::snprintf(path, sizeof(path), "%s", _group);
  do {
    uint64_t limit = 0, high = 0;
    const bool known = BalancerFiles::read(path, limit_file(_version), text, sizeof(text)) && BalancerText::limit(text, &limit);
    // Above it the kernel does not kill, but makes the process wait until it is next to standing still.
    if (_version == 2 && BalancerFiles::read(path, "memory.high", text, sizeof(text)) && BalancerText::limit(text, &high) &&
        high > 0 && (limit == 0 || high < limit)) {
      limit = high;
    }
    if (own) {
      readable = known;
      own = false;
    }
    if (known && limit > 0 && (*least == 0 || limit < *least)) {
      *least = (size_t)limit;
      os::snprintf(directory, size, "%s", path);
    }
  } while (BalancerText::parent(path, _mount));
  size_t hidden = 0;
  if (hidden_limit(own_stat, &hidden) && (*least == 0 || hidden < *least)) {
    *least = hidden;
    os::snprintf(directory, size, "%s", _mount);      // the nearest to it that can be seen
  }
  return readable;
}

static void take_refaults(const char* text, const char* prefix, MemoryReading* r) {
  char key[64];
  uint64_t pages = 0;
  os::snprintf(key, sizeof(key), "%sworkingset_refault_file", prefix);
  r->has_refaults = BalancerText::value(text, key, &pages);
  if (!r->has_refaults) {       // before Linux 5.9
    os::snprintf(key, sizeof(key), "%sworkingset_refault", prefix);
    r->has_refaults = BalancerText::value(text, key, &pages);
  }
  r->refaulted = pages * os::vm_page_size();
  r->own_refaults = r->has_refaults;
}

static void take_refaults_of_machine(MemoryReading* r) {
  char text[BalancerFiles::TextSize];
  r->has_refaults = false;
  if (BalancerFiles::read("/proc/vmstat", text, sizeof(text))) {
    take_refaults(text, "", r);
  }
  r->own_refaults = false;
}

static size_t sum(const char* text, const char* const* keys, size_t num) {
  uint64_t total = 0;
  for (size_t i = 0; i < num; i++) {
    total += BalancerText::value_or_zero(text, keys[i]);
  }
  return (size_t)total;
}

static size_t less(uint64_t from, uint64_t what) {
  return from > what ? (size_t)(from - what) : 0;
}

// Slab, stacks and page tables; includes slab that could be reclaimed. Where there is no account of them, what is left of all.
static size_t kernel_memory_1(const char* directory, const char* stat) {
  uint64_t kernel = 0, all = 0;
  char number[64];
  if (BalancerFiles::read(directory, "memory.kmem.usage_in_bytes", number, sizeof(number)) && BalancerText::limit(number, &kernel)) {
    return (size_t)kernel;
  }
  if (BalancerFiles::read(directory, "memory.usage_in_bytes", number, sizeof(number)) && BalancerText::limit(number, &all)) {
    return less(all, BalancerText::value_or_zero(stat, "total_cache") + BalancerText::value_or_zero(stat, "total_rss"));
  }
  return 0;
}

static bool read_version_1(const char* directory, const char* text, MemoryReading* r) {
  static const char* const counting[] = { "total_rss", "total_shmem", "total_dirty", "total_writeback" };
  static const char* const no_clean_cache[] = { "total_shmem", "total_dirty", "total_writeback" };
  uint64_t cache = 0;
  if (!BalancerText::value(text, "total_cache", &cache)) {
    return false;
  }
  r->kernel = kernel_memory_1(directory, text);
  r->unreclaimable = sum(text, counting, 4) + r->kernel;
  r->dirty = sum(text, counting + 2, 2);
  r->page_cache = r->all_cache = less(cache, sum(text, no_clean_cache, 3));
  take_refaults(text, "total_", r);
  return true;
}

static bool read_version_2(const char* text, MemoryReading* r) {
  static const char* const counting[] = { "anon", "shmem", "file_dirty", "file_writeback", "sock" };
  static const char* const kernel[] = { "slab_unreclaimable", "kernel_stack", "pagetables", "percpu" };
  static const char* const no_clean_cache[] = { "shmem", "file_dirty", "file_writeback" };
  uint64_t file = 0, all_kernel = 0;
  if (!BalancerText::value(text, "file", &file)) {
    return false;
  }
  const size_t of_kernel = BalancerText::value(text, "kernel", &all_kernel)      // since Linux 5.18
      ? less(all_kernel, BalancerText::value_or_zero(text, "slab_reclaimable")) : sum(text, kernel, 4);
  r->unreclaimable = sum(text, counting, 5) + of_kernel;
  r->dirty = sum(text, counting + 2, 2);
  r->page_cache = r->all_cache = less(file, sum(text, no_clean_cache, 3));
  take_refaults(text, "", r);
  return true;
}

bool MemorySignal::take_group(const char* directory, const char* stat, MemoryReading* r) const {
  return _version == 1 ? read_version_1(directory, stat, r) : read_version_2(stat, r);
}

bool MemorySignal::read_group(const char* directory, MemoryReading* r) const {
  char text[BalancerFiles::TextSize];
  return BalancerFiles::read(directory, "memory.stat", text, sizeof(text)) && take_group(directory, text, r);
}

bool MemorySignal::read_machine(MemoryReading* r) {
  char text[BalancerFiles::TextSize];
  if (!BalancerFiles::read("/proc/meminfo", text, sizeof(text))) {
    return false;
  }
  const uint64_t total = BalancerText::value_or_zero(text, "MemTotal");
  const uint64_t dirty = BalancerText::value_or_zero(text, "Dirty") + BalancerText::value_or_zero(text, "Writeback");
  const uint64_t available = BalancerText::value_or_zero(text, "MemAvailable");
  r->limit = (size_t)total * K;
  // The kernel's own estimate; it takes dirty pages for available.
  r->unreclaimable = MIN2(less(total, available) + (size_t)dirty, (size_t)total) * K;
  r->dirty = (size_t)dirty * K;
  r->page_cache = less(BalancerText::value_or_zero(text, "Cached"), BalancerText::value_or_zero(text, "Shmem") + dirty) * K;
  r->all_cache = r->page_cache;
  take_refaults_of_machine(r);
  return total > 0;
}

size_t MemorySignal::machine_memory() {
  char text[BalancerFiles::TextSize];
  return BalancerFiles::read("/proc/meminfo", text, sizeof(text))
      ? (size_t)BalancerText::value_or_zero(text, "MemTotal") * K : 0;
}

size_t MemorySignal::perhaps_reclaimable(size_t kernel) {
  static const char* const all[] = { "Slab", "KernelStack", "PageTables" };
  char text[BalancerFiles::TextSize];
  if (kernel <= OfEveryProcess || !BalancerFiles::read("/proc/meminfo", text, sizeof(text))) {
    return 0;
  }
  const size_t reclaimable = (size_t)BalancerText::value_or_zero(text, "SReclaimable") * K, whole = sum(text, all, 3) * K;
  return whole == 0 ? 0 : MIN2((size_t)((double)(kernel - OfEveryProcess) * (double)reclaimable / (double)MAX2(whole, reclaimable)), reclaimable);
}

// Of the group with the limit, but page cache and refaults of the process's own.
bool MemorySignal::read_container(const char* own_stat, size_t limit, const char* directory, MemoryReading* r) const {
  MemoryReading own = {};
  const bool has_own = own_stat != nullptr && take_group(_group, own_stat, &own);
  // Where the group with the limit does not say what is in it, ours does for our part.
  if (strcmp(directory, _group) == 0 || !read_group(directory, r)) {
    *r = own;
    if (!has_own) {
      return false;
    }
  }
  if (has_own) {
    r->page_cache = own.page_cache;
    r->has_refaults = own.has_refaults;
    r->own_refaults = own.own_refaults;
    r->refaulted = own.refaulted;
  }
  r->limit = limit;
  r->container = true;
  return true;
}

bool MemorySignal::read_bound(const char* own, size_t limit, const char* directory, MemoryReading* r) const {
  MemoryReading group = {};
  if (!read_container(own, limit, directory, &group)) {
    return false;
  }
  if (!group.has_refaults) {
    take_refaults_of_machine(&group);
  }
  *r = group;
  return true;
}

bool MemorySignal::read(MemoryReading* r) const {
  memset(r, 0, sizeof(*r));
  char directory[BalancerFiles::PathSize], text[BalancerFiles::TextSize];
  size_t limit = 0;
  const char* const own = _version != 0 && BalancerFiles::read(_group, "memory.stat", text, sizeof(text)) ? text : nullptr;
  // A limit that cannot be read now is not gone.
  if (_version != 0 && !least_limit(own, &limit, directory, sizeof(directory)) && _readable) {
    return false;
  }
  // The machine's files are long, and say nothing that is used where the group's limit is below its memory.
  if (limit > 0 && limit < _machine) {
    return read_bound(own, limit, directory, r);
  }
  const bool machine = read_machine(r);
  if (limit > 0 && (!machine || limit < r->limit)) {
    return read_bound(own, limit, directory, r);
  }
  if (_version == 0) {
    return machine;
  }
  MemoryReading group = {};
  // No limit but the machine's: what others use counts, but refaults and page cache are the group's.
  if (own != nullptr && take_group(_group, own, &group)) {
    r->page_cache = group.page_cache;
    r->refaulted = group.has_refaults ? group.refaulted : r->refaulted;
    r->has_refaults |= group.has_refaults;
    r->own_refaults = group.has_refaults;
  }
  return machine;
}
