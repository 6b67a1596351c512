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

#include "runtime/warm/warmLeftovers.hpp"
#include "classfile/javaClasses.inline.hpp"
#include "gc/shared/collectedHeap.hpp"
#include "memory/iterator.hpp"
#include "memory/resourceArea.hpp"
#include "memory/universe.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/objArrayKlass.hpp"
#include "oops/stackChunkOop.inline.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "utilities/ostream.hpp"

static bool is_static_reference(int kind) {
  return kind == JVM_REF_getStatic || kind == JVM_REF_putStatic || kind == JVM_REF_invokeStatic;
}

// Direct method handles drop their check for initialisation once it has succeeded.
static bool is_handle_of_static_member(oop obj) {
  if (!java_lang_invoke_DirectMethodHandle::is_instance(obj)) {
    return false;
  }
  const oop member = java_lang_invoke_DirectMethodHandle::member(obj);
  const oop holder = member == nullptr ? nullptr : java_lang_invoke_MemberName::clazz(member);
  const Klass* klass = holder == nullptr ? nullptr : java_lang_Class::as_Klass(holder);
  if (klass == nullptr || !klass->is_instance_klass()) {
    return false;
  }
  const int kind = (java_lang_invoke_MemberName::flags(member) >> java_lang_invoke_MemberName::MN_REFERENCE_KIND_SHIFT) &
                   java_lang_invoke_MemberName::MN_REFERENCE_KIND_MASK;
  return is_static_reference(kind) && WarmClasses::runs_code(InstanceKlass::cast(klass));
}

bool WarmLeftovers::is_leftover(oop obj) {
  const Klass* klass = obj->klass();
  if (klass->is_objArray_klass()) {
    klass = ObjArrayKlass::cast(klass)->bottom_klass();
  }
  if (!klass->is_instance_klass()) {
    return false;
  }
  const InstanceKlass* ik = InstanceKlass::cast(klass);
  if (WarmClasses::is_of_program(ik)) {
    return obj->is_objArray() || !WarmClasses::is_stateless(ik);
  }
  return obj->is_instance() && is_handle_of_static_member(obj);
}

// Counts by class; enough of them to find out where they come from.
class WarmLeftoverCounter : public ObjectClosure {
  static const int MaxKinds = 8;
  const Klass* _kinds[MaxKinds];
  int          _counts[MaxKinds];
  int          _num_kinds = 0;
  int          _others = 0;

  void count(const Klass* klass) {
    int i = 0;
    while (i < _num_kinds && _kinds[i] != klass) {
      i++;
    }
    if (i == MaxKinds) {
      _others++;
      return;
    }
    if (i == _num_kinds) {
      _kinds[_num_kinds] = klass;
      _counts[_num_kinds++] = 0;
    }
    _counts[i]++;
  }

public:
  void do_object(oop obj) override {
    const bool is_parked_thread = obj->is_stackChunk() && !stackChunkOopDesc::cast(obj)->is_empty();
    if (is_parked_thread || WarmLeftovers::is_leftover(obj)) {
      count(obj->klass());
    }
  }

  void print_on(outputStream* st) const {
    for (int i = 0; i < _num_kinds; i++) {
      st->print("%s%d of %s", i == 0 ? "" : ", ", _counts[i], _kinds[i]->external_name());
    }
    if (_others > 0) {
      st->print(" and %d of other classes", _others);
    }
  }
};

void WarmLeftovers::print_on(outputStream* st) {
  ResourceMark rm;
  WarmLeftoverCounter counter;
  Universe::heap()->object_iterate(&counter);
  counter.print_on(st);
}
