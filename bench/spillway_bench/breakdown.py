# SPDX-License-Identifier: Apache-2.0
"""Where the time of a setting went: other, serialisation, minor GC, major GC (the shape of the paper's Figure 5)."""
from dataclasses import dataclass

from . import goals, stats


@dataclass(frozen=True)
class Row:
    """One setting of one job: medians of its measured runs, of its warm-up run if it has no other (`runs` is 0 then)."""
    job: str
    config: str
    runs: int
    outcome: str
    wall_s: float | None = None
    fastest_s: float | None = None
    slowest_s: float | None = None
    minor_s: float | None = None
    major_s: float | None = None
    serialization_s: float | None = None
    read_mb: float | None = None
    peak_mb: float | None = None
    peak_anon_mb: float | None = None
    cached_mb: float | None = None
    sizes: str = ""

    @property
    def other_s(self):
        if self.wall_s is None:
            return None
        return max(0.0, self.wall_s - self.minor_s - self.major_s - (self.serialization_s or 0.0))


def rows(runs):
    """One row for each setting of each job, in the order of the first runs; sizing runs are left out."""
    keys = dict.fromkeys((run["job"], run["config"]) for run in runs if run["kind"] != "sizing")
    return [_swept_row(runs, job, config) or _row(runs, job, config) for job, config in keys]


def _swept_row(runs, job, config):
    """The row of a setting that was left out because of its time in the sweep; None for all others."""
    own = [run for run in runs if (run["job"], run["config"]) == (job, config) and run["kind"] != "sizing"]
    if any(run["kind"] != "sweep" for run in own):
        return None
    return Row(job, config, 0, f"left out, {own[0]['reason']}", sizes=_sizes(own[0]))


def _sizes(run):
    if "heap_mb" not in run:
        return ""
    storage = run.get("storage_fraction", 0.5)
    return f"{run['heap_mb']} MB heap, fraction {run.get('memory_fraction')}" + ("" if storage == 0.5 else f", storage {storage}")


def _row(runs, job, config):
    own = [run for run in runs if (run["job"], run["config"]) == (job, config) and run["kind"] in ("warm-up", "measured")]
    good = goals.measured(runs, job, config)
    shown = good or [run for run in own if run["status"] == "ok"]
    profiled = [run for run in runs if (run["job"], run["config"]) == (job, config) and run["kind"] == "profiled"]
    sizes = _sizes(own[0])
    bad = [run["status"] for run in own if run["status"] != "ok"]
    if not shown:
        return Row(job, config, 0, ", ".join(dict.fromkeys(bad)), sizes=sizes)
    walls = [run["wall_s"] for run in shown]
    minor, major = (stats.median(run["gc"][key] for run in shown) for key in ("young_s", "full_s"))
    minor += stats.median(run["gc"]["other_s"] for run in shown)  # G1's remark and cleanup pauses
    return Row(job, config, len(good), f"{len(bad)} failed" if bad else "ok", stats.median(walls), min(walls), max(walls), minor, major,
               _serialization(profiled, stats.median(walls), minor + major), _median_mb(shown, "read_bytes"),
               _median_mb(shown, "peak_bytes"), _median_mb(shown, "peak_anon_bytes"),
               stats.median(run["result"]["cached"]["total_peak_bytes"] / 2**20 for run in shown), sizes)


def _serialization(profiled, wall, gc):
    """The sampled share of the profiled run, applied to the time outside of GC; None without samples."""
    shares = [run["profile"]["serialization_share"] for run in profiled if run.get("profile")]
    shares = [share for share in shares if share is not None]
    return shares[0] * max(0.0, wall - gc) if shares else None


def _median_mb(shown, key):
    values = [run[key] / 2**20 for run in shown if run.get(key) is not None]
    return stats.median(values)
