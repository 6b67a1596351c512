// SPDX-License-Identifier: Apache-2.0
// Native libraries that runs have loaded into the process.
#ifndef SPILLWAY_WARM_LIBRARIES_H
#define SPILLWAY_WARM_LIBRARIES_H

#include <stdbool.h>

// Whether a library, by its path, is one that can be closed without being told (JNI_OnUnload) once no native method is bound to it: it has no threads of its
// own, and nothing calls it but its methods.
bool can_be_closed(const char *path);

// Null, or why what is mapped is no state to begin a run with: a native library that is neither the JDK's (below `image`), nor one of those of the system in
// `system`, the directory of the C library, nor known to be harmless, or more than 64 copies of such ones. To be freed.
char *find_library(const char *image, const char *system);

#endif
