# SPDX-License-Identifier: Apache-2.0
"""The warm pool as seen from outside: what its log says of runs, when its servers are free, how much memory they take."""
import contextlib
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from . import warmtimer

START_S = 150
_ACCEPTED = re.compile(r"accepted after (\d+) us")
_SERVER = re.compile(r"^([0-9a-f]{32}\.[0-9a-f]{16})  pid ([1-9]\d*)  ", re.MULTILINE)


@dataclass(frozen=True)
class Event:
    """A line of the pool's log."""
    kind: str
    server: str
    reason: str
    detail: str

    def __str__(self):
        return ": ".join(text for text in (self.reason, self.detail) if text != "-")


def parse(text):
    """The events of the log's whole lines."""
    fields = [line.split("\t") for line in text.splitlines()]
    return [Event(*found[1:]) for found in fields if len(found) == 5]


def told(events):
    """What the events of one run say of it: warm, the servers it had, seconds until a server took it, else (`cold`) the reason. Of a script all JVMs
    have to be warm."""
    servers = [event.server for event in events if event.kind == "warm"]
    cold = [str(event) for event in events if event.kind == "cold"]
    found = {"warm": bool(servers) and not cold, "servers": servers}
    waits = [int(said[1]) / 1e6 for event in events if event.kind == "warm" and (said := _ACCEPTED.fullmatch(event.detail))]
    if waits:
        found["connect_s"] = max(waits)
    return found if found["warm"] else {**found, "cold": "; ".join(cold) or "the pool's log does not tell of it"}


def note_ends(runs, events):
    """Writes to the last run of each server that ended why it did."""
    for event in events:
        if event.kind == "ended":
            last = next((run for run in reversed(runs) if event.server in run.get("servers", ())), None)
            if last is not None:
                last["ended"] = str(event)


def nth(runs, job, servers):
    """Which run of this program on these servers the next one is, from 1 on: their latest decides."""
    return 1 + sum(run["job"] == job and servers[-1] in run.get("servers", ()) for run in runs) if servers else None


def servers(listed):
    """{server: process} of what `spillway pool list` printed."""
    return {name: int(process) for name, process in _SERVER.findall(listed)}


class Pool:
    """A pool of this benchmark's own. environment: of the runs that use it. events: all of its log so far."""

    def __init__(self, home, environment):
        self._spillway, self.environment, self._read, self.events = home / "bin" / "spillway", environment, 0, []
        self.directory = Path(environment["XDG_RUNTIME_DIR"]) / "spillway-warm"

    def news(self):
        """What was logged since the last question."""
        path = self.directory / "events"
        if not path.exists():
            return []
        with path.open("rb") as log:
            log.seek(self._read)
            text = log.read()
        whole = text[:text.rfind(b"\n") + 1]
        self._read += len(whole)
        found = parse(whole.decode(errors="replace"))
        self.events += found
        return found

    def prepare(self, words):
        """Has a server ready for such a command line; why there is none, else None."""
        done = self._command("warm", "--", *words)
        return None if done.returncode == 0 else done.stderr.strip() or f"status {done.returncode}"

    def lock(self, server):
        return self.directory / server / "lock"

    def await_quiet(self):
        """Until no server starts, runs or resets."""
        end = time.monotonic() + START_S
        waited = [self.directory / "starting", *(d / "lock" for d in self.directory.glob("*.*") if d.is_dir() and len(d.name) == 49)]
        for lock in waited:
            warmtimer.await_lock(lock, time.monotonic_ns(), max(1.0, end - time.monotonic()))

    def servers(self):
        """The names of those that there are now."""
        return set(servers(self._command("list").stdout))

    def idle_memory(self):
        """{server: MB of its proportional share of memory} of those that live."""
        found = {}
        for server, process in servers(self._command("list").stdout).items():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it may end now
                rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
                found[server] = round(int(re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)[1]) / 1024, 1)
        return found

    def stop(self):
        self._command("stop", "--force")

    def _command(self, *words):
        return subprocess.run([self._spillway, "pool", *map(str, words)], env=self.environment, capture_output=True, text=True, timeout=START_S)
