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

#include "gc/parallel/h2/h2CleanThread.hpp"
#include "gc/parallel/h2/h2Natives.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Space.hpp"
#include "gc/parallel/h2/h2Statistics.hpp"
#include "gc/parallel/h2/h2Tags.hpp"
#include "gc/shared/collectedHeap.hpp"
#include "jni.h"
#include "memory/universe.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/method.hpp"
#include "oops/objArrayOop.inline.hpp"
#include "oops/typeArrayOop.inline.hpp"
#include "runtime/handles.inline.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/jniHandles.inline.hpp"

static void collect() {
  Universe::heap()->collect(GCCause::_second_heap_move);
}

static void collect_if_worth_while() {
  if (H2Policy::should_start_collection(H2Statistics::sample())) {
    collect();
  }
}

JVM_ENTRY(jboolean, H2_IsEnabled(JNIEnv* env, jclass ignored))
  return H2Space::enabled();
JVM_END

JVM_ENTRY(void, H2_TagRoot(JNIEnv* env, jclass ignored, jobject root, jlong label))
  H2CleanThread::ensure_started(thread);
  H2Tags::tag(thread, JNIHandles::resolve(root), label);
  collect_if_worth_while();
JVM_END

JVM_ENTRY(void, H2_TagRoots(JNIEnv* env, jclass ignored, jobjectArray roots, jlong label))
  if (roots != nullptr) {
    H2CleanThread::ensure_started(thread);
    objArrayHandle array(thread, objArrayOop(JNIHandles::resolve_non_null(roots)));
    H2Tags::tag_all(thread, array, label);
    collect_if_worth_while();
  }
JVM_END

JVM_ENTRY(void, H2_Move(JNIEnv* env, jclass ignored, jlong label))
  H2Tags::allow_move(label);
  collect_if_worth_while();
JVM_END

JVM_ENTRY(void, H2_Release(JNIEnv* env, jclass ignored, jlong label))
  H2Tags::release(label);
JVM_END

JVM_ENTRY(void, H2_MoveNow(JNIEnv* env, jclass ignored))
  // With a pause budget one collection may leave roots behind, and what it frees makes room for the next only: go on while each makes
  // progress.
  size_t waiting = H2Tags::num_waiting();
  do {
    const size_t before = waiting;
    const uint64_t freed_before = H2Statistics::freed_regions();
    H2Tags::request_move_all();
    collect();
    waiting = H2Tags::num_waiting();
    if (waiting >= before && H2Statistics::freed_regions() == freed_before) {
      break;
    }
  } while (waiting > 0);
JVM_END

JVM_ENTRY(jboolean, H2_Contains(JNIEnv* env, jclass ignored, jobject object))
  const oop obj = JNIHandles::resolve(object);
  return obj != nullptr && H2Space::contains(obj);
JVM_END

JVM_ENTRY(jint, H2_Statistics(JNIEnv* env, jclass ignored, jlongArray values))
  const typeArrayOop array = typeArrayOop(JNIHandles::resolve(values));
  if (array == nullptr) {
    return 0;
  }
  jlong all[H2Statistics::NumValues];
  H2Statistics::fill(all);
  const int num = MIN2(array->length(), H2Statistics::NumValues);
  for (int i = 0; i < num; i++) {
    array->long_at_put(i, all[i]);
  }
  return num;
JVM_END

struct H2NativeMethod {
  const char* name;
  const char* signature;
  address     entry;
};

static const H2NativeMethod methods[] = {
  { "isEnabled0",  "()Z",                     CAST_FROM_FN_PTR(address, H2_IsEnabled)  },
  { "tagRoot0",    "(Ljava/lang/Object;J)V",  CAST_FROM_FN_PTR(address, H2_TagRoot)    },
  { "tagRoots0",   "([Ljava/lang/Object;J)V", CAST_FROM_FN_PTR(address, H2_TagRoots)   },
  { "move0",       "(J)V",                    CAST_FROM_FN_PTR(address, H2_Move)       },
  { "release0",    "(J)V",                    CAST_FROM_FN_PTR(address, H2_Release)    },
  { "moveNow0",    "()V",                     CAST_FROM_FN_PTR(address, H2_MoveNow)    },
  { "contains0",   "(Ljava/lang/Object;)Z",   CAST_FROM_FN_PTR(address, H2_Contains)   },
  { "statistics0", "([J)I",                   CAST_FROM_FN_PTR(address, H2_Statistics) },
};

address H2Natives::lookup(Method* method) {
  if (!H2Space::enabled() || !method->method_holder()->name()->equals("dev/spillway/SecondHeap")) {
    return nullptr;
  }
  for (const H2NativeMethod& m : methods) {
    if (method->is_static() && method->name()->equals(m.name) && method->signature()->equals(m.signature)) {
      return m.entry;
    }
  }
  return nullptr;
}
