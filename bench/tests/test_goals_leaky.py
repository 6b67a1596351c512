# SPDX-License-Identifier: Apache-2.0
"""Goals of bench-leaky from recorded-like runs."""
import pytest
from test_goals import by_name

from spillway_bench import goals_leaky, leakysuite

WHOLE = {"quick": False, "only": None}


def run(job, config, reduce_s, number=1, x=0.0, series="", status="ok", written=100, values=5.0):
    raw = {"job": job, "config": config, "kind": "measured", "round": number, "status": status, "wall_s": reduce_s + 10, "x": x, "series": series}
    if status == "ok":
        raw["result"] = {"digest": {"values": values}, "stages": [{"seconds": 9.0, "shuffle_write_bytes": written},
                                                                  {"seconds": reduce_s, "shuffle_write_bytes": 0}]}
    return raw


def all_runs(ours=2.0, ample=5.0):
    runs = []
    for case in leakysuite.scenarios(1000):
        for turn in (1, 2, 3):
            seconds = ample if case.x < 0.1 else ours
            runs += [run(case.job.name, "Parallel", 6.0, turn, case.x, case.series), run(case.job.name, "G1", 5.0, turn, case.x, case.series),
                     run(case.job.name, "leaky copy", seconds, turn, case.x, case.series),
                     run(case.job.name, "leaky prefix", seconds, turn, case.x, case.series, written=101)]
    runs += [run("two reducers", config, 9.0) for config in ("leaky copy", "leaky prefix")]
    return [*runs, run("one key", "leaky streamed", 9.0)]


def test_speed_is_against_the_best_stock_setting():
    found = by_name(goals_leaky.leaky(all_runs(), WHOLE))
    assert found["reduce stage"]["measured"] == "2.5 times"
    assert all(goal["met"] is True for goal in found.values())


def test_a_slower_reduce_stage_misses_both_goals_of_speed():
    found = by_name(goals_leaky.leaky(all_runs(ours=4.5), WHOLE))
    assert found["reduce stage"]["met"] is False and found["worst scenario"]["met"] is False


def test_a_loss_with_ample_memory_is_shown():
    assert by_name(goals_leaky.leaky(all_runs(ample=5.2), WHOLE))["ample memory"]["met"] is False


def test_a_run_that_dies_misses_the_goal_that_it_completes():
    runs = [r for r in all_runs() if r["job"] != "one key"] + [run("one key", "leaky streamed", 0.0, status="java-oom")]
    assert by_name(goals_leaky.leaky(runs, WHOLE))["one key"]["met"] is False


def test_more_shuffle_bytes_than_allowed_are_found():
    runs = all_runs()
    runs[3]["result"]["stages"][0]["shuffle_write_bytes"] = 110
    for other in runs:
        if other["job"] == runs[3]["job"] and other["config"] == "leaky prefix":
            other["result"]["stages"][0]["shuffle_write_bytes"] = 110
    assert by_name(goals_leaky.leaky(runs, WHOLE))["shuffle bytes of leaky prefix"]["met"] is False


@pytest.mark.parametrize("settings", [{"quick": True}, {"quick": False, "only": ["day-keyword"]}])
def test_a_part_meets_nothing_but_shows_a_wrong_result(settings):
    runs = all_runs()
    assert {goal["met"] for goal in goals_leaky.leaky(runs, settings)} == {None}
    runs[1]["result"]["digest"]["values"] = 6.0
    assert by_name(goals_leaky.leaky(runs, settings))["equal results"]["met"] is False


def test_no_runs_meet_nothing():
    assert not any(goal["met"] for goal in goals_leaky.leaky([], WHOLE))


def test_runs_of_stock_alone_say_nothing_of_equal_results():
    runs = [r for r in all_runs() if not r["config"].startswith(("leaky", "eager"))]
    assert by_name(goals_leaky.leaky(runs, WHOLE))["equal results"]["met"] is None
