# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spillway_bench import cgroup as cgroups
from spillway_bench import process

ALLOCATE = "import sys; b = bytearray(int(sys.argv[1]) << 20); print(len(b))"


def groups_left():
    return [p for _, parent in cgroups._parents() for p in parent.glob(f"spillway-{os.getpid()}-*")]


def test_a_process_above_the_limit_is_reported_as_killed_by_the_kernel(cgroup, tmp_path):
    run = process.run([sys.executable, "-c", ALLOCATE, "200"], log=tmp_path / "log", limit_bytes=64 << 20)
    assert run["status"] == "oom-killed" and run["oom_kills"] >= 1
    assert run["peak_bytes"] <= 64 << 20
    assert groups_left() == []


def test_a_process_below_the_limit_is_measured(cgroup, tmp_path):
    run = process.run([sys.executable, "-c", ALLOCATE + "; import time; time.sleep(0.6)", "100"], log=tmp_path / "log", limit_bytes=256 << 20)
    assert run["status"] == "ok" and (tmp_path / "log").read_text().strip() == str(100 << 20)
    assert 100 << 20 < run["peak_anon_bytes"] <= run["peak_bytes"] <= 256 << 20
    assert run["wall_s"] > 0.6 and run["cpu_user_s"] >= 0


def test_page_cache_is_charged_to_the_group(cgroup, tmp_path):
    write = "open(__import__('sys').argv[1], 'wb').write(bytes(50 << 20))"
    run = process.run([sys.executable, "-c", write, str(tmp_path / "file")], log=tmp_path / "log", limit_bytes=512 << 20)
    assert run["status"] == "ok" and run["peak_bytes"] > run["peak_anon_bytes"] + (40 << 20)


def test_a_timeout_kills_grandchildren_too(cgroup, tmp_path):
    marker = str(time.time_ns())
    start = time.monotonic()
    run = process.run(["/bin/sh", "-c", f"setsid sleep 100 {marker} & sleep 100"], log=tmp_path / "log", timeout_s=0.5)
    assert run["status"] == "timeout" and time.monotonic() - start < 20
    assert marker not in subprocess.run(["ps", "ax", "-o", "args"], capture_output=True, text=True).stdout
    assert groups_left() == []


def test_an_interrupt_kills_what_was_started_and_removes_the_group(cgroup, tmp_path, monkeypatch):
    def interrupted(*args):
        raise KeyboardInterrupt
    monkeypatch.setattr(process, "_wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        process.run(["sleep", "100"], log=tmp_path / "log")
    assert groups_left() == []


def test_without_permission_there_is_no_group_and_the_reason_is_told(monkeypatch):
    monkeypatch.setattr(cgroups, "_parents", lambda: [(1, Path("/proc/no-such-hierarchy"))])
    with pytest.raises(cgroups.NoCgroup, match="no-such-hierarchy"):
        with cgroups.MemoryGroup(1 << 20):
            pass


def test_a_java_heap_that_is_too_small_is_reported_as_java_oom(java, java_program, tmp_path):
    program = java_program("class P { static byte[][] b = new byte[99][]; public static void main(String[] a) "
                           "{ for (int i = 0; i < 99; i++) b[i] = new byte[8 << 20]; } }")
    run = process.run([java, "-Xmx64m", "-XX:+ExitOnOutOfMemoryError", program], log=tmp_path / "log", in_group=False)
    assert run["status"] == "java-oom"


def test_another_failure_is_not_called_out_of_memory(tmp_path):
    run = process.run(["/bin/sh", "-c", "exit 3"], log=tmp_path / "log", in_group=False)
    assert (run["status"], run["exit"]) == ("failed", 3)
