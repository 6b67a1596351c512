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


#ifndef SHARE_RUNTIME_WARM_WARMCOMPILESTOP_HPP
#define SHARE_RUNTIME_WARM_WARMCOMPILESTOP_HPP

#include "memory/allocation.hpp"
#include "utilities/globalDefinitions.hpp"
#include "utilities/growableArray.hpp"

class CompileTask;
class JavaThread;

// A reset's wait for compilers. Once it has told them to stop they take no new tasks, and forget those that are queued, until it is gone.
class WarmCompileStop : public StackObj {
  const jlong _start;  // ns
  const bool  _is_patient;
  bool        _has_looked;
  bool        _stopped;
  // To be compared only: they may be gone.
  GrowableArrayCHeap<const CompileTask*, mtCompiler> _awaited;

  jlong millis() const;
  bool lets_finish();
  void stop();

public:
  // Final only at a safepoint.
  static bool is_compiling();

  explicit WarmCompileStop(jlong start);
  ~WarmCompileStop();

  // Returns when nothing is being compiled; false if that is not so a minute after the start.
  bool await(JavaThread* current);
};

#endif // SHARE_RUNTIME_WARM_WARMCOMPILESTOP_HPP
