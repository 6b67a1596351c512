# SPDX-License-Identifier: Apache-2.0
"""Programs whose process the VM, or native code, ends; and such as leave a great many class loaders."""
import os
import signal

import pytest

from served import all_warm, assert_same, warm_turns

PLAIN = [((), ())]
NATIVE = ["--enable-native-access=ALL-UNNAMED"]
LOADER_RUNS = int(os.environ.get("SPILLWAY_WARM_LOADER_RUNS", "4"))
SETTLED = 20


@pytest.mark.parametrize("status", [3, 143, 255])
def test_a_native_exit_has_its_status_and_the_next_run_is_sound(served, status):
    plain = served.run("plain", "Outside", [str(status)], NATIVE)
    assert plain == (status, b"before\n", b"", {}), plain
    for _ in range(2):
        served.start(options=NATIVE)
        before = len(served.events("warm"))
        assert_same(served.run("warm", "Outside", [str(status)], NATIVE), plain)
        assert len(served.events("warm")) == before + 1


def test_a_native_exit_with_status_0_is_no_success(served):
    """It cannot be told from a server that ends for a reason of its own: documented as not the same."""
    served.start(options=NATIVE)
    status, out, err, _ = served.run("warm", "Outside", ["0"], NATIVE)
    assert (status, out, err) == (1, b"before\n", b"Error: spillway-java: the JVM ended without saying how\n")


@pytest.mark.parametrize("option,ends", [
    ("-XX:+ExitOnOutOfMemoryError", 3), ("-XX:+CrashOnOutOfMemoryError", -signal.SIGABRT), ("-XX:OnOutOfMemoryError=kill -9 %p", -signal.SIGKILL),
    ("-XX:+HeapDumpOnOutOfMemoryError", 1),
], ids=str)
def test_what_a_vm_does_when_memory_is_exhausted_it_does_on_plain_java(served, option, ends):
    """A server would end for want of memory of its own with a status of the program's."""
    options = ["-XX:+UseParallelGC", "-Xmx16m", "-XX:HeapDumpPath=dump", option]
    served.start()
    warm = len(served.events("warm"))
    for kind in ("plain", "warm"):
        status, _, _, files = served.run(kind, "Faults$Exhausts", (), options)
        assert status == ends and ("dump" in files) == ("HeapDump" in option), kind
    cold = served.events("cold")[-1]
    assert cold[3] == "option not known to be safe" and len(served.events("warm")) == warm, cold


def test_a_script_engine_is_that_of_the_run(served):
    warm_turns(served, "Scripts", PLAIN)


def test_a_thousand_class_loaders_of_a_run_are_gone_in_the_next(served):
    plain = served.run("plain", "Many")
    assert plain[:2] == (0, b"1000 1 false\n"), plain
    signal.alarm(120 + 5 * LOADER_RUNS)
    served.start()
    memory = []
    with all_warm(served, LOADER_RUNS):
        for run in range(LOADER_RUNS):
            assert_same(served.run("warm", "Many"), plain, f"run {run}")
            served.await_free()
            pid, = served.pids()
            with open(f"/proc/{pid}/status") as status:
                memory.append(int(dict(line.split(":", 1) for line in status)["VmRSS"].split()[0]))
    if LOADER_RUNS > 2 * SETTLED:
        assert max(memory[-SETTLED:]) <= 1.1 * max(memory[SETTLED:2 * SETTLED]), memory
