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

#ifndef SHARE_RUNTIME_WARM_WARMCLASSES_HPP
#define SHARE_RUNTIME_WARM_WARMCLASSES_HPP

#include "memory/allStatic.hpp"
#include "oops/oopsHierarchy.hpp"
#include "utilities/exceptions.hpp"
#include "utilities/growableArray.hpp"

class InstanceKlass;

// The classes of the program, and how they are brought back to where loading and linking left them: statics have their
// default or constant value, and the next use initialises the class by the VM's usual protocol.
class WarmClasses : public AllStatic {
public:
  // True of all classes outside java.base except what was put on the boot class path by hand (the server itself), and of
  // those of java.base that are reset, too.
  static bool is_of_program(const InstanceKlass* klass);

  // True if initialising this class of the program runs code, be it of a superclass or superinterface. If it does not,
  // nobody can tell when it is initialised, and it stays so.
  static bool runs_code(const InstanceKlass* klass);

  // A stateless instance, such as that of a lambda that captures nothing, may outlive the run in its call site, unless
  // making it initialises something.
  static bool is_stateless(const InstanceKlass* klass);

  // Gives initialised classes, which have none any more, the locks that initialising them again takes.
  static void prepare(TRAPS);

  // A class was given to a loader by other means than its own search. If all runs share that loader, the next one could not give it
  // that name again.
  static void note_given(oop loader);

  // At a safepoint, by one thread: the VM's table of them is one for all classes. In instanceKlass.cpp, which has that table.
  static void forget_initialization_errors();
};

// All classes of one safepoint, which the collector's threads share out among them.
class WarmAllClasses : public StackObj {
  GrowableArray<InstanceKlass*> _classes;
  GrowableArray<Klass*>         _arrays;

  template <typename Condition> const InstanceKlass* find(Condition condition) const;

public:
  WarmAllClasses();

  // find_redefined() and find_unprepared() return a class with which reset() cannot be done, or null; of the second kind are
  // classes that were initialised since prepare(), which can be called again. find_broken() returns one that is in error and stays so, or null.
  const InstanceKlass* find_redefined() const;
  const InstanceKlass* find_unprepared() const;
  const InstanceKlass* find_broken() const;
  void reset();
};

#endif // SHARE_RUNTIME_WARM_WARMCLASSES_HPP
