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

#include "classfile/javaClasses.inline.hpp"
#include "memory/resourceArea.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/javaThread.inline.hpp"
#include "runtime/lockStack.inline.hpp"
#include "runtime/objectMonitor.inline.hpp"
#include "runtime/synchronizer.hpp"
#include "runtime/threadSMR.inline.hpp"
#include "runtime/warm/warmLocks.hpp"
#include "utilities/ostream.hpp"

static bool is_on_a_lock_stack(oop obj) {
  for (JavaThreadIteratorWithHandle jtiwh; JavaThread* thread = jtiwh.next(); ) {
    if (thread->lock_stack().contains(obj)) {
      return true;
    }
  }
  return false;
}

bool WarmLocks::is_orphaned(oop obj) { return obj->mark().is_fast_locked() && !is_on_a_lock_stack(obj); }

// Its own number, and that of the virtual thread it carries.
static bool is_number_of_a_thread(int64_t id) {
  for (JavaThreadIteratorWithHandle jtiwh; JavaThread* thread = jtiwh.next(); ) {
    const oop java_thread = thread->threadObj();
    if (thread->monitor_owner_id() == id || (java_thread != nullptr && java_lang_Thread::thread_id(java_thread) == id)) {
      return true;
    }
  }
  return false;
}

class WarmOrphanPrinter : public MonitorClosure {
  outputStream* const _st;
  const char*         _before = "";

public:
  explicit WarmOrphanPrinter(outputStream* st) : _st(st) {}

  void do_monitor(ObjectMonitor* monitor) override {
    const oop obj = monitor->object_peek();
    if (obj == nullptr || !monitor->has_owner()) {
      return;
    }
    const bool is_held = monitor->has_anonymous_owner() ? is_on_a_lock_stack(obj) : is_number_of_a_thread(monitor->owner());
    if (!is_held) {
      const Klass* const mirrored = java_lang_Class::is_instance(obj) ? java_lang_Class::as_Klass(obj) : nullptr;
      _st->print("%sthe lock of %s%s", _before, mirrored != nullptr ? "class " : "an instance of ",
                 (mirrored != nullptr ? mirrored : obj->klass())->external_name());
      _before = ", ";
    }
  }
};

void WarmLocks::print_orphaned_on(outputStream* st) {
  ResourceMark rm;
  WarmOrphanPrinter printer(st);
  ObjectSynchronizer::owned_monitors_iterate(&printer);
}
