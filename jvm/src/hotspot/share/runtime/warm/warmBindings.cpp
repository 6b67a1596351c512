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
#include "classfile/systemDictionary.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/klass.inline.hpp"
#include "oops/method.inline.hpp"

void WarmBindings::undo(const InstanceKlass* klass) {
  // Classes of other loaders are unloaded, and those of the boot and platform loaders use libraries of the image, which stay.
  if (klass->class_loader() == nullptr || klass->class_loader() != SystemDictionary::java_system_loader()) {
    return;
  }
  const Array<Method*>* const methods = klass->methods();
  for (int i = 0; i < methods->length(); i++) {
    Method* const method = methods->at(i);
    if (method->is_native() && method->has_native_function()) {
      // As UnregisterNatives does; compiled code that calls the function is given up, too. Without a handler of its signature the
      // interpreter looks for the function before it has arguments in registers.
      method->clear_native_function();
      method->set_signature_handler(nullptr);
    }
  }
}
