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


PHASES = """[1.0s][gc,start    ] GC(3) Pause Full (Second Heap Move)
[1.1s][gc,phases,start] GC(3) Marking Phase
[2.0s][gc,phases      ] GC(3) H2 Select 690.834ms
[2.0s][gc,phases      ] GC(3) Marking Phase 702.465ms
[2.3s][gc,phases      ] GC(3) Summary Phase 0.036ms
[2.3s][gc,phases      ] GC(3) Forward 1.246ms
[2.3s][gc,phases      ] GC(3) Adjust Pointers 1.953ms
[4.6s][gc,phases      ] GC(3) Compaction Phase 1.106ms
[4.6s][gc,phases      ] GC(3) Post Compact 50.484ms
[4.6s][gc             ] GC(3) Pause Full (Second Heap Move) 1041M->72M(1776M) 3267.076ms
[4.6s][gc,h2          ] H2 moved 10 objects, 1023M of 2 roots in 3200.1ms (select 690.8ms, assign 228.3ms, copy 2281.1ms)
"""


def test_a_move_knows_its_pause_and_the_phases_of_its_collection():
    move = gclog.moves(PHASES)[0]
    assert move["pause"] == 3267.076
    assert move["phases"] == {"marking": 702.465, "summary": 0.036, "forward": 1.246, "adjust pointers": 1.953, "compaction": 1.106,
                              "post compact": 50.484}


def test_the_phases_of_another_collection_are_not_those_of_a_move():
    line = PHASES.splitlines()[-1]
    later = gclog.moves(PHASES + "[5.0s][gc,start    ] GC(4) Pause Full (System.gc())\n" + line)[1]
    assert "pause" not in later and "phases" not in later
