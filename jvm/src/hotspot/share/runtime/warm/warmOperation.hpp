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

#ifndef SHARE_RUNTIME_WARM_WARMOPERATION_HPP
#define SHARE_RUNTIME_WARM_WARMOPERATION_HPP

#include "runtime/vmOperations.hpp"

// What a server does at a safepoint between two runs.
class VM_WarmOperation : public VM_Operation {
public:
  // A type of its own would be in a header of nearly every file of the VM.
  VMOp_Type type() const override { return VMOp_WhiteBoxOperation; }
};

#endif // SHARE_RUNTIME_WARM_WARMOPERATION_HPP
