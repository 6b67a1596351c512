// SPDX-License-Identifier: Apache-2.0
// How much memory the process's control group may have.
#ifndef SPILLWAY_WARM_GROUP_MEMORY_H
#define SPILLWAY_WARM_GROUP_MEMORY_H

#include <stdint.h>

// The least limit in bytes of the group and those above it, of control groups of version 2 (memory.max) or 1 (memory.limit_in_bytes); UINT64_MAX
// where none is set or can be read. groups: as /proc/self/cgroup; mount: as /sys/fs/cgroup. In a container with a name space of its own the group is "/".
uint64_t group_memory_limit(const char *groups, const char *mount);

#endif
