# SPDX-License-Identifier: Apache-2.0
"""Recordings from the logs of a result; the samples are made up here and stay in the temporary directory."""
from test_balancerlog import MB, a_log, line
from test_goals_balancer import CASES, run

from spillway_bench import balancerrecord, check_goals, paths
from spillway_bench.__main__ import main
from spillway_bench.session import Session


def a_result(*runs):
    session = Session("bench-balancer", {"scale": 1.0}, check_goals.GOALS["bench-balancer"])
    for number, raw in enumerate(runs):
        raw["balancer"].update(policy="default", log=f"{number}.log")
        session.runs.append(raw)
    session.save()
    logs = paths.out_dir("bench-balancer") / "logs"
    logs.mkdir()
    return logs


def test_the_first_measured_run_of_a_scenario_becomes_a_recording(places, capsys):
    died, first, second, other = (run(CASES[0], "balancer", 10.0, 1, status="java-oom"), run(CASES[0], "balancer", 10.0, 2),
                                  run(CASES[0], "balancer", 10.0, 3), run(CASES[1], "balancer", 10.0))
    logs = a_result(died, first, second, other)
    (logs / "1.log").write_text(a_log())
    (logs / "3.log").write_text("".join(line(f"{i}.0", f"nothing {MB} (hold)") for i in range(balancerrecord.MOST + 9)))
    assert main(["record-balancer", "--to", str(places / "to")]) == 0
    text = (places / "to" / "splits-pagerank-1536-default.log").read_text().splitlines()
    assert text[0].startswith("# SPDX") and "splits: pagerank, 1536 MB, balancer, round 2" in text[1] and text[2] == "policy default"
    assert len(text) == 6 and all(row.startswith("sample now=") for row in text[3:])
    cut = (places / "to" / "splits-linear-regression-1536-default.log").read_text().splitlines()
    assert len(cut) == balancerrecord.MOST + 3 < 500 and "of 459 samples" in cut[1]


def test_only_what_was_asked_for_is_recorded(places):
    (a_result(run(CASES[0], "balancer", 10.0)) / "0.log").write_text(a_log())
    assert main(["record-balancer", "--to", str(places / "to"), "--policies", "paper"]) == 1
    assert main(["record-balancer", "--to", str(places / "to"), "--only", "nothing"]) == 1
    assert list((places / "to").iterdir()) == []


def test_without_a_result_or_its_log_the_error_says_so(places, capsys):
    assert main(["record-balancer", "--to", str(places / "to")]) == 2
    a_result(run(CASES[0], "balancer", 10.0))
    assert main(["record-balancer", "--to", str(places / "to")]) == 2
    said = capsys.readouterr().out
    assert "no result to take samples from" in said and "is gone" in said
