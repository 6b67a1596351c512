# SPDX-License-Identifier: Apache-2.0
"""Values of the raw runs of `make bench-espill`: what its search, goals, table and figures have in common."""
from . import goals, stats

OURS = "eager spill"
REDUCE_ONLY = ("terasort", "sort")  # their last stage is where they spill; the others read shuffles in several stages
PRESSED = "-pressed"                # ends the name of a scenario under pressure


def workload(run):
    """The workload of a run, whether under pressure or not."""
    return run["scenario"].removesuffix(PRESSED)


def stage_s(run):
    """Seconds of the stages that are compared: the last one of the sorts, all of the others. What both sides do alike, as starting a JVM, is not among them."""
    seconds = [stage["seconds"] for stage in run["result"]["stages"]]
    return seconds[-1] if workload(run) in REDUCE_ONLY else sum(seconds)


def job_s(run):
    """Seconds of the whole job without the start of the JVM and of Spark."""
    return run["result"]["phases_s"]["job"]


def total(run, key):
    """The sum of what all stages say."""
    return sum(stage[key] for stage in run["result"]["stages"])


def gc_share(run):
    """Share of the tasks' time in which the JVM collected."""
    return total(run, "gc_s") / max(1e-9, total(run, "task_s"))


def scenario(runs, job):
    """The scenario of a job."""
    return next(run["scenario"] for run in runs if run["job"] == job)


def best(runs, job, family):
    """The name under which the best try of a family had its turns: that of stock where nothing of the family was better. None before its turn."""
    return next((run["config"] for run in runs if run["job"] == job and run["kind"] == "measured" and family in run.get("wins", ())), None)


def tried(runs, winner):
    """The name that the try of a measured winner has in the sweep, None of a run that is none."""
    def what(run):
        return run["job"], run["collector"], run["reducers"], run["conf"]
    known = (run["config"] for run in runs if winner.get("wins") and run["kind"] == "sweep" and what(run) == what(winner))
    return next(known, None)


def ratio(runs, job, config, ours=OURS, value=stage_s):
    """Seconds of a setting / ours (stats.Ratio); None without measured runs of both in the same round."""
    left, right = ({run["round"]: value(run) for run in goals.measured(runs, job, name)} for name in (config, ours))
    return stats.ratio(*goals.paired(left, right))
