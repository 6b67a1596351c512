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

#ifndef SHARE_RUNTIME_WARM_WARMCODE_HPP
#define SHARE_RUNTIME_WARM_WARMCODE_HPP

#include "memory/allocation.hpp"
#include "memory/allStatic.hpp"
#include "utilities/globalDefinitions.hpp"
#include "utilities/growableArray.hpp"

class ciConstant;
class ciEnv;
class CompileTask;
class InstanceKlass;
class JavaThread;
class nmethod;
struct WarmFold;

// The classes an nmethod was compiled to be initialised, which is the state they must be in again for it to run.
class WarmNeeds : public CHeapObj<mtCode> {
  nmethod* const  _nm;
  InstanceKlass** _classes;
  int             _num_classes;
  WarmFold*       _folds;
  int             _num_folds;
  bool            _is_of_one_run;
  InstanceKlass*  _awaited;  // in the list of this class, or null
  WarmNeeds*      _next;

public:
  explicit WarmNeeds(nmethod* nm);
  ~WarmNeeds();

  nmethod* code() const { return _nm; }
  void set_classes(const GrowableArray<InstanceKlass*>* classes);
  InstanceKlass* first_uninitialized() const;

  // Whether the numbers in it are those of this run, if all of its classes are initialised. What is another one now is not put into code again.
  void set_folds(WarmFold* folds, int length) { _folds = folds; _num_folds = length; }
  bool numbers_hold() const;

  // Contains constants that the next run makes anew, or what C1 put in later, of which nobody took notes.
  bool is_of_one_run() const { return _is_of_one_run; }
  void set_of_one_run()      { _is_of_one_run = true; }

  InstanceKlass* awaited() const    { return _awaited; }
  void set_awaited(InstanceKlass* k) { _awaited = k; }
  WarmNeeds* next() const           { return _next; }
  void set_next(WarmNeeds* next)    { _next = next; }
};

// Compiled code between runs. It has no checks whether a class is initialised where the compiler knew it was. So code that
// relies on classes which became uninitialised is taken from its method, and given back when the last of them is
// initialised again: until then the method is interpreted, as in a new JVM, and afterwards the code is as fast as ever.
class WarmCode : public AllStatic {
public:
  static void initialize();

  // When code is installed: makes sure that the classes relied upon live as long as the code.
  static void prepare(ciEnv* env);
  static void record(nmethod* nm, ciEnv* env);
  static void note_patched(address pc);
  static void note_of_one_run(const CompileTask* task);
  // The same of a static final field: a number is looked at in the next run, anything else is of one run only.
  static void note_of_one_run(const CompileTask* task, InstanceKlass* klass, int offset, const ciConstant& value);

  // Code that goes away does not wait any more.
  static void forget(nmethod* nm);

  // At a safepoint, after the classes.
  static void park();

  // Bytes that the VM has taken from the C library for compiled code, beside the code cache.
  static size_t malloced_bytes();

  // Links what waited for nothing but this class.
  static void class_initialized(InstanceKlass* klass, JavaThread* current);
};

#endif // SHARE_RUNTIME_WARM_WARMCODE_HPP
