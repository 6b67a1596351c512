# SPDX-License-Identifier: Apache-2.0
"""Building stones of goals. A goal is a pure function of raw runs; what the runs do not tell is 'not measured', never met."""
from . import digest


def goal(name, text, measured, met):
    """One entry of `goals`. measured: text with unit; met: True, False, or None when it was not measured."""
    return {"name": name, "goal": text, "measured": measured if met is not None else "not measured", "met": met}


def not_measured(goal):
    """The same goal without a verdict, for runs that were not made the way it asks for."""
    return {**goal, "measured": "not measured", "met": None}


def failures(runs, counts, kind="measured"):
    """Measured runs, or others of one kind, that did not end well, a line each. counts: tells of the name of a setting whether its failures count."""
    return list(dict.fromkeys(f"{run['job']} with {run['config']}: {run['status']}" for run in runs if counts(run["config"])
                              and run["kind"] == kind and run["status"] not in ("ok", "not measured")))


def unless(failed, goal):
    """The goal, missed if anything failed: what is left beside a failure proves nothing."""
    return {**goal, "measured": "; ".join(failed), "met": False} if failed else goal


def single(ratios):
    """What a figure made of ratios says of itself where they, or some of them, rest on one pair of runs."""
    alone = [ratio.pairs == 1 for ratio in ratios if ratio]
    return "" if not any(alone) else " (one run each)" if all(alone) else " (some of one run each)"


def at_least(name, text, value, bound, unit="", note=""):
    """note: what else the measured text shows; it decides nothing."""
    return goal(name, text, _show(value, unit, note), None if value is None else value >= bound)


def at_most(name, text, value, bound, unit="", note=""):
    return goal(name, text, _show(value, unit, note), None if value is None else value <= bound)


def _show(value, unit, note):
    return "" if value is None else f"{value:.4g}{unit}{note}"


def wall_times(runs, job, config):
    """Wall seconds of the successful measured runs by round."""
    return {run["round"]: run["wall_s"] for run in measured(runs, job, config)}


def measured(runs, job, config):
    """The successful measured runs of a setting that began with an empty page cache (others are shown, but prove nothing)."""
    return [run for run in runs if run["job"] == job and run["config"] == config
            and run["kind"] == "measured" and run["status"] == "ok" and run.get("cache_dropped") is not False]


def jobs(runs):
    """Names of the jobs in the order of their first run."""
    return list(dict.fromkeys(run["job"] for run in runs))


def results(runs):
    """(finished runs, those of a wrong result included; what differs between the results of a job, a line each)."""
    done = [run for run in runs if run["status"] == "ok" or "different result" in run.get("reason", "")]
    different = [f"{run['job']} with {run['config']}" for run in done if run["status"] != "ok"]
    for job in jobs(runs):
        digests = [run["result"]["digest"] for run in done if run["job"] == job and run["status"] == "ok"]
        different += [f"{job}: {line}" for other in digests[1:] for line in digest.differences(digests[0], other)]
    return done, different


def equal_results(runs, ours, others="stock"):
    """Whether the results of every setting equal; not measured unless some job finished with one of ours and one of another.

    ours: tells of the name of a setting whether it is not one of the others.
    """
    done, different = results(runs)
    sides = {job: {ours(run["config"]) for run in done if run["job"] == job} for job in jobs(runs)}
    compared = sum(len(found) == 2 for found in sides.values())
    return goal("equal results", f"results equal those of {others}", "; ".join(different) or f"equal in {len(done)} runs, {compared} jobs with {others}",
                None if not compared and not different else not different)


def stock_configs(runs, job):
    """Names of the settings of a job other than Spillway."""
    return list(dict.fromkeys(run["config"] for run in runs if run["job"] == job and run["config"] != "Spillway"
                              and run["kind"] in ("warm-up", "measured")))


def paired(left, right):
    """Values of both dictionaries for the rounds they share, in order."""
    rounds = sorted(left.keys() & right.keys())
    return [left[r] for r in rounds], [right[r] for r in rounds]
