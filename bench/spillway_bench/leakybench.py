# SPDX-License-Identifier: Apache-2.0
"""`make bench-leaky`: grouping and joining with values as bytes against stock Spark on the same JDK and heap."""
from rich.table import Table

from . import goals_leaky, leakyplots, leakyruns, leakysuite, series, stats
from .console import number

def add_command(commands):
    """Adds the command to the command line."""
    series.add_command(commands, TARGET)


def table(runs):
    """One line for each setting of each case."""
    made = Table(title=TARGET.name, caption="medians over the rounds; reduce: seconds of the last stage; machine s: seconds of all cores of the job")
    for column in ("case", "setting", "ok", "job s", "reduce s", "GC of reduce", "machine s", "shuffle MB", "spilled MB", "outcome"):
        made.add_column(column)
    for job, config in dict.fromkeys((run["job"], run["config"]) for run in runs):
        own = [run for run in runs if (run["job"], run["config"]) == (job, config)]
        good = [run for run in own if run["status"] == "ok"]
        bad = dict.fromkeys(f"{run['status']} {run.get('reason', '')}"[:50] for run in own if run["status"] != "ok")
        verdict = leakyruns.verdict(runs, job) if config == "with leaky" and own[0]["series"] == "operations" else None
        made.add_row(job, config, str(len(good)), number(stats.median(map(leakyruns.job_s, good))),
                     number(stats.median(map(leakyruns.reduce_s, good))), _percent(stats.median(share for share in map(leakyruns.gc_share, good) if share is not None)),
                     number(stats.median(leakyruns.machine_s(run, leakysuite.CORES) for run in good)),
                     number(_mb(good, "shuffle_write_bytes"), 0), number(_mb(good, "disk_spilled_bytes"), 0),
                     "; ".join(bad) or (f"{verdict[0]}, {verdict[1]:.2f} times" if verdict else ""))
    return made


def _percent(share):
    return "-" if share is None else f"{share:.0%}"


def _mb(good, key):
    return stats.median(leakyruns.total(run, key) / 2**20 for run in good)


TARGET = series.Target(
    "bench-leaky", "groupByKey and joins with values kept as bytes against stock Spark, in the shape of the leaky-buffer paper's figures.",
    "grouping and joining with values as bytes", leakysuite.series, goals_leaky.leaky,
    (1 / 3, {"grouping": ["day-keyword"], "joining": ["rank-revenue"]}), leakysuite.HEAP_MB, table, leakyplots.figures)
