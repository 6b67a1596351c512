// SPDX-License-Identifier: Apache-2.0
// The directory in which a server is started. That of its first client may be removed as soon as that has ended, so a server only starts there if it has to.
#ifndef SPILLWAY_WARM_DIRECTORY_H
#define SPILLWAY_WARM_DIRECTORY_H

#include "run.h"

// Whether the class path or an option of the VM may name a path that counts from the working directory.
bool needs_directory(const Run *run);

#endif
