// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_WILDCARD_H
#define SPILLWAY_WARM_WILDCARD_H

#include "util.h"

// Splits at every ':'; empty entries stay.
void split_path(const char *path, Strings *entries);

// "lib/*" in a class path becomes the jars of lib, in the directory's own order, as the launcher does it.
char *expand_wildcards(const char *path);

#endif
