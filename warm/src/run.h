// SPDX-License-Identifier: Apache-2.0
// What a run needs to know, gathered once and used by the session on a server and by the start of a new one.
#ifndef SPILLWAY_WARM_RUN_H
#define SPILLWAY_WARM_RUN_H

#include <sys/types.h>

#include "closure.h"
#include "key.h"
#include "launch.h"
#include "options.h"
#include "pool.h"

typedef struct {
  char *jdk;            // the image behind this directory
  Launch launch;
  SortedOptions sorted;
  ClosureRequest request;
  Closure closure;
  Key key;              // once the closure is known
  Pool pool;
  bool had_servers;     // of its key, and it was no fault of theirs that none took it
  mode_t umask;         // the user's; the client's own is 077 until it becomes plain java
  char *title;          // the process's words as ps shows them, one after the other, or NULL
  size_t title_size;
} Run;

#endif
