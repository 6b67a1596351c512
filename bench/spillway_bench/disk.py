# SPDX-License-Identifier: Apache-2.0
"""Counters of the block device below a directory (whole device: other processes count as well)."""
import os
from pathlib import Path

SECTOR = 512  # /proc/diskstats counts 512-byte sectors on every device


def counters(directory):
    """(bytes read, bytes written) of the device that holds the directory; None where it has no block device (tmpfs)."""
    device = os.stat(directory).st_dev
    for line in Path("/proc/diskstats").read_text().splitlines():
        fields = line.split()
        if (int(fields[0]), int(fields[1])) == (os.major(device), os.minor(device)):
            return int(fields[5]) * SECTOR, int(fields[9]) * SECTOR
    return None


def difference(before, after):
    """What happened between two readings, as a dictionary; empty when there is no device."""
    if before is None or after is None:
        return {}
    return {"device_read_bytes": after[0] - before[0], "device_written_bytes": after[1] - before[1]}
