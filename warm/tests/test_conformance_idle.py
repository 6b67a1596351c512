# SPDX-License-Identifier: Apache-2.0
"""What happens to a real server between runs, and to a run that comes right after another one."""
import os
import signal
import subprocess
import time

import pytest

from served import all_warm, assert_same

RUNS = 20


def popen(served, main, arguments=(), **more):
    return subprocess.Popen(served.words("warm", main, arguments), env=served.environment({}), cwd=served.work, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, **more)


def restart(served):
    served.stop()
    served.start()
    [pid] = served.pids()
    return int(pid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_to_an_idle_server_ends_it_and_not_the_next_run(served, number):
    plain = served.run("plain", "State$Statics")
    pid = restart(served)
    os.kill(pid, number)
    served.wait(lambda: not os.path.exists(f"/proc/{pid}"))
    assert_same(served.run("warm", "State$Statics"), plain)
    served.wait(lambda: served.events("ended")[-1][3:] == ["retired", "was told to end by a signal"])


def test_a_forced_stop_ends_the_run_by_sigterm_and_then_the_server(served):
    pid = restart(served)
    client = popen(served, "Waits$Sleeps")
    client.stdout.readline()
    began = time.monotonic()
    stopped = subprocess.run([served.home / "bin/spillway", "pool", "stop", "--force"], env=served.environment({}), capture_output=True, text=True, timeout=60)
    assert stopped.returncode == 0 and stopped.stdout.endswith(" stopped\n"), stopped
    out, err = client.communicate(timeout=30)
    assert client.returncode == 128 + signal.SIGTERM, (client.returncode, out, err)
    served.wait(lambda: not os.path.exists(f"/proc/{pid}"))
    assert time.monotonic() - began < 2, "was killed instead of being told"


def test_runs_that_follow_each_other_at_once_are_all_warm(served):
    """Each comes while the server is still resetting after the one before."""
    plain = served.run("plain", "State$Statics")
    restart(served)
    with all_warm(served, RUNS):
        for turn in range(RUNS):
            ran = subprocess.run(served.words("warm", "State$Statics"), env=served.environment({}), cwd=served.work, input=b"", capture_output=True, timeout=60)
            assert_same((ran.returncode, ran.stdout, ran.stderr, {}), plain, f"run {turn}")


def test_a_thread_that_reads_input_at_the_end_reads_no_end_of_it(served):
    """In plain java it is gone before; what it would make of an end, here a file, must not be there."""
    restart(served)
    with all_warm(served, RUNS):
        for turn in range(RUNS):
            served.empty_work()
            served.await_free()
            with popen(served, "Waits$ForEndOfInput") as client:
                assert client.wait(30) == 3, client.stderr.read()
                assert client.stdout.read() == b"ends\n"
            served.await_free()
            assert list(served.work.iterdir()) == [], f"run {turn}"


def test_a_file_that_the_vm_warns_of_in_the_working_directory(served):
    """A server is not where the client is; nor may one that was started there warn elsewhere."""
    def run(kind):
        served.empty_work()
        (served.work / ".hotspot_compiler").touch()
        ran = subprocess.run(served.words(kind, "Ends$Returns"), env=served.environment({}), cwd=served.work, capture_output=True, timeout=60)
        return ran.returncode, ran.stdout, ran.stderr
    restart(served)
    plain = run("plain")
    assert b".hotspot_compiler file is present" in plain[2] + plain[1]
    assert run("warm") == plain
    served.empty_work()
    assert served.events("cold")[-1][3:] == ["file of the VM's in the working directory", ".hotspot_compiler"]


@pytest.mark.long
def test_what_is_said_before_main_may_wait_for_its_reader(served):
    """Longer than a server waits for a request."""
    words = served.environment({"JAVA_TOOL_OPTIONS": "-Dsaid=1"})
    subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "Ends$Returns")], env=words, check=True, timeout=60)
    read, write = os.pipe()
    os.set_blocking(write, False)
    filled = 0
    try:
        while True:
            filled += os.write(write, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(write, True)
    with all_warm(served, 1):
        client = subprocess.Popen(served.words("warm", "Ends$Returns"), env=words, cwd=served.work, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=write)
        os.close(write)
        time.sleep(12)
        with os.fdopen(read, "rb") as errors:
            said = errors.read()[filled:]
        assert client.wait(30) == 0, said
    assert said == b"Picked up JAVA_TOOL_OPTIONS: -Dsaid=1\nerr\n"
