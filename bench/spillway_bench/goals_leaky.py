# SPDX-License-Identifier: Apache-2.0
"""Goals of `make bench-leaky` as pure functions of its raw runs."""
from . import goals, stats

OURS = ("leaky copy", "leaky prefix")
STOCK = ("Parallel", "G1")
DEFAULT = "leaky copy"
CASES = 8


def leaky(runs, settings):
    """All goals. settings: those of the result; of a partial run only wrong results count."""
    found = [_speed(runs), _worst(runs), _ample(runs), *_completes(runs), *_shuffle_bytes(runs), goals.equal_results(runs, lambda config: config.startswith("leaky"))]
    if settings.get("quick") or settings.get("only"):
        return [entry if entry["name"] == "equal results" and entry["met"] is False else goals.not_measured(entry) for entry in found]
    return found


def reduce_s(run):
    """Seconds of the last stage, which groups or joins."""
    return run["result"]["stages"][-1]["seconds"]


def _times(runs, job, config):
    return {run["round"]: reduce_s(run) for run in goals.measured(runs, job, config)}


def ratio(runs, job, ours=DEFAULT):
    """Best stock setting / ours in reduce time (stats.Ratio); None without measured runs of both."""
    medians = {config: stats.median(_times(runs, job, config).values()) for config in STOCK}
    finished = {config: value for config, value in medians.items() if value}
    if not finished:
        return None
    return stats.ratio(*goals.paired(_times(runs, job, min(finished, key=finished.get)), _times(runs, job, ours)))


def _scenarios(runs, least=0.0, most=float("inf")):
    return list(dict.fromkeys(run["job"] for run in runs if run.get("x") and least <= run["x"] <= most))


def _pressed(runs):
    """Ratio of each scenario, the geometric mean of its DMRs from 0.25 on at which stock finishes."""
    by_series = {}
    for job in _scenarios(runs, 0.25):
        found = ratio(runs, job)
        if found:
            by_series.setdefault(job.rsplit(" ", 1)[0], []).append(found.value)
    return {series: stats.geometric_mean(values) for series, values in by_series.items()}


def _speed(runs):
    pressed = _pressed(runs)
    return goals.at_least("reduce stage", "at a DMR of 0.25 and above the reduce stage is twice as fast as the best stock setting (geometric mean)",
                          stats.geometric_mean(pressed.values()) if len(pressed) == CASES else None, 2.0, " times")


def _worst(runs):
    pressed = _pressed(runs)
    worst = min(pressed, key=pressed.get) if len(pressed) == CASES else None
    return goals.at_least("worst scenario", "no scenario below 1.2 times", worst and pressed[worst], 1.2, " times", f" ({worst})")


def _ample(runs):
    ratios = {job: ratio(runs, job) for job in _scenarios(runs, 0, 0.1)}
    known = {job: found.value for job, found in ratios.items() if found}
    worst = min(known, key=known.get) if len(known) == CASES else None
    return goals.at_least("ample memory", "within 2% of stock when memory is ample", worst and known[worst], 0.98, " times as fast",
                          f" ({worst})")


def _completes(runs):
    for name, configs, text in (("two reducers", OURS, "20 million pairs of 200,000 keys in 2 partitions with 1 GB complete"),
                                ("one key", ("leaky streamed",), "one key with 40 million values completes with 1 GB")):
        own = [run for run in runs if run["job"] == name and run["config"] in configs]
        yield goals.goal(name, text, ", ".join(f"{run['config']}: {run['status']}" for run in own),
                         all(run["status"] == "ok" for run in own) if own else None)
    own = [run for run in runs if run.get("x") == 0.75 and run["config"] in OURS]
    bad = [f"{run['job']} with {run['config']}" for run in own if run["status"] != "ok"]
    yield goals.goal("DMR 0.75", "every scenario completes at a DMR of 0.75", ", ".join(bad) or f"{len(own)} runs",
                     not bad if own else None)


def _shuffle_bytes(runs):
    for config, most in (("leaky prefix", 1.02), ("leaky copy", 1.0)):
        ratios = [_written(runs, job, config) / _written(runs, job, stock) for job in _scenarios(runs) for stock in STOCK
                  if _written(runs, job, config) and _written(runs, job, stock)]
        yield goals.at_most(f"shuffle bytes of {config}", f"at most {most - 1:.0%} more shuffle bytes than stock",
                            round(max(ratios), 4) if ratios else None, most, " of stock")


def _written(runs, job, config):
    return stats.median(sum(stage["shuffle_write_bytes"] for stage in run["result"]["stages"]) for run in goals.measured(runs, job, config))
