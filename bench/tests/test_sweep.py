# SPDX-License-Identifier: Apache-2.0
from spillway_bench import sweep

AXES = {"heap_mb": [600, 500], "memory_fraction": [0.6, 0.8]}
SECONDS = {(600, 0.6): 30.0, (600, 0.8): 28.0, (500, 0.6): 20.0, (500, 0.8): 25.0}


def tried(status="ok"):
    entries = []
    while sizes := sweep.candidates(entries, AXES, {"memory_fraction": 0.6}):
        key = (sizes["heap_mb"], sizes["memory_fraction"])
        entries.append({**sizes, "status": status, "wall_s": SECONDS[key]})
    return entries


def test_heaps_come_first_then_fractions_at_the_best_heap():
    assert [(e["heap_mb"], e["memory_fraction"]) for e in tried()] == [(600, 0.6), (500, 0.6), (500, 0.8)]


def test_the_fastest_size_that_finished_wins():
    assert sweep.best(tried())["wall_s"] == 20.0
    assert sweep.best(tried("timeout")) is None


def test_a_setting_that_never_finishes_gets_every_fraction_at_the_first_heap():
    assert [(e["heap_mb"], e["memory_fraction"]) for e in tried("java-oom")] == [(600, 0.6), (500, 0.6), (600, 0.8)]


def test_a_setting_far_behind_the_best_stock_one_of_its_job_is_given_up_sooner():
    values = {"timeout_s": 150, "sweep": [{"job": "a", "config": "Spillway", "status": "ok", "wall_s": 10.0},
                                          {"job": "a", "config": "G1 MEMORY_ONLY", "status": "ok", "wall_s": 20.0},
                                          {"job": "a", "config": "Parallel MEMORY_ONLY", "status": "timeout", "wall_s": 5.0},
                                          {"job": "b", "config": "Spillway", "status": "ok", "wall_s": 10.0}]}
    assert sweep.timeout_s(values, "a", "G1 MEMORY_AND_DISK", None) == 25.0
    assert sweep.timeout_s(values, "b", "G1 MEMORY_AND_DISK", None) == 150
    assert sweep.timeout_s(values, "a", "G1 MEMORY_AND_DISK", {"wall_s": 40.0}) == 50.0


def test_spillway_is_not_given_up_because_stock_is_faster():
    values = {"timeout_s": 150, "sweep": [{"job": "a", "config": "G1 MEMORY_ONLY", "status": "ok", "wall_s": 20.0}]}
    assert sweep.timeout_s(values, "a", "Spillway", None) == 150
