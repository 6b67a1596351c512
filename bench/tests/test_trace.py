# SPDX-License-Identifier: Apache-2.0
"""What is sampled of a running process."""
import sys

from spillway_bench import process
from spillway_bench.trace import Trace

# A thread with a name of its own that computes, and a main thread that waits for it.
BUSY = """import ctypes, threading, time
def work():
    ctypes.CDLL(None).prctl(15, b"Memory Balancer", 0, 0, 0)
    end = time.monotonic() + 0.6
    while time.monotonic() < end: pass
    time.sleep(0.8)
thread = threading.Thread(target=work)
thread.start()
thread.join()"""


def test_memory_and_the_cpu_time_of_a_thread_are_sampled(tmp_path):
    trace = Trace("Memory Balancer", every_s=0.25)
    run = process.run([sys.executable, "-c", BUSY], log=tmp_path / "log", in_group=False, trace=trace)
    found = trace.values()
    assert run["status"] == "ok" and len(found["memory"]) >= 3
    # It may have had to wait for a processor, but not be busier than its loop.
    assert 0 < found["thread_cpu_s"] < 1.0 and 0 < found["thread_seen_s"] <= run["wall_s"]
    assert [row[0] for row in found["memory"]] == sorted(row[0] for row in found["memory"])


def test_a_thread_that_is_not_there_has_no_time(tmp_path):
    trace = Trace("no such thread")
    process.run([sys.executable, "-c", "import time; time.sleep(0.4)"], log=tmp_path / "log", in_group=False, trace=trace)
    assert trace.values()["thread_cpu_s"] is None and trace.values()["memory"]


def test_the_memory_of_the_group_is_traced(cgroup, tmp_path):
    trace = Trace("none", every_s=0.1)
    allocate = "b = bytearray(60 << 20); import time; time.sleep(0.8)"
    process.run([sys.executable, "-c", allocate], log=tmp_path / "log", limit_bytes=256 << 20, trace=trace)
    assert max(row[1] for row in trace.values()["memory"]) >= 60
