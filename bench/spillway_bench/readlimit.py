# SPDX-License-Identifier: Apache-2.0
"""A slower device for one process tree: the block-I/O throttle of a control group (v1 or v2), reads only."""
import os
import time
from pathlib import Path

from .cgroup import NoCgroup


class ReadLimit:
    """Limits what the processes of a memory group read from the device below a directory. Use as a context manager inside the group's.

    With version 2 it is a setting of the group itself, with version 1 a group of its own that the command has to enter as well.
    Raises NoCgroup, which says why, where the kernel, the device or a permission lacks.
    """

    def __init__(self, group, directory, bytes_per_s):
        self._memory, self._directory, self._bytes_per_s, self.path = group, directory, int(bytes_per_s), None

    def __enter__(self):
        device = whole_device(os.stat(self._directory).st_dev)
        try:
            if self._memory.version == 2:
                if not (self._memory.path / "io.max").exists():
                    raise NoCgroup("no read limit: the io controller is not passed on to the memory group (cgroup.subtree_control)")
                (self._memory.path / "io.max").write_text(f"{device} rbps={self._bytes_per_s}")
            else:
                self.path = _blkio_group(self._memory.path.name)
                (self.path / "blkio.throttle.read_bps_device").write_text(f"{device} {self._bytes_per_s}")
        except OSError as e:
            self._remove()
            raise NoCgroup(f"no read limit on device {device}: {e}") from e
        return self

    def enter_command(self, command):
        """The command line that joins the group, where there is one, and then becomes `command`."""
        if self.path is None:
            return command
        return ["/bin/sh", "-c", 'echo $$ > "$0"/cgroup.procs && exec "$@"', str(self.path), *map(str, command)]

    def __exit__(self, *exc):
        if self.path:
            self._memory.kill()  # what is left in that group is in this one, too
            self._remove()

    def _remove(self):
        for _ in range(100 if self.path else 0):  # the kernel needs a moment until the last task has left
            try:
                self.path.rmdir()
                return
            except FileNotFoundError:
                return
            except OSError:
                time.sleep(0.05)


def whole_device(number, root=Path("/sys/dev/block")):
    """'major:minor' of the device that a limit can be set for: of a partition its disk. NoCgroup where there is none."""
    name = f"{os.major(number)}:{os.minor(number)}"
    entry = (root / name).resolve()
    if not entry.is_dir():
        raise NoCgroup(f"no read limit: device {name} below the work directory is no block device")
    return (entry.parent / "dev").read_text().strip() if (entry / "partition").exists() else name


def _blkio_group(name):
    """A new group of the blkio controller of version 1, below this process's own or at the top."""
    errors = []
    for parent in _parents():
        try:
            (parent / name).mkdir()
            return parent / name
        except OSError as e:
            errors.append(f"{parent / name}: {e.strerror}")
    raise NoCgroup("no read limit: " + ("; ".join(errors) or "no blkio controller is mounted"))


def _parents():
    own = [line.split(":", 2)[2].lstrip("/") for line in Path("/proc/self/cgroup").read_text().splitlines() if "blkio" in line.split(":", 2)[1].split(",")]
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, mount, kind, options = line.split()[:4]
        if kind == "cgroup" and "blkio" in options.split(","):
            yield from dict.fromkeys(parent for parent in [*(Path(mount) / inner for inner in own), Path(mount)] if parent.is_dir())
