# SPDX-License-Identifier: Apache-2.0
"""Goals of bench-espill from recorded-like runs."""
import pytest
from test_goals import by_name

from spillway_bench import espillsuite, goals_espill

WHOLE = {"quick": False, "only": None, "scale": 1.0}


def run(job, config, seconds, number=1, gc=0.5, kind="measured", records=7.0):
    return {"job": job, "config": config, "kind": kind, "round": number, "status": "ok", "wall_s": seconds + 5,
            "result": {"digest": {"records": records}, "phases_s": {"job": seconds}, "stages": [{"task_s": 10.0, "gc_s": gc}]}}


def all_runs(ours=10.0, gc=0.5):
    runs = []
    for workload in espillsuite.workloads():
        for turn in (1, 2, 3):
            runs += [run(workload.name, config, seconds, turn) for config, seconds in
                     (("best stock", 16.0), ("best static threshold", 10.0), ("best byte threshold", 10.0), ("best partitions", 10.0))]
            runs.append(run(workload.name, "eager spill", ours, turn, gc))
    return runs


def test_goals_follow_from_the_raw_runs():
    found = by_name(goals_espill.espill(all_runs(), WHOLE))
    assert found["stock"]["measured"] == "1.6 times"
    assert all(goal["met"] is True for goal in found.values())


def test_one_slow_workload_misses_the_worst_goal_only():
    runs = [run(r["job"], r["config"], 11.5, r["round"]) if r["job"] == "sort" and r["config"] == "eager spill" else r for r in all_runs()]
    found = by_name(goals_espill.espill(runs, WHOLE))
    assert found["partitions: worst"]["met"] is False and "sort" in found["partitions: worst"]["measured"]
    assert found["partitions: mean"]["met"] is True


def test_much_gc_misses_its_goal():
    assert by_name(goals_espill.espill(all_runs(gc=1.5), WHOLE))["GC share"]["met"] is False


def test_runs_of_the_sweep_are_not_measured_runs():
    runs = [{**r, "kind": "sweep"} for r in all_runs()]
    assert {g["name"] for g in goals_espill.espill(runs, WHOLE) if g["met"] is not None} == {"equal results"}


@pytest.mark.parametrize("settings", [{"quick": True, "scale": 1.0}, {"only": ["sort"], "scale": 1.0}, {"scale": 0.5}])
def test_a_part_meets_nothing_but_shows_a_wrong_result(settings):
    runs = all_runs()
    assert {goal["met"] for goal in goals_espill.espill(runs, settings)} == {None}
    runs[1]["result"]["digest"]["records"] = 8.0
    assert by_name(goals_espill.espill(runs, settings))["equal results"]["met"] is False


def test_without_a_measured_workload_nothing_is_met():
    runs = [r for r in all_runs() if r["job"] != "kmeans"]
    assert by_name(goals_espill.espill(runs, WHOLE))["partitions: mean"]["met"] is None


def test_a_workload_has_one_name_whatever_its_partitions():
    workload = espillsuite.workloads()[0]
    assert workload.job(4).name == workload.job(64).name and dict(workload.job(64).arguments)["reducers"] == 64


def test_runs_of_stock_alone_say_nothing_of_equal_results():
    runs = [r for r in all_runs() if not r["config"].startswith(("leaky", "eager"))]
    assert by_name(goals_espill.espill(runs, WHOLE))["equal results"]["met"] is None
