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

#include "runtime/warm/warmManagement.hpp"
#include "memory/universe.hpp"
#include "oops/oopHandle.inline.hpp"
#include "runtime/atomic.hpp"
#include "runtime/mutexLocker.hpp"
#include "runtime/perfData.inline.hpp"
#include "runtime/safepoint.hpp"
#include "runtime/warm/warmDoubt.hpp"
#include "services/memoryManager.hpp"
#include "services/memoryPool.hpp"
#include "services/memoryService.hpp"
#include "services/threadService.hpp"

#include <string.h>

// Lets this file name what is private elsewhere: friends would be named in headers that every file of the VM has.
template <typename Member, typename Member::type Pointer>
struct Opened {
  friend typename Member::type open(Member) { return Pointer; }
};

#define OPEN(name, holder, member, pointer_type)  \
  struct name {                                   \
    typedef pointer_type;                         \
    friend type open(name);                       \
  };                                              \
  template struct Opened<name, &holder::member>;

OPEN(PoolBean,      MemoryPool,      _memory_pool_obj,             OopHandle MemoryPool::* type)
OPEN(HasPoolBean,   MemoryPool,      _memory_pool_obj_initialized, volatile bool MemoryPool::* type)
OPEN(ManagerBean,   MemoryManager,   _memory_mgr_obj,              OopHandle MemoryManager::* type)
OPEN(HasManagerBean, MemoryManager,  _memory_mgr_obj_initialized,  volatile bool MemoryManager::* type)
OPEN(LastCollection, GCMemoryManager, _last_gc_stat,               GCStatInfo* GCMemoryManager::* type)
OPEN(LastCollectionLock, GCMemoryManager, _last_gc_lock,           Mutex* GCMemoryManager::* type)
OPEN(StartedThreads, ThreadService,  _total_threads_count,         PerfCounter** type)

static void forget_bean(OopHandle* bean, volatile bool* has_bean) {
  bean->release(Universe::vm_global());
  *bean = OopHandle();
  Atomic::release_store(has_bean, false);
}

void WarmManagement::forget_beans() {
  assert(SafepointSynchronize::is_at_safepoint(), "others make beans at any time");
  for (int i = 0; i < MemoryService::num_memory_pools(); i++) {
    MemoryPool* const pool = MemoryService::get_memory_pool(i);
    forget_bean(&(pool->*open(PoolBean())), &(pool->*open(HasPoolBean())));
  }
  for (int i = 0; i < MemoryService::num_memory_managers(); i++) {
    MemoryManager* const manager = MemoryService::get_memory_manager(i);
    forget_bean(&(manager->*open(ManagerBean())), &(manager->*open(HasManagerBean())));
  }
}

// Beans ask for the help of every command when they are described.
static const char* const commands_that_tell[] = {
  "help", "GC.class_histogram", "GC.heap_info", "Thread.print", "VM.command_line", "VM.flags", "VM.system_properties", "VM.uptime", "VM.version",
};

static bool only_tells(const char* line) {
  const size_t length = strcspn(line, " ");
  for (const char* command : commands_that_tell) {
    if (strlen(command) == length && strncmp(line, command, length) == 0) {
      return strchr(line, '\n') == nullptr;  // behind which there is another command
    }
  }
  return false;
}

void WarmManagement::note_command(const char* line) {
  if (!only_tells(line)) {
    WarmDoubt::note("the program gave the VM a diagnostic command");
  }
}

static void forget_uses(MemoryPool* pool) {
  pool->reset_peak_memory_usage();
  pool->set_last_collection_usage(MemoryUsage(pool->initial_size(), 0, 0, pool->max_size()));
}

static void forget_collections(GCMemoryManager* manager) {
  manager->reset_gc_stat();
  MutexLocker ml(manager->*open(LastCollectionLock()), Mutex::_no_safepoint_check_flag);
  (manager->*open(LastCollection()))->clear();
}

void WarmManagement::forget_counts() {
  for (int i = 0; i < MemoryService::num_memory_pools(); i++) {
    forget_uses(MemoryService::get_memory_pool(i));
  }
  for (int i = 0; i < MemoryService::num_memory_managers(); i++) {
    MemoryManager* const manager = MemoryService::get_memory_manager(i);
    if (manager->is_gc_memory_manager()) {
      forget_collections(static_cast<GCMemoryManager*>(manager));
    }
  }
  ThreadService::reset_peak_thread_count();
  (*open(StartedThreads()))->inc(ThreadService::get_live_thread_count() - ThreadService::get_total_thread_count());
}
