# SPDX-License-Identifier: Apache-2.0
"""Values of the raw runs of `make bench-leaky`: what its goals, its table and its figures have in common."""
from . import eventlog, goals, stats

STOCK = ("Parallel", "G1")
DEFAULT = "leaky copy"


def reduce_s(run):
    """Seconds of the last stage, which groups or joins."""
    return run["result"]["stages"][-1]["seconds"]


def seconds_or_none(run):
    """The same, None of a run that did not end well."""
    return reduce_s(run) if run["status"] == "ok" else None


def job_s(run):
    """Seconds of the job without the start of the JVM and of Spark."""
    return run["result"]["phases_s"]["job"]


def total(run, key):
    """The sum of what all stages say."""
    return sum(stage[key] for stage in run["result"]["stages"])


def jobs(runs, series, scenario=None):
    """Names of the jobs of a series (of one of its scenarios) in the order of their first run."""
    return goals.jobs([run for run in runs if run["series"] == series and scenario in (None, run["scenario"])])


def x_of(runs, job):
    """What is swept of a job."""
    return next(run["x"] for run in runs if run["job"] == job)


def scenario_of(runs, job):
    """The scenario of a job."""
    return next(run["scenario"] for run in runs if run["job"] == job)


def times(runs, job, config, value=reduce_s):
    """Of the measured runs of a setting by round."""
    return {run["round"]: value(run) for run in goals.measured(runs, job, config)}


def best(runs, job, configs=STOCK, value=reduce_s):
    """The setting with the shortest median, None if none finished."""
    medians = {config: stats.median(times(runs, job, config, value).values()) for config in configs}
    finished = {config: median for config, median in medians.items() if median}
    return min(finished, key=finished.get) if finished else None


def ratio(runs, job, ours=DEFAULT, stock=STOCK, value=reduce_s):
    """Best stock setting / ours (stats.Ratio); None without measured runs of both in the same round."""
    config = best(runs, job, stock, value)
    return config and stats.ratio(*goals.paired(times(runs, job, config, value), times(runs, job, ours, value)))


def gc_share(run):
    """Share of the reduce tasks' time in which the JVM collected; tasks that run at once count the same collection each."""
    run_s = sum(eventlog.column(run, "run_s"))
    return sum(eventlog.column(run, "gc_s")) / run_s if run_s else None


def written(runs, job, config):
    """Median bytes of the shuffle."""
    return stats.median(total(run, "shuffle_write_bytes") for run in goals.measured(runs, job, config))


def smallest_heaps(runs, scenario, comparable, references):
    """(MB of stock, MB of ours): the smallest heap at which each is within `comparable` times the reference; None for what none is.

    The reference is the median of stock with its faster collector at the largest heap; without so many `references` there is none. For both sides, a
    heap has to be fast enough in every round in which it was tried, of the attempts of a round the better one counts, and a run that failed rules it out.
    """
    own = [run for run in runs if run["series"] == "memory" and run["scenario"] == scenario]
    good = [run for config in dict.fromkeys(run["config"] for run in own) for run in goals.measured(own, own[0]["job"], config)]
    largest = max((run["heap_mb"] for run in own), default=None)
    top = {}
    for run in good:
        if run["heap_mb"] == largest and "leaky" not in run["config"]:
            top.setdefault(run["config"], []).append(reduce_s(run))
    compared = [stats.median(times) for times in top.values() if len(times) >= references]
    if not compared:
        return None, None
    reference = min(compared)
    fast = {False: [largest], True: []}   # the reference is within reach of itself
    for config in dict.fromkeys(run["config"] for run in good):
        by_round = {}
        for run in good:
            if run["config"] == config:
                by_round.setdefault(run["round"], []).append(reduce_s(run))
        failed = goals.failures(own, lambda name, config=config: name == config)
        if not failed and max(map(min, by_round.values())) <= comparable * reference:
            fast["leaky" in config].append(next(run["heap_mb"] for run in good if run["config"] == config))
    return tuple(min(fast[side], default=None) for side in (False, True))


def operation_ratio(runs, job):
    """Stock / with the plug-in of an operation, None without measured runs of both."""
    return ratio(runs, job, "with leaky", ("Parallel",), job_s)


def verdict(runs, job):
    """'gain', 'equal', 'loss' or 'off' of an operation with the plug-in, and the ratio; None without measured runs of both.

    Off: the leaky buffer read no shuffle of it, and it is no loss. One run of each resolves no more than a tenth.
    """
    ours = goals.measured(runs, job, "with leaky")
    found = operation_ratio(runs, job)
    if not found:
        return None
    # A read that was given up costs, too.
    if found.value <= 0.9:
        return "loss", found.value
    if not any(eventlog.spillway(run, "leakyReads") for run in ours):
        return "off", found.value
    return ("gain" if found.value >= 1.1 else "equal"), found.value


def machine_s(run, cores):
    """Core seconds that the job occupied, as a cloud would bill them."""
    return job_s(run) * cores
