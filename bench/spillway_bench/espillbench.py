# SPDX-License-Identifier: Apache-2.0
"""`make bench-espill`: spill thresholds that follow the cost of garbage collection against thresholds somebody knew beforehand."""
from rich.table import Table

from . import espillplots, espillsuite, goals_espill, series, stats
from .console import number


def add_command(commands):
    """Adds the command to the command line."""
    series.add_command(commands, TARGET)


def table(runs):
    """One line for each setting of each workload; those of the sweep in parentheses."""
    made = Table(title=TARGET.name, caption="medians over the rounds, of a sweep its one run; machine s: seconds of all cores of the job")
    for column in ("workload", "setting", "ok", "job s", "machine s", "CPU s", "GC s of tasks", "spilled MB", "outcome"):
        made.add_column(column)
    for job, kind, config in dict.fromkeys((run["job"], run["kind"], run["config"]) for run in runs):
        own = [run for run in runs if (run["job"], run["kind"], run["config"]) == (job, kind, config)]
        good = [run for run in own if run["status"] == "ok"]
        bad = dict.fromkeys(f"{run['status']} {run.get('reason', '')}"[:50] for run in own if run["status"] != "ok")
        made.add_row(job, config if kind == "measured" else f"({config})", str(len(good)), number(stats.median(map(goals_espill.seconds, good))),
                     number(stats.median(espillsuite.CORES * goals_espill.seconds(run) for run in good)), number(stats.median(map(espillplots.cpu_s, good))),
                     number(_median_sum(good, "gc_s")), number(_median_sum(good, "disk_spilled_bytes", 2**20), 0), "; ".join(bad))
    return made


def _median_sum(good, key, unit=1):
    return stats.median(goals_espill.total(run, key) / unit for run in good)


TARGET = series.Target(
    "bench-espill", "Eager spill against stock Spark and against the best static threshold, byte threshold and number of partitions, which a sweep "
    "of each workload finds first (e-spill paper, Figures 1, 3, 4 and 7).", "spill thresholds that follow GC time", espillsuite.series,
    goals_espill.espill, (1 / 3, {"heavy": ["terasort"]}), espillsuite.HEAP_MB, table, espillplots.figures)
