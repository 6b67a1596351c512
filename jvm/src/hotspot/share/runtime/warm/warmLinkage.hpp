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

#ifndef SHARE_RUNTIME_WARM_WARMLINKAGE_HPP
#define SHARE_RUNTIME_WARM_WARMLINKAGE_HPP

#include "memory/allocation.hpp"

class BootstrapInfo;
class InstanceKlass;

// The call sites and constants that a thread links just now, the innermost first. What a bootstrap method defines as a
// class that lives as long as its loader would outlive a site that is resolved anew in each run, one class for each run.
class WarmLinkage : public StackObj {
  const BootstrapInfo& _site;
  const WarmLinkage* const _outer;

public:
  explicit WarmLinkage(const BootstrapInfo& site);
  ~WarmLinkage();

  // False if a hidden class that the current thread defines for a class should be unloaded when nothing refers to it, though
  // it is asked to live as long as its loader: in a server, for the program, where the loader outlives the run, but for call
  // sites that do, too.
  static bool keeps_with_loader(const InstanceKlass* lookup_class);
};

#endif // SHARE_RUNTIME_WARM_WARMLINKAGE_HPP
