# SPDX-License-Identifier: Apache-2.0
from spillway_bench import sweep

AXES = {"heap_mb": [600, 500], "memory_fraction": [0.6, 0.8], "storage_fraction": [0.5, 0.2]}
SECONDS = {(600, 0.6, 0.5): 30.0, (500, 0.6, 0.5): 20.0, (500, 0.8, 0.5): 25.0, (500, 0.6, 0.2): 19.0}


def tried(status="ok"):
    entries = []
    while sizes := sweep.candidates(entries, AXES):
        entries.append({**sizes, "status": status, "wall_s": SECONDS[tuple(sizes.values())]})
    return entries


def test_heaps_come_first_then_the_fractions_at_the_best_of_those_before():
    assert [tuple(sweep.sizes_of(e).values()) for e in tried()] == list(SECONDS)


def test_tries_from_before_a_dimension_was_swept_count_with_its_default():
    old = [{"heap_mb": heap, "memory_fraction": 0.6, "status": "ok", "wall_s": 10.0} for heap in AXES["heap_mb"]]
    assert sweep.candidates(old, AXES) == {"heap_mb": 600, "memory_fraction": 0.8, "storage_fraction": 0.5}
    assert sweep.candidates(old, {"heap_mb": [600, 500]}) is None


def test_the_fastest_size_that_finished_wins():
    assert sweep.best(tried())["wall_s"] == 19.0
    assert sweep.best(tried("timeout")) is None


def test_a_setting_that_finishes_with_no_heap_is_not_tried_further():
    assert [(e["heap_mb"], e["memory_fraction"]) for e in tried("java-oom")] == [(600, 0.6), (500, 0.6)]


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
