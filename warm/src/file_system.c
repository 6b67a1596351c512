// SPDX-License-Identifier: Apache-2.0
#include "file_system.h"

#include <stddef.h>
#include <sys/vfs.h>

// Not all are in linux/magic.h: statfs(2), and the kernel's or the file system's own sources.
static const unsigned long network_types[] = {
    0x6969,      // NFS
    0x517b,      // SMB
    0xfe534d42,  // SMB 2
    0xff534d42,  // CIFS
    0x65735546,  // FUSE, virtiofs
    0x01021997,  // 9P
    0x00c36400,  // Ceph
    0x5346414f,  // AFS
    0x6b414653,  // AFS of the kernel
    0x73757245,  // Coda
    0x0bd00bd0,  // Lustre
    0x47504653,  // GPFS
    0x19830326,  // BeeGFS
    0x20030528,  // OrangeFS
    0x01161970,  // GFS2
    0x7461636f,  // OCFS2
    0x786f4256,  // VirtualBox's shared folders
};

bool is_network_type(unsigned long type) {
  for (size_t i = 0; i < sizeof network_types / sizeof *network_types; i++)
    if (network_types[i] == type) return true;
  return false;
}

bool is_shared_by_machines(const char *path) {
  struct statfs s;
  return statfs(path, &s) == 0 && is_network_type((unsigned long)s.f_type & 0xffffffff);
}
