# SPDX-License-Identifier: Apache-2.0
"""Each action of the memory balancer, forced by a Spark job in a real control group, shows in the group's figures."""
from dataclasses import replace

import pytest

from spillway_bench import balancersuite, paths, spark

NAMES = ["balancer", "balancer, paper"]
LEAST_MB = 200                  # smaller changes of H1 do not stand out from what else a Spark driver takes
SHARE = 0.3                     # of a change of H1, that the group's figures must follow by: H1 is not always touched up to its limit


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_job_with_phases_makes_h1_grow_and_shrink_and_its_group_shows_both(spillway, cgroup, jobs_jar, places, name):
    run = _run("phases", "seasons", name, places)
    for action in ("shrink", "grow"):
        assert _shown(run, action), f"no {action} of {LEAST_MB} MB that anonymous memory and page cache followed: {_changes(run)}"


# Not with `paper`: it moves when two fifths of H1 wait, which a full collection prevents in this job.
@pytest.mark.long
def test_a_job_that_caches_makes_it_move_objects_and_its_group_shows_that(spillway, cgroup, jobs_jar, places):
    # Neither the plug-in nor H2 asks for a move of its own before the heap is full, and H1 is as large as it can be.
    run = _run("splits", "linear-regression", NAMES[0], places, "spark.spillway.secondHeap.pendingFraction=0.9", jvm=("-XX:SecondHeapMoveTrigger=8g", "-Xms1152m"))
    moved = [at for at, action, *_ in run["balancer"]["decisions"] if action == "move"]
    assert moved, run["balancer"]["decisions"]
    # Input that is read is page cache, too: the heap's memory has to go there.
    figures = [(_most(run, 1, at - 3, at) - _least(run, 1, at, at + 3), _most(run, 2, at, at + 3) - _least(run, 2, at - 3, at)) for at in moved]
    assert any(min(gone, pages) >= LEAST_MB / 2 for gone, pages in figures), f"anonymous memory that went and page cache that came with moves: {figures} MB"
    assert sum(move["mb"] for move in run["moves"]) >= LEAST_MB / 2


@pytest.mark.parametrize("followed, shown", [(300, True), (50, False)])
def test_a_change_of_h1_that_the_group_does_not_follow_is_not_shown(followed, shown):
    memory = [[at, 900 - followed * (at > 10) + followed * (at > 20), 100 + followed * (at > 10) - followed * (at > 20), 0] for at in range(30)]
    steps = [(10.5, "shrink", "balance", 900, 700), (12.0, "shrink", "balance", 700, 500), (13.0, "move", "move", 500, 500), (20.5, "grow", "balance", 500, 900)]
    run = {"memory": memory, "balancer": {"decisions": steps}}
    assert [_shown(run, "shrink"), _shown(run, "grow")] == [shown, shown]


def _run(series, scenario, name, places, *conf, jvm=()):
    try:
        paths.plugin_jar()
    except paths.Missing as e:
        pytest.skip(str(e))
    case, = (balancersuite.with_inputs(case, 1.0) for case in balancersuite.series()[series].of([scenario]))
    setting, = (one for one in case.settings if one.name == name)
    run = spark.run(replace(setting, conf=(*setting.conf, *conf), jvm=(*setting.jvm, *jvm)), case.job, case.limits, kind="measured", round_number=1, logs=places / "logs", watch=case.watch)
    assert (run["status"], run.get("reason"), run["oom_kills"]) == ("ok", None, 0)
    return run


def _changes(run):
    """Decisions of one direction after another as one change: [action, its first second, MB before, MB after, second of the next change]."""
    found = []
    for at, action, _, before, after in run["balancer"]["decisions"]:
        if action == "move":
            continue
        if found and found[-1][0] == action:
            found[-1][3] = after
            continue
        if found:
            found[-1][4] = at
        found.append([action, at, before, after, float("inf")])
    return found


def _shown(run, wanted):
    """Whether anonymous memory followed a large change of H1 and page cache went the other way."""
    for action, first, before, after, until in _changes(run):
        size = abs(after - before)
        if action != wanted or size < LEAST_MB:
            continue
        if action == "shrink":
            anonymous = _most(run, 1, first - 3, first) - _least(run, 1, first, until)
            pages = _most(run, 2, first, until) - _least(run, 2, first - 3, first)
        else:
            anonymous = _most(run, 1, first, until) - _most(run, 1, first - 3, first)
            pages = _most(run, 2, first - 3, first) - _least(run, 2, first, until)
        if min(anonymous, pages) >= SHARE * size:
            return True
    return False


def _most(run, column, start_s, end_s):
    return max((row[column] for row in run["memory"] if start_s <= row[0] <= end_s), default=0.0)


def _least(run, column, start_s, end_s):
    return min((row[column] for row in run["memory"] if start_s <= row[0] <= end_s), default=float("inf"))
