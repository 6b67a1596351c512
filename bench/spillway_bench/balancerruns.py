# SPDX-License-Identifier: Apache-2.0
"""Values of the raw runs of `make bench-balancer`: what its goals, its table and its figures have in common."""
import math

from . import balancerlog, balancersuite, goals, stats


def seconds(run):
    """Seconds of the job without the start of the JVM and of Spark, which no split changes."""
    return run["result"]["phases_s"]["job"]


def scenarios(runs, series):
    """{scenario: name of its job} of a series in the order of the first runs."""
    return {run["scenario"]: run["job"] for run in runs if run["series"] == series}


def times(runs, job, config):
    """Of the measured runs of a setting by round."""
    return {run["round"]: seconds(run) for run in goals.measured(runs, job, config)}


def oracle(runs, job):
    """The static split with the shortest median among those that were repeated, None if none finished."""
    finished = repeated(runs, job)
    return min(finished, key=finished.get) if finished else None


def repeated(runs, job):
    """{static split: its median} of those that had turns and finished."""
    names = dict.fromkeys(run["config"] for run in runs if run["job"] == job and balancersuite.is_static(run["config"]))
    medians = {name: stats.median(times(runs, job, name).values()) for name in names}
    return {name: median for name, median in medians.items() if median}


def default_split(runs, job):
    """Name of the split with three quarters of the budget."""
    return next(run["default_split"] for run in runs if run["job"] == job)


def drops(runs, job):
    """Whether the default policy of these runs drops behind cyclic scans: kept ones of before November 2026 are of another policy."""
    return next(run.get("drops", False) for run in runs if run["job"] == job)


def died(runs, job, config):
    """Whether a setting did not finish in one of its turns; it has none after that."""
    return any(run["job"] == job and run["config"] == config and run["status"] not in ("ok", "not measured") for run in runs)


def against(runs, job, other, ours=balancersuite.OURS):
    """Time of ours / time of another setting (stats.Ratio) of the rounds that have both; infinite if ours did not finish in a turn,
    None if there are no such rounds."""
    if died(runs, job, ours):
        return stats.Ratio(math.inf, None, None, 1)
    if other is None:
        return None
    return stats.bootstrap(*goals.paired(times(runs, job, ours), times(runs, job, other)))


def against_default(runs, *jobs, ours=balancersuite.OURS):
    """Time of ours / time of the default split, of the rounds of one or several scenarios together. None if there are none.

    Where the default split itself never finishes, whatever finishes is better.
    """
    default = default_split(runs, jobs[0])
    if any(died(runs, job, ours) for job in jobs):
        return stats.Ratio(math.inf, None, None, 1)
    if not any(times(runs, job, default) for job in jobs) and any(died(runs, job, default) for job in jobs):
        return stats.Ratio(0.0, None, None, 1) if any(times(runs, job, ours) for job in jobs) else None
    pairs = [goals.paired(times(runs, job, ours), times(runs, job, default)) for job in jobs]
    return stats.bootstrap(*(sum(side, []) for side in zip(*pairs)))


def overhead(runs, job, ours=balancersuite.OURS):
    """Time of ours / time of the best static split."""
    return against(runs, job, oracle(runs, job), ours)


def fastest_rival(runs, job, ours=balancersuite.OURS):
    """Of the static splits that were repeated the one that comes off best against ours: (its name, the ratio), or (None, None)."""
    ratios = {name: ratio for name in repeated(runs, job) if (ratio := against(runs, job, name, ours))}
    name = max(ratios, key=lambda split: ratios[split].value) if ratios else None
    return name, ratios.get(name)


def screened(runs, job):
    """Whether every static split of the scenario has had its run in the screening, and ours a turn after that."""
    own = [run for run in runs if run["job"] == job and run["status"] != "not measured"]
    tried = {run["config"] for run in own if run["kind"] == "sweep"}
    wanted = {balancersuite.static(heap).name for heap in balancersuite.heaps(min(run["limit_mb"] for run in own))} if own else {None}
    return wanted <= tried and any(run["config"] == balancersuite.OURS and run["kind"] == "measured" for run in own)


def decisions(run):
    """After how many decisions H1 stayed near its last size, infinite if it had not when the run ended; None of a run without samples."""
    rows = run.get("balancer", {}).get("seconds")
    return balancerlog.settled_after(run["balancer"]["decisions"], rows[-1][1], rows[-1][0]) if rows else None


def mean_h1(run):
    """Megabytes of H1's limit in the mean over time; of a static split its size."""
    return balancerlog.mean_limit(run["balancer"]) if run.get("balancer") else float(run["heap_mb"])


def own_share(run):
    """CPU time of the balancer's thread as a share of one processor; None if it was not seen."""
    if run.get("thread_cpu_s") is None or not run.get("thread_seen_s"):
        return None
    return run["thread_cpu_s"] / run["thread_seen_s"]


def median_of(runs, job, config, value):
    """Median over the measured runs of a setting, None where none has the value."""
    values = [value(run) for run in goals.measured(runs, job, config)]
    return stats.median(number for number in values if number is not None)
