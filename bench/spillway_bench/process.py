# SPDX-License-Identifier: Apache-2.0
"""Runs one command in a memory group and measures it from outside."""
import os
import signal
import subprocess
import time
from contextlib import nullcontext
from pathlib import Path

from . import disk
from .cgroup import MemoryGroup
from .readlimit import ReadLimit

_POLL_S = 0.05
_SAMPLE_S = 0.25
_SECTOR = 512  # the unit of the block counters in rusage


def run(command, *, log, limit_bytes=None, in_group=True, timeout_s=None, env=None, directory=".", swap=False, read_bps=None, trace=None):
    """Runs `command` to its end and returns a dictionary of measurements.

    log: file that receives standard output and error. limit_bytes: memory limit, None for accounting only.
    in_group: False runs without a cgroup (no limit, no peak). timeout_s: killed after that many seconds.
    directory: a directory on the device whose reads are counted. swap: whether the group may swap. read_bps: bytes per second that the
    group may read from that device, None for no limit. trace: a `trace.Trace` that gets samples while the command runs.
    Keys: status (see `status`), exit, wall_s, cpu_user_s, cpu_sys_s, read_bytes, written_bytes (of the process),
    device_read_bytes, device_written_bytes, major_faults, peak_bytes, peak_anon_bytes, oom_kills.
    Raises cgroup.NoCgroup when a group is wanted and cannot be made. Ctrl-C kills everything that was started.
    """
    with (MemoryGroup(limit_bytes, swap) if in_group else nullcontext()) as group, \
            (ReadLimit(group, directory, read_bps) if read_bps else nullcontext()) as reads:
        words = reads.enter_command(command) if reads else [str(word) for word in command]
        before, start = disk.counters(directory), time.monotonic()
        with open(log, "wb") as output:
            child = subprocess.Popen(group.enter_command(words) if group else words, stdout=output,
                                     stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=env, start_new_session=True)
        try:
            code, usage, timed_out, peak_anon = _wait(child, group, start, timeout_s, trace)
        except BaseException:
            _kill_session(child, group)
            raise
        wall = time.monotonic() - start
        result = {"exit": code, "wall_s": round(wall, 3), "cpu_user_s": round(usage.ru_utime, 3),
                  "cpu_sys_s": round(usage.ru_stime, 3), "major_faults": usage.ru_majflt,
                  "read_bytes": usage.ru_inblock * _SECTOR, "written_bytes": usage.ru_oublock * _SECTOR,
                  "peak_bytes": group.peak_bytes() if group else None, "peak_anon_bytes": peak_anon if group else None,
                  "oom_kills": group.oom_kills() if group else 0}
        result.update(disk.difference(before, disk.counters(directory)))
    result["status"] = status(code, timed_out, result["oom_kills"], Path(log).read_text(errors="replace"))
    return result


def status(code, timed_out, oom_kills, output):
    """How a run ended: ok, timeout, oom-killed (by the kernel), java-oom (OutOfMemoryError) or failed."""
    if code == 0:
        return "ok"
    if timed_out:
        return "timeout"
    if oom_kills > 0:
        return "oom-killed"
    return "java-oom" if "OutOfMemoryError" in output else "failed"


def _wait(child, group, start, timeout_s, trace):
    """Waits for the child; returns exit code, resource usage, whether it was killed for time, peak anonymous memory."""
    peak_anon, next_sample, timed_out = 0, start, False
    while True:
        pid, wait_status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            child.returncode = os.waitstatus_to_exitcode(wait_status)
            return child.returncode, usage, timed_out, peak_anon
        now = time.monotonic()
        if (group or trace) and now >= next_sample:
            memory = group.stat() if group else {}
            peak_anon, next_sample = max(peak_anon, memory.get("anon", 0)), now + _SAMPLE_S
            if trace:
                trace.sample(child.pid, memory, now - start)
        if timeout_s and not timed_out and now - start > timeout_s:
            timed_out = True
            _kill_session(child, group)
        time.sleep(_POLL_S)


def _kill_session(child, group):
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if group:
        group.kill()
