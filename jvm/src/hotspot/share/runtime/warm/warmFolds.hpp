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

#ifndef SHARE_RUNTIME_WARM_WARMFOLDS_HPP
#define SHARE_RUNTIME_WARM_WARMFOLDS_HPP

#include "memory/allocation.hpp"
#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"
#include "utilities/growableArray.hpp"

class ciConstant;
class fieldDescriptor;
class InstanceKlass;

// A number in compiled code that was the value of a static final field of the program.
struct WarmFold {
  int            compile_id;
  InstanceKlass* klass;
  int            offset;  // in the mirror
  BasicType      type;
  jlong          bits;

  bool holds() const;
};

// Most of these numbers are the same in each run (sizes, offsets, settings), and arithmetic with a number that the compiler knows may take half the
// time. So code may have them: it needs the class initialised, so it waits in the next run until that is, and is dropped then if the number is another.
class WarmFolds : public AllStatic {
public:
  // Whether code may have the value of this static final field. Not of classes of the boot loader, of which the compilers share what they know; not of classes
  // that nobody sees being initialised; not of a field that was once another number in another run.
  static bool may_fold(const fieldDescriptor* fd);

  // The rest is for WarmCode, under its lock.
  static void note(GrowableArrayCHeap<WarmFold, mtCode>* folds, int compile_id, InstanceKlass* klass, int offset, const ciConstant& value);

  // Moves those of one compilation to an array of the C heap; null if there are none.
  static WarmFold* take(GrowableArrayCHeap<WarmFold, mtCode>* folds, int compile_id, int* length);

  // The field is a variable to the compilers from now on.
  static void never_again(const WarmFold& fold);
};

#endif // SHARE_RUNTIME_WARM_WARMFOLDS_HPP
