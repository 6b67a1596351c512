# SPDX-License-Identifier: Apache-2.0
"""What `make bench-warm-guards` takes from a run's output."""
from spillway_bench import guardsbench

TIMES = "times " + " ".join(str(n * 1_000_000) for n in range(1, 41)) + "\n"


def made(config, output, status="ok"):
    return guardsbench.with_result({"job": "javac", "config": config, "round": 1, "status": status}, output)


def test_the_last_runs_count():
    assert made("plain", TIMES)["seconds"] == 0.0305 and made("plain", TIMES)["status"] == "ok"


def test_guards_that_are_missing_or_where_there_should_be_none_fail_the_run():
    assert made("guards", TIMES)["status"] == "failed"
    assert made("guards", TIMES + "guards 0 classes 12\n")["status"] == "failed"
    assert made("plain", TIMES + "guards 7 classes 12\n")["status"] == "failed"
    assert made("guards", TIMES + "guards 7 classes 12\n")["guards"] == 7


def test_a_run_without_times_failed():
    assert made("plain", "nothing\n")["status"] == "failed"
    assert made("plain", TIMES, status="timeout")["status"] != "ok"


def test_ratio_is_of_runs_of_one_round():
    runs = [{"job": "javac", "config": config, "round": turn, "status": "ok", "seconds": seconds * turn, "guards": 9 if config == "guards" else 0}
            for turn in (1, 2, 3) for config, seconds in (("plain", 1.0), ("guards", 1.1))]
    shown = guardsbench.table(runs)
    assert list(shown.columns[4].cells) == ["1.10 [1.10, 1.10]"] and list(shown.columns[1].cells) == ["9"]
