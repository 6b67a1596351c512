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

#include "runtime/warm/warmNatives.hpp"
#include "classfile/javaClasses.hpp"
#include "jni.h"
#include "memory/resourceArea.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/method.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/jniHandles.inline.hpp"
#include "runtime/warm/warmReset.hpp"
#include "utilities/ostream.hpp"

// Null if there is nothing to say.
static jstring to_java(const stringStream& text, TRAPS) {
  if (text.size() == 0) {
    return nullptr;
  }
  const Handle string = java_lang_String::create_from_str(text.base(), CHECK_NULL);
  return (jstring)JNIHandles::make_local(THREAD, string());
}

JVM_ENTRY(jstring, Warm_Reset(JNIEnv* env, jclass ignored))
  ResourceMark rm(THREAD);
  stringStream refusal;
  WarmReset::reset(&refusal, CHECK_NULL);
  return to_java(refusal, THREAD);
JVM_END

JVM_ENTRY(jstring, Warm_Census(JNIEnv* env, jclass ignored))
  ResourceMark rm(THREAD);
  stringStream leftovers;
  WarmReset::census(&leftovers);
  return to_java(leftovers, THREAD);
JVM_END

struct WarmNativeMethod {
  const char* name;
  const char* signature;
  address     entry;
};

static const WarmNativeMethod methods[] = {
  { "reset0",     "()Ljava/lang/String;", CAST_FROM_FN_PTR(address, Warm_Reset)  },
  { "leftovers0", "()Ljava/lang/String;", CAST_FROM_FN_PTR(address, Warm_Census) },
};

address WarmNatives::lookup(Method* method) {
  const InstanceKlass* holder = method->method_holder();
  if (holder->class_loader() != nullptr || !holder->name()->equals("dev/spillway/warm/WarmVm")) {
    return nullptr;
  }
  for (const WarmNativeMethod& m : methods) {
    if (method->is_static() && method->name()->equals(m.name) && method->signature()->equals(m.signature)) {
      return m.entry;
    }
  }
  return nullptr;
}
