# SPDX-License-Identifier: Apache-2.0
"""What all benchmarks share: the frame of a result document, saving after each run, stopping cleanly."""
import datetime
import time

from . import console, machine, paths, result


class Session:
    """Collects the raw runs of a benchmark and writes its result.

    goals: pure function (runs, settings) -> list of goals. jdks: name -> path, for the versions.
    """

    def __init__(self, target, settings, goals, **jdks):
        self.target, self.goals, self.runs, self._start = target, goals, [], time.monotonic()
        self.document = {"benchmark": target, "started": now(), "finished": now(),
                         "machine": machine.describe(paths.work_dir()), "versions": machine.versions(**jdks),
                         "settings": settings, "runs": self.runs, "goals": []}

    def keep(self, wanted):
        """Begins with the runs of the last result for which wanted(run) is true, and returns the settings of that result.

        Raises ValueError if there is none, or if it was measured on another machine, with other versions or other settings: runs
        that differ in more than their turn must not be compared.
        """
        last = result.read(self.target)
        if last is None:
            raise ValueError(f"{self.target} has no result to merge with")
        different = differences(last, self.document)
        if different:
            raise ValueError(f"the last result of {self.target} cannot be merged with, it differs in: {', '.join(different)}")
        self.runs.extend(run for run in last["runs"] if wanted(run))
        return last["settings"]

    def add(self, run):
        """Keeps a run and writes the result so far: what was measured survives an interruption."""
        self.runs.append(run)
        console.run_line(run)
        return self.save()

    def save(self):
        self.document["finished"] = now()
        self.document["goals"] = self.goals(self.runs, result.facts(self.document))
        return result.write(self.target, self.document)

    def seconds(self):
        """How long the session has taken so far, with everything that goes before the first run."""
        return time.monotonic() - self._start

    def finish(self):
        """Saves with the seconds of the whole session: one that was stopped has none, so it cannot look quick."""
        self.document["settings"]["seconds"] = round(self.seconds(), 1)
        return self.save()


def differences(last, now):
    """In what two documents differ that decides whether their runs may be compared; of two commits, what is measured must be equal."""
    parts = (("machine", ("cpu", "cpus", "memory_bytes", "kernel", "file_system")), ("settings", ("plan", "limit_mb", "rounds", "cold_rounds", "edges", "scale", "heap_mb")),
             ("versions", sorted({*last["versions"], *now["versions"]} - {"commit"})))
    found = [key for part, keys in parts for key in keys if last[part].get(key) != now[part].get(key)]
    commits = [document["versions"].get("commit") for document in (last, now)]
    return found if machine.same_product(*commits) else [*found, f"commit {commits[0]}"]


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
