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

#include "runtime/warm/warmReferences.hpp"
#include "memory/iterator.hpp"
#include "oops/access.inline.hpp"
#include "oops/klass.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/jniHandles.hpp"
#include "utilities/growableArray.hpp"

// By the class of what they refer to; nobody but the native code named has a reference to one.
static const char* const kept_objects[] = {
  "com/sun/management/VMOption$Origin",  // libmanagement_ext, set by the initialiser of com.sun.management.internal.Flag
};

class WarmReferenceFinder : public OopClosure {
  GrowableArrayCHeap<oop*, mtInternal> _found;

  static bool is_kept(oop obj) {
    const Symbol* const name = obj->klass()->name();
    for (const char* kept : kept_objects) {
      if (name->equals(kept)) {
        return true;
      }
    }
    return false;
  }

public:
  void do_oop(oop* p) override {
    const oop obj = RawAccess<>::oop_load(p);
    if (obj != nullptr && is_kept(obj)) {
      _found.append(p);
    }
  }
  void do_oop(narrowOop* p) override { ShouldNotReachHere(); }

  void release() {
    for (oop* p : _found) {
      JNIHandles::destroy_global(reinterpret_cast<jobject>(reinterpret_cast<char*>(p) + JNIHandles::TypeTag::global));
    }
  }
};

void WarmReferences::release() {
  WarmReferenceFinder finder;
  JNIHandles::oops_do(&finder);
  finder.release();
}
