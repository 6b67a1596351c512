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

#include "classfile/systemDictionary.hpp"
#include "classfile/vmSymbols.hpp"
#include "memory/resourceArea.hpp"
#include "oops/constantPool.inline.hpp"
#include "oops/cpCache.inline.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/objArrayOop.inline.hpp"
#include "oops/resolvedFieldEntry.hpp"
#include "oops/resolvedIndyEntry.hpp"
#include "runtime/fieldDescriptor.inline.hpp"
#include "runtime/handles.inline.hpp"
#include "runtime/signature.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "runtime/warm/warmConstants.hpp"

static const char* const stateless_bootstraps[] = {
  "java/lang/invoke/LambdaMetafactory",
  "java/lang/invoke/StringConcatFactory",
  "java/lang/runtime/ObjectMethods",
};

static bool is_stateless_site(ConstantPool* cp, int cp_index) {
  const int method_handle = cp->bootstrap_method_ref_index_at(cp_index);
  const Symbol* klass = cp->klass_name_at(cp->method_handle_klass_index_at(method_handle));
  for (const char* name : stateless_bootstraps) {
    if (klass->equals(name)) {
      return true;
    }
  }
  return false;
}

bool WarmConstants::is_set_for_each_run(const fieldDescriptor* fd) {
  const Symbol* holder = fd->field_holder()->name();
  return (holder->equals("java/lang/Module") && fd->name()->equals("enableNativeAccess")) ||
         (holder->equals("java/lang/System") && (fd->name()->equals("initialIn") || fd->name()->equals("initialErr"))) ||
         (holder->equals("jdk/internal/util/StaticProperty") && fd->name()->equals("USER_DIR"));
}

bool WarmConstants::is_worth_a_run(const fieldDescriptor* fd) {
  const Symbol* type = fd->signature();
  return fd->field_holder()->class_loader() != nullptr &&
         (type == vmSymbols::java_lang_invoke_MethodHandle_signature() || type->equals("Ljava/lang/invoke/VarHandle;"));
}

// True if making an instance of the interface may run initialisers, which a linked call site would not do again.
static bool is_initialized_by_instances(InstanceKlass* interface) {
  if (interface->class_initializer() != nullptr && WarmClasses::is_of_program(interface)) {
    return true;
  }
  const Array<InstanceKlass*>* supers = interface->transitive_interfaces();
  for (int i = 0; i < supers->length(); i++) {
    if (supers->at(i)->class_initializer() != nullptr && WarmClasses::is_of_program(supers->at(i))) {
      return true;
    }
  }
  return false;
}

// The functional interface of a lambda is what its call site returns.
static bool makes_initializing_lambda(ConstantPool* cp, int cp_index) {
  ResourceMark rm;
  SignatureStream signature(cp->uncached_signature_ref_at(cp_index));
  signature.skip_to_return_type();
  if (!signature.is_reference() || signature.is_array()) {
    return false;
  }
  Thread* const current = Thread::current();
  HandleMark hm(current);
  const Handle loader(current, cp->pool_holder()->class_loader());
  InstanceKlass* made = SystemDictionary::find_instance_klass(current, signature.as_symbol(), loader);
  if (made == nullptr) {
    made = SystemDictionary::find_instance_klass(current, signature.as_symbol(), Handle());
  }
  return made == nullptr || is_initialized_by_instances(made);
}

static bool outlives_run_as_call_site(ConstantPool* cp, int cp_index) {
  return is_stateless_site(cp, cp_index) && !makes_initializing_lambda(cp, cp_index);
}

bool WarmConstants::outlives_run(ConstantPool* cp, int cp_index) {
  if (!WarmClasses::is_of_program(cp->pool_holder())) {
    return true;
  }
  const constantTag tag = cp->tag_at(cp_index);
  if (tag.is_invoke_dynamic()) {
    return outlives_run_as_call_site(cp, cp_index);
  }
  return !tag.is_method_handle() && !tag.is_dynamic_constant();
}

// The interpreter checks static calls each time, but accesses to static fields only until they are resolved.
void WarmConstants::reset_fields(InstanceKlass* klass) {
  Array<ResolvedFieldEntry>* entries = klass->constants()->cache()->resolved_field_entries();
  for (int i = 0; entries != nullptr && i < entries->length(); i++) {
    ResolvedFieldEntry* entry = entries->adr_at(i);
    const bool is_static = entry->get_code() == Bytecodes::_getstatic || entry->put_code() == Bytecodes::_putstatic;
    if (is_static && !entry->field_holder()->is_initialized()) {
      *entry = ResolvedFieldEntry(entry->constant_pool_index());
    }
  }
}

static void reset_call_sites(ConstantPool* cp, ConstantPoolCache* cache) {
  for (int i = 0; i < cache->resolved_indy_entries_length(); i++) {
    ResolvedIndyEntry* entry = cache->resolved_indy_entry_at(i);
    const bool linked = entry->is_resolved() && !outlives_run_as_call_site(cp, entry->constant_pool_index());
    if (linked || entry->resolution_failed()) {
      cache->resolved_references()->obj_at_put(entry->resolved_references_index(), nullptr);
      *entry = ResolvedIndyEntry(entry->resolved_references_index(), entry->constant_pool_index());
    }
  }
}

static jbyte without_error(jbyte tag) {
  switch (tag) {
    case JVM_CONSTANT_UnresolvedClassInError: return JVM_CONSTANT_UnresolvedClass;
    case JVM_CONSTANT_MethodHandleInError:    return JVM_CONSTANT_MethodHandle;
    case JVM_CONSTANT_MethodTypeInError:      return JVM_CONSTANT_MethodType;
    case JVM_CONSTANT_DynamicInError:         return JVM_CONSTANT_Dynamic;
    default:                                  return tag;
  }
}

static void reset_entries(ConstantPool* cp) {
  const bool has_references = cp->resolved_references() != nullptr;
  for (int i = 1; i < cp->length(); i++) {
    const jbyte tag = cp->tag_at(i).value();
    const jbyte clean = without_error(tag);
    if (clean != tag) {
      cp->tags()->at_put(i, clean);
    }
    if (has_references && (clean == JVM_CONSTANT_MethodHandle || clean == JVM_CONSTANT_Dynamic)) {
      const int index = cp->cp_to_object_index(i);
      if (index >= 0) {
        cp->resolved_references()->obj_at_put(index, nullptr);
      }
    }
  }
}

void WarmConstants::reset(InstanceKlass* klass) {
  ConstantPool* cp = klass->constants();
  ConstantPoolCache* cache = cp->cache();
  reset_fields(klass);
  reset_call_sites(cp, cache);
  reset_entries(cp);
}

void WarmConstants::forget_errors(InstanceKlass* klass) {
  SystemDictionary::delete_resolution_error(klass->constants());
}
