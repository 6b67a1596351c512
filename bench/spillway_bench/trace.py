# SPDX-License-Identifier: Apache-2.0
"""What a running process shows to the outside: memory of its group and what it read over time, CPU time of one of its threads."""
from pathlib import Path

SECOND = ("at_s", "anon", "file", "read")      # of each sample; megabytes, read: since the start


class Trace:
    """Takes a sample about each second; thread: the name of the thread whose CPU time counts, as the kernel has it (15 characters)."""

    def __init__(self, thread, every_s=1.0):
        self._thread, self._every_s, self._next = thread, every_s, 0.0
        self._rows, self._task, self._cpu = [], None, (None, None)

    def sample(self, pid, memory, at_s):
        """memory: `stat` of the process's group, empty where it has none. A process that has ended is left out."""
        if at_s < self._next:
            return
        self._next = at_s + self._every_s
        try:
            self._rows.append([round(at_s, 2), _mb(memory.get("anon", 0)), _mb(memory.get("file", 0)), _mb(_read_bytes(pid))])
            self._task = self._task or _task(pid, self._thread)
            if self._task:
                self._cpu = int((self._task / "schedstat").read_text().split()[0]) / 1e9, at_s
        except (OSError, ValueError, IndexError):
            pass  # it ended, or the kernel does not account for threads

    def values(self):
        """{memory: rows like SECOND; thread_cpu_s and thread_seen_s: CPU seconds of the thread until its last sample, None if it was never seen}."""
        return {"memory": self._rows, "thread_cpu_s": self._cpu[0], "thread_seen_s": self._cpu[1]}


def _task(pid, name):
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            if (task / "comm").read_text().rstrip("\n") == name:
                return task
        except OSError:
            continue  # this thread has ended
    return None


def _read_bytes(pid):
    for line in Path(f"/proc/{pid}/io").read_text().splitlines():
        if line.startswith("read_bytes:"):
            return int(line.split()[1])
    return 0


def _mb(size):
    return round(size / (1 << 20), 1)
