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

#ifndef SHARE_RUNTIME_WARM_WARMCONSTANTS_HPP
#define SHARE_RUNTIME_WARM_WARMCONSTANTS_HPP

#include "memory/allStatic.hpp"

class ConstantPool;
class fieldDescriptor;
class InstanceKlass;

// Constant pools between runs. Resolved classes, methods, strings and method types stay; so do call sites made by the
// JDK's own bootstrap methods for lambdas, string concatenation and records, which have no state.
class WarmConstants : public AllStatic {
public:
  // False for constants and call sites that are resolved anew in each run. Code with one of them is of use in one run only.
  static bool outlives_run(ConstantPool* cp, int cp_index);

  // True of fields that the JDK sets once, so that code may have their value, and the server for each run.
  static bool is_set_for_each_run(const fieldDescriptor* fd);

  // True of a static final field of the program's own classes whose value code is to have, though it is of use in one run only then: calls
  // through a method or variable handle that the compiler does not know take several times as long. Not of classes of the boot loader, whose
  // code (CompletableFuture's, say) programs have in theirs.
  static bool is_worth_a_run(const fieldDescriptor* fd);

  // At a safepoint, after the states of all classes were reset: what would skip the initialisation of a class, or does not
  // outlive the run, or is an error, is resolved again at its next use. Several threads may do it for classes of their own.
  static void reset(InstanceKlass* klass);

  // The VM's table of such errors is one for all classes: for one thread.
  static void forget_errors(InstanceKlass* klass);

  // The part of it that classes need which stay initialised: accesses to static fields of classes that do not.
  static void reset_fields(InstanceKlass* klass);
};

#endif // SHARE_RUNTIME_WARM_WARMCONSTANTS_HPP
