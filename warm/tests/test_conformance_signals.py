# SPDX-License-Identifier: Apache-2.0
"""Signals to a client do with its run what they do with plain java, and leave nothing to the next one."""
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from served import all_warm, assert_same, in_turns


def begin(served, kind, main, prefix=(), **more):
    if kind == "warm":
        served.await_free()
    return subprocess.Popen([*prefix, *served.words(kind, main)], env=served.environment({}), cwd=served.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, **more)


def lines_until(client, last):
    lines = [client.stdout.readline()]
    while not lines[-1].startswith(last):
        assert lines[-1] != b"", client.stderr.read()
        lines.append(client.stdout.readline())
    return lines


def end(client):
    # Not by communicate, which does not know what has been read ahead.
    with client:
        out, err = client.stdout.read(), client.stderr.read()
        return client.wait(30), out, err


def signalled(served, kind, main, numbers):
    """A run that gets each signal when it has said something about the one before."""
    client = begin(served, kind, main)
    lines = lines_until(client, b"ready")
    for number in numbers:
        client.send_signal(number)
        lines.append(client.stdout.readline())
    status, out, err = end(client)
    return status, b"".join(lines) + out, err, {}


def test_handlers_of_a_program_are_called_and_gone_in_the_next_run(served):
    numbers = [signal.SIGUSR1, signal.SIGWINCH, signal.SIGTERM, signal.SIGURG, signal.SIGINT, signal.SIGALRM, signal.SIGUSR1, signal.SIGHUP]
    plain = signalled(served, "plain", "SignalsHandled", numbers)
    assert plain[0] == 9 and plain[1].count(b"SIGUSR1 10 in SIGUSR1 handler\n") == 2 and plain[1].endswith(b"SIGHUP 1 in SIGHUP handler\n"), plain
    waiting = [signalled(served, "plain", "Ends$Waits", [number]) for number in (signal.SIGTERM, signal.SIGALRM)]
    served.start()
    with all_warm(served, 4):
        for run in range(2):
            assert_same(signalled(served, "warm", "SignalsHandled", numbers), plain, f"run {run}")
            assert_same(signalled(served, "warm", "Ends$Waits", [signal.SIGTERM]), waiting[0], f"run {run}")
    # These take the server with them.
    for number in (signal.SIGALRM, signal.SIGUSR1):
        served.start()
        assert signalled(served, "warm", "SignalsHandled", numbers) == plain
        served.start()
        assert signalled(served, "warm", "Ends$Waits", [number])[:3] == (-number, b"ready\n", b"")
    assert waiting[1][:3] == (-signal.SIGALRM, b"ready\n", b"")


def test_what_is_done_with_signals_before_a_run_is_what_a_new_vm_does(served):
    """Also when the run before has handled them."""
    plain, _ = in_turns(served, [("SignalsHandled", ["ends"]), ("Ends$Returns", [])], rounds=3)
    assert b"\nUSR1 default\n" in plain[1] and b"\nKILL Signal already used by VM or OS: SIGKILL\n" in plain[1], plain


def test_signals_that_mean_nothing_to_a_vm_leave_the_run_alone(served):
    def run(kind):
        client = begin(served, kind, "Ends$Waits")
        lines_until(client, b"ready")
        for number in (signal.SIGWINCH, signal.SIGURG, signal.SIGCHLD, signal.SIGCONT, signal.SIGXFSZ, signal.SIGPIPE):
            client.send_signal(number)
            time.sleep(0.03)
        assert client.poll() is None
        client.terminate()
        return end(client)

    assert run("plain") == (143, b"hook\n", b"")
    served.start()
    with all_warm(served, 2):
        assert [run("warm"), run("warm")] == [(143, b"hook\n", b"")] * 2


def test_the_signal_that_the_vm_has_for_its_own_use_does_what_it_does_to_plain_java(served):
    """The VM takes it on a thread that it does not know, and warns of it."""
    def run(kind):
        client = begin(served, kind, "Ends$Waits")
        lines_until(client, b"ready")
        client.send_signal(signal.SIGUSR2)
        told = client.stdout.readline()
        client.terminate()
        # Without the time, and who sent it.
        return told[told.find(b"[warning]"):told.find(b"si_pid")], end(client)

    plain = run("plain")
    assert b"stray SR signal" in plain[0] and plain[1] == (143, b"hook\n", b""), plain
    served.start()
    with all_warm(served, 2):
        assert [run("warm"), run("warm")] == [plain] * 2


@pytest.mark.parametrize("prefix", [["nohup"], ["sh", "-c", 'trap "" INT; exec nohup "$@"', "sh"]], ids=["nohup", "background"])
def test_a_run_goes_on_after_a_signal_that_its_client_ignores(served, prefix):
    ignored = [signal.SIGHUP, signal.SIGINT][:len(prefix)]

    def run(kind):
        client = begin(served, kind, "Ends$Waits", prefix)
        lines_until(client, b"ready")
        for number in ignored:
            client.send_signal(number)
        time.sleep(0.3)
        assert client.poll() is None
        client.terminate()
        return end(client)

    plain = run("plain")
    assert plain[:2] == (143, b"hook\n"), plain
    served.start()
    with all_warm(served, 3):
        assert [run("warm"), run("warm")] == [plain] * 2
        # They are not ignored in the next run.
        assert signalled(served, "warm", "Ends$Waits", [signal.SIGHUP])[:2] == (129, b"ready\nhook\n")


def test_signals_that_the_client_ignores_reach_the_vm_and_handlers_of_the_program(served):
    """As on plain java, which handles all of them but those that end it: a job in the background, whose shell ignores SIGQUIT, can be asked for its threads."""
    ignoring = ["sh", "-c", 'trap "" USR1 ALRM QUIT INT TERM; exec "$@"', "sh"]

    def run(kind):
        client = begin(served, kind, "SignalsHandled", ignoring)
        lines = lines_until(client, b"ready")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGALRM, signal.SIGUSR1):
            client.send_signal(number)
            if number not in (signal.SIGINT, signal.SIGTERM):
                lines.append(client.stdout.readline())
        client.send_signal(signal.SIGQUIT)
        dump = lines_until(client, b"JNI global refs")
        client.send_signal(signal.SIGHUP)
        status, out, err = end(client)
        # Behind the threads comes the heap.
        return status, lines, any(b"SignalsHandled.main" in line for line in dump), out.splitlines()[-1], err

    plain = run("plain")
    assert plain[0] == 9 and plain[2] and b"INT ignored\n" in plain[1] and plain[1][-1] == b"SIGUSR1 10 in SIGUSR1 handler\n", plain
    served.start()
    with all_warm(served, 3):
        assert run("warm") == plain
        assert run("warm") == plain
        assert_same(signalled(served, "warm", "Ends$Waits", [signal.SIGTERM]), signalled(served, "plain", "Ends$Waits", [signal.SIGTERM]))


def java_threads(dump):
    """Names of those that are Java's: a number stands before their other marks. Compilers come and go."""
    return {line.split(b'"')[1] for line in dump if line.startswith(b'"') and b'" #' in line and b"CompilerThread" not in line}


def test_a_thread_dump_shows_no_other_threads_than_that_of_plain_java_and_the_servers_own(served):
    def dump(kind):
        client = begin(served, kind, "Ends$Waits")
        lines_until(client, b"ready")
        client.send_signal(signal.SIGQUIT)
        lines = lines_until(client, b"JNI global refs")
        client.terminate()
        status, out, err = end(client)
        assert (status, out.endswith(b"hook\n"), err) == (143, True, b"")
        return java_threads(lines)

    plain = dump("plain")
    assert b"main" in plain
    # It leaves threads of all kinds to the end of its process.
    in_turns(served, [("Ends$DaemonsLeft", [])], rounds=1)
    with all_warm(served, 2):
        for _ in range(2):
            assert dump("warm") - plain == {b"Warm Server"}


def processor_time(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return fields[0], int(fields[11]) + int(fields[12])


@pytest.mark.parametrize("kind", ["plain", "warm"])
def test_a_stopped_client_uses_no_processor_until_it_is_continued(served, kind):
    served.start()
    warm = len(served.events("warm"))
    for _ in range(2):
        client = begin(served, kind, "SignalsBusy", preexec_fn=os.setpgrp)  # the kernel does not stop a group without a parent in its session
        pid = int(lines_until(client, b"process")[-1].split()[1])
        assert (pid == client.pid) == (kind == "plain")
        served.wait(lambda pid=pid: processor_time(pid)[1] > 0)
        client.send_signal(signal.SIGTSTP)
        assert os.WIFSTOPPED(os.waitpid(client.pid, os.WUNTRACED)[1])
        served.wait(lambda pid=pid: processor_time(pid)[0] == "T")
        time.sleep(0.05)  # its other threads
        stopped = processor_time(pid)
        time.sleep(0.3)
        assert processor_time(pid) == stopped
        client.send_signal(signal.SIGCONT)
        served.wait(lambda pid=pid, used=stopped[1]: processor_time(pid)[1] > used + 5)
        client.terminate()
        assert end(client) == (143, b"hook true\n", b"")
    assert len(served.events("warm")) == warm + (2 if kind == "warm" else 0)
