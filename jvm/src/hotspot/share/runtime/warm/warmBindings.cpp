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

#include "runtime/warm/warmBindings.hpp"
#include "classfile/classLoaderDataGraph.hpp"
#include "classfile/systemDictionary.hpp"
#include "memory/iterator.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/klass.inline.hpp"
#include "oops/method.inline.hpp"
#include "runtime/mutexLocker.hpp"

// Libraries of other loaders are closed with their loader, and those of the boot and platform loaders are the image's, which stay.
static bool is_of_application(const InstanceKlass* klass) {
  return klass->class_loader() != nullptr && klass->class_loader() == SystemDictionary::java_system_loader();
}

static bool is_bound(const Method* method) {
  return method->is_native() && method->has_native_function();
}

void WarmBindings::undo(const InstanceKlass* klass) {
  if (!is_of_application(klass)) {
    return;
  }
  const Array<Method*>* const methods = klass->methods();
  for (int i = 0; i < methods->length(); i++) {
    Method* const method = methods->at(i);
    if (is_bound(method)) {
      // As UnregisterNatives does; compiled code that calls the function is given up, too. Without a handler of its signature the
      // interpreter looks for the function before it has arguments in registers.
      method->clear_native_function();
      method->set_signature_handler(nullptr);
    }
  }
}

bool WarmBindings::are_any() {
  class Find : public KlassClosure {
    bool _found = false;
  public:
    bool found() const { return _found; }
    void do_klass(Klass* k) override {
      if (_found || !k->is_instance_klass() || !InstanceKlass::cast(k)->is_loaded() || !is_of_application(InstanceKlass::cast(k))) {
        return;
      }
      const Array<Method*>* const methods = InstanceKlass::cast(k)->methods();
      for (int i = 0; i < methods->length() && !_found; i++) {
        _found = is_bound(methods->at(i));
      }
    }
  };
  Find find;
  MutexLocker ml(ClassLoaderDataGraph_lock);
  ClassLoaderDataGraph::classes_do(&find);
  return find.found();
}
