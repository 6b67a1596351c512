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
#include "memory/oopFactory.hpp"
#include "memory/resourceArea.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/method.hpp"
#include "oops/objArrayOop.hpp"
#include "oops/typeArrayOop.inline.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/jniHandles.inline.hpp"
#include "runtime/warm/warmBindings.hpp"
#include "runtime/warm/warmCode.hpp"
#include "runtime/warm/warmReset.hpp"
#include "runtime/warm/warmThreads.hpp"
#include "utilities/growableArray.hpp"
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

JVM_ENTRY(jstring, Warm_ChangedStatic(JNIEnv* env, jclass ignored))
  ResourceMark rm(THREAD);
  stringStream changed;
  WarmReset::find_changed_static(&changed);
  return to_java(changed, THREAD);
JVM_END

JVM_ENTRY(void, Warm_Arm(JNIEnv* env, jclass ignored, jint event, jthrowable end))
  WarmThreads::arm(JNIHandles::resolve_non_null(end), event);
JVM_END

JVM_ENTRY(void, Warm_Disarm(JNIEnv* env, jclass ignored))
  WarmThreads::disarm();
JVM_END

JVM_ENTRY(jint, Warm_TakeExitCode(JNIEnv* env, jclass ignored))
  return WarmThreads::take_exit_code();
JVM_END

JVM_ENTRY(jboolean, Warm_EndThreads(JNIEnv* env, jclass ignored, jobjectArray kept))
  const objArrayHandle threads(THREAD, objArrayOop(JNIHandles::resolve_non_null(kept)));
  return WarmThreads::end_all_but(threads, THREAD);
JVM_END

JVM_ENTRY(void, Warm_AwaitNonDaemons(JNIEnv* env, jclass ignored))
  WarmThreads::await_non_daemons(THREAD);
JVM_END

JVM_ENTRY(void, Warm_RememberMain(JNIEnv* env, jclass ignored))
  WarmThreads::remember_main(THREAD);
JVM_END

JVM_ENTRY(void, Warm_BecomeMain(JNIEnv* env, jclass ignored))
  WarmThreads::become_main(THREAD);
JVM_END

JVM_ENTRY(jintArray, Warm_Descriptors(JNIEnv* env, jclass ignored))
  GrowableArrayCHeap<int, mtThread> numbers;
  WarmReset::find_descriptors(&numbers);
  const typeArrayOop array = oopFactory::new_intArray(numbers.length(), CHECK_NULL);
  for (int i = 0; i < numbers.length(); i++) {
    array->int_at_put(i, numbers.at(i));
  }
  return (jintArray)JNIHandles::make_local(THREAD, array);
JVM_END

JVM_ENTRY(jlong, Warm_CodeMemory(JNIEnv* env, jclass ignored))
  return (jlong)WarmCode::malloced_bytes();
JVM_END

JVM_ENTRY(jboolean, Warm_IsNativeMethodBound(JNIEnv* env, jclass ignored))
  return WarmBindings::are_any();
JVM_END

struct WarmNativeMethod {
  const char* name;
  const char* signature;
  address     entry;
};

static const WarmNativeMethod methods[] = {
  { "arm0",              "(ILjava/lang/Throwable;)V", CAST_FROM_FN_PTR(address, Warm_Arm)             },
  { "disarm0",           "()V",                       CAST_FROM_FN_PTR(address, Warm_Disarm)          },
  { "takeExitCode0",     "()I",                       CAST_FROM_FN_PTR(address, Warm_TakeExitCode)    },
  { "endThreads0",       "([Ljava/lang/Thread;)Z",    CAST_FROM_FN_PTR(address, Warm_EndThreads)      },
  { "awaitNonDaemons0",  "()V",                       CAST_FROM_FN_PTR(address, Warm_AwaitNonDaemons) },
  { "rememberMain0",     "()V",                       CAST_FROM_FN_PTR(address, Warm_RememberMain)    },
  { "becomeMain0",       "()V",                       CAST_FROM_FN_PTR(address, Warm_BecomeMain)      },
  { "reset0",            "()Ljava/lang/String;",      CAST_FROM_FN_PTR(address, Warm_Reset)           },
  { "descriptors0",      "()[I",                      CAST_FROM_FN_PTR(address, Warm_Descriptors)     },
  { "codeMemory0",       "()J",                       CAST_FROM_FN_PTR(address, Warm_CodeMemory)      },
  { "isNativeMethodBound0", "()Z",                    CAST_FROM_FN_PTR(address, Warm_IsNativeMethodBound) },
  { "changedStatic0",    "()Ljava/lang/String;",      CAST_FROM_FN_PTR(address, Warm_ChangedStatic)   },
  { "leftovers0",        "()Ljava/lang/String;",      CAST_FROM_FN_PTR(address, Warm_Census)          },
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
