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

#include "ci/ciConstant.hpp"
#include "classfile/javaClasses.hpp"
#include "logging/log.hpp"
#include "memory/resourceArea.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/fieldDescriptor.inline.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "runtime/warm/warmFolds.hpp"

bool WarmFolds::may_fold(const fieldDescriptor* fd) {
  const InstanceKlass* holder = fd->field_holder();
  return is_java_primitive(fd->field_type()) && holder->class_loader() != nullptr && WarmClasses::runs_code(holder);
}

static jlong bits_of(const ciConstant& value) {
  ciConstant v = value;
  switch (v.basic_type()) {
    case T_LONG:   return v.as_long();
    case T_FLOAT:  return jint_cast(v.as_float());
    case T_DOUBLE: return jlong_cast(v.as_double());
    default:       return v.as_int();
  }
}

static jlong bits_at(oop mirror, int offset, BasicType type) {
  switch (type) {
    case T_BOOLEAN: return mirror->bool_field(offset);
    case T_BYTE:    return mirror->byte_field(offset);
    case T_CHAR:    return mirror->char_field(offset);
    case T_SHORT:   return mirror->short_field(offset);
    case T_INT:     return mirror->int_field(offset);
    case T_LONG:    return mirror->long_field(offset);
    case T_FLOAT:   return jint_cast(mirror->float_field(offset));
    case T_DOUBLE:  return jlong_cast(mirror->double_field(offset));
    default:        ShouldNotReachHere(); return 0;
  }
}

bool WarmFold::holds() const { return bits_at(klass->java_mirror(), offset, type) == bits; }

void WarmFolds::note(GrowableArrayCHeap<WarmFold, mtCode>* folds, int compile_id, InstanceKlass* klass, int offset, const ciConstant& value) {
  for (int i = 0; i < folds->length(); i++) {
    const WarmFold& fold = folds->at(i);
    if (fold.compile_id == compile_id && fold.klass == klass && fold.offset == offset) {
      return;
    }
  }
  folds->append(WarmFold{compile_id, klass, offset, ciConstant(value).basic_type(), bits_of(value)});
}

WarmFold* WarmFolds::take(GrowableArrayCHeap<WarmFold, mtCode>* folds, int compile_id, int* length) {
  int count = 0;
  for (int i = 0; i < folds->length(); i++) {
    if (folds->at(i).compile_id == compile_id) {
      count++;
    }
  }
  *length = count;
  if (count == 0) {
    return nullptr;
  }
  // Notes of compilations that came to nothing are there until the run ends, so there may be many more.
  WarmFold* taken = NEW_C_HEAP_ARRAY(WarmFold, count, mtCode);
  for (int i = folds->length() - 1; i >= 0; i--) {
    if (folds->at(i).compile_id == compile_id) {
      taken[--count] = folds->at(i);
      folds->delete_at(i);
    }
  }
  return taken;
}

void WarmFolds::never_again(const WarmFold& fold) {
  fieldDescriptor fd;
  const bool found = fold.klass->find_field_from_offset(fold.offset, true /* is_static */, &fd);
  assert(found, "the compiler found it");
  if (found) {
    // To the compilers as if the program wrote the field outside its initialiser, too.
    fd.set_has_initialized_final_update(true);
    ResourceMark rm;
    log_info(class, init)("%s.%s is another number in this run", fold.klass->external_name(), fd.name()->as_C_string());
  }
}
