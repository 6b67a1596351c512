# SPDX-License-Identifier: Apache-2.0
"""Programs whose process the VM, or native code, ends; and such as leave a great many class loaders."""
import os
import shutil
import signal
import subprocess

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


def test_what_the_jdk_finds_out_once_about_the_screen_costs_the_server(served):
    """libawt loads what goes with a screen, or without one, at its first use, and would have kept that for the next run."""
    for headless in ("true", "false", "true"):
        plain = served.run("plain", "Screen", [headless])
        served.start()
        warm, ended = len(served.events("warm")), len(served.events("ended"))
        assert_same(served.run("warm", "Screen", [headless]), plain, headless)
        assert len(served.events("warm")) == warm + 1
        # Where the system lacks the libraries for a screen the VM unloads it again.
        if plain[1] == b"-16777216\n":
            served.wait(lambda: len(served.events("ended")) > ended)
            assert "about the screen" in str(served.events("ended")[-1])
        else:
            assert headless == "false" and b"UnsatisfiedLinkError" in plain[1], plain


@pytest.mark.skipif(os.geteuid() != 0, reason="it mounts a file system of its own")
def test_a_library_that_the_system_loads_into_every_program_leaves_all_to_plain_java(served, tmp_path):
    """Each run would seem to have loaded it, so each would cost a server."""
    library, etc = tmp_path / "preloaded.so", tmp_path / "etc"
    subprocess.run(["cc", "-shared", "-x", "c", "/dev/null", "-o", library], check=True)
    shutil.copytree("/etc", etc, symlinks=True, ignore_dangling_symlinks=True)
    (etc / "ld.so.preload").write_text(f"{library}\n")
    status, out, _, _ = served.run("plain", "Ends$Returns")
    twice = f'mount --bind {etc} /etc && "$@" && until grep -q "did not start" {served.pool}/events; do sleep 0.1; done && "$@" && sleep 1'
    started = len(served.events("started"))
    ran = subprocess.run(["unshare", "-m", "sh", "-c", twice, "sh", *map(str, served.words("warm", "Ends$Returns"))], cwd=served.work,
                         env=served.environment({}), capture_output=True, timeout=60)
    assert (ran.returncode, status, ran.stdout) == (0, 0, 2 * out), ran
    failed = [event for event in served.events("ended") if event[3] == "server did not start"]
    assert len(failed) == 1 and f"a native library was loaded: {library}" in failed[0][4], failed
    assert len(served.events("started")) == started


def test_a_literal_of_an_earlier_run_is_known_before_a_text_that_is_made(served):
    """Documented as not the same: literals stay, so that compiled code stays."""
    assert served.run("plain", "Interned")[:2] == (0, b"true true\n")
    served.start()
    with all_warm(served, 3):
        assert [served.run("warm", "Interned")[1] for _ in range(3)] == [b"true true\n", b"false true\n", b"false true\n"]


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
