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

#ifndef SHARE_RUNTIME_WARM_WARMCOLLECTION_HPP
#define SHARE_RUNTIME_WARM_WARMCOLLECTION_HPP

#include "memory/allStatic.hpp"
#include "memory/iterator.hpp"
#include "utilities/growableArray.hpp"

class nmethod;

// What one thread of the Parallel collector does alone in a full collection of the stock VM. A server has so much code that it is most of the
// collection after a run, so all of the collector's threads do it there.
class WarmCollection : public AllStatic {
public:
  // How many threads unload code.
  static uint num_unlinkers();

  // At a safepoint, after the loaders that are not alive were found: takes them out of code, which is unloaded if it needs them, and out of
  // what other classes know of them. False without a server: then nothing was done.
  static bool unload(bool unloading_occurred);
};

// All compiled code, of which each thread of a task takes parts until there is none left. Without a server it has nothing.
class WarmSharedCode : public StackObj {
  static const int Block = 64;  // so much at a time

  GrowableArrayCHeap<nmethod*, mtGC> _code;
  volatile int                       _next;

public:
  WarmSharedCode();
  void nmethods_do(NMethodClosure* closure);
};

#endif // SHARE_RUNTIME_WARM_WARMCOLLECTION_HPP
