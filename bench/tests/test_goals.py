# SPDX-License-Identifier: Apache-2.0
import copy

from spillway_bench import breakdown, digest, goals_h2, goals_spark

LIMIT = {"limit_mb": 1024, "plan_jobs": ["profiles"], "changed": [], "seconds": 600.0}


def run(job, config, kind, number, wall, gc=1.0, status="ok", objects=60e6, cached=3 << 30):
    raw = {"job": job, "config": config, "kind": kind, "round": number, "status": status, "wall_s": wall,
           "gc": {"young_s": gc / 2, "full_s": gc / 2, "other_s": 0.0, "total_s": gc}, "read_bytes": 0, "peak_bytes": 0,
           "peak_anon_bytes": 0, "result": {"digest": {"objects": objects, "sum": 1.0}, "cached": {"total_peak_bytes": cached, "live_heap_bytes": cached}}}
    if status != "ok":
        del raw["result"]
    return raw


def demo_runs():
    runs = [run("profiles", "ample memory", "sizing", 0, 10)]
    for number in range(4):
        kind = "measured" if number else "warm-up"
        runs += [run("profiles", "G1 MEMORY_ONLY", kind, number, 40, 10), run("profiles", "Parallel MEMORY_AND_DISK", kind, number, 30, 8),
                 run("profiles", "Spillway", kind, number, 15, 2)]
    return runs


def by_name(found):
    return {goal["name"]: goal for goal in found}


def test_goals_follow_from_the_raw_runs():
    found = by_name(goals_spark.demo(demo_runs(), LIMIT))
    assert found["speed-up"]["measured"] == "2 times" and found["speed-up"]["met"] is True
    assert found["GC time"]["measured"] == "0.25 of stock"
    assert found["cached data of profiles"]["measured"] == "3 times"
    assert all(goal["met"] is True for goal in found.values())


def test_shared_arrays_do_not_make_live_data_larger_than_the_limit():
    runs = demo_runs()
    runs[0]["result"]["cached"]["live_heap_bytes"] = 700 << 20
    found = by_name(goals_spark.demo(runs, LIMIT))
    assert found["cached data of profiles"]["met"] is True and found["live data of profiles"]["met"] is False


def test_the_best_stock_setting_is_compared_not_any():
    assert goals_spark.best_stock(demo_runs(), "profiles") == "Parallel MEMORY_AND_DISK"


def test_without_measured_runs_of_the_sweeps_winner_the_goal_of_runs_is_missed():
    assert by_name(goals_spark.demo(demo_runs(), {**LIMIT, "winners": {"profiles": "G1 MEMORY_AND_DISK"}}))["runs"]["met"] is False
    won = {**LIMIT, "winners": {"profiles": "Parallel MEMORY_AND_DISK"}}
    assert by_name(goals_spark.demo(demo_runs(), won))["runs"]["met"] is True


def test_a_run_that_succeeded_beside_one_that_failed_meets_no_goal_of_speed():
    runs = demo_runs()
    runs[-1]["status"] = "timeout"
    found = by_name(goals_spark.demo(runs, LIMIT))
    for name in ("speed-up", "GC time", "runs"):
        assert found[name]["met"] is not True, found[name]


def test_no_runs_of_spillway_is_not_measured_never_met():
    runs = [r for r in demo_runs() if r["config"] != "Spillway"]
    found = by_name(goals_spark.demo(runs, LIMIT))
    for name in ("speed-up", "GC time", "equal results", "runs"):
        assert found[name]["met"] is None and found[name]["measured"] == "not measured"


def test_no_runs_at_all_meet_nothing():
    assert not any(goal["met"] for goal in goals_spark.demo([], LIMIT))
    assert not any(goal["met"] for goal in goals_spark.ten_jobs([], LIMIT))
    assert not any(goal["met"] for goal in goals_h2.h2([], {}))


def test_a_slower_spillway_misses_the_goal():
    runs = demo_runs()
    for r in runs:
        if r["config"] == "Spillway":
            r["wall_s"] = 29
    assert by_name(goals_spark.demo(runs, LIMIT))["speed-up"]["met"] is False


def test_a_different_result_is_found_and_fails_the_run():
    runs = demo_runs()
    runs[-1]["result"]["digest"]["sum"] = 1.001
    assert by_name(goals_spark.demo(runs, LIMIT))["equal results"]["met"] is False
    checked = digest.check(copy.deepcopy(runs))
    assert checked[-1]["status"] == "failed" and "sum" in checked[-1]["reason"]
    assert by_name(goals_spark.demo(checked, LIMIT))["equal results"]["met"] is False


def test_rounding_in_another_order_of_addition_is_not_a_difference():
    assert digest.differences({"a": 1e9}, {"a": 1e9 + 0.01}) == []
    assert digest.differences({"a": 1.0}, {}) == ["a: missing on one side"]


def test_a_count_or_a_hash_that_is_off_by_one_is_a_difference():
    for left, right in ((20_000_000, 20_000_001), (20_000_000.0, 20_000_001.0), (float(2**48 - 2), float(2**48 - 1)), (2**53, 2**53 + 1)):
        assert digest.differences({"hash": left}, {"hash": right}) == [f"hash: {left} and {right}"]
    assert digest.differences({"sum": 1e15}, {"sum": 1e15 + 1}) == []  # of so large a sum the fraction is lost


def test_a_setting_that_never_finished_is_shown_with_its_failure():
    row = breakdown.rows([run("job", "G1 MEMORY_ONLY", "warm-up", 0, 5, status="java-oom")])[0]
    assert (row.wall_s, row.other_s, row.outcome) == (None, None, "java-oom")


def test_parts_of_the_time_add_up():
    runs = demo_runs()
    runs += [{**r, "kind": "profiled", "profile": {"samples": 100, "serialization_share": 0.5}} for r in runs if r["kind"] == "warm-up"]
    row = next(r for r in breakdown.rows(runs) if r.config == "Spillway")
    assert row.other_s + row.serialization_s + row.minor_s + row.major_s == row.wall_s == 15


def test_runs_that_found_a_warm_page_cache_prove_nothing():
    runs = [{**raw, "cache_dropped": False} for raw in demo_runs()]
    found = by_name(goals_spark.demo(runs, LIMIT))
    assert found["speed-up"]["met"] is None and found["GC time"]["met"] is None
