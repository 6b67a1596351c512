# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest

from spillway_bench import gclog

COLLECT = ("class P { public static void main(String[] a) { Object o = null; for (int i = 0; i < 3; i++) { "
           "for (int j = 0; j < 3000; j++) o = new byte[64 << 10]; System.gc(); } System.out.println(o != null); } }")


@pytest.mark.parametrize("collector", ["-XX:+UseParallelGC", "-XX:+UseG1GC", "-XX:+UseSerialGC"])
def test_every_pause_of_a_real_log_is_found(java, java_program, tmp_path, collector):
    log = tmp_path / "gc.log"
    subprocess.run([java, "-Xmx128m", collector, gclog.log_option(log), java_program(COLLECT)], check=True, capture_output=True)
    summary = gclog.summary(gclog.pauses(log.read_text()))
    assert summary["full_count"] == 3 and summary["young_count"] > 3
    assert summary["total_s"] == pytest.approx(summary["young_s"] + summary["full_s"] + summary["other_s"], abs=1e-3)
    assert 0 < summary["max_ms"] / 1000 <= summary["total_s"]


def test_old_generation_occupancy_is_read_from_a_parallel_log(java, java_program, tmp_path):
    log = tmp_path / "gc.log"
    subprocess.run([java, "-Xmx128m", "-XX:+UseParallelGC", gclog.log_option(log), java_program(COLLECT)], check=True,
                   capture_output=True)
    full = [p for p in gclog.pauses(log.read_text()) if p["kind"] == "full"]
    assert all(p["old_kb"] is not None and p["after_mb"] is not None and p["cpu_ms"] is not None for p in full)


def test_remark_and_cleanup_are_neither_young_nor_full():
    assert [gclog.kind(what) for what in ("Young (Normal) (G1 Evacuation Pause)", "Full (System.gc())", "Remark", "Cleanup")] == \
        ["young", "full", "other", "other"]


def test_moves_to_the_second_heap_are_read():
    line = ("[1.234s][gc,h2] GC(3) H2 moved 1000 objects, 123M of 7 roots in 45.6ms (select 10.0ms, assign 5.6ms, copy 30.0ms), "
            "2 objects left in H1")
    assert gclog.moves(line) == [{"objects": 1000, "mb": 123, "roots": 7, "ms": 45.6, "select": 10, "assign": 5.6, "copy": 30}]
