// SPDX-License-Identifier: Apache-2.0
// The manifest of a jar, as far as the class path and the launcher need it.
#ifndef SPILLWAY_WARM_MANIFEST_H
#define SPILLWAY_WARM_MANIFEST_H

#include "util.h"

typedef enum { JAR_READ, JAR_NONE, JAR_UNUSUAL } JarResult;  // JAR_NONE: not a jar, or without a manifest

// Finds the manifest in the jar and takes it out.
JarResult read_manifest(int fd, Buffer *manifest);

// The value of an attribute of the main section, continuation lines joined; NULL when it is not there.
char *main_attribute(const Buffer *manifest, const char *name);

#endif
