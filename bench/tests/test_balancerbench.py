# SPDX-License-Identifier: Apache-2.0
"""What bench-balancer runs and in which order; one scenario from end to end on little data."""
from types import SimpleNamespace

import pytest

from spillway_bench import balancerbench, balancersearch, balancersuite, check_goals, data, kept, machine, neo4j, paths, result, series, spark
from spillway_bench.__main__ import _parser, main
from spillway_bench.setting import Setting

CASES = [case for one in balancersuite.series().values() for case in one.cases]


@pytest.fixture
def ran(monkeypatch, places):
    """Turns that are only noted as (setting, round, limit in MB, time-out); found.seconds: of a setting, found.die: those that end of memory."""
    found = SimpleNamespace(turns=[], die=set(), seconds={})

    def run(setting, job, limits, *, kind, round_number, logs, watch):
        found.turns.append((setting.name, round_number, limits.limit_mb, limits.timeout_s))
        seconds = found.seconds.get(setting.name, 30.0)
        raw = {"job": job.name, "config": setting.name, "kind": kind, "round": round_number, "heap_mb": setting.heap_mb, "wall_s": seconds + 5, "read_bytes": 0,
               "limit_mb": limits.limit_mb, "pauses": [], "memory": [], "gc": {"total_s": 0.1}, "status": "java-oom" if setting.name in found.die else "ok",
               "thread_cpu_s": None, "thread_seen_s": None, "arguments": dict(job.arguments), "result": {"digest": {}, "phases_s": {"job": seconds}}}
        if setting.is_balanced():
            raw["balancer"] = {"samples": 1, "seconds": [[1.0, 700.0, *[0.0] * 8]], "decisions": [],
                               "sources": {"memory": "control group version 1, /sys/fs/cgroup/memory/some/where"}}
        return raw
    monkeypatch.setattr(spark, "run", run)
    for name in ("plugin_jar", "jobs_jar", "stock_jdk", "spillway_jdk"):
        monkeypatch.setattr(series.paths, name, lambda: places)
    monkeypatch.setattr(machine, "same_product", lambda one, other: True)
    monkeypatch.setattr(machine, "commit", lambda directory: "1234567")
    monkeypatch.setattr(data, "generated", lambda generator, keys, progress=None: places / "work" / f"{generator}-{keys['vertices']}")
    return found


def test_half_of_the_jobs_judge_and_each_scenario_can_be_run_alone_within_an_hour_or_so():
    assert len(balancersuite.TUNING) == len(balancersuite.JUDGING) - 1 == 4 and not set(balancersuite.TUNING) & set(balancersuite.JUDGING)
    assert set(balancersuite.TWO) <= set(balancersuite.JUDGING)
    minutes = {(one.name, case.scenario): one.minutes(None, [case.scenario]) for one in balancersuite.series().values() for case in one.cases}
    assert max(minutes.values()) <= 66
    quick = _parser().parse_args(["bench-balancer", "--quick"])
    chosen = series.choose(balancerbench.TARGET, quick)
    assert sum(s.minutes(balancerbench.TARGET.quick_rounds, only, balancerbench.TARGET.quick[0]) for s, only in chosen) < 9


def test_no_two_cases_share_a_job_and_every_job_is_one_of_the_jar():
    sources = (paths.ROOT / "bench/jobs/src/main/scala/dev/spillway/bench").glob("*.scala")
    text = "\n".join(source.read_text() for source in sources)
    assert len({case.job.name for case in CASES}) == len(CASES) and not any("," in case.scenario for case in CASES)
    assert [case.job.workload for case in CASES if not case.job.program and f'"{case.job.workload}"' not in text] == []


def test_splits_go_from_the_smallest_driver_to_three_quarters_of_the_budget():
    assert balancersuite.heaps(1536) == (480, 592, 704, 816, 928, 1040, 1152)
    assert len(set(balancersuite.heaps(balancersuite.SMALL_MB))) >= 7 and balancersuite.heaps(balancersuite.SMALL_MB)[-1] == 864


def test_the_balancer_by_one_number_is_told_no_size_of_the_heap_but_the_limit(ran):
    assert main(["bench-balancer", "--series", "one-number", "--only", "kmeans", "--rounds", "2"]) == 0
    assert [turn[:2] for turn in ran.turns] == [("H1 1152 MB", 1), (balancersuite.ALONE, 1), (balancersuite.ALONE, 2), ("H1 1152 MB", 2)]
    made = balancersuite.one_number(1536)
    assert made.heap_mb == 1536 and not any(word.startswith("-Xms") for word in made.jvm_options("/h2"))


def test_the_options_of_the_balancer_replace_those_of_the_split():
    made = balancersuite.balanced(1536, "balancer, paper", "paper")
    options = made.jvm_options("/h2")
    assert [word for word in options if word.startswith("-Xms")] == ["-Xms480m"] and made.is_balanced() and made.heap_mb == 1152
    assert "-XX:MemoryBalancerPolicy=paper" in options and not any("MemoryBudget" in word for word in options)
    assert not balancersuite.static(480).is_balanced() and balancersuite.static(480).has_plugin()


def test_the_job_of_neo4j_is_a_jvm_without_spark(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    case = next(case for case in CASES if case.scenario == "neo4j")
    made = balancersuite.balanced(1536, "balancer", "default")
    monkeypatch.setattr(paths, "spillway_jdk", lambda: tmp_path / "jdk")
    with pytest.raises(paths.Missing, match="make bench-neo4j"):
        spark.command(made, case.job, case.limits, tmp_path, tmp_path / "gc.log")
    jar = tmp_path / "bench" / "neo4j" / "target" / "spillway-bench-neo4j.jar"
    jar.parent.mkdir(parents=True)
    jar.touch()
    words = spark.command(made, case.job, case.limits, tmp_path, tmp_path / "gc.log")
    assert words[0] == f"{tmp_path}/jdk/bin/java" and {"-Xmx1152m", "-XX:+UseMemoryBalancer", f"-XX:SecondHeapPath={tmp_path}"} <= set(words)
    assert words[words.index("-cp") + 1:][:4] == [f"{jar}:{jar.parent}/lib/*", neo4j.MAIN, "--home", f"{tmp_path}/neo4j"]
    assert set(words[-10::2]) == {"--graphs", "--nodes", "--degree", "--rounds", "--iterations"}


def test_a_scenario_screens_all_splits_and_repeats_the_best_three_the_default_and_the_policies(ran):
    ran.seconds = {"H1 592 MB": 20.0, "H1 704 MB": 21.0, "H1 816 MB": 22.0}
    assert main(["bench-balancer", "--series", "splits", "--only", "kmeans", "--rounds", "2"]) == 0
    sweep, rounds = ran.turns[:7], ran.turns[7:]
    assert [turn[0] for turn in sweep] == [f"H1 {heap} MB" for heap in reversed(balancersuite.heaps(1536))] and {turn[1] for turn in sweep} == {0}
    turns = ["H1 592 MB", "H1 704 MB", "H1 816 MB", "H1 1152 MB", *balancersuite.POLICIES]
    assert [turn[0] for turn in rounds] == turns + turns[1:] + turns[:1]
    document = result.read("bench-balancer")
    assert {run["half"] for run in document["runs"]} == {"judging"} and {run["default_split"] for run in document["runs"]} == {"H1 1152 MB"}
    # Five seconds of each run are not the job's.
    assert sweep[0][3] == 400 and sweep[1][3] == 2.5 * 35 and sweep[-1][3] == 2.5 * 25


def test_further_rounds_do_not_screen_again_and_what_died_has_no_turn(ran):
    ran.die.update({"H1 480 MB", "balancer, paper"})
    words = ["bench-balancer", "--series", "splits", "--only", "svm", "--rounds", "1"]
    assert main(words) == main([*words, "--more"]) == 0
    names = [turn[0] for turn in ran.turns]
    assert names.count("H1 480 MB") == names.count("balancer, paper") == 1 and names.count("balancer") == 2 and names.count("H1 928 MB") == 1
    assert {run["round"] for run in result.read("bench-balancer")["runs"]} == {0, 1, 2}


def test_runs_of_other_sizes_are_not_resumed(ran, monkeypatch, capsys):
    words = ["bench-balancer", "--series", "splits", "--only", "kmeans", "--rounds", "1"]
    assert main(words) == 0
    monkeypatch.setitem(balancersuite._OWN["kmeans"], "arguments", {"records": 1000})
    assert main([*words, "--resume"]) != 0
    assert "run with other arguments" in "".join(capsys.readouterr())


def test_what_was_not_measured_is_tried_again_when_resumed(ran):
    words = ["bench-balancer", "--series", "splits", "--only", "kmeans", "--rounds", "1"]
    assert main(words) == 0
    document = result.read("bench-balancer")
    document["runs"][-1]["status"] = "not measured"
    result.write("bench-balancer", document)
    before = len(ran.turns)
    assert main([*words, "--resume"]) == 0
    after = result.read("bench-balancer")["runs"]
    assert len(ran.turns) == before + 1 and len(after) == before and {run["status"] for run in after} == {"ok"}


def test_the_smaller_budget_takes_turns_with_the_whole_one(ran):
    assert main(["bench-balancer", "--series", "budget", "--only", "logistic-regression", "--rounds", "1"]) == 0
    limits = {name: limit for name, _, limit, _ in ran.turns}
    assert {limits[name] for name in balancersuite.WHOLE} == {1536} and limits["balancer"] == limits["H1 480 MB"] == 1152


def test_kept_scenarios_of_several_sessions_make_one_table_without_paths_of_the_machine(ran, places, monkeypatch, capsys):
    monkeypatch.setattr(kept, "_directory", lambda name: places / "kept")
    assert main(["kept", "bench-balancer"]) != 0 and "nothing is kept" in capsys.readouterr().out
    for scenario in ("pagerank", "kmeans"):
        assert main(["bench-balancer", "--series", "splits", "--only", scenario, "--rounds", "2"]) == main(["kept", "bench-balancer", "--add"]) == 0
    document = result.read("bench-balancer-kept")
    assert {one["scenario"] for one in document["settings"]["sessions"]} == {run["scenario"] for run in document["runs"]} == {"pagerank", "kmeans"}
    assert document["goals"] == check_goals.GOALS["bench-balancer"](document["runs"], result.facts(document))
    text = (places / "out" / "bench-balancer-kept" / "result.json").read_text()
    assert str(places) not in text and "WORK/generate-graph" in text and "/some/where" not in text and "version 1, GROUP" in text
    files = {path.name: path.read_bytes() for path in (places / "kept").iterdir()}
    assert main(["kept", "bench-balancer", "--add"]) == 0 and {path.name: path.read_bytes() for path in (places / "kept").iterdir()} == files
    assert set(files) == {"splits-pagerank.json.gz", "splits-kmeans.json.gz"}


def test_kept_runs_are_not_replaced_by_fewer_rounds_nor_by_those_of_no_commit(ran, places, monkeypatch, capsys):
    monkeypatch.setattr(kept, "_directory", lambda name: places / "kept")
    words = ["bench-balancer", "--series", "splits", "--only", "kmeans", "--rounds"]
    assert main([*words, "2"]) == main(["kept", "bench-balancer", "--add"]) == main([*words, "1"]) == 0
    assert main(["kept", "bench-balancer", "--add"]) != 0 and "2 rounds" in "".join(capsys.readouterr().out.split("\n"))
    document = result.read("bench-balancer")
    document["versions"]["commit"] = "1234567-dirty"
    result.write("bench-balancer", document)
    assert main(["kept", "bench-balancer", "--add"]) != 0 and "of no commit" in capsys.readouterr().out
    with pytest.raises(ValueError, match="would be kept: /home/some/where"):
        kept._anywhere('"/home/some/where"')


def test_runs_of_little_data_are_not_kept(ran, places, monkeypatch):
    monkeypatch.setattr(kept, "_directory", lambda name: places / "kept")
    assert main(["bench-balancer", "--series", "splits", "--only", "kmeans", "--rounds", "1", "--scale", "0.1"]) == 0
    assert main(["kept", "bench-balancer", "--add"]) != 0 and not (places / "kept").exists()


def test_pairs_are_the_default_split_and_the_balancer_each_first_in_turn(ran):
    assert main(["bench-balancer", "--series", "pairs", "--only", "kmeans", "--rounds", "2"]) == 0
    assert [turn[:2] for turn in ran.turns] == [("H1 1152 MB", 1), ("balancer", 1), ("balancer", 2), ("H1 1152 MB", 2)]


def test_runs_for_recordings_have_no_splits_and_are_made_when_asked_for_only(ran):
    assert main(["bench-balancer", "--series", "recorded", "--only", "pagerank,phases"]) == 0
    assert [turn[:2] for turn in ran.turns] == [("balancer", 1), ("balancer, paper", 1)] * 2
    every = [one.name for one, _ in series.choose(balancerbench.TARGET, _parser().parse_args(["bench-balancer"]))]
    assert every == ["splits", "budget", "least", "devices", "phases", "one-number"]


def test_inputs_are_generated_when_a_job_runs_and_grow_with_the_scale(ran):
    assert main(["bench-balancer", "--series", "splits", "--only", "pagerank", "--rounds", "1", "--scale", "0.1"]) == 0
    arguments = result.read("bench-balancer")["runs"][0]["arguments"]
    assert arguments["edges"].endswith("generate-graph-13000") and arguments["iterations"] == 6


def test_short_jobs_iterate_longer_than_five_decisions_take_but_on_slow_devices():
    iterations = {(case.series, case.scenario): dict(case.job.arguments)["iterations"] for case in CASES if "iterations" in dict(case.job.arguments)}
    assert iterations["splits", "logistic-regression"] == iterations["budget", "logistic-regression"] == 30 and iterations["splits", "kmeans"] == 15
    assert [iterations["devices", f"logistic-regression/{speed}"] for speed in (400, 200, 100)] == [10, 6, 4]
    assert [iterations["devices", f"kmeans/{speed}"] for speed in (400, 200, 100)] == [5, 4, 3]
    trial = balancersuite.series(0.1)["splits"].cases
    assert {dict(case.job.arguments)["iterations"] for case in trial if case.scenario == "logistic-regression"} == {10}


def test_devices_differ_in_what_may_be_read_in_a_second():
    speeds = {case.limits.read_mb_s: case.x for case in CASES if case.series == "devices"}
    assert speeds == {speed: float(speed) for speed in balancersuite.SPEEDS_MB_S} and len(speeds) == 3


def test_a_split_waits_for_no_more_than_a_few_times_the_fastest():
    assert balancersearch._patience(180, [{"status": "timeout", "wall_s": 5.0}]) == 180
    assert balancersearch._patience(180, [{"status": "ok", "wall_s": 10.0}]) == balancersearch.LEAST_WAIT_S


def test_a_setting_without_the_flag_is_static():
    assert not Setting("any", "spillway", "parallel", "MEMORY_ONLY", 480, h2_mb=1).is_balanced()


@pytest.mark.long
@pytest.mark.parametrize("name, other", [("phases", "window"), ("seasons", "sessions")])
def test_jobs_with_phases_want_a_heap_and_scan_in_turn(spillway, cgroup, jobs_jar, places, name, other):
    case, = balancersuite.series(0.04)["phases"].of([name])
    run = spark.run(case.settings[-2], case.job, case.limits, kind="measured", round_number=1, logs=places / "logs", watch=case.watch)
    assert (run["status"], run.get("reason"), run["balancer"]["policy"]) == ("ok", None, "paper")
    assert run["result"]["digest"]["points"] == dict(case.job.arguments)["examples"] and all(run["result"]["digest"].values())
    assert run["result"]["phases_s"][other] > 0 and run["result"]["phases_s"]["scan"] > 0


@pytest.mark.long
def test_a_scenario_leaves_samples_decisions_and_figures(spillway, cgroup, jobs_jar, places, monkeypatch):
    """From end to end: one split and one policy on 38 MB of cached points."""
    try:
        paths.plugin_jar()
    except paths.Missing as e:
        pytest.skip(str(e))
    monkeypatch.setattr(balancersuite, "heaps", lambda budget_mb: (600,))
    monkeypatch.setattr(balancersuite, "POLICIES", {"balancer": "default"})
    assert main(["bench-balancer", "--series", "splits", "--only", "linear-regression", "--rounds", "1", "--scale", "0.02"]) == 0
    document = result.read("bench-balancer")
    runs = document["runs"]
    assert [(run["config"], run["kind"], run["status"], run.get("reason")) for run in runs] == [
        (config, kind, "ok", None) for config, kind in (("H1 600 MB", "sweep"), ("H1 600 MB", "measured"), ("balancer", "measured"))]
    found = runs[-1]["balancer"]
    assert found["policy"] == "default" and found["samples"] > 3 and found["start"]["least"] == balancersuite.LEAST_MB and found["sources"]["limit"].startswith("1536M")
    assert 0 < runs[-1]["thread_cpu_s"] < runs[-1]["wall_s"] and len(runs[-1]["memory"]) > 3 and (places / "out/bench-balancer/logs" / found["log"]).is_file()
    assert "Over time: splits, linear-regression" in (places / "out/bench-balancer/report.html").read_text()
    assert document["goals"] == check_goals.GOALS["bench-balancer"](runs, result.facts(document)) and {goal["met"] for goal in document["goals"]} == {None}
    assert list((places / "work").glob("run-*")) == []
