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

#include "runtime/arguments.hpp"
#include "runtime/warm/warmCode.hpp"
#include "runtime/warm/warmNativeMemory.hpp"
#include "runtime/warm/warmServer.hpp"

#include <string.h>

bool WarmServer = false;

bool is_warm_server_asked_for() {
  const char* value = Arguments::get_property("dev.spillway.warm.server");
  return value != nullptr && strcmp(value, "true") == 0;
}

void initialize_warm_server() {
  WarmServer = is_warm_server_asked_for();
  if (WarmServer) {
    WarmCode::initialize();
    WarmNativeMemory::initialize();
  }
}
