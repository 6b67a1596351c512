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

#ifndef SHARE_RUNTIME_WARM_WARMTHREADS_HPP
#define SHARE_RUNTIME_WARM_WARMTHREADS_HPP

#include "memory/allStatic.hpp"
#include "oops/oopsHierarchy.hpp"
#include "runtime/handles.hpp"
#include "utilities/globalDefinitions.hpp"

class InstanceKlass;
class JavaThread;
class Klass;

// Ends threads as the end of a process does: none of their handlers runs, no finally block either. They unwind by an exception
// that nothing catches; monitors are left as any exception leaves them.
class WarmThreads : public AllStatic {
public:
  // From now on System.exit and Runtime.halt end the run and not the VM: the first of them makes the descriptor (an eventfd, or
  // -1 for none) readable. `end` is what unwinds threads; no other object of its class may ever be thrown.
  static void arm(oop end, int event);

  // From now on they end the VM again.
  static void disarm();

  // Whether an exception of this class is that one.
  static bool is_end(const Klass* exception);

  // Called instead of ending the VM. Takes the first exit code and waits until the thread is ended. False: the VM ends as usual.
  static bool halt(JavaThread* current, jint code);

  // The code the run ended with, or -1 if it has not ended by exit or halt; then the next run can begin.
  static jint take_exit_code();

  // Makes all threads unwind but those to keep, the VM's own and those that wait for child processes. Either all or none: a thread
  // that ends wakes others, which must not run on. None, and false, while one of them is where something of the JDK could be left
  // half done; the others are then held where they are, if they own no monitor. To be called again until they have ended, since
  // system calls may have to be interrupted more than once.
  static bool end_all_but(objArrayHandle kept, JavaThread* current);

  // Whether a thread that waits for child processes is at work: one has ended, and it tells whoever wants to know.
  static bool is_reaping(JavaThread* thread);

  // Compiled code jumps to its handlers without asking; the interpreter asks.
  static void deoptimize_frames(JavaThread* current);

  // Identity hash codes are random numbers of the thread that asks first. A VM's first thread always has the same ones, so what main sees in
  // order of identity is the same each time. The first thread calls remember_main() when the VM is made, and each run's main become_main().
  static void remember_main(const JavaThread* current);
  static void become_main(JavaThread* current);

  // As the VM does before it ends.
  static void await_non_daemons(JavaThread* current);
};

// While a thread initialises a class that outlives the run, its end waits: the class would be in error for good. Such threads are not told
// to end, but one that is in the VM and about to begin cannot be told from others.
class WarmInitialization : public StackObj {
  JavaThread* const _thread;
  const bool        _is_outermost;  // of this thread's
  bool              _has_deferred;

public:
  WarmInitialization(const InstanceKlass* klass, JavaThread* current);
  ~WarmInitialization();

  // Whether the calling thread is in one. Then the exception it has just got comes again behind it.
  static bool defers_end();
};

#endif // SHARE_RUNTIME_WARM_WARMTHREADS_HPP
