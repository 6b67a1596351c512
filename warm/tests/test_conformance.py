# SPDX-License-Identifier: Apache-2.0
"""Programs on a warm server do what they do on plain java: same bytes, status and files, in the first, second and later runs on a server that other
programs have used. Each run is checked to have been a warm one."""
import os
import signal
import socket
import subprocess

import pytest

from conftest import ROOT
from served import TIMES, assert_same

RUNS = 4 * TIMES


def warm_runs(served):
    return len(served.events("warm"))


CASES = [
    ("Ends$Returns", ["a", "", "b c", "*", "ü"]),
    ("Ends$Exits", ["3"]),
    ("Ends$Exits", ["256"]),
    ("Ends$Exits", ["-1"]),
    ("Ends$Throws", []),
    ("Ends$OtherThrows", []),
    ("Ends$Hooks", []),
    ("Ends$Hooks", ["exit"]),
    ("Ends$Hooks", ["halt"]),
    ("Ends$HookHalts", []),
    ("Ends$DaemonsLeft", []),
    ("Ends$CommonPool", []),
    ("Ends$Virtual", []),
    ("Ends$VirtualSockets", []),
    # Their servers ended, as did one of some 1,500 runs of VirtualSockets: a thread that its carrier had mounted stayed in the JDK's list.
    ("Ends$VirtualLeft", ["runs"]), ("Ends$VirtualLeft", ["in native code"]),
    ("Ends$Deep", []),
    ("Ends$Instance", []),
    ("Ends$NoMain", []),
    ("Ends$FailingMain", []),
    ("Ends$Missing", []),
    ("State$Statics", []),
    ("State$Enums", []),
    ("State$Lambdas", []),
    ("State$Initialisers", []),
    ("State$Initialisers", ["never"]),
    ("State$FailingInitialiser", []),
    ("State$Reflection", []),
    ("State$OfJdk", []),
    ("State$Logging", []),
    ("State$Finalizers", []),
    ("State$Pending", []),
    ("State$Unsafe", []),
    ("State$Net", []),
    ("Global$Providers", []), ("Global$Modules", []),
    ("Global$Assertions", []),
    ("Process$Streams", []),
    ("Process$Streams", ["leave the rest"]),
    ("Process$Here", []),
    ("Process$Much", []),
]


@pytest.mark.parametrize("main,arguments", CASES, ids=str)
def test_same_as_plain_java_in_every_run(served, main, arguments):
    plain = served.run("plain", main, arguments, stdin=b"one\ntwo\nthree\n")
    if TIMES > 1:
        served.stop()  # the first of many runs is a server's first one, too
    served.start()
    ended, before = len(served.events("ended")), warm_runs(served)
    for run in range(RUNS):
        assert_same(served.run("warm", main, arguments, stdin=b"one\ntwo\nthree\n"), plain, f"run {run}")
    served.await_free()
    assert warm_runs(served) == before + RUNS
    assert len(served.events("ended")) == ended, served.events("ended")[ended:]


# Beans show the collector, so both run with that of the server.
COLLECTOR = ["-XX:+UseParallelGC"]


@pytest.mark.parametrize("main", ["Management$Beans", "Management$Threads", "Events$Quiet"])
def test_what_the_vm_keeps_for_management_and_flight_recorder_is_new_in_every_run(served, main):
    plain = served.run("plain", main, options=COLLECTOR)
    assert plain[0] == 0 and plain[2] == b"", plain
    served.start(options=COLLECTOR)
    ended, before = len(served.events("ended")), warm_runs(served)
    for run in range(RUNS):
        assert_same(served.run("warm", main, options=COLLECTOR), plain, f"run {run}")
    served.await_free()
    assert warm_runs(served) == before + RUNS
    assert len(served.events("ended")) == ended, served.events("ended")[ended:]


@pytest.mark.parametrize("main,arguments,reason", [
    ("Management$Changes", ["threshold"], "the program set a threshold of a memory pool"),
    ("Management$Changes", ["contention"], "the program changed what the VM logs or measures"),
    ("Management$Changes", ["flag"], "the program set a flag of the VM"),
    ("Management$Changes", ["collections"], "the program asked to be told of collections"),
    ("Management$Changes", ["command"], "the program gave the VM a diagnostic command"),
    ("Events$Records", [], "the program started Flight Recorder"),
], ids=str)
def test_what_stays_in_the_vm_retires_the_server_in_words_of_its_own(served, main, arguments, reason):
    plain = served.run("plain", main, arguments)
    assert plain[0] == 0 and plain[1] != b"", plain
    served.start()
    ended, before = len(served.events("ended")), warm_runs(served)
    # Its classes have been used in the run before.
    assert_same(served.run("warm", "Events$Quiet"), served.run("plain", "Events$Quiet"))
    assert_same(served.run("warm", main, arguments), plain)
    served.wait(lambda: len(served.events("ended")) > ended)
    assert warm_runs(served) == before + 2
    assert served.events("ended")[ended][3:] == ["retired", reason], served.events("ended")[ended:]


@pytest.mark.parametrize("value", ["5", "6", None])
def test_properties_are_those_of_the_run(served, value):
    options = [f"-Dfails.value={value}"] if value else []
    plain = served.run("plain", "State$FailingInitialiser", options=options)
    served.start()
    assert_same(served.run("warm", "State$FailingInitialiser", options=options), plain)


@pytest.mark.parametrize("more", [0, 6, 12, 30, 90, 400])
def test_all_system_properties_are_those_of_plain_java_in_its_order(served, more):
    """A table's order depends on its size and on the order in which it was filled; "ar" shares a place with one of the VM's."""
    options = ["-Da.b=c", "-Dflag", "-Dar=1", "-Da.b=d", *(f"-Dof.the.run.{i}={i}" for i in range(more))]
    plain = served.run("plain", "State$Properties", ["x"], options=options)
    served.start()
    for _ in range(2):
        assert_same(served.run("warm", "State$Properties", ["x"], options=options), plain)


@pytest.mark.parametrize("option", ["-Xmx2g", "-Xmx1700m", "-Xmx3g", "-XX:MaxDirectMemorySize=64m", "-Dsun.nio.MaxDirectMemorySize=1m", "-Dsun.management.compiler=x",
                                    "-Djava.vm.compressedOopsMode=x", "-Djava.vm.name=x", "--sun-misc-unsafe-memory-access=allow", "-Dfile.encoding=COMPAT"])
def test_properties_that_the_vm_has_a_word_in_are_those_of_plain_java(served, option):
    options = ["-Dbefore=1", option, "-Dar=2"]
    plain = served.run("plain", "State$Properties", options=options)
    served.start(options=options)
    before = warm_runs(served)
    for _ in range(2):
        assert_same(served.run("warm", "State$Properties", options=options), plain)
    assert warm_runs(served) == before + 2


def test_properties_of_variables_and_of_the_server_are_where_plain_java_has_them(served):
    variables = {"JAVA_TOOL_OPTIONS": "-Dfirst=1 -Djava.awt.headless=true", "JDK_JAVA_OPTIONS": "-Dsecond=2 --add-opens=java.base/java.lang=ALL-UNNAMED",
                 "_JAVA_OPTIONS": "-Dlast=3"}
    options = [f"-D{prefix}of.both.{i}={i}" for i in range(40) for prefix in ("", "java.")] + ["--add-opens=java.base/java.util=ALL-UNNAMED", "-Dbehind=4"]
    plain = served.run("plain", "State$Properties", options=options, environment=variables)
    served.start(main="State$Properties", options=options, environment=variables)
    before = warm_runs(served)
    for _ in range(2):
        assert_same(served.run("warm", "State$Properties", options=options, environment=variables), plain)
    assert warm_runs(served) == before + 2


def test_environment_is_that_of_the_run(served, tmp_path):
    tool = tmp_path / "only-in-path"
    tool.write_text("#!/bin/sh\nexit 9\n")
    tool.chmod(0o755)
    served.start()
    for changes in ({"CHANGES": "1", "PATH": f"{tmp_path}:{os.environ['PATH']}"}, {"CHANGES": "two words"}, {"OTHER": "x", "EMPTY": ""}, {}):
        plain, warm = (served.run(kind, "Process$Environment", environment=changes) for kind in ("plain", "warm"))
        assert_same(warm, plain)
        assert plain[0] == 0


def test_open_descriptors_are_those_of_the_client(served, tmp_path):
    (tmp_path / "five").write_text("from five\n")
    results = []
    served.start()
    for kind in ("plain", "warm", "warm"):
        served.await_free()
        out = tmp_path / "four"
        shell = f"exec \"$@\" 4>{out} 5<{tmp_path}/five"
        ran = subprocess.run(["bash", "-c", shell, "x", *map(str, served.words(kind, "Process$Descriptor"))], env=served.environment({}),
                             capture_output=True, timeout=60)
        results.append((ran.returncode, ran.stdout, ran.stderr, out.read_text()))
    assert results[0] == results[1] == results[2] and results[0][3] == "to four\n"


@pytest.mark.parametrize("main", ["Process$Port", "Process$Channels"])
def test_socket_that_a_run_leaves_is_closed(served, main):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    served.start()
    ended, before = len(served.events("ended")), warm_runs(served)
    for kind in ("plain", "warm", "warm", "warm"):
        assert served.run(kind, main, [str(port)]) == (0, b"bound true\n", b"", {})
    served.await_free()
    assert warm_runs(served) == before + 3 and len(served.events("ended")) == ended, served.events("ended")[ended:]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_ended_by_a_signal(served, number):
    results = []
    for kind in ("plain", "warm", "warm"):
        if kind == "warm":
            served.start()
            served.await_free()
        process = subprocess.Popen(served.words(kind, "Ends$Waits"), env=served.environment({}), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
        results.append((process.returncode, out, err))
    assert results[0] == results[1] == results[2]
    assert results[0][0] == (-number if number == signal.SIGKILL else 128 + number)


def test_exit_while_main_returns_ends_that_run_once_and_no_other(served):
    served.start()
    ended = len(served.events("ended"))
    for run in range(40):
        status, out, err, _ = served.run("warm", "Ends$ExitRace", [str(run * 10)])
        assert status in (0, 3) and (out, err) == (b"1\n", b""), run
        assert served.run("warm", "Ends$Exits", ["4"])[:3] == (4, b"", b""), run
    assert len(served.events("ended")) == ended, served.events("ended")[ended:]


def test_javac_is_served_and_makes_the_same_files(served):
    source = ROOT / "leaky/src/main/java/dev/spillway/leaky"
    arguments = ["-d", ".", *sorted(map(str, source.glob("*.java")))]
    plain = served.run("plain", "com.sun.tools.javac.Main", arguments)
    served.start()
    before = warm_runs(served)
    for run in range(5):
        assert_same(served.run("warm", "com.sun.tools.javac.Main", arguments), plain, f"run {run}")
    assert warm_runs(served) == before + 5
    assert plain[0] == 0 and len(plain[3]) > 5


def test_a_tool_that_attaches_retires_the_server_and_sees_the_run(served):
    served.start()
    served.await_free()
    process = subprocess.Popen(served.words("warm", "Ends$Waits"), env=served.environment({}), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    seen = [subprocess.run([served.image / "bin/jcmd", pid, "Thread.print"], capture_output=True, text=True).stdout for pid in served.pids()]
    assert any("Ends$Waits.main" in threads for threads in seen), seen
    process.terminate()
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (143, b"hook\n", b"")
    served.wait(lambda: any("a tool has attached" in " ".join(e) for e in served.events("ended")))
    served.stop()  # another server, which had no run, says so after its next one


def test_a_program_that_cannot_be_undone_retires_its_server_and_is_not_changed_itself(served):
    plain = served.run("plain", "Ends$VirtualParked")
    served.start()
    assert_same(served.run("warm", "Ends$VirtualParked"), plain)
    served.wait(lambda: any("still reachable" in " ".join(e) for e in served.events("ended")))
    served.start()
    assert_same(served.run("warm", "Ends$Returns"), served.run("plain", "Ends$Returns"))


def test_a_lock_that_an_ended_virtual_thread_had_keeps_no_later_run_waiting(served):
    """Compiled frames that the thread had not come back to gave theirs up to nobody, and main of the next run waited for ever: from some five runs on, when they are compiled."""
    plain = served.run("plain", "Ends$VirtualLeft", ["thawed in part"])
    ended = len(served.events("ended"))
    for turn in range(16 * TIMES):
        assert_same(served.run("warm", "Ends$VirtualLeft", ["thawed in part"]), plain, f"run {turn}")
    served.await_free()
    assert {event[4] for event in served.events("ended")[ended:]} <= {"still reachable: the lock of class java.lang.Integer"}, served.events("ended")[ended:]
