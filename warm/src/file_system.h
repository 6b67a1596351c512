// SPDX-License-Identifier: Apache-2.0
// What kind of file system a file is on.
#ifndef SPILLWAY_WARM_FILE_SYSTEM_H
#define SPILLWAY_WARM_FILE_SYSTEM_H

#include <stdbool.h>

// Whether another machine may change the file while what stat says stays as it was for a time (NFS keeps it for up to a minute, by nfs(5)), and has another
// clock. FUSE counts, as what is behind it is not known; what is below an overlay is not seen.
bool is_shared_by_machines(const char *path);
bool is_network_type(unsigned long type);  // as in statfs(2)

#endif
