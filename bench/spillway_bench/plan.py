# SPDX-License-Identifier: Apache-2.0
"""The committed plan of a Spark benchmark: memory limit, jobs with their inputs, and the sizes a sweep found best."""
import json
import os
from dataclasses import dataclass
from pathlib import Path

from . import data
from .setting import spillway_setting, stock_settings
from .spark import Job


SLOWER = 1.25  # a stock setting that is this far behind the best one in the sweep is left out of the comparison



def _known(chosen, names, what):
    unknown = sorted(set(chosen or []) - set(names))
    if unknown:
        raise SystemExit(f"error: no {what} {', '.join(unknown)}; there are: {', '.join(names)}")


@dataclass
class Plan:
    """A plan file: see docs/benchmarks.md for its keys. A missing key or file is an error that names it."""
    path: Path
    values: dict

    @staticmethod
    def read(path):
        try:
            values = json.loads(Path(path).read_text())
        except (OSError, json.JSONDecodeError) as e:
            raise ValueError(f"plan {path}: {e}") from e
        for key in ("limit_mb", "timeout_s", "h2_mb", "default_heap_mb", "jobs"):
            if key not in values:
                raise ValueError(f"plan {path}: {key} is missing")
        return Plan(Path(path), values)

    def write(self):
        temporary = self.path.with_suffix(".json.new")
        temporary.write_text(json.dumps(self.values, indent=1) + "\n")
        os.replace(temporary, self.path)

    @property
    def limit_mb(self):
        return self.values["limit_mb"]

    def check(self, jobs, settings):
        """Ends the program when a job or setting that was asked for is none of the plan's."""
        _known(jobs, self.values["jobs"], "job")
        _known(settings, [setting.name for setting in [*stock_settings(0), spillway_setting(0, 0)]], "setting")

    def jobs(self, only=None, edges=None, progress=lambda text: None):
        """The jobs with their inputs generated; `edges` replaces the generated graph of graph jobs."""
        made = []
        for label, spec in self.values["jobs"].items():
            if only and label not in only:
                continue
            arguments = dict(spec.get("arguments", {}))
            for key, (generator, keys) in spec.get("inputs", {}).items():
                use_given = key == "edges" and edges
                arguments[key] = str(Path(edges).resolve()) if use_given else str(data.generated(generator, keys, progress))
            made.append(Job(spec.get("workload", label), tuple(arguments.items()), label))
        return made

    def limit_of(self, job):
        """Memory limit of a job in MB: its own, or that of the plan."""
        return self.values["jobs"][job.name].get("limit_mb", self.limit_mb)

    def slow_settings(self, job, edges=None):
        """Stock settings that lost the sweep by more than the plan's `slower`: {name: best try, or a failed one if none finished}.

        Empty as long as the sweep has tried nothing of the job with this input.
        """
        tries = {}
        for entry in self._swept(job, edges):
            seconds = entry["wall_s"] if entry["status"] == "ok" else float("inf")
            if entry["config"] not in tries or seconds < tries[entry["config"]][0]:
                tries[entry["config"]] = seconds, entry
        fastest = min((seconds for seconds, _ in tries.values()), default=float("inf"))
        return {name: entry for name, (seconds, entry) in tries.items() if seconds > fastest * self.values.get("slower", SLOWER)}

    def best_stock_s(self, job, machine, edges=None):
        """Seconds of the sweep's best stock try of a job, None if there is none or it was made on another kind of processor."""
        swept_on = self.values.get("swept_on", {})
        if any(swept_on.get(key) != machine[key] for key in ("cpu", "cpus")):
            return None
        best = self._best_stock(job, edges)
        return best and best["wall_s"]

    def winner(self, job, edges=None):
        """Name of the stock setting that won the sweep of a job, None if none did."""
        best = self._best_stock(job, edges)
        return best and best["config"]

    def _best_stock(self, job, edges):
        finished = (entry for entry in self._swept(job, edges) if entry["status"] == "ok")
        return min(finished, key=lambda entry: entry["wall_s"], default=None)

    def _swept(self, job, edges):
        """The tries of stock settings of a job; none when it gets another graph than the one that was swept."""
        if edges and "edges" in self.values["jobs"][job.name].get("inputs", {}):
            return []
        return [entry for entry in self.values.get("sweep", []) if entry["job"] == job.name and entry["config"] != "Spillway"]

    def settings(self, job, only=None):
        """The settings of a job (all, or those that its plan names), stock first, each with the sizes the sweep found best for it."""
        own = self.values["jobs"][job.name]
        heap, h2 = own.get("default_heap_mb", self.values["default_heap_mb"]), own.get("h2_mb", self.values["h2_mb"])
        best = self.values.get("best", {}).get(job.name, {})
        found = [setting.with_sizes(best.get(setting.name, {})) for setting in [*stock_settings(heap), spillway_setting(heap, h2)]]
        chosen = [setting for setting in found if setting.name in own.get("settings", [setting.name])]
        return [setting for setting in chosen if not only or setting.name in only]
