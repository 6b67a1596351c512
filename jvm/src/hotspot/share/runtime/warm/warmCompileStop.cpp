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


#include "runtime/warm/warmCompileStop.hpp"
#include "compiler/compileBroker.hpp"
#include "compiler/compilerThread.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/javaThread.inline.hpp"
#include "runtime/os.hpp"
#include "runtime/threadSMR.inline.hpp"
#include "runtime/warm/warmCompilations.hpp"
#include "utilities/globalDefinitions.hpp"

static const int MaxWaitSeconds = 60;
static const int PollMillis = 1;
// So long what is queued is compiled, which makes later runs faster; then what is left is forgotten, since a client may want this
// server. Methods that are still called often will be queued again.
static const int MaxCompileMillis = 20;
// C2 takes up to half a second for a method. One of so many resets lets it finish, or a method that takes longer than a run would never
// get code; the others make it give up.
static const uint32_t ResetsPerWait = 4;
static const int MaxPatienceMillis = 5000;

static uint32_t _resets = 5;  // from here on it is the fifth that waits first

// Multiples of the golden ratio, of which one part in so many counts (Weyl's sequence): among programs that take turns each comes to it, of up to a
// dozen each in one of sixteen of its runs at least.
static bool is_turn_to_wait(uint32_t resets) {
  return resets * 0x9E3779B9u < UINT32_MAX / ResetsPerWait;
}

template <typename Action>
static void busy_compilers_do(Action action) {
  for (JavaThreadIteratorWithHandle jtiwh; JavaThread* thread = jtiwh.next(); ) {
    if (thread->is_Compiler_thread() && CompilerThread::cast(thread)->task() != nullptr) {
      action(CompilerThread::cast(thread));
    }
  }
}

bool WarmCompileStop::is_compiling() {
  bool found = false;
  busy_compilers_do([&](const CompilerThread* thread) { found = true; });
  return found;
}

WarmCompileStop::WarmCompileStop(jlong start) : _start(start), _is_patient(is_turn_to_wait(++_resets)), _has_looked(false), _stopped(false) {}

WarmCompileStop::~WarmCompileStop() {
  Atomic::store(&WarmCompilations::_are_given_up, false);
  if (_stopped) {
    CompileBroker::set_should_compile_new_jobs(CompileBroker::run_compilation);
  }
}

jlong WarmCompileStop::millis() const {
  return (os::javaTimeNanos() - _start) / NANOSECS_PER_MILLISEC;
}

// Whether C2 is still busy with what it was busy with at the first call.
bool WarmCompileStop::lets_finish() {
  GrowableArrayCHeap<const CompileTask*, mtCompiler> present;
  busy_compilers_do([&](CompilerThread* thread) {
    if (thread->compiler()->is_c2()) {
      present.append(thread->task());
    }
  });
  if (!_has_looked) {
    _has_looked = true;
    _awaited.appendAll(&present);
  }
  for (const CompileTask* task : _awaited) {
    if (present.contains(task)) {
      return true;
    }
  }
  return false;
}

// C2 installs nothing any more when compilers are told to stop, as if the code cache were full: it need not go on.
void WarmCompileStop::stop() {
  // Its stubs would fail for good.
  AbstractCompiler* const c2 = CompileBroker::compiler2();
  if (c2 != nullptr && !c2->is_initialized() && !c2->is_failed()) {
    return;
  }
  _stopped = CompileBroker::set_should_compile_new_jobs(CompileBroker::stop_compilation) || _stopped;
  Atomic::store(&WarmCompilations::_are_given_up, true);
}

bool WarmCompileStop::await(JavaThread* current) {
  while (is_compiling()) {
    if (millis() >= MaxWaitSeconds * MILLIUNITS) {
      return false;
    }
    const bool is_patient = _is_patient && millis() < MaxPatienceMillis;
    if (millis() >= MaxCompileMillis && !(is_patient && lets_finish())) {
      stop();
    }
    ThreadBlockInVM blocked(current);
    os::naked_short_sleep(PollMillis);
  }
  return true;
}
