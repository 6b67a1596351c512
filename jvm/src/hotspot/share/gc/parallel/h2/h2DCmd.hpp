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

#ifndef SHARE_GC_PARALLEL_H2_H2DCMD_HPP
#define SHARE_GC_PARALLEL_H2_H2DCMD_HPP

#include "services/diagnosticCommand.hpp"

// jcmd <pid> GC.second_heap: size, use, labels, waiting roots and totals of the second heap.
class H2DCmd : public DCmd {
public:
  H2DCmd(outputStream* output, bool heap) : DCmd(output, heap) {}
  static const char* name()        { return "GC.second_heap"; }
  static const char* description() { return "Print the state of the second heap."; }
  static const char* impact()      { return "Low"; }
  void execute(DCmdSource source, TRAPS) override;
};

#endif // SHARE_GC_PARALLEL_H2_H2DCMD_HPP
