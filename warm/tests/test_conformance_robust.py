# SPDX-License-Identifier: Apache-2.0
"""Clients and servers that are killed or flooded with signals, pools that are full of rubbish or cannot be written to: each run is as on
plain java, and the next one finds a sound pool."""
import contextlib
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from pool import COLD
from served import assert_same
from test_conformance_state import memory_of

SWITCHED_OFF = {"SPILLWAY_WARM_SERVERS": "0"}


def at_once(served, kind, main, *arguments):
    return subprocess.Popen(served.words(kind, main, arguments), env=served.environment({}), cwd=served.work, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def popen(served, kind, main, *arguments):
    """A client that is in its run, or in plain java: it has said its first line."""
    served.await_free()
    process = at_once(served, kind, main, *arguments)
    process.first = process.stdout.readline()
    return process


def ended(process):
    out, err = process.communicate(timeout=30)
    return process.returncode, getattr(process, "first", b"") + out, err, {}


def parent(pid):
    """Of a server: its keeper."""
    return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


def restart(served):
    served.stop()
    served.wait(lambda: not served.pids())
    served.start()
    pid, = served.pids()
    return int(pid)


def lives(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def test_a_client_that_is_killed_takes_its_run_and_port_with_it(served, port):
    plain = served.run("plain", "Process$Port", [str(port)])
    for _ in range(2):
        server = restart(served)
        client = popen(served, "warm", "Serving$Listens", str(port))
        assert client.first == b"ready\n"
        client.kill()
        assert client.wait(10) == -signal.SIGKILL
        served.wait(lambda server=server: not lives(server), 5)
        # Nothing has been waited for but the death of a process.
        assert_same(served.run("warm", "Process$Port", [str(port)]), plain)
        served.start()
        before = len(served.events("warm"))
        assert_same(served.run("warm", "Process$Port", [str(port)]), plain)
        assert len(served.events("warm")) == before + 1


def test_interrupted_again_while_hooks_run_they_run_to_their_end(served):
    results = []
    served.start()
    before = len(served.events("warm"))
    for kind in ("plain", "warm", "warm"):
        process = popen(served, kind, "Serving$EndsSlowly")
        for number in (signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGINT):
            process.send_signal(number)
            time.sleep(0.1)
        results.append(ended(process))
    assert results[0] == (128 + signal.SIGINT, b"ready\nhook begins\nhook ends\n", b"", {}), results
    assert results[0] == results[1] == results[2]
    assert len(served.events("warm")) == before + 2


@pytest.mark.parametrize("number", [signal.SIGPIPE, signal.SIGCHLD, signal.SIGURG])
def test_a_signal_that_a_jvm_does_not_mind_ends_no_run(served, number):
    results = []
    served.start()
    before = len(served.events("warm"))
    for kind in ("plain", "warm"):
        process = popen(served, kind, "Ends$Waits")
        for _ in range(20):
            process.send_signal(number)
        time.sleep(0.2)
        assert process.poll() is None, kind
        process.send_signal(signal.SIGTERM)
        results.append(ended(process))
    assert results[0] == results[1] == (143, b"ready\nhook\n", b"", {})
    assert len(served.events("warm")) == before + 1


@pytest.mark.parametrize("times", [(0, 2, 5, 12), pytest.param(range(20), marks=pytest.mark.long)], ids=["four times", "all times"])
def test_a_signal_at_any_time_of_a_run_ends_that_run_and_no_other(served, times):
    """Before the connection, in the middle of it, before main, in the run, and while the server resets after the last one."""
    plain = served.run("plain", "State$Statics")
    served.start()
    before, killed = len(served.events("warm")), len(served.events("killed"))
    for milliseconds in times:
        client = at_once(served, "warm", "Ends$Waits")
        time.sleep(milliseconds / 1000)
        for _ in range(3):
            with contextlib.suppress(ProcessLookupError):
                client.send_signal(signal.SIGTERM)
        out, err = client.communicate(timeout=30)
        # As a JVM that has not begun, or has. What the pool did tells a warm run from a cold one.
        seen = (milliseconds, client.returncode, out, err, served.events()[-6:])
        assert client.returncode in (-signal.SIGTERM, 143), seen
        assert set(out.split()) <= {b"ready", b"hook"} and (err == b"" or b"Shutdown in progress" in err), seen
        assert_same(ended(at_once(served, "warm", "State$Statics")), plain, f"after {milliseconds} ms")
    assert len(served.events("warm")) > before and len(served.events("killed")) == killed, served.events()[-9:]


@pytest.mark.parametrize("keeper", [False, True], ids=["server", "server and keeper"])
def test_a_server_killed_in_a_run_ends_the_client_by_the_same_signal_and_not_the_next_run(served, keeper):
    plain = served.run("plain", "State$Statics")
    server = restart(served)
    client = popen(served, "warm", "Waits$Sleeps")
    for pid in [parent(server)] * keeper + [server]:
        os.kill(pid, signal.SIGKILL)
    began = time.monotonic()
    assert ended(client) == (-signal.SIGKILL, b"sleeps\n", b"", {})
    assert time.monotonic() - began < 10
    assert_same(served.run("warm", "State$Statics"), plain)


@pytest.mark.parametrize("keeper", [False, True], ids=["server", "server and keeper"])
def test_a_server_killed_between_two_runs_is_not_missed(served, keeper):
    plain = served.run("plain", "State$Statics")
    server = restart(served)
    for pid in [parent(server)] * keeper + [server]:
        os.kill(pid, signal.SIGKILL)
    # At once, and when it is gone.
    for _ in range(2):
        assert_same(ended(at_once(served, "warm", "State$Statics")), plain)
        served.wait(lambda: not lives(server))
    served.start()
    before = len(served.events("warm"))
    assert_same(served.run("warm", "State$Statics"), plain)
    assert len(served.events("warm")) == before + 1


def starting_server(served):
    """The process of a server of this pool, or None."""
    program = str(served.image / "lib/spillway-warm-server")
    for directory in Path("/proc").glob("[1-9]*"):
        with contextlib.suppress(OSError):
            if (directory / "cmdline").read_bytes().split(b"\0")[0] == program.encode():
                return int(directory.name)
    return None


def test_a_server_killed_as_soon_as_it_is_ready_is_not_one_that_does_not_start(served):
    """Its keeper saw it first when it was dead, and kept others of its key from starting for ten minutes."""
    served.stop()
    served.wait(lambda: not served.pids() and starting_server(served) is None)
    warming = subprocess.Popen([served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "Ends$Returns")], env=served.environment({}),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    served.wait(lambda: starting_server(served))
    server = starting_server(served)
    keeper, already = parent(server), len(served.events("ended"))
    os.kill(keeper, signal.SIGSTOP)
    try:
        served.await_free()
        os.kill(server, signal.SIGKILL)
        served.wait(lambda: not lives(server))
    finally:
        os.kill(keeper, signal.SIGCONT)
    served.wait(lambda: len(served.events("ended")) > already)
    assert served.events("ended")[-1][3:] == ["process ended", "signal 9"], served.events()[-4:]
    warming.wait(timeout=30)
    served.start()


def test_an_idle_server_gives_its_memory_back(served):
    plain = served.run("plain", "State$Statics")
    served.stop()
    served.wait(lambda: not served.pids())
    served.start(environment={"SPILLWAY_WARM_IDLE": "1"})
    server, = served.pids()
    assert_same(served.run("warm", "State$Statics"), plain)
    served.wait(lambda: not lives(server))
    served.wait(lambda: served.events("ended")[-1][3] == "idle for too long")
    assert_same(served.run("warm", "State$Statics"), plain)


def test_what_a_run_had_in_its_heap_is_not_in_the_memory_of_the_next_run(served):
    secret = "known-to-one-run-719" * 3
    server = restart(served)
    before = len(served.events("warm"))
    assert served.run("warm", "Kept$Secret", ["".join(chr(ord(c) - 1) for c in secret)])[:3] == (0, b"60\n", b"")
    client = popen(served, "warm", "Waits$Sleeps")
    try:
        found = [area.count(text) for area in memory_of(server) for text in (secret.encode(), secret.encode("utf-16-le"))]
        assert found and sum(found) == 0
    finally:
        client.kill()
        client.communicate()
    assert len(served.events("warm")) == before + 2


def test_random_numbers_of_runs_at_the_same_time_are_others(served):
    served.start()
    clients = [at_once(served, "warm", "Kept$Randoms") for _ in range(6)]
    lines = [ended(client)[1].splitlines() for client in clients]
    assert len({line for run in lines for line in run[:6]}) == 6 * len(clients), lines
    assert len({run[6] for run in lines}) == 1


# Of servers that are none: what their directory has in it.
RUBBISH = {
    "nothing": lambda d: None,
    "a lock": lambda d: (d / "lock").touch(),
    "a file in place of the socket": lambda d: ((d / "lock").touch(), (d / "socket").write_text("x")),
    "a socket nobody listens at": lambda d: ((d / "lock").touch(), bind(d)),
    "a link in place of the lock": lambda d: (d / "lock").symlink_to("/dev/null"),
    "a directory in place of the lock": lambda d: (d / "lock").mkdir(),
    "a status and a key of others": lambda d: ((d / "lock").touch(), (d / "status").write_text("0\n"), (d / "key").write_bytes(os.urandom(100))),
}


def bind(directory):
    """Its path may be too long for an address."""
    opened = os.open(directory, os.O_PATH)
    with socket.socket(socket.AF_UNIX) as s:
        s.bind(f"/proc/self/fd/{opened}/socket")
    os.close(opened)


def test_servers_that_are_none_keep_nobody_from_one_that_is(home):
    """They look older, so they are tried first."""
    home.warm_up()
    living, = home.servers()
    for number, make in enumerate(RUBBISH.values()):
        server = home.directory / f"{living[:33]}{number:016x}"
        server.mkdir(0o700)
        make(server)
    for run in range(3):
        home.wait(lambda: home.ready(living))
        ran = home.run("Report", environment=SWITCHED_OFF)
        assert ran.returncode == 0 and b'"main": "Report"' in ran.stdout, (run, ran, home.events())
    assert {event[2] for event in home.events("warm")} == {living} and len(home.events("warm")) == 3


def test_a_pool_that_cannot_be_written_to_leaves_the_run_to_plain_java(home):
    mount = f'mount -t tmpfs -o ro,mode=700 none {home.runtime} && "$@"; exit $?'
    ran = subprocess.run(["unshare", "-m", "bash", "-c", mount, "bash", *home.words("Report", "a")], env=home.environment(), capture_output=True,
                         stdin=subprocess.DEVNULL, timeout=20)
    if b"not permitted" in ran.stderr or b"permission denied" in ran.stderr:
        pytest.skip(f"needs the right to mount: {ran.stderr.decode()}")
    assert (ran.returncode, ran.stdout.decode().splitlines()[0], ran.stderr) == (COLD, "cold", b""), ran
    assert home.servers() == []


def refused_elsewhere(home, *prefix):
    """Of a run with that prefix: skipped where it is not possible, else there must be no server for it."""
    ran = subprocess.run([*prefix, *home.words("Report")], env=home.environment(**SWITCHED_OFF), cwd=home.work, capture_output=True,
                         stdin=subprocess.DEVNULL, timeout=20)
    if ran.returncode not in (0, COLD):
        pytest.skip(f"not possible here: {ran.stderr.decode()}")
    assert ran.returncode == COLD and home.events("cold")[-1][3] == "no server of this key yet", (ran, home.events())


@pytest.mark.parametrize("what", ["-m", "-n", "-i"], ids=["mounts", "network", "interprocess communication"])
def test_a_run_in_another_name_space_has_no_part_in_the_servers_of_this_one(home, what):
    home.warm_up()
    refused_elsewhere(home, "unshare", what)
    home.report()


def test_a_run_in_another_control_group_has_no_part_in_the_servers_of_this_one(home):
    home.warm_up()
    parents = [directory for directory in (Path("/sys/fs/cgroup/pids"), Path("/sys/fs/cgroup")) if (directory / "cgroup.procs").exists()]
    if not parents:
        pytest.skip("there are no control groups")
    group = parents[0] / f"spillway-test-{os.getpid()}"
    try:
        group.mkdir()
    except OSError as e:
        pytest.skip(f"needs the right to make a control group: {e}")
    try:
        refused_elsewhere(home, "bash", "-c", f'echo $$ >{group}/cgroup.procs && exec "$@"', "bash")
        home.report()
    finally:
        home.wait(lambda: not (group / "cgroup.procs").read_text())
        group.rmdir()


def test_a_server_makes_no_classes_of_handles_anew_in_each_run(served):
    """It made three or four, most of them while the client waited for its end."""
    server = restart(served)

    def loaded_after(runs):
        for _ in range(runs):
            assert served.run("warm", "Ends$Returns")[0] == 0
        served.await_free()
        shown = subprocess.run([served.image / "bin/jstat", "-class", str(server)], capture_output=True, text=True, check=True).stdout
        return int(shown.splitlines()[1].split()[0])

    # Some are made when code has been used often enough, once.
    before = loaded_after(20)
    assert loaded_after(20) - before < 10
