# SPDX-License-Identifier: Apache-2.0
"""What a run of the write modes' program is worth."""
import subprocess

from spillway_bench import paths
from spillway_bench.writes import MODES, with_result

_SOURCE = paths.ROOT / "bench" / "h2" / "writes" / "write_modes.c"


def test_a_run_that_read_other_bytes_than_it_wrote_has_failed():
    raw = with_result({"status": "ok"}, 'RESULT {"write_s": 1.0, "check": 3}\n')
    assert raw["status"] == "failed"
    assert "is not what was written" in raw["reason"]


def test_a_run_without_a_result_has_failed():
    assert with_result({"status": "ok"}, "something else\n")["status"] == "failed"


def test_a_run_that_was_killed_keeps_its_last_words():
    raw = with_result({"status": "oom-killed"}, "no space left\n")
    assert (raw["status"], raw["reason"]) == ("oom-killed", "no space left")


def test_every_mode_reads_back_what_it_wrote(tmp_path):
    program = tmp_path / "write_modes"
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-pthread", "-o", program, _SOURCE], check=True)
    for mode in MODES:
        done = subprocess.run([program, tmp_path, mode, "2", "64", "32", "16"], capture_output=True, text=True, timeout=120)
        raw = with_result({"status": "ok"}, done.stdout)
        assert raw["status"] == "ok", f"{mode}: {raw} {done.stderr}"
