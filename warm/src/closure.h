// SPDX-License-Identifier: Apache-2.0
// Everything a class path reads: its jars and directories, and what manifests add to it. Known closures are kept in a file, so that an
// unchanged one costs one stat for each file and nothing is hashed again.
#ifndef SPILLWAY_WARM_CLOSURE_H
#define SPILLWAY_WARM_CLOSURE_H

#include "util.h"

typedef struct {
  const char *class_path;
  const Strings *files;  // further files that count, such as an AOT cache
  const char *main_jar;  // with -jar, else NULL
} ClosureRequest;

typedef struct {
  char hash[65];      // of the whole closure, when reason is NULL
  const char *reason; // why it does not let a run be warm
  const char *detail;
  bool unknown;       // not in the cache, or changed: to be read in the background
} Closure;

// Asks the cache, a directory; reads no file of the class path.
Closure known_closure(int cache, const ClosureRequest *request);

// Reads and hashes what has changed and writes the cache.
Closure refresh_closure(int cache, const ClosureRequest *request);

// The files of a known closure with their states, as in closure_items.h. False: the cache knows another one by now.
bool closure_items(int cache, const ClosureRequest *request, const char *hash, Buffer *items);

#endif
