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

#include "runtime/warm/warmNativeMemory.hpp"
#include "classfile/symbolTable.hpp"
#include "classfile/systemDictionary.hpp"
#include "logging/log.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/method.hpp"
#include "oops/symbol.hpp"
#include "runtime/handles.inline.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/javaThread.hpp"
#include "runtime/mutex.hpp"
#include "runtime/os.hpp"
#include "runtime/vframe.inline.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "utilities/resourceHash.hpp"

typedef ResourceHashtable<uintptr_t, bool, 1009, AnyObj::C_HEAP, mtInternal> Blocks;

// Leaves in the order of locks: nothing is asked of the VM while it is held.
static PlatformMutex* _lock = nullptr;      // null without a server
static Blocks* _present = nullptr;          // of the present run
static Blocks* _past = nullptr;             // of the one before

class WarmBlocksLocker : public StackObj {
public:
  WarmBlocksLocker()  { _lock->lock(); }
  ~WarmBlocksLocker() { _lock->unlock(); }
};

void WarmNativeMemory::initialize() {
  _present = new (mtInternal) Blocks();
  _past = new (mtInternal) Blocks();
  _lock = new PlatformMutex();
}

static bool starts_with_one_of(const Symbol* name, const char* const* prefixes) {
  for (; *prefixes != nullptr; prefixes++) {
    if (name->starts_with(*prefixes)) {
      return true;
    }
  }
  return false;
}

// By way of the JDK's doors to such memory. What the JDK takes for itself lasts, above all what its initialisers take; buffers of
// java.nio have cleaners.
static bool is_called_by_program(JavaThread* thread) {
  static const char* const doors[] = { "jdk/internal/misc/", "jdk/internal/foreign/", "java/lang/foreign/", "java/lang/invoke/",
                                       "jdk/internal/reflect/", "java/lang/reflect/", nullptr };
  static const char* const own[] = { "jdk/internal/foreign/abi/", "jdk/internal/foreign/BufferStack", nullptr };
  for (vframeStream frames(thread); !frames.at_end(); frames.next()) {
    const Method* const method = frames.method();
    if (WarmClasses::is_of_program(method->method_holder())) {
      return true;
    }
    const Symbol* const holder = method->method_holder()->name();
    if (method->is_static_initializer() || starts_with_one_of(holder, own) || !starts_with_one_of(holder, doors)) {
      return false;
    }
  }
  return false;
}

void WarmNativeMemory::note(void* block) {
  if (_lock == nullptr || block == nullptr) {
    return;
  }
  bool by_program;
  {
    // Code must not go away while its frames are walked.
    ResetNoHandleMark handles_are_allowed;
    ThreadInVMfromNative in_vm(JavaThread::current());
    by_program = is_called_by_program(JavaThread::current());
  }
  if (by_program) {
    note_again(block);
  }
}

void WarmNativeMemory::note_again(void* block) {
  WarmBlocksLocker locked;
  _present->put((uintptr_t)block, true);
}

bool WarmNativeMemory::forget(void* block) {
  if (_lock == nullptr || block == nullptr) {
    return false;
  }
  WarmBlocksLocker locked;
  return _present->remove((uintptr_t)block) || _past->remove((uintptr_t)block);
}

// Functions of C have been linked in this server, of which one may free what the program allocated: that nobody tells.
static bool foreign_functions_linked() {
  const TempNewSymbol name = SymbolTable::new_symbol("jdk/internal/foreign/abi/NativeEntryPoint");
  const InstanceKlass* const calls = SystemDictionary::find_instance_klass(JavaThread::current(), name, Handle());
  return calls != nullptr && calls->is_initialized();      // programs that link none have it loaded, too
}

void WarmNativeMemory::end_run() {
  const bool known = !foreign_functions_linked();
  Blocks* left;
  {
    WarmBlocksLocker locked;
    left = _past;
    _past = _present;
    _present = new (mtInternal) Blocks();
  }
  log_info(class, init)("%d blocks of native memory of the run before the last one are %s", left->number_of_entries(),
                        known ? "freed" : "left: functions of C may have freed them");
  if (known) {
    left->iterate_all([](const uintptr_t& block, const bool& ignored) { os::free((void*)block); });
  }
  delete left;
}
