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

#include "classfile/vmSymbols.hpp"
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

// Text: what can refer to nothing, by the declared type of the field.
static bool holds_text_only(const Symbol* signature) {
  return signature == vmSymbols::string_signature() ||
         (signature->char_at(0) == JVM_SIGNATURE_ARRAY && signature->utf8_length() == 2);
}

// By class, not by value: a field that is null now may hold anything later.
static bool has_only_text_fields(InstanceKlass* klass) {
  for (HierarchicalFieldStream<JavaFieldStream> fields(klass); !fields.done(); fields.next()) {
    if (!fields.access_flags().is_static() && is_reference_type(Signature::basic_type(fields.signature())) &&
        !holds_text_only(fields.signature())) {
      return false;
    }
  }
  return true;
}

bool H2SharedObjects::is_leaf(oop obj) {
  if (!H2Selection::is_movable(obj->klass()) || obj->size() > LargestWords) {
    return false;
  }
  if (obj->is_objArray()) {
    return objArrayOop(obj)->length() == 0;
  }
  return obj->is_typeArray() || has_only_text_fields(InstanceKlass::cast(obj->klass()));
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
