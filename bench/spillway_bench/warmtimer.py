# SPDX-License-Identifier: Apache-2.0
"""Runs one short program and times it closely: nothing of Python is between the clock, the start and the end."""
import contextlib
import fcntl
import os
import select
import signal
import time
from dataclasses import dataclass

POLL_S = 0.0002
# Python ignores some of these, a script in the background others; no program is to begin with that.
_USUAL = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE, signal.SIGTERM, signal.SIGXFSZ)


@dataclass(frozen=True)
class Done:
    """exit: as of waitstatus_to_exitcode. cpu_s: of the process and of children it waited for, not of a warm server. Clock: CLOCK_MONOTONIC."""
    exit: int
    timed_out: bool
    start_ns: int
    end_ns: int
    cpu_s: float
    max_rss_mb: float
    stdout: bytes
    stderr: bytes

    @property
    def wall_s(self):
        return (self.end_ns - self.start_ns) / 1e9


def run(words, environment, directory, logs, timeout_s):
    """Runs a program in a directory; its output goes to files below logs, as a pipe would have to be read meanwhile."""
    words, out, err = [str(word) for word in words], logs / "stdout", logs / "stderr"
    write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, str(out), write, 0o600),
               (os.POSIX_SPAWN_OPEN, 2, str(err), write, 0o600)]
    with contextlib.chdir(directory):
        # A session of its own: no terminal, and everything that the program starts can be ended with it.
        start = time.monotonic_ns()
        process = os.posix_spawn(words[0], words, environment, file_actions=actions, setsid=True, setsigdef=_USUAL)
    timed_out = _await(process, timeout_s)
    _, status, usage = os.wait4(process, 0)
    end = time.monotonic_ns()
    return Done(os.waitstatus_to_exitcode(status), timed_out, start, end, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024,
                out.read_bytes(), err.read_bytes())


def _await(process, timeout_s):
    """Waits for its end; whether it had to be killed. What ends this program ends that one."""
    descriptor = os.pidfd_open(process)
    try:
        ended = select.poll()
        ended.register(descriptor, select.POLLIN)
        timed_out = not ended.poll(1000 * timeout_s)
    except BaseException:
        _kill(process)
        os.waitpid(process, 0)
        raise
    finally:
        os.close(descriptor)
    if timed_out:
        _kill(process)
    return timed_out


def _kill(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def await_lock(path, since_ns, timeout_s=60.0):
    """Seconds since since_ns when the lock could be taken, None if it could not in time; a lock that is gone is free. It is given back at once."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return (time.monotonic_ns() - since_ns) / 1e9
    try:
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return (time.monotonic_ns() - since_ns) / 1e9
            time.sleep(POLL_S)
        return None
    finally:
        os.close(descriptor)
