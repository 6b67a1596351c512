# SPDX-License-Identifier: Apache-2.0
"""Goals of `make bench-leaky` as pure functions of its raw runs."""
from . import goals, leakyruns, leakysearch, leakysuite, stats
from .leakysearch import COMPARABLE, REFERENCES

OURS = ("leaky copy", "leaky prefix", "leaky streamed")
SCENARIOS = (*leakysuite.GROUPING, *leakysuite.JOINING)


def leaky(runs, settings):
    """All goals. What was not run at full size counts for no goal; of it only a wrong result does. A failed run of ours misses the goals
    that rest on its series; in `memory` it only tells that the heap is too small."""
    def sound(goal, *series, wanted=ours):
        return goals.unless(goals.failures([run for run in runs if run["series"] in series], wanted), goal)
    found = [sound(_speed(runs), "grouping", "joining"), sound(_worst(runs), "grouping", "joining"), sound(_ample(runs), "ample"), *_completes(runs),
             *_memory(runs), *(sound(goal, "wire", wanted=lambda name, config=config: name == config) for config, goal in _shuffle_bytes(runs)),
             sound(_sql(runs), "sql"), sound(_operations(runs), "operations"), goals.equal_results(runs, ours)]
    if settings.get("scale") != 1.0:
        return [entry if entry["name"] == "equal results" and entry["met"] is False else goals.not_measured(entry) for entry in found]
    return found


def ours(config):
    """Whether a setting is not stock."""
    return "leaky" in config or "eager" in config


def whole(runs, *names):
    """Whether each setting of each case of these series has had a turn; of a search, whether that of each scenario has come to its end."""
    made = {(run["job"], run["config"]) for run in runs}
    series = leakysuite.series()
    for name in names:
        if series[name].search:
            scenarios = dict.fromkeys(case.scenario for case in series[name].cases)
            if not all(leakysearch.is_complete(series[name].of([scenario]), runs) for scenario in scenarios):
                return False
        elif any((case.job.name, setting.name) not in made for case in series[name].cases for setting in case.settings):
            return False
    return True


def pressed(runs):
    """{scenario: its ratios at a DMR of 0.25 and above at which stock finishes}."""
    found = {}
    for job in (*leakyruns.jobs(runs, "grouping"), *leakyruns.jobs(runs, "joining")):
        ratio = leakyruns.ratio(runs, job)
        if ratio:
            found.setdefault(leakyruns.scenario_of(runs, job), []).append(ratio)
    return found


def _means(runs):
    """{scenario: geometric mean of its ratios} once all were measured, else nothing."""
    means = {scenario: stats.geometric_mean(ratio.value for ratio in ratios) for scenario, ratios in pressed(runs).items()}
    return means if whole(runs, "grouping", "joining") and len(means) == len(SCENARIOS) else {}


def _speed(runs):
    return goals.at_least("reduce stage", "at a DMR of 0.25 and above the reduce stage is twice as fast as the best stock setting (geometric mean)",
                          stats.geometric_mean(_means(runs).values()), 2.0, " times", goals.single(sum(pressed(runs).values(), [])))


def _worst(runs):
    known = pressed(runs) if _means(runs) else {}
    values = {scenario: min(ratio.value for ratio in ratios) for scenario, ratios in known.items()}
    worst = min(values, key=values.get) if values else None
    return goals.at_least("worst scenario", "no scenario below 1.2 times at any of these DMRs", worst and values[worst], 1.2, " times",
                          worst and f" ({worst}){goals.single(pressed(runs)[worst])}")


def _ample(runs):
    ratios = {leakyruns.scenario_of(runs, job): leakyruns.ratio(runs, job) for job in leakyruns.jobs(runs, "ample")}
    known = {scenario: found for scenario, found in ratios.items() if found}
    worst = min(known, key=lambda name: known[name].value) if whole(runs, "ample") and len(known) == len(SCENARIOS) else None
    mean = stats.geometric_mean(found.value for found in known.values())
    return goals.at_least("ample memory", "within 2% of stock when memory is ample", worst and known[worst].value, 0.98, " times as fast",
                          worst and f" ({worst}: {known[worst]}; geometric mean {mean:.2f})")


def _completes(runs):
    for name, scenario, config, text in (
            ("two reducers", "two reducers", None, "20 million pairs of 200,000 keys in 2 partitions with 1 GB complete"),
            ("one key 12 million", "one key 12 million", "leaky copy", "one key with 12 million values completes with 700 MB and the plug-in alone"),
            ("one key 12 million, streamed", "one key 12 million", "leaky streamed", "the same with streamGroups=true"),
            ("one key 40 million, streamed", "one key 40 million", None, "one key with 40 million values completes with 1 GB and streamGroups=true"),
            ("join", "join", None, "12 million rows joined with 4 million complete in 2 partitions and in 32")):
        own = [run for run in runs if run["series"] == "purposes" and run["scenario"] == scenario and (config in (None, run["config"]) or not ours(run["config"]))]
        yield _all_ok(name, text, own, _turned(own, scenario, config))
    own = [run for run in runs if run["series"] in ("grouping", "joining") and run["x"] == 0.75]
    yield _all_ok("DMR 0.75", "every scenario completes at a DMR of 0.75", own, whole(runs, "grouping", "joining"))


def _turned(own, scenario, config):
    """Whether each stock setting of a case of `purposes` and ours, or the one that is named, have had a turn."""
    made = {(run["job"], run["config"]) for run in own}
    return all((case.job.name, setting.name) in made for case in leakysuite.series()["purposes"].of([scenario]) for setting in case.settings
               if config in (None, setting.name) or not ours(setting.name))


def _all_ok(name, text, own, known):
    """Whether all runs of ours ended well; the text tells of stock's, too, which decide nothing."""
    bad = goals.failures(own, ours)
    done = sum(ours(run["config"]) for run in own)
    told = f"{done} runs; {_stocks_end(own)}"
    return goals.goal(name, text, "; ".join([*bad, told]), not bad if (known or bad) and done else None)


def _stocks_end(own):
    """How each stock setting ended: it may die, or be slow only."""
    stock = [run for run in own if not ours(run["config"])]
    died = dict.fromkeys(f"{run['config']} {run['status']}" for run in stock if run["status"] != "ok")
    lived = dict.fromkeys(run["config"] for run in stock if run["status"] == "ok")
    said = [f"stock {what}: {', '.join(names)}" for what, names in (("does not complete", died), ("completes", lived)) if names]
    return "; ".join(said) or "stock: not run"


def _memory(runs):
    heaps = {scenario: leakyruns.smallest_heaps(runs, scenario, COMPARABLE, REFERENCES) for scenario in SCENARIOS}
    # Where none of our heaps is fast enough there is nothing saved.
    ratios = {scenario: (stock / mine if mine else 0.0) for scenario, (stock, mine) in heaps.items() if stock}
    known = whole(runs, "memory") and len(ratios) == len(SCENARIOS)
    worst = min(ratios, key=ratios.get) if known else None
    yield goals.at_least("smallest heap", "the smallest heap within 5% of stock's time in ample memory is a third of stock's (median of the scenarios)",
                         stats.median(ratios.values()) if known else None, 3.0, " times smaller")
    yield goals.at_least("smallest heap: worst", "in no scenario less than 1.5 times smaller", worst and ratios[worst], 1.5, " times smaller",
                         worst and f" ({worst}: {heaps[worst][0]} and {heaps[worst][1]} MB)")


def _shuffle_bytes(runs):
    for config, most in (("leaky prefix", 1.02), ("leaky copy", 1.0)):
        ratios = {}
        for job in leakyruns.jobs(runs, "wire"):
            mine, stock = (leakyruns.written(runs, job, name) for name in (config, "Parallel"))
            if mine and stock:
                ratios[job] = mine / stock
        worst = max(ratios, key=ratios.get) if whole(runs, "wire") and len(ratios) == len(leakyruns.jobs(runs, "wire")) else None
        yield config, goals.at_most(f"shuffle bytes of {config}", f"at most {most - 1:.0%} more shuffle bytes than stock",
                                    worst and round(ratios[worst], 4), most, " of stock", worst and f" ({worst}){_runs_of(runs, worst, config)}")


def _runs_of(runs, job, config):
    """Says so where a job had one run of this setting."""
    return " (one run each)" if len(goals.measured(runs, job, config)) == 1 else ""


def _sql(runs):
    ratios = {}
    for job in leakyruns.jobs(runs, "sql"):
        for config in ("with leaky", "with leaky and eager"):
            found = leakyruns.ratio(runs, job, config, ("Parallel",), leakyruns.job_s)
            if found:
                ratios[config] = found
    worst = min(ratios, key=lambda config: ratios[config].value) if len(ratios) == 2 and whole(runs, "sql") else None
    return goals.at_least("SQL", "SQL loses at most 2% with the plug-in", worst and ratios[worst].value, 0.98, " times as fast",
                          worst and f" ({worst}: {ratios[worst]})")


def _operations(runs):
    verdicts = {leakyruns.scenario_of(runs, job): leakyruns.verdict(runs, job) for job in leakyruns.jobs(runs, "operations")}
    known = {name: found[0] for name, found in verdicts.items() if found}
    count = {word: sum(found == word for found in known.values()) for word in ("gain", "equal", "off", "loss")}
    lost = [name for name, found in known.items() if found == "loss"]
    complete = whole(runs, "operations") and len(known) == len(verdicts)
    single = goals.single(leakyruns.operation_ratio(runs, job) for job in leakyruns.jobs(runs, "operations"))
    return goals.goal("operations", "every operation and serializer is a gain, equal or off", ", ".join(f"{n} {word}" for word, n in count.items())
                      + (f" ({'; '.join(lost)})" if lost else "") + single, not lost if complete else None)
