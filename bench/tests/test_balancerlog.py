# SPDX-License-Identifier: Apache-2.0
"""The parser of the memory balancer's log, on lines of its format."""
import math
import re

import pytest

from spillway_bench import balancerlog, paths

MB = 1 << 20
INIT = """\
[0.021s][balancer,init] policy default; budget 1443M, first heap at most 1152M of -Xmx 1152M, at least 256M, at first 1082M
[0.180s][balancer,init] memory: control group (version 1) /sys/fs/cgroup/memory/some
[0.180s][balancer,init] limit: 1536M, of the container
[0.180s][balancer,init] waits: block-I/O delay of the threads
[0.180s][balancer,init] refaults: of the control group, else of the machine
"""


def fields(**given):
    """All fields of a sample in the order of the VM's list."""
    values = dict(now=1000000000, interval=500000000, floor=256 * MB, least_floor=256 * MB, ceiling=1100 * MB, limit=1000 * MB, committed=900 * MB, old_limit=600 * MB,
                  old_used=100 * MB, old_live=90 * MB, eden=200 * MB, young_most=400 * MB, promoted=5 * MB, minor_time=10000000, full_time=40000000, minor_gcs=2,
                  full_gcs=1, forced_full_gcs=0, last_full_pause=40000000, full_interval=9000000000, free_at_full="0.850000", read_wait=100000000,
                  refaulted=8 * MB, read=16 * MB, faults=20, page_cache=300 * MB, h2_used=2000 * MB, hard_limit=1536 * MB,
                  all_cache=320 * MB, unreclaimable=1200 * MB, grown=1 * MB, memory_wait=5000000, own_pressure=1, waiting=0, can_move=1)
    return {**values, **given}


def line(at_s, decision, tags="balancer     ", **given):
    text = " ".join(f"{key}={value}" for key, value in fields(**given).items())
    return f"[{at_s}s][{tags}] sample {text} -> {decision}\n"


def a_log():
    return INIT + (line("1.500", f"nothing {1000 * MB} (wait for effect)") + "[1.500s][balancer     ] nothing: wait for effect\n"
                   + line("2.000", f"shrink {800 * MB} (balance)", refaulted=0) + "[2.000s][balancer     ] shrink: balance, first heap 1000M -> 800M of 256M to 1100M, holds 900M; collections 1.0%\n"
                   + "[2.300s][balancer     ] grow: shortage, first heap 800M -> 840M, at most 1100M: the old generation lacks 20M after a full GC\n"
                   + line("3.100", f"nothing {840 * MB} (hold)", limit=840 * MB, interval=1100000000, page_cache=500 * MB))


def test_a_log_gives_samples_decisions_and_sources():
    found = balancerlog.read(a_log())
    assert (found["policy"], found["samples"]) == ("default", 3) and found["start"] == {"budget": 1443, "most": 1152, "least": 256, "first": 1082}
    assert found["sources"]["waits"] == "block-I/O delay of the threads"
    assert found["decisions"] == [[2.0, "shrink", "balance", 1000.0, 800.0], [2.3, "grow", "shortage", 800.0, 840.0]]


def test_samples_of_a_second_are_put_together():
    first, second = (dict(zip(balancerlog.SECOND, row)) for row in balancerlog.read(a_log())["seconds"])
    assert (first["at_s"], first["gc_share"], first["io_share"]) == (2.0, pytest.approx(0.1), pytest.approx(0.2))
    assert (first["read"], first["refaulted"]) == (32.0, 8.0)
    assert (second["at_s"], second["limit"], second["page_cache"]) == (3.1, 840.0, 500.0)


def test_a_log_without_balancer_and_one_that_was_cut_are_read_as_far_as_they_go():
    assert balancerlog.read("")["samples"] == 0 and balancerlog.mean_limit(balancerlog.read("")) is None
    whole = a_log()
    assert balancerlog.read(whole[:-40])["samples"] == 2


def test_the_lines_for_a_replay_are_those_of_the_samples():
    lines = balancerlog.sample_lines(a_log())
    assert len(lines) == 3 and lines[1].startswith("sample now=1000000000 interval=") and lines[1].endswith(f"-> shrink {800 * MB} (balance)")


def test_the_fields_are_those_that_the_vm_logs():
    header = (paths.ROOT / "jvm/src/hotspot/share/gc/parallel/balancer/balancerSample.hpp").read_text()
    listed = header.split("#define BALANCER_SAMPLE_FIELDS(f)")[1].split("struct")[0]
    assert re.findall(r"f\((\w+)\)", listed) == list(fields())


@pytest.mark.parametrize("limits, expected", [((), 0), ((1000, 500), 1), ((1000, 500, 800, 820, 815), 2), ((1000, 990, 985), 0), ((500, 900, 500), 2)])
def test_h1_has_settled_after_the_last_decision_that_left_its_neighbourhood(limits, expected):
    decisions = [[1.0, "grow" if after > before else "shrink", "balance", before, after] for before, after in zip(limits, limits[1:])]
    assert balancerlog.settled_after(decisions, limits[-1] if limits else 1000, 60.0) == expected


def test_small_corrections_of_the_guard_and_moves_are_no_decisions():
    corrections = [[float(i), "shrink", "ceiling", 1000.0 - i, 999.0 - i] for i in range(9)]
    assert balancerlog.settled_after([*corrections, [9.0, "move", "move", 991.0, 991.0], [10.0, "shrink", "balance", 991.0, 600.0]], 600.0, 60.0) == 1


def test_corrections_that_come_to_a_sixteenth_together_are_a_decision():
    corrections = [[float(i), "shrink", "ceiling", 1000.0 * 0.95**i, 1000.0 * 0.95**(i + 1)] for i in range(14)]
    assert balancerlog.settled_after(corrections, 1000.0 * 0.95**14, 60.0) >= 5


def test_what_only_came_near_its_last_size_when_the_run_ended_had_not_settled():
    assert balancerlog.settled_after([[58.0, "shrink", "balance", 1000.0, 600.0]], 600.0, 60.0) == math.inf
    assert balancerlog.settled_after([[50.0, "shrink", "balance", 1000.0, 600.0], [59.0, "grow", "balance", 600.0, 620.0]], 620.0, 60.0) == 1


def test_the_mean_limit_is_weighted_by_time():
    rows = [[at, limit, *[0.0] * 8] for at, limit in ((0.0, 500.0), (1.0, 500.0), (4.0, 900.0))]
    assert balancerlog.mean_limit({"seconds": rows}) == pytest.approx(800.0)
