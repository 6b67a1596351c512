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

#include "classfile/javaClasses.hpp"
#include "memory/resourceArea.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/method.hpp"
#include "runtime/javaThread.inline.hpp"
#include "runtime/osThread.hpp"
#include "runtime/stackFrameStream.inline.hpp"
#include "runtime/vframe.inline.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "runtime/warm/warmJdkClasses.hpp"
#include "runtime/warm/warmPlaces.hpp"

// The kernel's number of the thread that the server attached for main and for the end behind it, which knows the exception; 0 before main.
static volatile uintx _main_thread = 0;

void WarmPlaces::remember_main(const JavaThread* current) {
  _main_thread = current->osthread()->thread_id_for_printing();
}

void WarmPlaces::forget_main() {
  _main_thread = 0;
}

struct WaitingMethod {
  const char* holder;  // a class, or with a slash at the end all of a package and those below
  const char* name;    // null for all
};

// Native methods in which threads wait. Whoever comes back from them finds the JDK as another thread would.
static const WaitingMethod waiting_methods[] = {
  { "jdk/internal/misc/Unsafe", "park" },
  { "java/lang/Object",         "wait0" },
  { "java/lang/Thread",         "sleepNanos0" },
  { "java/lang/ProcessHandleImpl", "waitForProcessExit0" },
  { "java/lang/VirtualThread",  "takeVirtualThreadListToUnblock" },
  { "dev/spillway/warm/WarmVm", "awaitNonDaemons0" },
  { "sun/nio/ch/",              nullptr },
  { "sun/nio/fs/LinuxWatchService", nullptr },
  { "java/io/",                 nullptr },
  { "java/net/",                nullptr },
};

bool WarmPlaces::is_waiting_method(const Method* method) {
  const Symbol* holder = method->method_holder()->name();
  // Whoever else calls exit waits there for a lock.
  if (holder->equals("java/lang/Shutdown")) {
    return true;
  }
  if (!method->is_native()) {
    return false;
  }
  for (const WaitingMethod& m : waiting_methods) {
    const bool is_package = m.holder[strlen(m.holder) - 1] == '/';
    if (is_package ? holder->starts_with(m.holder) : holder->equals(m.holder)) {
      if (m.name == nullptr || method->name()->equals(m.name)) {
        return true;
      }
    }
  }
  return false;
}

// Loading and initialising classes that outlive the run.
static bool builds_something_lasting(const Method* method) {
  const InstanceKlass* holder = method->method_holder();
  return !WarmClasses::is_of_program(holder) &&
         (method->is_static_initializer() || holder->name()->starts_with("jdk/internal/loader/") ||
          holder->name()->equals("java/lang/ClassLoader"));
}

// Native code that is called from Java and calls Java back sees the exception: it may clear it and go on, and the VM's own stub for such calls
// ends the VM. That of the JDK's kept modules hands it on.
static bool returns_to_native_code(JavaThread* target) {
  vframeStream frames(target);
  for (frames.next(); !frames.at_end(); frames.next()) {
    if (frames.method()->is_native() && WarmClasses::is_of_program(frames.method()->method_holder())) {
      return true;
    }
  }
  for (StackFrameStream all(target, false /* update */, true /* process_frames */); !all.is_done(); all.next()) {
    if (all.current()->is_upcall_stub_frame()) {
      return true;
    }
  }
  return target->has_attached_via_jni() && _main_thread != 0 && target->osthread()->thread_id_for_printing() != _main_thread;
}

// Classes of the JDK that are reset use others that are not, and may be in the middle of that.
bool WarmPlaces::is_of_program_itself(const InstanceKlass* klass) {
  return WarmClasses::is_of_program(klass) && !WarmJdkClasses::is_reset(klass);
}

bool WarmPlaces::can_end(JavaThread* target) {
  ResourceMark rm;
  // Were the one that initialises the class to end, this one would find it in error, which the VM tells by calling Java code.
  if (target->class_to_be_initialized() != nullptr) {
    return false;
  }
  if (!target->has_last_Java_frame()) {
    return true;
  }
  vframeStream frames(target);
  if (frames.at_end()) {
    return true;
  }
  const Method* const top = frames.method();
  if (!is_waiting_method(top) && !is_of_program_itself(top->method_holder())) {
    return false;
  }
  for (; !frames.at_end(); frames.next()) {
    if (builds_something_lasting(frames.method())) {
      return false;
    }
  }
  return !returns_to_native_code(target);
}
