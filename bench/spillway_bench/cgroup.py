# SPDX-License-Identifier: Apache-2.0
"""A fresh memory cgroup (v1 or v2) for one process tree. Page cache is charged to the group, as in a container."""
import itertools
import os
import signal
import time
from pathlib import Path

_names = itertools.count()


class NoCgroup(Exception):
    """The machine gives no memory cgroup to this user; what needs one is 'not measured'."""


class MemoryGroup:
    """A memory cgroup with a limit. Use as a context manager: leaving it kills what is left inside and removes the group.

    limit_bytes: the limit, or None for a group that only accounts. swap: whether it may swap beyond the limit.
    Raises NoCgroup when no group can be made (no permission, controller missing).
    """

    def __init__(self, limit_bytes=None, swap=False):
        self.limit_bytes, self.swap = limit_bytes, swap
        self.path, self.version = None, None

    def __enter__(self):
        errors = []
        for version, parent in _parents():
            path = parent / f"spillway-{os.getpid()}-{next(_names)}"
            try:
                path.mkdir()
            except OSError as e:
                errors.append(f"{path}: {e.strerror}")
                continue
            self.path, self.version = path, version
            try:
                self._set_limit()
                return self
            except OSError as e:
                errors.append(f"{path}: {e.strerror}")
                path.rmdir()
        raise NoCgroup("no memory cgroup: " + ("; ".join(errors) or "no memory controller is mounted, or no group passes it on (cgroup.subtree_control)"))

    def __exit__(self, *exc):
        self.kill()
        for _ in range(100):  # the kernel needs a moment until the last task has left
            try:
                self.path.rmdir()
                return
            except OSError:
                time.sleep(0.05)
        raise OSError(f"{self.path} cannot be removed: something is still running in it")

    def _set_limit(self):
        if self.version == 1:
            if self.limit_bytes:
                self._write("memory.limit_in_bytes", self.limit_bytes)
                if not self.swap and (self.path / "memory.memsw.limit_in_bytes").exists():
                    self._write("memory.memsw.limit_in_bytes", self.limit_bytes)
        else:
            (self.path / "memory.current").read_text()  # absent: the controller is not enabled here
            if self.limit_bytes:
                self._write("memory.max", self.limit_bytes)
                if not self.swap and (self.path / "memory.swap.max").exists():
                    self._write("memory.swap.max", 0)

    def _write(self, name, value):
        (self.path / name).write_text(str(value))

    def enter_command(self, command):
        """The command line that joins the group and then becomes `command` (same process id)."""
        return ["/bin/sh", "-c", 'echo $$ > "$0"/cgroup.procs && exec "$@"', str(self.path), *map(str, command)]

    def kill(self):
        """Kills every process of the group."""
        for pid in (self.path / "cgroup.procs").read_text().split():
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass

    def peak_bytes(self):
        """Most memory ever charged, page cache included; None where the kernel does not tell."""
        file = self.path / ("memory.max_usage_in_bytes" if self.version == 1 else "memory.peak")
        return int(file.read_text()) if file.exists() else None

    def stat(self):
        """Bytes of anonymous memory, page cache and number of major faults now."""
        values = _pairs(self.path / "memory.stat")
        anon, file = ("total_rss", "total_cache") if self.version == 1 else ("anon", "file")
        faults = "total_pgmajfault" if self.version == 1 else "pgmajfault"
        return {"anon": values.get(anon, 0), "file": values.get(file, 0), "major_faults": values.get(faults, 0)}

    def oom_kills(self):
        """How many processes of the group the kernel killed for memory."""
        file = self.path / ("memory.oom_control" if self.version == 1 else "memory.events")
        return _pairs(file).get("oom_kill", 0)


def _pairs(file):
    return {key: int(value) for key, value in (line.split()[:2] for line in file.read_text().splitlines())}


def _parents():
    """Groups below which a new one may be made: this process's own first, then the root of the hierarchy."""
    own = dict(_own_groups())
    for version, mount in _mounts():
        inner = own.get(version)
        candidates = [mount / inner.lstrip("/")] if inner else []
        if version == 2:  # v2 forbids groups beside processes, so the ancestors are tried as well
            candidates += [p for p in candidates[0].parents if mount in [p, *p.parents]] if candidates else []
        for parent in dict.fromkeys([*candidates, mount]):
            if parent.is_dir() and (version == 1 or "memory" in _controllers(parent)):
                yield version, parent


def _controllers(group):
    file = group / "cgroup.subtree_control"
    return file.read_text().split() if file.exists() else []


def _own_groups():
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if "memory" in controllers.split(","):
            yield 1, path
        elif controllers == "":
            yield 2, path


def _mounts():
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, mount, kind, options = line.split()[:4]
        if kind == "cgroup" and "memory" in options.split(","):
            yield 1, Path(mount)
        elif kind == "cgroup2":
            yield 2, Path(mount)
