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

#include "classfile/symbolTable.hpp"
#include "classfile/systemDictionary.hpp"
#include "classfile/vmSymbols.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/fieldDescriptor.inline.hpp"
#include "runtime/handles.inline.hpp"
#include "runtime/javaCalls.hpp"
#include "runtime/warm/warmCaches.hpp"

struct WarmCache {
  const char* holder;
  const char* field;
  const char* signature;  // of a class with a method clear()
};

static const WarmCache caches[] = {
  // Method handles of public members.
  { "java/lang/invoke/MethodHandles$Lookup", "LOOKASIDE_TABLE", "Ljava/util/concurrent/ConcurrentHashMap;" },
};

// Null if the class that has it was not used.
static Handle find(const WarmCache& cache, TRAPS) {
  TempNewSymbol holder_name = SymbolTable::new_symbol(cache.holder);
  TempNewSymbol field_name = SymbolTable::new_symbol(cache.field);
  TempNewSymbol signature = SymbolTable::new_symbol(cache.signature);
  Klass* holder = SystemDictionary::resolve_or_fail(holder_name, true, CHECK_NH);
  fieldDescriptor fd;
  if (!InstanceKlass::cast(holder)->find_local_field(field_name, signature, &fd) || !fd.is_static()) {
    THROW_MSG_(vmSymbols::java_lang_InternalError(), "a cache of java.base is not where this server knows it", Handle());
  }
  return Handle(THREAD, holder->java_mirror()->obj_field(fd.offset()));
}

void WarmCaches::clear(TRAPS) {
  TempNewSymbol clear_name = SymbolTable::new_symbol("clear");
  for (const WarmCache& cache : caches) {
    const Handle map = find(cache, CHECK);
    if (map.not_null()) {
      JavaValue result(T_VOID);
      JavaCalls::call_virtual(&result, map, map->klass(), clear_name, vmSymbols::void_method_signature(), CHECK);
    }
  }
}
