# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass
from pathlib import Path

from spillway_bench import schedule
from spillway_bench.plan import Plan


@dataclass(frozen=True)
class Named:
    name: str


JOB = Named("job")
CELLS = [schedule.Cell(JOB, Named("slow")), schedule.Cell(JOB, Named("best")), schedule.Cell(JOB, Named("ours"), essential=True)]
SECONDS = {"slow": 30.0, "best": 20.0, "ours": 10.0}


def runs(budget_s, failing=()):
    clock = [0.0]

    def run(turn):
        name = turn.cell.setting.name
        clock[0] += SECONDS[name]
        return {"status": "java-oom" if name in failing else "ok", "wall_s": SECONDS[name], "what": (name, turn.kind, turn.round)}
    return [raw["what"] for raw in schedule.execute(CELLS, 3, budget_s, run, clock=lambda: clock[0])]


def test_with_time_for_all_every_setting_has_a_warm_up_and_every_round():
    found = runs(1000)
    assert found[:3] == [("slow", "warm-up", 0), ("best", "warm-up", 0), ("ours", "warm-up", 0)]
    assert found[3:6] == [("slow", "measured", 1), ("best", "measured", 1), ("ours", "measured", 1)]
    assert len(found) == 12


def test_without_time_only_ours_and_the_best_stock_setting_go_on():
    measured = [what for what in runs(60) if what[1] == "measured"]
    assert measured == [(name, "measured", n) for n in (1, 2, 3) for name in ("best", "ours")]


def test_a_setting_that_failed_is_not_repeated():
    assert [what for what in runs(1000, failing=("slow",)) if what[0] == "slow"] == [("slow", "warm-up", 0)]


def test_when_the_best_stock_setting_fails_the_next_one_is_kept():
    assert ("slow", "measured", 1) in runs(60, failing=("best",))


def test_one_slow_warm_up_does_not_take_the_winner_of_the_sweep_out_of_the_comparison():
    def run(turn):
        return {"status": "ok", "wall_s": SECONDS[turn.cell.setting.name], "what": (turn.cell.setting.name, turn.kind)}
    found = [raw["what"] for raw in schedule.execute(CELLS, 1, 0, run, clock=lambda: 0.0, winners={"job": "slow"})]
    assert ("slow", "measured") in found and ("best", "measured") in found


def test_the_profiler_has_runs_of_its_own_of_what_is_compared():
    def run(turn):
        return {"status": "ok", "wall_s": SECONDS[turn.cell.setting.name], "what": (turn.cell.setting.name, turn.kind)}
    found = [raw["what"] for raw in schedule.execute(CELLS, 1, 1000, run, clock=lambda: 0.0, profile=True)]
    assert found[-2:] == [("best", "profiled"), ("ours", "profiled")] and ("slow", "profiled") not in found


def test_settings_left_out_take_part_when_all_others_of_their_job_fail():
    other = Named("other")
    cells = [*CELLS, schedule.Cell(other, Named("best"))]
    reserves = [schedule.Cell(JOB, Named("left out")), schedule.Cell(other, Named("left out"))]
    seen = []

    def run(turn):
        seen.append((turn.cell.job.name, turn.cell.setting.name, turn.kind))
        fails = turn.cell.job is JOB and turn.cell.setting.name in ("slow", "best")
        return {"status": "timeout" if fails else "ok", "wall_s": 10.0}
    list(schedule.execute(cells, 1, 1000, run, clock=lambda: 0.0, reserves=reserves))
    assert ("job", "left out", "warm-up") in seen and ("job", "left out", "measured") in seen
    assert not [what for what in seen if what[:2] == ("other", "left out")]


def test_a_run_is_given_up_at_a_multiple_of_the_best_time_of_its_job():
    from spillway_bench.sparkbench import timeout_s
    values = {"timeout_s": 150, "give_up": 2.5}
    assert [timeout_s(values, best) for best in (None, 40.0, 100.0, 5.0)] == [150, 100.0, 150, 30.0]


def test_a_time_of_the_sweep_leaves_room_for_a_slower_hour():
    from spillway_bench.sparkbench import known_s
    assert known_s(40.0) == 60.0 and known_s(None) is None


def test_a_turn_knows_the_best_time_of_its_job_so_far():
    seen = []
    def run(turn):
        seen.append(turn.best_s)
        return {"status": "ok", "wall_s": SECONDS[turn.cell.setting.name]}
    list(schedule.execute(CELLS, 1, 1000, run, clock=lambda: 0.0))
    assert seen == [None, 30.0, 20.0, 10.0, 10.0, 10.0]


def test_before_the_first_run_of_a_job_a_time_from_earlier_counts():
    seen = []
    def run(turn):
        seen.append(turn.best_s)
        return {"status": "timeout" if len(seen) == 1 else "ok", "wall_s": 30.0}
    list(schedule.execute(CELLS, 0, 1000, run, clock=lambda: 0.0, known={"job": 25.0}))
    assert seen == [25.0, 25.0, 30.0]


def entry(config, seconds, status="ok", job="job"):
    return {"job": job, "config": config, "heap_mb": 500, "memory_fraction": 0.6, "status": status, "wall_s": seconds}


MACHINE = {"cpu": "some", "cpus": 2}
PLAN = Plan(Path("plan.json"), {
    "jobs": {"job": {"inputs": {"edges": ["generate-graph", {}]}}, "other": {}, "never swept": {}}, "swept_on": MACHINE,
    "sweep": [entry("best", 40.0), entry("best", 60.0), entry("close", 49.0), entry("slow", 60.0), entry("dead", 3.0, "java-oom"),
              entry("Spillway", 20.0), entry("slow", 10.0, job="other"), entry("best", 5.0, job="other")]})


def test_settings_far_behind_in_the_sweep_are_left_out_and_the_best_ones_stay():
    assert set(PLAN.slow_settings(JOB)) == {"slow", "dead"}
    assert PLAN.slow_settings(Named("never swept")) == {}


def test_the_sweep_says_nothing_of_another_graph_but_still_of_jobs_without_one():
    assert PLAN.slow_settings(JOB, edges="graph.txt") == {}
    assert PLAN.best_stock_s(JOB, MACHINE, edges="graph.txt") is None
    assert set(PLAN.slow_settings(Named("other"), edges="graph.txt")) == {"slow"}


def test_seconds_of_the_sweep_are_those_of_the_best_stock_setting_on_such_a_processor():
    assert PLAN.best_stock_s(JOB, MACHINE) == 40.0
    assert PLAN.winner(JOB) == "best" and PLAN.winner(JOB, edges="graph.txt") is None
    assert PLAN.winner(Named("never swept")) is None
    assert PLAN.best_stock_s(JOB, {"cpu": "another", "cpus": 2}) is None
    assert PLAN.best_stock_s(Named("never swept"), MACHINE) is None
