# SPDX-License-Identifier: Apache-2.0
"""`make check-goals`: recomputes the goals of every result from its raw runs and lists what is missing or missed."""
import json

from . import goals_balancer, goals_espill, goals_h2, goals_leaky, goals_spark, goals_warm, result, warmupbench
from .console import console

GOALS = {"demo": goals_spark.demo, "bench-h2": goals_h2.h2, "bench-h2-jobs": goals_spark.ten_jobs, "bench-leaky": goals_leaky.leaky,
         "bench-espill": goals_espill.espill, "bench-balancer": goals_balancer.balancer, "bench-warm": goals_warm.warm, "bench-warmup": warmupbench.constancy}


def run():
    """Prints every goal that is missed, not measured or recorded otherwise than the runs say. 0 only if there is none."""
    problems = [(target, *problem) for target, goals in GOALS.items() for problem in _check(target, goals)]
    for target, name, text in problems:
        console.print(f"  {target} / {name}: {text}", soft_wrap=True, markup=False)
    return 1 if problems else 0


def _check(target, goals):
    """(name, text) of everything that a target lacks; prints how many goals it meets."""
    try:
        document = result.read(target)
        if document is None:
            return [("no result", f"run `make {target}`")]
        recomputed = goals(document["runs"], result.facts(document))
    except result.Malformed as e:
        return [("result.json", f"malformed: {e}")]
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError) as e:
        return [("result.json", f"malformed: the goals cannot be computed from its runs: {type(e).__name__} {e}")]
    problems = []
    if json.loads(json.dumps(recomputed)) != document["goals"]:
        problems.append(("recorded goals", "differ from what the raw runs say"))
    for goal in recomputed:
        if goal["met"] is not True:
            verdict = "missed" if goal["met"] is False else "not measured"
            problems.append((goal["name"], f"{verdict}: {goal['goal']}; measured: {goal['measured']}"))
    met = sum(goal["met"] is True for goal in recomputed)
    console.print(f"{target}: {met} of {len(recomputed)} goals met")
    return problems
