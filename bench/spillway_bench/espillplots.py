# SPDX-License-Identifier: Apache-2.0
"""The figures of bench-espill, made from raw runs; of each series that has any."""
from . import espillruns, espillsuite, eventlog, goals, goals_espill, plots, stats

_FIGURE_1 = "terasort" + espillruns.PRESSED
OF_OURS = (espillruns.OURS, "eager spill, paper law")


def figures(runs):
    """(title, SVG) of every figure whose series has runs that ended well."""
    compared = [run for run in runs if run["series"] in ("heavy", "light")]
    drawn = [("GC against the threshold", _thresholds(compared)), ("Time against the threshold", _threshold_times(compared)),
             ("Workloads", _relative(compared, espillruns.stage_s, "Speed", "times as fast as stock")),
             ("Cost", _relative(compared, cpu_s, "CPU time of the whole process", "stock's / its")), ("Ratio of GC to spill time", _ratios(runs)),
             ("Breakdown", _breakdown(runs))]
    return [(title, figure) for title, figure in drawn if figure]


def cpu_s(run):
    """CPU seconds of the process, of its collector and compiler, too."""
    return run["cpu_user_s"] + run["cpu_sys_s"]


def _by_threshold(runs):
    """{scenario: {part of a task's records: its run}} of the sweep. 1 is stock with the collector of the others: without a threshold
    a task's records are held as long as memory is granted."""
    swept = [run for run in runs if run["kind"] == "sweep" and run["status"] == "ok" and run["series"] == "heavy" and run.get("attempt", 1) == 1]
    found = {}
    for run in swept:
        if run["family"] == "static threshold":
            found.setdefault(run["scenario"], {})[run["x"]] = run
    for run in swept:
        own = found.get(run["scenario"], {})
        if run["family"] == "stock" and any(other["collector"] == run["collector"] for other in own.values()):
            own[1.0] = run
    return found


def _thresholds(runs):
    found = {name: [(at, 100 * espillruns.gc_share(run)) for at, run in own.items()] for name, own in _by_threshold(runs).items()}
    return found and plots.lines(found, "One run each; 1 is stock without a threshold", "threshold, part of a task's records", "GC, % of the tasks' time")


def _threshold_times(runs):
    """As the paper's Figure 1, but for the time of spills, which stock Spark does not measure: it is in the rest."""
    own = _by_threshold(runs).get(_FIGURE_1, {})
    found = {}
    for at in sorted(own, reverse=True):
        gc, whole = (sum(eventlog.column(own[at], column)) for column in ("gc_s", "run_s"))
        found["stock" if at == 1.0 else f"1/{1 / at:g}"] = {"rest": max(0.0, whole - gc), "GC": gc}
    return found and plots.stacks(found, f"{_FIGURE_1}: its reduce tasks by threshold, one run each", "s of all tasks")


def _relative(runs, value, title, ylabel):
    found = {}
    for job in goals.jobs(runs):
        compared = {f"best {family}": espillruns.best(runs, job, family) for family in ("stock", *goals_espill.ORACLES)} | {name: name for name in OF_OURS}
        compared["eager spill, its best collector"] = espillruns.best(runs, job, espillruns.OURS)
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
