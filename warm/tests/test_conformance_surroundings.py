# SPDX-License-Identifier: Apache-2.0
"""What a server shares with its runs and cannot set anew: a program that changes it has its way as on plain java, and the server is not used again."""
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from served import assert_same, warm_turns
from test_conformance_robust import at_once, ended, lives, parent, popen, restart

NATIVE = ["--enable-native-access=ALL-UNNAMED"]
PROCESS = "the process has other limits or priorities than at its start"


def retires(served, plain, run, reason):
    """One warm run, as plain java's, after which the server ends for that reason."""
    before, warm = len(served.events("ended")), len(served.events("warm"))
    assert_same(run("warm"), plain)
    assert len(served.events("warm")) == warm + 1, served.events()[-5:]
    served.wait(lambda: len(served.events("ended")) > before)
    assert reason in served.events("ended")[-1][4], served.events("ended")[-1]


def newest(served):
    """The directory of a server that has ended is there for some seconds more."""
    return max(served.servers(), key=lambda directory: directory.name.split(".")[1])


@pytest.mark.parametrize("main,arguments,environment,reason", [
    ("Surroundings$Writes", ["/proc/self/oom_score_adj", "500"], {}, PROCESS),
    ("Surroundings$Writes", ["/proc/self/coredump_filter", "0x7"], {}, PROCESS),
    ("Surroundings$Speaks", ["C.UTF-8"], {"LC_ALL": "C"}, "the C library has another locale"),
], ids=["memory", "core dumps", "locale"])
def test_what_a_program_does_to_its_process_ends_with_the_server(served, main, arguments, environment, reason):
    """The next run and its children had it."""
    def run(kind):
        return served.run(kind, main, arguments, NATIVE, environment)

    plain = run("plain")
    assert plain[0] == 0, plain
    for _ in range(2):
        served.start(options=NATIVE, environment=environment)
        retires(served, plain, run, reason)


def test_a_variable_that_lies_in_the_programs_memory_is_not_freed_with_the_environment(served):
    """It was freed twice, which ended a later run of another program."""
    warm_turns(served, "Surroundings$Puts", [((), NATIVE)], rounds=6, options_of_server=NATIVE)


def test_a_class_path_that_is_another_after_a_run_ends_the_server(served, tmp_path):
    """If it was put back later, the key was the old one, and what the server had read meanwhile was not of it."""
    for kind in ("plain", "warm"):
        (tmp_path / kind).mkdir()
        for name in ("Surroundings", "Surroundings$Touches"):
            shutil.copy2(served.programs / f"{name}.class", tmp_path / kind)

    def run(kind):
        ran = subprocess.run([served.commands[kind], "-cp", tmp_path / kind, "Surroundings$Touches"], env=served.environment({}), capture_output=True, timeout=60)
        return ran.returncode, ran.stdout, ran.stderr, {}

    plain = run("plain")
    assert plain[:2] == (0, b"touched\n")
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", served.commands["warm"], "-cp", tmp_path / "warm", "Main"],
                   env=served.environment({}), check=True, capture_output=True, timeout=60)
    retires(served, plain, run, f"class path has changed: {tmp_path / 'warm'}")


TRACES = """
import ctypes, sys, time
SEIZE = 0x4206
print(ctypes.CDLL(None).ptrace(SEIZE, int(sys.argv[1]), None, None), flush=True)
time.sleep(60)
"""


def test_a_server_that_is_traced_is_not_used_again(served):
    """Nothing tells what a debugger has changed."""
    plain, server = served.run("plain", "Ends$Returns"), restart(served)
    directory, before = newest(served), len(served.events("ended"))
    tracer = subprocess.Popen([sys.executable, "-c", TRACES, str(server)], stdout=subprocess.PIPE)
    try:
        if tracer.stdout.readline() != b"0\n":
            pytest.skip("may not trace")
        assert_same(served.run("warm", "Ends$Returns"), plain)
        served.wait(lambda: (directory / "retired").exists())
    finally:
        tracer.kill()
        tracer.communicate()
    served.wait(lambda: len(served.events("ended")) > before)
    assert f"process {tracer.pid} traces the server" in served.events("ended")[-1][4], served.events("ended")[-1]


def test_a_busy_server_can_be_looked_at_any_number_of_times_and_told_to_end(served):
    """Looks waited until the run ended; when 17 did, nobody could reach the server."""
    restart(served)
    client = popen(served, "warm", "Waits$Sleeps")
    opened = os.open(newest(served), os.O_PATH)
    for _ in range(300):
        with socket.socket(socket.AF_UNIX) as look:
            look.connect(f"/proc/self/fd/{opened}/socket")  # waits while too many do
    os.close(opened)
    stopped = subprocess.run([served.home / "bin/spillway", "pool", "stop", "--force"], env=served.environment({}), capture_output=True, text=True, timeout=60)
    assert stopped.returncode == 0, stopped
    assert ended(client)[:2] == (128 + signal.SIGTERM, b"sleeps\n")


# What a client says to a server first, with that server's own key.
OFFER = """
import os, socket, struct, sys
directory = os.open(sys.argv[1], os.O_PATH)
key = open(f"{sys.argv[1]}/key", "rb").read()
items = [(1, key), (2, struct.pack("<I", 1)), (3, b"Ends$Returns"), (7, b"/"), (8, struct.pack("<I", 18)), (9, bytes(8)), (10, bytes(8))]
payload = b"".join(struct.pack("<II", kind, len(value)) + value for kind, value in items)
with socket.socket(socket.AF_UNIX) as s:
    s.settimeout(10)
    s.connect(f"/proc/self/fd/{directory}/socket")
    s.sendall(b"SPWP" + struct.pack("<HHII", 1, 2, len(payload), 0) + payload)
    magic, version, kind, length, count = struct.unpack("<4sHHII", s.recv(16, socket.MSG_WAITALL))
    print(kind, s.recv(length, socket.MSG_WAITALL).decode() if length else "")
"""


@pytest.mark.parametrize("prefix", [["setpriv", "--no-new-privs"], ["setpriv", "--bounding-set=-chown"], ["unshare", "-m"], ["unshare", "-n"],
                                    ["taskset", "1"]], ids=lambda words: " ".join(words))
def test_a_process_that_may_do_less_than_a_server_runs_nothing_on_it(served, prefix):
    """It could read the key and leave its sandbox by way of the server."""
    def offered(*words):
        return subprocess.run([*words, sys.executable, "-c", OFFER, newest(served)], capture_output=True, text=True, timeout=30)

    if prefix[0] == "taskset" and len(os.sched_getaffinity(0)) == 1:
        pytest.skip("there is one processor")
    restart(served)
    assert offered().stdout.split() == ["3"]
    refused = offered(*prefix)
    if refused.returncode != 0 and "not permitted" in refused.stderr:
        pytest.skip(refused.stderr)
    assert refused.stdout == "4 the client has other rights than the server\n", refused
    assert offered().stdout.split() == ["3"]


# Looks like the oldest server of that key, which is asked first; says how much it is told.
FALSE_SERVER = """
import os, socket, sys
os.mkdir(sys.argv[1], 0o700)
os.chdir(sys.argv[1])
open("lock", "w").close()
with socket.socket(socket.AF_UNIX) as s:
    s.bind("socket")
    s.listen()
    print("listens", flush=True)
    print(len(s.accept()[0].recv(1 << 20)), flush=True)
"""


@pytest.mark.parametrize("prefix", [[], ["setpriv", "--no-new-privs"], ["setpriv", "--bounding-set=-chown"], ["unshare", "-m"]], ids=lambda words: " ".join(words))
def test_a_process_that_may_do_less_than_a_client_is_told_nothing_of_its_run(served, prefix):
    """It got environment, streams and the working directory of the next run of that key."""
    restart(served)
    plain = served.run("plain", "Ends$Returns")
    directory = served.pool / (newest(served).name.split(".")[0] + "." + "0" * 15 + "1")
    with subprocess.Popen([*prefix, sys.executable, "-c", FALSE_SERVER, directory], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as false:
        try:
            if false.stdout.readline() != "listens\n":
                pytest.skip(false.communicate()[1])
            assert_same(run_warm(served), plain)
            told = int(false.communicate(timeout=30)[0])
        finally:
            false.kill()
            shutil.rmtree(directory, ignore_errors=True)
    # One with the client's own rights is no worse than any program of the user's.
    assert (told > 0) == (prefix == []), told


# Its number is another process's after the socket has begun to listen.
FALSE_HEIR = FALSE_SERVER.replace("    s.listen()\n", """    child = os.fork()
    if child == 0:
        s.listen()
        os._exit(0)
    os.waitpid(child, 0)
    print(child, flush=True)
""")


def process_with_number(number):
    """None where numbers cannot be chosen, or others are always faster."""
    for _ in range(300):
        try:
            Path("/proc/sys/kernel/ns_last_pid").write_text(str(number - 1))
        except OSError:
            return None
        process = subprocess.Popen(["sleep", "60"])
        if process.pid == number:
            return process
        process.kill()
        process.wait()
    return None


def test_a_process_that_took_the_number_of_one_that_listened_does_not_vouch_for_it(served):
    """One that may do less could listen by a child that ends, and wait until a process of the user's had its number."""
    if tuple(map(int, os.uname().release.split(".")[:2])) < (6, 5):
        pytest.skip("this kernel tells no more of a socket's process than its number")
    restart(served)
    plain = served.run("plain", "Ends$Returns")
    directory = served.pool / (newest(served).name.split(".")[0] + "." + "0" * 15 + "1")
    with subprocess.Popen(["setpriv", "--no-new-privs", sys.executable, "-c", FALSE_HEIR, directory], stdout=subprocess.PIPE, text=True) as false:
        heir = None
        try:
            heir = process_with_number(int(false.stdout.readline()))
            if heir is None:
                pytest.skip("no process can be given that number")
            assert false.stdout.readline() == "listens\n"
            assert_same(run_warm(served), plain)
            assert int(false.communicate(timeout=30)[0]) == 0
            assert heir.poll() is None
        finally:
            false.kill()
            if heir is not None:
                heir.kill()
                heir.wait()
            shutil.rmtree(directory, ignore_errors=True)


def run_warm(served):
    """Not waiting for the false server, whose lock is free."""
    before = len(served.events("warm"))
    ran = served.run("warm", "Ends$Returns")
    assert len(served.events("warm")) == before + 1, served.events()[-5:]
    return ran


def open_files(pid):
    """What the descriptors of process pid are open on; the process may close some meanwhile."""
    for entry in os.scandir(f"/proc/{pid}/fd"):
        with contextlib.suppress(FileNotFoundError):
            yield os.readlink(entry.path)


def test_the_keeper_of_a_second_server_keeps_no_directory_of_its_client_in_use(served):
    """A file system could not be unmounted for ten minutes."""
    restart(served)
    clients = [popen(served, "warm", "Waits$Sleeps"), at_once(served, "warm", "Waits$Sleeps")]
    served.wait(lambda: len(served.pids()) == 2)
    keepers = [parent(pid) for pid in served.pids()]
    kept = [target for keeper in keepers for target in open_files(keeper)]
    kept += [os.readlink(f"/proc/{keeper}/cwd") for keeper in keepers]
    for client in clients:
        client.kill()
        client.communicate()
    assert kept and str(served.work) not in kept, kept


def test_a_server_whose_keeper_was_killed_ends_when_it_is_idle(served):
    """Nobody else would have ended it for being idle too long."""
    server = restart(served)
    client = popen(served, "warm", "Waits$Sleeps")
    os.kill(parent(server), signal.SIGKILL)
    time.sleep(6)
    assert lives(server) and client.poll() is None, "in a run it goes on"
    client.send_signal(signal.SIGTERM)
    assert ended(client)[:2] == (128 + signal.SIGTERM, b"sleeps\n")
    served.wait(lambda: not lives(server), 20)
    assert served.run("warm", "State$Statics")[0] == 0


def test_runs_in_directories_that_are_gone_at_once_get_a_server(served, tmp_path):
    """It was started in the directory of its first client; its VM failed when that was gone, and no other was started for ten minutes."""
    served.stop()
    served.wait(lambda: not served.pids())
    before = len(served.events())
    for turn in range(60):
        place = tmp_path / str(turn)
        place.mkdir()
        ran = subprocess.run(served.words("warm", "Ends$Returns", (), ["-Xmx77m"]), env=served.environment({}), cwd=place, capture_output=True, timeout=60)
        place.rmdir()
        assert ran.returncode == 0, ran
        if any(event[1] == "warm" for event in served.events()[before:]):
            break
        time.sleep(0.1)
    else:
        pytest.fail(str(served.events()[before:]))
    assert not [event for event in served.events()[before:] if event[3] == "server did not start"]


def test_a_relative_class_path_of_a_directory_that_is_gone_is_not_looked_for_in_the_root(served, tmp_path):
    """All files of the machine were listed, up to the limit for a class path."""
    before = len(served.events())
    for turn in range(5):
        place = tmp_path / str(turn)
        place.mkdir()
        shutil.copy2(served.programs / "Ends$Returns.class", place)
        ran = subprocess.run([served.commands["warm"], "-cp", ".", "Ends$Returns"], env=served.environment({}), cwd=place, capture_output=True, timeout=60)
        shutil.rmtree(place)
        assert ran.returncode == 0, ran
    # A class path that is new is read again two seconds later.
    served.wait(lambda: any(event[1] == "refused" for event in served.events()[before:]))
    assert not [event for event in served.events()[before:] if event[3] == "class path has too many files"]
    assert not list(served.pool.glob("failed.*")), served.events()[before:]


def test_a_server_that_is_starting_can_be_stopped(served):
    """It was there a moment later."""
    for turn in range(3):
        served.stop()
        served.wait(lambda: not served.pids())
        gone = set(served.servers())
        subprocess.run(served.words("warm", "Ends$Returns"), env=served.environment({}), cwd=served.work, capture_output=True, timeout=60)
        served.wait(lambda gone=gone: set(served.servers()) - gone)
        stopped = subprocess.run([served.home / "bin/spillway", "pool", "stop", "--force"], env=served.environment({}), capture_output=True, text=True, timeout=60)
        started = newest(served).name
        assert f"{started} stopped\n" in stopped.stdout, (turn, stopped)
        assert not served.pids()


def test_a_server_whose_client_was_killed_says_so(served):
    restart(served)
    client, before = popen(served, "warm", "Waits$Sleeps"), len(served.events("ended"))
    client.kill()
    client.communicate()
    served.wait(lambda: len(served.events("ended")) > before)
    assert served.events("ended")[-1][3:] == ["retired", "the client of its run has gone"]
