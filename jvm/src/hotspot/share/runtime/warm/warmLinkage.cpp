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

#include "classfile/systemDictionary.hpp"
#include "interpreter/bootstrapInfo.hpp"
#include "oops/constantPool.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/klass.inline.hpp"
#include "runtime/globals.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "runtime/warm/warmConstants.hpp"
#include "runtime/warm/warmLinkage.hpp"
#include "runtime/warm/warmServer.hpp"

// Not in Thread, whose header is in nearly every file of the VM. A thread that links has a native frame: it keeps its carrier.
static THREAD_LOCAL const WarmLinkage* innermost = nullptr;

WarmLinkage::WarmLinkage(const BootstrapInfo& site) : _site(site), _outer(innermost) {
  innermost = this;
}

WarmLinkage::~WarmLinkage() {
  innermost = _outer;
}

// Other loaders of the program end with their run.
static bool is_loader_of_all_runs(oop loader) {
  return loader == nullptr || SystemDictionary::is_system_class_loader(loader) || SystemDictionary::is_platform_class_loader(loader);
}

bool WarmLinkage::keeps_with_loader(const InstanceKlass* lookup_class) {
  if (!WarmServer || !ClassUnloading || !is_loader_of_all_runs(lookup_class->class_loader()) || !WarmClasses::is_of_program(lookup_class)) {
    return true;
  }
  // A lambda of a class that is to go would keep it, as its nest host.
  if (lookup_class->is_non_strong_hidden()) {
    return false;
  }
  return innermost != nullptr && WarmConstants::outlives_run(innermost->_site.pool()(), innermost->_site.bss_index());
}
