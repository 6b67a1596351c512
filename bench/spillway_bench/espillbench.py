# SPDX-License-Identifier: Apache-2.0
"""`make bench-espill`: spill thresholds that follow the cost of garbage collection against thresholds somebody knew beforehand."""
from rich.table import Table

from . import espillplots, espillruns, espillsuite, goals_espill, series, stats
from .console import number


def add_command(commands):
    """Adds the command to the command line."""
    series.add_command(commands, TARGET)


def table(runs):
    """One line for each setting of each workload; those of the sweep in parentheses."""
    made = Table(title=TARGET.name, caption="medians over the rounds, of a sweep the mean of its one or two runs; stages: those that are compared; stock / its: time of the best "
                 "stock setting by its own, of the stages and of the whole job; machine s: seconds of all cores of the job; outcome: also which try won")
    for column in ("workload", "setting", "ok", "stages s", "stock / its", "job s", "of job", "machine s", "CPU s", "GC s of tasks", "spilled MB", "outcome"):
        made.add_column(column)
    for job, kind, config in dict.fromkeys((run["job"], run["kind"], run["config"]) for run in runs):
        own = [run for run in runs if (run["job"], run["kind"], run["config"]) == (job, kind, config)]
        good = [run for run in own if run["status"] == "ok"]
        bad = dict.fromkeys(f"{run['status']} {run.get('reason', '')}"[:50] for run in own if run["status"] != "ok")
        won = espillruns.tried(runs, own[0])
        said = [*bad, *([won] if won else []), *(f"also best {family}" for family in own[0].get("wins", ())[1:])]
        made.add_row(job, config if kind == "measured" else f"({config})", str(len(good)), _median(good, espillruns.stage_s),
                     _ratio(runs, job, config, kind, espillruns.stage_s), _median(good, espillruns.job_s), _ratio(runs, job, config, kind, espillruns.job_s),
                     _median(good, lambda run: espillsuite.CORES * espillruns.job_s(run)), _median(good, espillplots.cpu_s),
                     _median(good, lambda run: espillruns.total(run, "gc_s")), _median(good, lambda run: espillruns.total(run, "disk_spilled_bytes") / 2**20, 0),
                     "; ".join(said))
    return made


def _median(good, value, digits=1):
    return number(stats.median(map(value, good)), digits)


def _ratio(runs, job, config, kind, value):
    """Of a measured setting that is not stock itself."""
    stock = espillruns.best(runs, job, "stock")
    found = espillruns.ratio(runs, job, stock, config, value) if stock and kind == "measured" and config != stock else None
    return f"{found.value:.2f}" if found else "-"


TARGET = series.Target(
    "bench-espill", "Eager spill against stock Spark and against the best static threshold, byte threshold and number of partitions, which a sweep "
    "of each workload finds first (e-spill paper, Figures 1, 3, 4 and 7).", "spill thresholds that follow GC time", espillsuite.series,
    goals_espill.espill, (1 / 3, {"heavy": ["terasort"]}), espillsuite.HEAP_MB, table, espillplots.figures)
