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

#ifndef SHARE_RUNTIME_WARM_WARMSERVER_HPP
#define SHARE_RUNTIME_WARM_WARMSERVER_HPP

// True with -Ddev.spillway.warm.server=true: this VM runs one program after another. It is a property and no flag, because
// flags are in a header of every file of the VM, and because only the server's own launcher is to set it.
extern bool WarmServer;

void initialize_warm_server();

// The same as soon as the command line is read, before the above.
bool is_warm_server_asked_for();

#endif // SHARE_RUNTIME_WARM_WARMSERVER_HPP
