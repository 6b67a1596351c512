# SPDX-License-Identifier: Apache-2.0
"""Series of the leaky and spilling benchmarks: what is chosen, in which order it runs, what is kept of earlier sessions."""
import json
from types import SimpleNamespace

import pytest

from spillway_bench import espillbench, espillsearch, leakybench, leakysearch, leakysuite, machine, result, series, session, spark
from spillway_bench.__main__ import _parser, main

TARGETS = [leakybench.TARGET, espillbench.TARGET]


@pytest.fixture
def ran(monkeypatch, places):
    """Turns that are only noted: (job, setting, round). Those of a setting in ran.die end of memory."""
    found = SimpleNamespace(turns=[], die=set(), seconds=lambda setting: 1.0)

    def run(setting, job, limits, *, kind, round_number, logs, watch):
        found.turns.append((job.name, setting.name, round_number))
        raw = {"job": job.name, "config": setting.name, "kind": kind, "round": round_number, "heap_mb": setting.heap_mb, "wall_s": 1.0,
               "pauses": [], "cpu_load": [], "cpu_user_s": 1.0, "cpu_sys_s": 0.1, "gc": {"total_s": 0.1}, "tasks": [], "spillway": {}, "status": "java-oom" if setting.name in found.die else "ok"}
        stages = [{"seconds": found.seconds(setting), "shuffle_write_bytes": 1, "disk_spilled_bytes": 0, "task_s": 1.0, "gc_s": 0.1}]
        raw["result"] = {"digest": {}, "stages": stages, "phases_s": {"job": 2.0}}
        return raw
    found.run = run
    monkeypatch.setattr(spark, "run", run)
    for name in ("plugin_jar", "jobs_jar", "stock_jdk"):
        monkeypatch.setattr(series.paths, name, lambda: places)
    monkeypatch.setattr(machine, "same_product", lambda one, other: True)
    return found


@pytest.mark.parametrize("target", TARGETS)
def test_a_series_takes_less_than_an_hour_at_most_and_the_command_line_says_so(target, capsys):
    made = target.make(1.0)
    limits = {"memory": 56, "heavy": 49, "light": 34, "operations": 53}
    assert {name: s.minutes() for name, s in made.items() if s.minutes() > limits.get(name, 31)} == {}
    with pytest.raises(SystemExit):
        _parser().parse_args([target.name, "--help"])
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in made)


def test_both_benchmarks_together_take_less_than_five_and_a_half_hours():
    assert sum(s.minutes() for target in TARGETS for s in target.make(1.0).values()) < 330


@pytest.mark.parametrize("target", TARGETS)
def test_quick_takes_less_than_ten_minutes(target):
    chosen = series.choose(target, _parser().parse_args([target.name, "--quick"]))
    assert sum(s.minutes(None, only, target.quick[0]) for s, only in chosen) < 8


@pytest.mark.parametrize("target", TARGETS)
def test_no_two_cases_of_a_series_share_job_and_setting(target):
    for one in target.make(1.0).values():
        turns = [(case.job.name, setting.name, case.job.arguments) for case in one.cases for setting in case.settings]
        assert len({turn[:2] for turn in turns}) == len(turns) > 1, one.name
        assert not any("," in case.scenario for case in one.cases), one.name


def test_rounds_interleave_the_settings_and_begin_with_another_one(ran):
    assert main(["bench-leaky", "--series", "grouping", "--only", "ip-keyword", "--rounds", "2"]) == 0
    assert len(ran.turns) == 18 and [turn[1] for turn in ran.turns[:3]] == ["Parallel", "G1", "leaky copy"]
    assert [turn[1:] for turn in ran.turns[9:12]] == [("G1", 2), ("leaky copy", 2), ("Parallel", 2)]


def test_what_died_once_has_no_further_turn(ran):
    ran.die.add("G1")
    main(["bench-leaky", "--series", "over-time", "--rounds", "3"])
    assert [turn[1] for turn in ran.turns].count("G1") == 1 and [turn[1] for turn in ran.turns].count("Parallel") == 3


def test_a_merged_result_has_the_runs_of_both_series_and_a_repeated_one_only_the_new(ran):
    assert main(["bench-leaky", "--series", "over-time"]) == 0
    assert main(["bench-leaky", "--series", "fetch", "--merge"]) == 0
    assert main(["bench-leaky", "--series", "over-time", "--merge"]) == 0
    document = result.read("bench-leaky")
    assert [run["series"] for run in document["runs"]] == ["fetch"] * 6 + ["over-time"] * 3
    assert set(document["settings"]["series_minutes"]) == {"over-time", "fetch"}
    assert document["goals"] == leakybench.TARGET.goals(document["runs"], result.facts(document))


def test_more_rounds_are_numbered_on(ran):
    main(["bench-leaky", "--series", "over-time"])
    main(["bench-leaky", "--series", "over-time", "--more"])
    assert [run["round"] for run in result.read("bench-leaky")["runs"]] == [1, 1, 1, 2, 2, 2]


def test_a_new_result_puts_the_last_one_aside_with_its_logs(ran, places, capsys):
    for series in ("over-time", "fetch", "scaling"):
        (places / "out" / "bench-leaky" / "logs").mkdir(parents=True, exist_ok=True)
        (places / "out" / "bench-leaky" / "logs" / f"{series}.out").write_text("said")
        assert main(["bench-leaky", "--series", series, "--rounds", "1"]) == 0
    old = places / "out" / "bench-leaky.old"
    assert f"the last result of bench-leaky is now in {old}" in capsys.readouterr().err
    assert {run["series"] for run in json.loads((old / "result.json").read_text())["runs"]} == {"fetch"}
    assert (old / "logs" / "scaling.out").is_file() and {run["series"] for run in result.read("bench-leaky")["runs"]} == {"scaling"}


def test_a_refused_option_puts_nothing_aside(ran, places):
    main(["bench-leaky", "--series", "over-time"])
    for words in (["--series", "nothing"], ["--plan"], ["--series", "fetch", "--merge"], ["--series", "over-time", "--resume"]):
        main(["bench-leaky", *words])
    assert not (places / "out" / "bench-leaky.old").exists() and result.read("bench-leaky")["runs"]


def test_a_session_that_was_stopped_is_resumed_where_it_was(ran, monkeypatch):
    whole = ran.run

    def stop_after_four(*words, **more):
        if len(ran.turns) == 4:
            raise KeyboardInterrupt
        return whole(*words, **more)
    monkeypatch.setattr(spark, "run", stop_after_four)
    assert main(["bench-leaky", "--series", "over-time,fetch"]) == 130
    monkeypatch.setattr(spark, "run", whole)
    assert main(["bench-leaky", "--series", "over-time,fetch", "--resume"]) == 0
    runs = result.read("bench-leaky")["runs"]
    assert len(ran.turns) == len(set(ran.turns)) == len(runs) == 9 and {run["round"] for run in runs} == {1}


def test_runs_of_another_scale_are_not_merged_with(ran, capsys):
    main(["bench-leaky", "--series", "over-time", "--scale", "0.1"])
    assert main(["bench-leaky", "--series", "fetch", "--merge"]) == 2
    assert "differs in: scale" in capsys.readouterr().out


@pytest.mark.parametrize("words, text", [(["--series", "nothing"], "no series nothing"), (["--only", "nothing"], "no scenario nothing"),
                                         (["--scale", "0"], "must be positive"), (["--rounds", "0"], "must be positive"),
                                         (["--series", "fetch", "--merge"], "no result to merge with")])
def test_a_bad_option_is_one_clear_error(ran, capsys, words, text):
    assert main(["bench-leaky", *words]) == 2
    assert text in capsys.readouterr().out and ran.turns == []


def test_a_plan_runs_nothing_and_tells_the_minutes(ran, capsys):
    assert main(["bench-espill", "--plan"]) == 0
    assert "minutes on two idle cores" in capsys.readouterr().out and ran.turns == []


@pytest.mark.parametrize("smallest", range(8))
def test_a_bisection_finds_the_smallest_size_in_three_tries(smallest):
    tried = []
    assert leakysearch.narrow(8, [lambda at: tried.append(at) or at >= smallest]) == [smallest]
    assert len(tried) == 3


def test_both_sides_take_turns_in_the_search_and_the_first_turn_changes():
    tried = []
    found = leakysearch.narrow(8, [lambda at: tried.append("stock") or at >= 5, lambda at: tried.append("ours") or at >= 1])
    assert found == [5, 1] and tried == ["stock", "ours", "ours", "stock", "stock", "ours"]


def test_the_search_for_the_smallest_heap_keeps_to_its_plan(ran):
    main(["bench-leaky", "--series", "memory", "--only", "day-keyword"])
    assert len(ran.turns) <= leakysearch.RUNS
    assert [turn[1] for turn in ran.turns[:4]] == ["Parallel 8192 MB", "G1 8192 MB", "Parallel 8192 MB", "Parallel 8192 MB"]
    assert [run["attempt"] for run in result.read("bench-leaky")["runs"][:4]] == [1, 1, 2, 3]
    # Everything takes as long here: both sides reach the smallest heap there is.
    assert {"Parallel 512 MB", "leaky copy 512 MB"} <= {turn[1] for turn in ran.turns}


@pytest.mark.parametrize("missed_by, times", [(1.0, 1), (1.1, 2), (1.5, 1)])
def test_a_probe_that_misses_by_little_is_repeated_once_on_both_sides(ran, missed_by, times):
    ran.seconds = lambda setting: missed_by if setting.heap_mb < 1536 else 1.0
    main(["bench-leaky", "--series", "memory", "--only", "day-keyword"])
    turns = [turn[1] for turn in ran.turns]
    assert turns.count("Parallel 768 MB") == turns.count("leaky copy 768 MB") == times


def test_ours_is_tried_with_the_largest_heap_where_no_other_is_fast_enough(ran):
    ran.seconds = lambda setting: 1.0 if "leaky" not in setting.name else 2.0
    main(["bench-leaky", "--series", "memory", "--only", "day-keyword"])
    assert "leaky copy 8192 MB" in {turn[1] for turn in ran.turns}


def test_nothing_is_searched_where_stock_dies_with_the_largest_heap(ran):
    ran.die.update({"Parallel 8192 MB", "G1 8192 MB"})
    main(["bench-leaky", "--series", "memory", "--only", "day-keyword"])
    assert len(ran.turns) == 2


def test_the_second_runs_of_a_sweep_are_kept_beside_the_first_and_not_made_again(ran):
    def swept():
        return [(run["config"], run["attempt"]) for run in result.read("bench-espill")["runs"] if run["kind"] == "sweep"]
    # Everything takes as long here: stock runs again with both collectors, and one try of each family beside it.
    assert main(["bench-espill", "--series", "heavy", "--only", "sort"]) == 0
    before = swept()
    assert len(set(before)) == len(before) == espillsearch.SWEPT + 2 + 3
    assert main(["bench-espill", "--series", "heavy", "--only", "sort", "--more"]) == 0
    assert swept() == before and {run["round"] for run in result.read("bench-espill")["runs"]} == {0, 1, 2}


def test_fewer_reduce_tasks_mean_a_higher_dmr():
    assert [leakysuite.reducers(dmr) for dmr in (0.05, 0.25, 0.5, 0.75)] == [30, 6, 3, 2]


def test_a_session_compares_heap_and_scale():
    document = {"machine": {}, "versions": {"commit": "unknown"}, "settings": {"scale": 1.0, "heap_mb": 1024}}
    other = {**document, "settings": {"scale": 0.5, "heap_mb": 512}}
    assert session.differences(document, other)[:2] == ["scale", "heap_mb"]
