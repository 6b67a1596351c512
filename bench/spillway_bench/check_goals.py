# SPDX-License-Identifier: Apache-2.0
"""`make check-goals`: recomputes the goals of every result from its raw runs and lists what is missing or missed."""
import json

from . import goals_h2, goals_spark, result
from .console import console

GOALS = {"demo": goals_spark.demo, "bench-h2": goals_h2.h2, "bench-h2-jobs": goals_spark.ten_jobs}


def run():
    """Prints every goal that is missed, not measured or recorded otherwise than the runs say. 0 only if there is none."""
    problems = []
    for target, goals in GOALS.items():
        document = result.read(target)
        if document is None:
            problems.append((target, "no result", f"run `make {target}`"))
            continue
        recomputed = goals(document["runs"], document["settings"])
        if json.loads(json.dumps(recomputed)) != document["goals"]:
            problems.append((target, "recorded goals", "differ from what the raw runs say"))
        for goal in recomputed:
            if goal["met"] is not True:
                problems.append((target, goal["name"], f"{'missed' if goal['met'] is False else 'not measured'}: "
                                                       f"{goal['goal']}; measured: {goal['measured']}"))
        met = sum(goal["met"] is True for goal in recomputed)
        console.print(f"{target}: {met} of {len(recomputed)} goals met")
    for target, name, text in problems:
        console.print(f"  {target} / {name}: {text}", soft_wrap=True)
    return 1 if problems else 0
