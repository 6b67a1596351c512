# SPDX-License-Identifier: Apache-2.0
"""Goals of `make bench-espill` as pure functions of its raw runs."""
from . import goals, stats
from .espillsuite import SHUFFLE_HEAVY

OURS = "eager spill"
ORACLES = {"static threshold": "best static threshold", "byte threshold": "best byte threshold", "partitions": "best partitions"}
WORKLOADS = 6


def espill(runs, settings):
    """All goals. settings: those of the result; of a partial run only wrong results count."""
    found = [entry for name in ORACLES for entry in _oracle(runs, name)]
    found += [_stock(runs), _gc(runs), goals.equal_results(runs, lambda config: config.startswith("eager"))]
    if settings.get("quick") or settings.get("only") or settings.get("scale") != 1.0:
        return [entry if entry["name"] == "equal results" and entry["met"] is False else goals.not_measured(entry) for entry in found]
    return found


def seconds(run):
    """Seconds of the job without the start of the JVM and of Spark."""
    return run["result"]["phases_s"]["job"]


def total(run, key):
    """The sum of what all stages say."""
    return sum(stage[key] for stage in run["result"]["stages"])


def ratio(runs, job, config, ours=OURS):
    """Seconds of a setting / ours (stats.Ratio); None without measured runs of both."""
    left, right = ({run["round"]: seconds(run) for run in goals.measured(runs, job, name)} for name in (config, ours))
    return stats.ratio(*goals.paired(left, right))


def _ratios(runs, config):
    found = {job: ratio(runs, job, config) for job in goals.jobs(runs)}
    return {job: value.value for job, value in found.items() if value}


def _oracle(runs, name):
    slower = {job: 1 / value for job, value in _ratios(runs, ORACLES[name]).items()}
    # An oracle may not exist: where every try of it dies, we are compared with the others.
    known = slower if slower and len(goals.jobs(runs)) == WORKLOADS else {}
    worst = max(known, key=known.get) if known else None
    yield goals.at_most(f"{name}: mean", f"at most 1.05 times the time with the best {name} (geometric mean)",
                        stats.geometric_mean(known.values()), 1.05, " times", f" ({len(known)} workloads)")
    yield goals.at_most(f"{name}: worst", f"no workload above 1.12 times the time with the best {name}", worst and known[worst], 1.12,
                        " times", f" ({worst})")


def _stock(runs):
    found = {job: value for job, value in _ratios(runs, "best stock").items() if job in SHUFFLE_HEAVY}
    value = stats.geometric_mean(found.values()) if len(found) == len(SHUFFLE_HEAVY) else None
    return goals.at_least("stock", "1.5 times faster than stock in the three shuffle-heavy workloads (geometric mean)", value, 1.5, " times")


def _gc(runs):
    shares = {}
    for job in goals.jobs(runs):
        own = goals.measured(runs, job, OURS)
        if own:
            shares[job] = stats.median(total(run, "gc_s") / max(1e-9, total(run, "task_s")) for run in own)
    worst = max(shares, key=shares.get) if len(shares) == WORKLOADS else None
    return goals.at_most("GC share", "GC takes at most 10% of the tasks' time", worst and round(100 * shares[worst], 1), 10, "%", f" ({worst})")
