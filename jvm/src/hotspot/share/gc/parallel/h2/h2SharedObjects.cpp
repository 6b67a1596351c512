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

#include "classfile/classLoaderData.hpp"
#include "classfile/vmClasses.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Selection.hpp"
#include "gc/parallel/h2/h2SharedObjects.hpp"
#include "gc/parallel/parallelScavengeHeap.hpp"
#include "gc/parallel/parMarkBitMap.inline.hpp"
#include "gc/shared/fullGCForwarding.inline.hpp"
#include "logging/log.hpp"
#include "oops/fieldStreams.inline.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/objArrayOop.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/mutexLocker.hpp"
#include "runtime/signature.hpp"

H2SharedObjects::List* H2SharedObjects::_found = nullptr;

void H2SharedObjects::initialize() {
  _found = new List(0);
}

// The bytes of a string, which move with it, and the name of an enum constant, a literal of its class.
static bool may_have_references(InstanceKlass* holder) {
  return holder == vmClasses::String_klass() || holder == vmClasses::Enum_klass();
}

// By class, not by value: a field that is null now may hold an object of a label later, and its
// region would then be held for ever.
static bool has_no_other_references(InstanceKlass* klass) {
  for (InstanceKlass* holder = klass; holder != nullptr; holder = holder->java_super()) {
    for (JavaFieldStream fields(holder); !fields.done(); fields.next()) {
      if (!fields.access_flags().is_static() && is_reference_type(Signature::basic_type(fields.signature())) &&
          !may_have_references(holder)) {
        return false;
      }
    }
  }
  return true;
}

bool H2SharedObjects::is_leaf(oop obj) {
  Klass* const klass = obj->klass();
  if (!H2Selection::is_movable(klass) || obj->size() > LargestWords) {
    return false;
  }
  // Its region would hold the class loader.
  if (!klass->class_loader_data()->is_permanent_class_loader_data()) {
    return false;
  }
  if (obj->is_objArray()) {
    return objArrayOop(obj)->length() == 0;
  }
  return obj->is_typeArray() || has_no_other_references(InstanceKlass::cast(klass));
}

void H2SharedObjects::add(oop obj) {
  if (!is_leaf(obj)) {
    return;
  }
  MutexLocker ml(H2Regions::lock(), Mutex::_no_safepoint_check_flag);
  if (_found->length() < Most && !_found->contains(obj)) {
    _found->append(obj);
  }
}

// One that another worker selected after all is forwarded to H2.
void H2SharedObjects::forward() {
  int kept = 0;
  for (int i = 0; i < _found->length(); i++) {
    const oop obj = _found->at(i);
    const oop destination = obj->is_forwarded() ? FullGCForwarding::forwardee(obj) : obj;
    if (ParallelScavengeHeap::heap()->old_gen()->is_in_reserved(destination)) {
      _found->at_put(kept++, destination);
    }
  }
  _found->trunc_to(kept);
  if (kept > 0) {
    log_debug(gc, h2)("H2 shared objects: %d will move in the next full GC", kept);
  }
}

bool H2SharedObjects::is_full() {
  uint regions = 0;
  H2Regions::iterate([&] (uint, H2Region* region) { regions += region->is_shared() ? 1 : 0; });
  return regions > MAX2(H2Regions::num() / MostShare, 1u);
}

H2SharedCounts::H2SharedCounts() {
  memset((void*)_entries, 0, sizeof(_entries));
}

void H2SharedCounts::count(oop obj) {
  Entry* const entry = &_entries[(cast_from_oop<uintptr_t>(obj) >> LogMinObjAlignmentInBytes) % Size];
  if (entry->obj != obj) {
    entry->obj = obj;
    entry->count = 0;
  }
  if (++entry->count == H2SharedObjects::Popular && !H2Selection::map()->is_marked(obj)) {
    H2SharedObjects::add(obj);
  }
}
