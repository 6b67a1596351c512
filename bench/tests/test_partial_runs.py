# SPDX-License-Identifier: Apache-2.0
"""Goals of runs that are not the whole benchmark, and of the ten jobs."""
from pathlib import Path

import pytest
from test_goals import LIMIT, by_name, demo_runs, run

from spillway_bench import goals_spark, sparkbench
from spillway_bench.__main__ import _parser
from spillway_bench.plan import Plan

TEN = [f"job-{n}" for n in range(10)]


def jobs_runs(rounds=3, fitting_s=10.0):
    runs = []
    for number in range(rounds + 1):
        kind = "measured" if number else "warm-up"
        for job in [*TEN, "fits-a"]:
            ours, gc = (fitting_s, 5.0) if job == "fits-a" else (5.0, 1.0)
            runs += [run(job, "G1 MEMORY_ONLY", kind, number, 10.0, 4.0), run(job, "Spillway", kind, number, ours, gc)]
    return runs


def jobs_settings(**more):
    return {"limit_mb": 1024, "plan_jobs": [*TEN, "fits-a"], "changed": [], **more}


@pytest.mark.parametrize("settings", [
    {**LIMIT, "changed": ["settings"]}, {**LIMIT, "changed": ["plan"]}, {**LIMIT, "plan_jobs": ["profiles", "pagerank"]},
    {"limit_mb": 1024}])
def test_a_part_of_the_demo_meets_nothing(settings):
    assert {goal["met"] for goal in goals_spark.demo(demo_runs(), settings)} == {None}


def test_a_wrong_result_is_shown_in_a_part_too():
    runs = demo_runs()
    runs[-1]["result"]["digest"]["sum"] = 1.001
    assert by_name(goals_spark.demo(runs, {**LIMIT, "changed": ["settings"]}))["equal results"]["met"] is False


def test_the_time_of_the_demo_counts_with_all_options_at_their_defaults():
    def time(**more):
        return by_name(goals_spark.demo(demo_runs(), {**LIMIT, **more}))["demo time"]
    assert time()["measured"] == "10 minutes" and time()["met"] is True
    assert time(seconds=901)["met"] is False
    assert time(changed=["rounds"])["met"] is None and time(seconds=None)["met"] is None


def test_the_command_line_has_the_defaults_that_the_goals_are_about(tmp_path):
    assert sparkbench.changed(sparkbench.DEMO, _parser().parse_args(["demo"])) == []
    assert sparkbench.changed(sparkbench.TEN_JOBS, _parser().parse_args(["bench-h2-jobs"])) == []
    (tmp_path / "graph.txt").write_text("1 2\n")
    words = ["demo", "--rounds", "1", "--edges", str(tmp_path / "graph.txt"), "--no-sizing", "--jobs", "pagerank"]
    options = _parser().parse_args(words)
    assert sparkbench.changed(sparkbench.DEMO, options) == ["edges", "rounds", "sizing", "jobs"]
    plan = Plan(Path("demo.json"), {"jobs": {"pagerank": {"inputs": {"edges": []}}}, "limit_mb": 768})
    settings = sparkbench._settings(sparkbench.DEMO, plan, options)
    assert [settings[key] for key in ("edges", "jobs", "settings", "plan_jobs")] == ["graph.txt", ["pagerank"], None, ["pagerank"]]


def test_a_graph_that_is_not_there_ends_the_command_at_once(capsys):
    with pytest.raises(SystemExit):
        _parser().parse_args(["demo", "--edges", "no-such-graph.txt"])
    assert "there is no file no-such-graph.txt" in capsys.readouterr().err


def test_jobs_that_fit_count_for_their_own_goal_only():
    found = by_name(goals_spark.ten_jobs(jobs_runs(), jobs_settings()))
    assert found["speed-up"]["measured"] == "2 times" and found["GC time"]["measured"] == "0.25 of stock"
    assert found["no loss"]["measured"].startswith("1 times as fast (fits-a: 1.00 [")
    assert all(goal["met"] is True for goal in found.values())
    assert by_name(goals_spark.ten_jobs(jobs_runs(fitting_s=10.5), jobs_settings()))["no loss"]["met"] is False


def test_fewer_rounds_of_the_ten_jobs_are_missed():
    assert by_name(goals_spark.ten_jobs(jobs_runs(rounds=2), jobs_settings()))["runs"]["met"] is False
