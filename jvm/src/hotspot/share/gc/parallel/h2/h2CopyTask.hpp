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

#ifndef SHARE_GC_PARALLEL_H2_H2COPYTASK_HPP
#define SHARE_GC_PARALLEL_H2_H2COPYTASK_HPP

#include "gc/shared/workerThread.hpp"
#include "memory/allocation.hpp"
#include "oops/oopsHierarchy.hpp"

class H2Writer;

// Copies selected objects to H2 (TeraHeap 3.4: promotion buffers). It runs after all pointers were
// adjusted and before H1 is compacted: the old copies, and with them the forwarding headers, are
// intact. Nothing here may follow a reference: what it refers to has not arrived yet.
class H2CopyTask : public WorkerTask {
  volatile uint _claimed;

  static void fill_gaps(H2Writer* writer, uint worker_id);

public:
  H2CopyTask() : WorkerTask("H2 copy"), _claimed(0) {}
  void run();
  void work(uint worker_id) override;
};

#endif // SHARE_GC_PARALLEL_H2_H2COPYTASK_HPP
