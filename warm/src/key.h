// SPDX-License-Identifier: Apache-2.0
// The key of a server: everything that was fixed when its JVM started and that a new JVM of this run would find the same.
#ifndef SPILLWAY_WARM_KEY_H
#define SPILLWAY_WARM_KEY_H

#include "closure.h"
#include "options.h"

// The fact of a key that tells whether the directory for temporary files (-Djava.io.tmpdir) is one.
#define TEMPORARY_FILES "temporary files"

typedef struct {
  char *text;       // canonical, one line for each fact
  char *rights;     // of this process, a part of it
  char hash[65];
} Key;

// False, with errno's meaning lost, when a fact cannot be found out: then the run is cold.
bool make_key(Key *key, const char *jdk, Mode mode, const SortedOptions *sorted, const Closure *closure);

// Whether the VM reads this variable ("NAME=value") when it starts.
bool is_boot_variable(const char *variable);

#endif
