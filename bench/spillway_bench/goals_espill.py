# SPDX-License-Identifier: Apache-2.0
"""Goals of `make bench-espill` as pure functions of its raw runs."""
from . import espillsuite, eventlog, goals, stats

OURS = "eager spill"
ORACLES = {"static threshold": "best static threshold", "byte threshold": "best byte threshold", "partitions": "best partitions"}
WORKLOADS = 6


def espill(runs, settings):
    """All goals. What was not run at full size counts for no goal; of it only a wrong result does. A failed run of ours misses all but that."""
    compared = [run for run in runs if run["series"] in ("heavy", "light")]
    failed = goals.failures(compared, lambda config: config == OURS)
    found = [goals.unless(failed, entry) for entry in (*(entry for name in ORACLES for entry in _oracle(compared, name)), _stock(compared), _gc(compared))]
    found.append(goals.equal_results(runs, lambda config: "eager" in config))
    if settings.get("scale") != 1.0:
        return [entry if entry["name"] == "equal results" and entry["met"] is False else goals.not_measured(entry) for entry in found]
    return found


def seconds(run):
    """Seconds of the job without the start of the JVM and of Spark."""
    return run["result"]["phases_s"]["job"]


def total(run, key):
    """The sum of what all stages say."""
    return sum(stage[key] for stage in run["result"]["stages"])


def ratio(runs, job, config, ours=OURS, value=seconds):
    """Seconds of a setting / ours (stats.Ratio); None without measured runs of both in the same round."""
    left, right = ({run["round"]: value(run) for run in goals.measured(runs, job, name)} for name in (config, ours))
    return stats.ratio(*goals.paired(left, right))


def ratios(runs, config):
    """{workload: ratio} of those that have one."""
    found = {job: ratio(runs, job, config) for job in goals.jobs(runs)}
    return {scenario(runs, job): value.value for job, value in found.items() if value}


def scenario(runs, job):
    """The workload of a job."""
    return next(run["scenario"] for run in runs if run["job"] == job)


def breakdown(run):
    """{map or reduce: {part: seconds of all its tasks}} of the first and the last stage. A collection during a spill counts as GC and as
    spill; the time of spills is known only where eager spill takes it."""
    stages = sorted({row[0] for row in run["tasks"]})
    return {name: _parts(run, stage) for name, stage in (("map", stages[-2]), ("reduce", stages[-1]))} if len(stages) > 1 else {}


def _parts(run, stage):
    def of(column):
        return sum(eventlog.column(run, column, stage))
    spill = run["spillway"].get(str(stage), {}).get("spillMillis", 0) / 1e3
    parts = {"GC": of("gc_s"), "spills": spill, "shuffle write": of("write_s"), "shuffle wait": of("fetch_wait_s")}
    return {"other": max(0.0, of("run_s") - sum(parts.values())), **parts}


def _oracle(runs, name):
    slower = {workload: 1 / value for workload, value in ratios(runs, ORACLES[name]).items()}
    # An oracle may not exist: where every try of it dies, we are compared with the others.
    known = slower if slower and _measured(runs) else {}
    worst = max(known, key=known.get) if known else None
    yield goals.at_most(f"{name}: mean", f"at most 1.05 times the time with the best {name} (geometric mean)",
                        stats.geometric_mean(known.values()), 1.05, " times", f" ({len(known)} workloads)")
    yield goals.at_most(f"{name}: worst", f"no workload above 1.12 times the time with the best {name}", worst and known[worst], 1.12,
                        " times", f" ({worst})")


def _measured(runs):
    """Whether eager spill has finished every workload."""
    return sum(bool(goals.measured(runs, job, OURS)) for job in goals.jobs(runs)) == WORKLOADS


def _stock(runs):
    found = {name: value for name, value in ratios(runs, "best stock").items() if name in espillsuite.SHUFFLE_HEAVY}
    value = stats.geometric_mean(found.values()) if len(found) == len(espillsuite.SHUFFLE_HEAVY) else None
    return goals.at_least("stock", "1.5 times faster than stock in the three shuffle-heavy workloads (geometric mean)", value, 1.5, " times")


def _gc(runs):
    shares = {}
    for job in goals.jobs(runs):
        own = goals.measured(runs, job, OURS)
        if own:
            shares[scenario(runs, job)] = stats.median(total(run, "gc_s") / max(1e-9, total(run, "task_s")) for run in own)
    worst = max(shares, key=shares.get) if len(shares) == WORKLOADS else None
    return goals.at_most("GC share", "GC takes at most 10% of the tasks' time", worst and round(100 * shares[worst], 1), 10, "%", f" ({worst})")
