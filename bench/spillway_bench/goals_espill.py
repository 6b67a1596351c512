# SPDX-License-Identifier: Apache-2.0
"""Goals of `make bench-espill` as pure functions of its raw runs."""
from . import espillruns, espillsuite, eventlog, goals, stats
from .espillruns import OURS

ORACLES = ("static threshold", "byte threshold", "partitions")


def espill(runs, settings):
    """All goals. What was not run at full size counts for no goal; of it only a wrong result does. A failed run of ours misses all but that."""
    compared = [run for run in runs if run["series"] in ("heavy", "light")]
    failed = goals.failures(compared, lambda config: config in (OURS, f"best {OURS}"))
    judged = (*(entry for name in ORACLES for entry in _oracle(compared, name)), _stock(compared), _ample(compared), _gc(compared))
    found = [goals.unless(failed, entry) for entry in judged]
    found.append(goals.equal_results(runs, lambda config: "eager" in config))
    if settings.get("scale") != 1.0:
        return [entry if entry["name"] == "equal results" and entry["met"] is False else goals.not_measured(entry) for entry in found]
    return found


def ratios(runs, family, ours=lambda job: OURS):
    """{scenario: the best of a family / ours} of those that have one. ours: job -> the setting that stands for eager spill."""
    found = {job: espillruns.ratio(runs, job, espillruns.best(runs, job, family), ours(job)) for job in goals.jobs(runs)}
    return {espillruns.scenario(runs, job): value for job, value in found.items() if value}


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
    found = ratios(runs, name)
    # Where every try dies, stock's included, there is nothing to compare with: the other scenarios decide.
    known = found if _measured(runs, espillsuite.scenarios()) and _had_turns(runs, name) else {}
    slower = {scenario: 1 / value.value for scenario, value in known.items()}
    worst = max(slower, key=slower.get) if slower else None
    yield goals.at_most(f"{name}: mean", f"at most 1.05 times the time with the best {name} (geometric mean)",
                        stats.geometric_mean(slower.values()), 1.05, " times", f" ({len(slower)} cases){goals.single(known.values())}")
    yield goals.at_most(f"{name}: worst", f"no case above 1.12 times the time with the best {name}", worst and slower[worst], 1.12,
                        " times", f" ({worst}){goals.single([known.get(worst)])}")


def _measured(runs, scenarios):
    """Whether eager spill has finished every one of these scenarios."""
    done = {run["scenario"] for job in goals.jobs(runs) for run in goals.measured(runs, job, OURS)}
    return done >= set(scenarios)


def _had_turns(runs, family):
    """Whether the best of a family had its turn wherever some try of it, or stock, ended well in the sweep."""
    swept = {run["job"] for run in runs if run["kind"] == "sweep" and run["status"] == "ok" and run["family"] in (family, "stock")}
    return all(espillruns.best(runs, job, family) for job in swept)


def _stock(runs):
    """Both sides with the collector that is best for them."""
    found = ratios(runs, "stock", lambda job: espillruns.best(runs, job, OURS) or OURS)
    found = {name: value for name, value in found.items() if name in espillsuite.pressed()}
    value = stats.geometric_mean(value.value for value in found.values()) if len(found) == len(espillsuite.pressed()) else None
    said = ", ".join(f"{name} {value.value:.2f}" for name, value in found.items())
    return goals.at_least("stock", "1.5 times faster than stock in the three shuffle-heavy workloads under pressure, each with its best collector (geometric mean)",
                          value, 1.5, " times", value and f" ({said}){goals.single(found.values())}")


def _ample(runs):
    """Memory was ample where nothing was spilled. Where stock spilled, its time says nothing here; where only eager spill did, a loss is still a loss."""
    found = {name: value for name, value in ratios(runs, "stock").items() if name in espillsuite.LIGHT}
    spilled = {name: _spilled(runs, name) for name in found}
    ample = {name: value for name, value in found.items() if set(spilled[name]) <= {OURS}} if len(found) == len(espillsuite.LIGHT) else {}
    worst = min(ample, key=lambda name: ample[name].value) if ample else None
    mean = stats.geometric_mean(value.value for value in ample.values())
    said = "".join(f"; not ample: {name} spilled {mb:.1f} MB with {config}" for name, own in spilled.items() for config, mb in own.items())
    judged = goals.at_least("ample memory", f"within 2% of stock in the workloads that stock has memory for ({', '.join(espillsuite.LIGHT)}){said}",
                            worst and ample[worst].value, 0.98, " times as fast", worst and f" ({worst}: {ample[worst]}; geometric mean {mean:.2f})")
    return goals.not_measured(judged) if said and judged["met"] else judged


def _spilled(runs, scenario):
    """{setting: MB on disk of its run that spilled most} of what stock at its best and eager spill spilled in a scenario."""
    job = next(run["job"] for run in runs if run["scenario"] == scenario)
    most = {config: max(espillruns.total(run, "disk_spilled_bytes") for run in goals.measured(runs, job, config))
            for config in (espillruns.best(runs, job, "stock"), OURS)}
    return {config: size / 2**20 for config, size in most.items() if size}


def _gc(runs):
    shares, pairs = {}, {}
    for job in goals.jobs(runs):
        own, name = goals.measured(runs, job, OURS), espillruns.scenario(runs, job)
        if own and name in espillsuite.pressed():
            shares[name], pairs[name] = stats.median(map(espillruns.gc_share, own)), len(own)
    worst = max(shares, key=shares.get) if _measured(runs, espillsuite.pressed()) else None
    return goals.at_most("GC share", "under pressure GC takes at most 10% of the tasks' time", worst and round(100 * shares[worst], 1), 10, "%",
                         worst and f" ({worst}){' (one run)' if pairs[worst] == 1 else ''}")
