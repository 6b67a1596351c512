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

#include "runtime/warm/warmReset.hpp"
#include "gc/shared/collectedHeap.hpp"
#include "gc/shared/gc_globals.hpp"
#include "logging/log.hpp"
#include "memory/universe.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/method.hpp"
#include "runtime/atomic.hpp"
#include "runtime/flags/flagSetting.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/javaThread.inline.hpp"
#include "runtime/threadSMR.inline.hpp"
#include "runtime/vframe.inline.hpp"
#include "runtime/vmThread.hpp"
#include "runtime/vm_version.hpp"
#include "runtime/warm/warmCaches.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "runtime/warm/warmCode.hpp"
#include "runtime/warm/warmCompileStop.hpp"
#include "runtime/warm/warmCounters.hpp"
#include "runtime/warm/warmDoubt.hpp"
#include "runtime/warm/warmFlightRecorder.hpp"
#include "runtime/warm/warmJdkClasses.hpp"
#include "runtime/warm/warmLeftovers.hpp"
#include "runtime/warm/warmLocks.hpp"
#include "runtime/warm/warmManagement.hpp"
#include "runtime/warm/warmMemory.hpp"
#include "runtime/warm/warmNativeMemory.hpp"
#include "runtime/warm/warmOperation.hpp"
#include "runtime/warm/warmPlaces.hpp"
#include "runtime/warm/warmReferences.hpp"
#include "runtime/warm/warmStatics.hpp"
#include "runtime/warm/warmThreads.hpp"
#include "utilities/ostream.hpp"

static const int MaxJdkSeconds = 2;

// A child process of the run has just ended, and the thread that waits for children tells who wants to know.
static bool is_reaping() {
  for (JavaThreadIteratorWithHandle jtiwh; JavaThread* thread = jtiwh.next(); ) {
    if (WarmThreads::is_reaping(thread)) {
      return true;
    }
  }
  return false;
}

static bool runs_program(JavaThread* thread) {
  if (!thread->has_last_Java_frame()) {
    return false;
  }
  for (vframeStream frames(thread); !frames.at_end(); frames.next()) {
    if (WarmClasses::is_of_program(frames.method()->method_holder())) {
      return true;
    }
  }
  return false;
}

static double millis_since(jlong start) {
  return (os::javaTimeNanos() - start) / static_cast<double>(NANOSECS_PER_MILLISEC);
}

class VM_WarmReset : public VM_WarmOperation {
  stringStream* const _refusal;
  const bool          _awaits_jdk;
  bool                _too_early;

  bool find_running() {
    for (JavaThreadIteratorWithHandle jtiwh; JavaThread* thread = jtiwh.next(); ) {
      if (runs_program(thread)) {
        _refusal->print("the program's thread \"%s\" is still running", thread->name());
        return true;
      }
    }
    return false;
  }

  // Why the classes cannot be reset goes to the refusal; true if they can.
  bool check(const WarmAllClasses* classes) {
    if (const InstanceKlass* redefined = classes->find_redefined()) {
      _refusal->print("a class was redefined: %s", redefined->external_name());
      return false;
    }
    if (const InstanceKlass* broken = classes->find_broken()) {
      _refusal->print("a class of the JDK could not be initialised: %s", broken->external_name());
      return false;
    }
    const InstanceKlass* const unprepared = classes->find_unprepared();
    // By a thread of the JDK, as none of the program is left.
    _too_early = unprepared != nullptr && _awaits_jdk;
    if (_too_early) {
      log_info(class, init)("%s was initialised just now", unprepared->external_name());
    } else if (unprepared != nullptr) {
      _refusal->print("a class was initialised while the run was being ended: %s", unprepared->external_name());
    }
    return unprepared == nullptr;
  }

public:
  // While it awaits the JDK's threads, what they are about makes it too early; then it makes a refusal, or does not matter.
  VM_WarmReset(stringStream* refusal, bool awaits_jdk)
    : _refusal(refusal), _awaits_jdk(awaits_jdk), _too_early(false) {}
  bool too_early() const { return _too_early; }
  const char* name() const override { return "WarmReset"; }

  void doit() override {
    ResourceMark rm;
    WarmJdkClasses::remember_answers();
    // First: a thread of the VM that tells the program of a threshold it set says less than that it was set. It stays so, and is said once.
    if (WarmDoubt::first() != nullptr) {
      _refusal->print("%s", WarmDoubt::first());
      return;
    }
    _too_early = WarmCompileStop::is_compiling() || (_awaits_jdk && is_reaping());
    if (_too_early || find_running()) {
      return;
    }
    const jlong start = os::javaTimeNanos();
    WarmAllClasses classes;
    if (!check(&classes)) {
      return;
    }
    const double checked = millis_since(start);
    WarmPlaces::forget_main();
    WarmManagement::forget_beans();
    JFR_ONLY(WarmFlightRecorder::forget_log_tags();)
    WarmReferences::release();
    classes.reset();
    const double reset = millis_since(start);
    WarmCode::park();
    const double parked = millis_since(start);
    WarmCounters::renew();
    log_info(class, init)("reset took %.1f ms, of which looking at classes %.1f, resetting them %.1f, compiled code %.1f", millis_since(start),
                          checked, reset - checked, parked - reset);
  }
};

// Null if this VM is one that can be reset.
static const char* find_unsupported() {
  // Others move objects while the program runs, and would need barriers where statics are reset.
  if (!UseSerialGC && !UseParallelGC) {
    return "only the Serial and the Parallel collector are supported";
  }
#if INCLUDE_JVMCI
  // Its compilers keep records of their own of what is initialised.
  if (EnableJVMCI) {
    return "compilers on JVMCI are not supported";
  }
#endif
  // Else code that runs while its class is initialised by another thread has no check at its entry.
  if (!VM_Version::supports_fast_class_init_checks()) {
    return "this processor is not supported";
  }
  return nullptr;
}

void WarmReset::reset(stringStream* refusal, TRAPS) {
  if (const char* unsupported = find_unsupported()) {
    refusal->print("%s", unsupported);
    return;
  }
  WarmCaches::clear(CHECK);
  const jlong start = os::javaTimeNanos();
  WarmCompileStop compilers(start);
  while (compilers.await(THREAD)) {
    log_info(class, init)("waited for compilers until %.1f ms", millis_since(start));
    WarmClasses::prepare(CHECK);
    VM_WarmReset operation(refusal, os::javaTimeNanos() < start + MaxJdkSeconds * NANOSECS_PER_SEC);
    VMThread::execute(&operation);
    if (!operation.too_early()) {
      return;
    }
    ThreadBlockInVM blocked(THREAD);
    os::naked_short_sleep(1);
  }
  refusal->print("compilation did not end within a minute");
}

class VM_WarmCensus : public VM_WarmOperation {
  stringStream* const _leftovers;

public:
  explicit VM_WarmCensus(stringStream* leftovers) : _leftovers(leftovers) {}
  const char* name() const override { return "WarmCensus"; }

  void doit() override {
    Universe::heap()->ensure_parsability(false);
    WarmLeftovers::print_on(_leftovers);
    if (_leftovers->is_empty()) {
      WarmLocks::print_orphaned_on(_leftovers);
    }
    // Else there will be another collection.
    if (_leftovers->is_empty()) {
      WarmMemory::give_back();
    }
  }
};

void WarmReset::census(stringStream* leftovers) {
  const jlong start = os::javaTimeNanos();
  // Soft references would keep caches of the past run; dead objects that a collection leaves between live ones would keep what was in them.
  AutoModifyRestore<uintx> parallel_leaves_none(HeapMaximumCompactionInterval, 0);
  UIntFlagSetting serial_leaves_none(MarkSweepAlwaysCompactCount, 1);
  Universe::heap()->collect(GCCause::_metadata_GC_clear_soft_refs);
  const double collected = millis_since(start);
  VM_WarmCensus operation(leftovers);
  VMThread::execute(&operation);
  log_info(class, init)("collection took %.1f ms, looking at all objects %.1f ms", collected, millis_since(start) - collected);
  WarmManagement::forget_counts();
  if (leftovers->size() == 0) {
    WarmNativeMemory::end_run();
  }
}

class VM_WarmStatics : public VM_WarmOperation {
  stringStream* const _changed;

public:
  explicit VM_WarmStatics(stringStream* changed) : _changed(changed) {}
  const char* name() const override { return "WarmStatics"; }

  void doit() override {
    const jlong start = os::javaTimeNanos();
    WarmStatics::print_changed_on(_changed);
    log_info(class, init)("comparing statics took %.1f ms", millis_since(start));
  }
};

void WarmReset::find_changed_static(stringStream* changed) {
  VM_WarmStatics operation(changed);
  VMThread::execute(&operation);
}

class VM_WarmDescriptors : public VM_WarmOperation {
  GrowableArrayCHeap<int, mtThread>* const _numbers;

public:
  explicit VM_WarmDescriptors(GrowableArrayCHeap<int, mtThread>* numbers) : _numbers(numbers) {}
  const char* name() const override { return "WarmDescriptors"; }

  void doit() override {
    Universe::heap()->ensure_parsability(false);
    WarmLeftovers::add_descriptors(_numbers);
  }
};

void WarmReset::find_descriptors(GrowableArrayCHeap<int, mtThread>* numbers) {
  VM_WarmDescriptors operation(numbers);
  VMThread::execute(&operation);
}
