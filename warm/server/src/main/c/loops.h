// SPDX-License-Identifier: Apache-2.0
// Event loops in native code, such as Netty's: a signal is no reason for them to return to Java code, where their threads can end.
#ifndef SPILLWAY_WARM_LOOPS_H
#define SPILLWAY_WARM_LOOPS_H

#include <jni.h>

#include "leftovers.h"
#include "place.h"

// Makes dev.spillway.warm.EventLoops work. False: an exception is pending.
bool register_loops(JNIEnv *env);

// Whose epoll sets EventLoops.wake may change: those that neither the server had before the first run nor the client has handed over. Before threads are ended.
void name_loops(const Pristine *pristine, const Place *place);

// Takes what EventLoops.wake added out of all of them.
void calm_loops(void);

#endif
