# SPDX-License-Identifier: Apache-2.0
"""The figures of bench-espill, made from raw runs; of each series that has any."""
from . import espillruns, espillsuite, goals, goals_espill, plots, stats

OF_OURS = (espillruns.OURS, "eager spill, paper law")


def figures(runs):
    """(title, SVG) of every figure whose series has runs that ended well."""
    compared = [run for run in runs if run["series"] in ("heavy", "light")]
    drawn = [("GC against the threshold", _thresholds(compared)), ("Workloads", _relative(compared, espillruns.stage_s, "Speed", "times as fast as stock")),
             ("Cost", _relative(compared, cpu_s, "CPU time of the whole process", "stock's / its")), ("Ratio of GC to spill time", _ratios(runs)),
             ("Breakdown", _breakdown(runs))]
    return [(title, figure) for title, figure in drawn if figure]


def cpu_s(run):
    """CPU seconds of the process, of its collector and compiler, too."""
    return run["cpu_user_s"] + run["cpu_sys_s"]


def _thresholds(runs):
    found = {}
    for run in runs:
        if run["kind"] == "sweep" and run["status"] == "ok" and run["family"] in ("static threshold", "stock") and run["series"] == "heavy":
            # Without a threshold a task's records are held as long as memory is granted.
            at = run["x"] or 1.0
            found.setdefault(run["scenario"], {})[at] = 100 * espillruns.gc_share(run)
    return found and plots.lines({name: list(points.items()) for name, points in found.items()}, "One run each; 1 is stock without a threshold",
                                 "threshold, part of a task's records", "GC, % of the tasks' time")


def _relative(runs, value, title, ylabel):
    found = {}
    for job in goals.jobs(runs):
        compared = {f"best {family}": espillruns.best(runs, job, family) for family in ("stock", *goals_espill.ORACLES)} | {name: name for name in OF_OURS}
        ratios = {name: espillruns.ratio(runs, job, compared["best stock"], config, value) for name, config in compared.items()}
        own = {name: ratio.value for name, ratio in ratios.items() if ratio}
        if own:
            found[espillruns.scenario(runs, job)] = own
    return found and plots.grouped(found, title, ylabel)


def _ratios(runs):
    own = [run for run in runs if run["series"] == "ratios"]
    found = {}
    for ratio in espillsuite.RATIOS:
        means = {law: _mean(own, f"{law}, ratio {ratio:g}") for law in espillsuite.LAWS}
        known = {law: mean for law, mean in means.items() if mean}
        if known:
            found[f"{ratio:g}"] = known
    return found and plots.grouped(found, "Shuffle-heavy workloads by ratio of GC to spill time", "times as fast as stock (geometric mean)")


def _mean(runs, config):
    values = [espillruns.ratio(runs, job, "Parallel", config) for job in goals.jobs(runs)]
    return stats.geometric_mean([value.value for value in values if value]) if any(values) else None


def _breakdown(runs):
    found = {}
    for run in runs:
        if run["series"] == "breakdown" and run["status"] == "ok" and run["round"] == 1:
            for stage, parts in goals_espill.breakdown(run).items():
                found[f"{stage}: {run['config']}"] = parts
    return found and plots.stacks(found, "terasort: where the time of its tasks goes (GC during spills in both)", "s of all tasks")
