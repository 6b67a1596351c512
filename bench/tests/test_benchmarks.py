# SPDX-License-Identifier: Apache-2.0
"""The benchmarks from end to end on little data: real spark-submit, real groups, real files."""
import json

import jsonschema
import pytest

from spillway_bench import check_goals, h2jvm, h2suite, result
from spillway_bench.__main__ import main

PLAN = {"limit_mb": 900, "timeout_s": 100, "default_heap_mb": 480, "h2_mb": 512, "sizing_heap_mb": 640,
        "sweep_axes": {"heap_mb": [480], "memory_fraction": [0.6]},
        "jobs": {"profiles": {"inputs": {"input": ["generate-profiles", {"profiles": 3000, "partitions": 2}]},
                              "arguments": {"iterations": 2}}},
        "sweep": [{"job": "profiles", "config": config, "heap_mb": 480, "memory_fraction": 0.6, "status": "ok", "wall_s": wall_s}
                  for config, wall_s in (("Parallel MEMORY_AND_DISK_SER", 10.0), ("G1 MEMORY_ONLY", 20.0))]}


@pytest.fixture
def plan(places):
    path = places / "plan.json"
    path.write_text(json.dumps(PLAN))
    return path


def test_a_demo_leaves_runs_goals_and_a_report(java, cgroup, jobs_jar, places, plan):
    settings = "Parallel MEMORY_AND_DISK_SER,G1 MEMORY_ONLY"
    assert main(["demo", "--plan", str(plan), "--rounds", "1", "--settings", settings]) == 0
    document = result.read("demo")
    kinds = [(r["kind"], r["status"]) for r in document["runs"]]
    assert kinds == [("sweep", "left out"), ("sizing", "ok"), ("warm-up", "ok"), ("measured", "ok"), ("profiled", "ok")]
    measured = document["runs"][3]
    assert measured["result"]["digest"]["profiles"] == 3000 and measured["gc"]["young_count"] > 0
    assert 0 < measured["peak_anon_bytes"] <= measured["peak_bytes"] <= 900 << 20
    assert document["runs"][4]["profile"]["samples"] > 0 and "profile" not in measured
    assert "Parallel MEMORY_AND_DISK_SER" in (places / "out" / "demo" / "report.html").read_text()
    assert {g["met"] for g in document["goals"] if g["name"] in ("speed-up", "runs")} == {None}
    assert document["goals"] == check_goals.GOALS["demo"](document["runs"], result.facts(document))
    assert document["settings"]["changed"] == ["plan", "rounds", "settings"] and document["settings"]["seconds"] > 1
    assert list((places / "work").glob("run-*")) == []


@pytest.mark.long
def test_svd_plus_plus_runs_with_a_storage_level_that_it_does_not_use_itself(java, cgroup, jobs_jar, places):
    path = places / "svd.json"
    graph = ["generate-graph", {"vertices": 300, "mu": 1.0, "sigma": 1.0, "partitions": 2}]
    jobs = {"svd-plus-plus": {"inputs": {"edges": graph}, "arguments": {"rank": 2, "iterations": 1, "partitions": 2}}}
    path.write_text(json.dumps({**PLAN, "jobs": jobs, "sweep": []}))
    assert main(["bench-h2-jobs", "--plan", str(path), "--rounds", "1", "--settings", "Parallel MEMORY_AND_DISK"]) == 0
    assert {r["status"] for r in result.read("bench-h2-jobs")["runs"]} == {"ok"}


def test_goals_that_are_missing_or_changed_by_hand_are_listed(places, capsys, monkeypatch):
    from spillway_bench.session import Session
    session = Session("demo", {"limit_mb": 1}, check_goals.GOALS["demo"])
    session.save()
    session.document["goals"][0]["measured"] = "100 times"
    result.write("demo", session.document)
    assert main(["check-goals"]) == 1
    printed = capsys.readouterr().out
    assert "differ from what the raw runs say" in printed and "bench-h2 / no result" in printed


def test_a_malformed_result_is_refused(places):
    with pytest.raises(jsonschema.ValidationError):
        result.write("demo", {"benchmark": "demo"})


def test_a_plan_without_a_key_is_one_clear_error(places, capsys, java, jobs_jar):
    path = places / "bad.json"
    path.write_text("{}")
    assert main(["demo", "--plan", str(path)]) == 2
    assert "limit_mb is missing" in capsys.readouterr().out


def test_the_program_of_bench_h2_measures_full_collections_on_any_jvm(java, places):
    variant = h2jvm.Variant("full-gc", "H1", "full-gc", {"mb": 32, "other-mb": 8, "collections": 3}, 256, jdk="stock")
    run = h2jvm.run(variant, 1, h2jvm.compile_program(), places / "logs")
    assert run["status"] == "ok" and run["gc"]["full_count"] == 5


def test_without_a_second_heap_a_move_fails_and_says_why(java, places):
    variant = h2jvm.Variant("moves", "stock", "move", {"mb": 8}, 128, jdk="stock")
    run = h2jvm.run(variant, 1, h2jvm.compile_program(), places / "logs")
    assert run["status"] == "failed" and "no second heap" in run["reason"]


def test_every_series_of_bench_h2_has_variants_with_names_of_their_own():
    for name, variants in h2suite.series(0.01).items():
        assert len({v.name for v in variants}) == len(variants) > 1, name


@pytest.mark.long
def test_bench_h2_moves_and_measures_on_the_spillway_jvm(spillway, places):
    assert main(["bench-h2", "--scale", "0.02", "--rounds", "1", "--only", "full-gc,moves"]) == 0
    runs = result.read("bench-h2")["runs"]
    assert [(r["config"], r.get("reason")) for r in runs if r["status"] != "ok"] == []
    assert all(r["moves"] for r in runs if r["job"] == "moves")
