# SPDX-License-Identifier: Apache-2.0
from test_goals_h2 import budget_runs, empty_runs, run

from spillway_bench import h2plots, h2runs, plots

MOVE = {"mb": 1024.0, "select": 600.0, "assign": 200.0, "copy": 2000.0, "ms": 2800.0}
PHASES = {"marking": 700.0, "summary": 1.0, "forward": 2.0, "adjust pointers": 3.0, "compaction": 4.0, "post compact": 50.0}


def test_phases_of_a_moving_collection_do_not_overlap():
    assert h2runs.phases_per_gb([{**MOVE, "phases": PHASES}]) == {
        "marking": 100, "select": 600, "assign": 200, "summary": 1, "forward": 2, "adjust pointers": 3, "copy": 2000, "compaction": 4,
        "post compact": 50}


def test_older_moves_have_three_phases():
    assert list(h2runs.phases_per_gb([MOVE])) == ["select", "assign", "copy"]


def test_every_series_that_ran_has_its_figures_and_no_other():
    access = [run("access", name, values=values) for name, values in (
        ("H1", {"scan_ms": 10, "random_ns": 5}), ("H2", {"scan_ms": 11, "random_ns": 6}), ("device", {"read_mb_s": 1000}),
        ("H2 cold", {"scan_ms": 99, "random_ns": 99, "moved_bytes": 1 << 30, "cold_scan_ms": 900, "cold_read_bytes": 1 << 30}))]
    runs = [*access, *empty_runs(1005, 99), *budget_runs(mb=50.0, ms=60), run("moves", "1 GB to disk", x=1, moves=[MOVE])]
    figures = dict(h2plots.figures(runs))
    assert list(figures) == ["Move throughput", "Move throughput with a budget", "Pause budget", "Phases of moves",
                             "Access in order, cached", "Access in order, cold", "Access at random, cached", "On but empty, and off"]
    assert all(figure.lstrip().startswith("<?xml") for figure in figures.values())


def test_a_run_without_an_old_generation_in_its_log_is_drawn_too():
    old = {"config": "parallel", "pauses": [[1.0, "young", 5.0, 100, 40960], [2.0, "full", 50.0, 90, 81920]]}
    g1 = {"config": "g1", "pauses": [[1.0, "young", 5.0, 100, None]]}
    figure = plots.gc_over_time([old, g1], "both")
    assert "whole heap" in figure and "old generation after GC" in figure
