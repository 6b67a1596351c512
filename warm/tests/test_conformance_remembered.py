# SPDX-License-Identifier: Apache-2.0
"""What the JDK and the VM keep for the life of a process is kept for the life of a run; each was once seen in a later one."""
import fcntl
import json
import os
import shutil
import socket
import subprocess
import time

import pytest

from served import ROOT, assert_same, warm_turns

PROGRAMS = ROOT / "warm/tests/programs"
UNSET = ((), ())


def ways(*arguments):
    return [UNSET, *(((argument,), ()) for argument in arguments)]


@pytest.mark.parametrize("main,turns", [
    ("Remembered$Logins", ways("alice", "bob")), ("Remembered$Details", ways("hostInfo,jar")), ("Remembered$Texts", ways("de")), ("Remembered$ExitLog", ways("logs")),
    ("Remembered$Filters", ways("logs")), ("Remembered$Aliases", ways("adds")), ("Remembered$Groups", [UNSET]), ("Remembered$Channels", [UNSET]),
    ("Decided$DefaultFiles", ways("no.such.Provider")), ("Decided$MergeSort", ways("true")), ("Decided$Hash", ways("MD5")), ("Decided$Signs", [UNSET]), ("Decided$Parallel", ways("registers")),
    ("Lasting$Handler", ways("thread")), ("Lasting$Policy", ways("limited")), ("Lasting$Sum", ways("11")), ("Lasting$Bundles", ways("makes")), ("Lasting$Charsets", ways("UTF-16")),
    ("Lasting$Puts", [((text, "200"), ["--enable-native-access=ALL-UNNAMED"]) for text in ("secret", "mine")]),
    ("Lasting$Alarm", [(arguments, ["--enable-native-access=ALL-UNNAMED"]) for arguments in (("sets",), ())]),
    ("Remembered$Refused", ways("access")), ("Remembered$Volatile", [UNSET]), ("Remembered$Format", ways("one", "two")[1:]),
    ("Remembered$Exceptions", ways("1", "100000")[1:]), ("Remembered$Restricted", ways("1", "100000")[1:]),
], ids=str)
def test_what_a_run_has_set_or_used_up_is_not_for_the_next_one(served, main, turns):
    warm_turns(served, main, turns, options_of_server=turns[0][1])


@pytest.mark.parametrize("main,argument", [("Decided$DefaultFiles", "no.such.Provider"), ("Decided$MergeSort", "true"), ("Decided$Hash", "MD5"), ("Decided$Parallel", "registers")])
def test_what_a_run_decides_shows_in_plain_java(served, main, argument):
    """Else the above tells nothing."""
    assert served.run("plain", main)[1] != served.run("plain", main, [argument])[1]


def test_threads_of_the_jdk_that_a_run_changes_are_not_those_of_the_next(served):
    options = ["-XX:+UseParallelGC"]
    plain = served.run("plain", "Lasting$Renamed", options=options)
    for arguments in (["changes"], [], ["changes"], []):
        served.start(options=options)
        assert_same(served.run("warm", "Lasting$Renamed", arguments, options), plain)
        served.await_free()
        if arguments:
            served.wait(lambda: "changed a thread of the JDK" in str(served.events("ended")[-1:]))


def test_a_lock_of_a_file_that_the_client_had_open_is_free_when_it_has_ended(served, tmp_path):
    """A script's `( flock -n 9 && java ... ) 9>>lock`; the server still had the file when the client had ended."""
    served.start()
    before = len(served.events("warm"))
    for run in range(60):
        with open(tmp_path / "lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.set_inheritable(lock.fileno(), True)
            subprocess.run(served.words("warm", "Ends$Returns"), env=served.environment({}), pass_fds=[lock.fileno()], check=True, stdout=subprocess.DEVNULL)
    assert len(served.events("warm")) > before, served.events()[-3:]


def test_a_limit_of_file_sizes_goes_to_plain_java_and_not_to_the_pools_log(served):
    """Which may be longer: the client ended by SIGXFSZ."""
    served.start()
    length = (served.pool / "events").stat().st_size
    ran = subprocess.run(["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *served.words("warm", "Ends$Returns", options=["-XX:-UsePerfData"])], env=served.environment({}), capture_output=True,
                         timeout=60)
    assert ran.returncode == 0 and (served.pool / "events").stat().st_size == length, ran


def test_providers_that_fail_in_one_run_work_in_the_next(served, tmp_path):
    """On a class path of their own, since all programs of it would find them."""
    classes = tmp_path / "classes"
    (classes / "META-INF/services").mkdir(parents=True)
    for compiled in served.programs.glob("Providers*.class"):
        shutil.copy2(compiled, classes)
    (classes / "META-INF/services/java.nio.file.spi.FileSystemProvider").write_text("Providers$Disk\n")
    (classes / "META-INF/services/java.text.spi.DecimalFormatSymbolsProvider").write_text("Providers$Symbols\n")
    time.sleep(2.1)
    turns = [(option, argument) for option in ("-Dany", "-Ddisk") for argument in ((), ("SPI,CLDR",))]

    def run(kind, option, arguments):
        return served.run(kind, "-cp", [classes, "Providers", *arguments], [option])

    plain = [run("plain", *turn) for turn in turns]
    assert len({out for _, out, *_ in plain}) == 4, plain
    before = len(served.events("warm"))
    for turn in range(8):
        subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "-cp", [classes, "Providers"])], env=served.environment({}), check=True)
        ended, option = len(served.events("ended")), turns[turn * 3 % 4][0]
        assert_same(run("warm", *turns[turn * 3 % 4]), plain[turn * 3 % 4], f"run {turn}")
        if option == "-Ddisk":  # a provider that works is held by the JDK for good, and costs the server
            served.wait(lambda: len(served.events("ended")) == ended + 1)
        served.await_free()
    assert len(served.events("warm")) == before + 8, served.events()[-5:]


def test_a_channel_is_inherited_whatever_a_run_before_has_inherited(served):
    served.start()
    for _ in range(2):
        assert served.run("warm", "Remembered$Inherited")[:3] == (0, b"null\n", b"")
        served.await_free()
        ours, theirs = socket.socketpair()
        ran = subprocess.run(served.words("warm", "Remembered$Inherited"), env=served.environment({}), stdin=theirs, capture_output=True, timeout=60)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"InheritedSocketChannelImpl\n", b"")
        ours.close(), theirs.close()
        served.await_free()
    assert len(served.events("warm")) >= 4


def test_output_is_not_taken_for_appended_because_that_of_another_run_was(served, tmp_path):
    served.start()
    for flags, position in ((os.O_APPEND, b"8\n"), (0, b"0\n"), (os.O_APPEND, b"8\n")):
        for kind in ("plain", "warm"):
            (tmp_path / "out").write_bytes(b"existing")
            out = os.open(tmp_path / "out", os.O_RDWR | flags)
            ran = subprocess.run(served.words(kind, "Remembered$Position"), env=served.environment({}), stdout=out, stderr=subprocess.PIPE, timeout=60)
            os.close(out)
            assert (kind, ran.returncode, ran.stderr) == (kind, 0, position)
            served.await_free()


@pytest.mark.parametrize("main,arguments,options,says", [
    ("Remembered$Exhausts", [], ["-Xmx64m"], b"at Remembered"), ("Faults$Exhausts", [], ["-XX:+UseParallelGC", "-Xmx64m"], b"at Faults"),
    ("Faults$Exhausts", ["caught"], ["-XX:+UseParallelGC", "-Xmx64m"], b"Java heap space"), ("Ends$NoMemory", [], [], b""),
], ids=str)
def test_each_run_that_exhausts_memory_does_as_the_first(served, main, arguments, options, says):
    """A VM has four errors with a trace: who needs one ends its server."""
    plain = served.run("plain", main, arguments, options)
    assert says in plain[1] + plain[2], plain
    for run in range(5 if main.startswith("Remembered") else 2):
        served.start(options=options)
        before = len(served.events("warm"))
        assert_same(served.run("warm", main, arguments, options), plain, f"run {run}")
        assert len(served.events("warm")) == before + 1, served.events()[-5:]
        served.wait(lambda: "memory was exhausted" in str(served.events("ended")[-1:]))


def test_threads_that_ended_while_they_waited_for_a_lock_of_the_jdk_keep_nobody_waiting(served):
    for run in range(3):
        served.start()
        assert served.run("warm", "Remembered$Locks")[:3] == (0, b"", b""), run
        served.start()
        assert served.run("warm", "Remembered$Locks", ["counts"])[:3] == (0, b"true\n" * 4, b""), run


@pytest.mark.parametrize("how,status", [("exits", 3), ("waits", 4)])
def test_an_exit_below_a_function_of_the_c_library_has_its_status(served, how, status):
    """The VM aborted: its stub lets no exception through."""
    options = ["--enable-native-access=ALL-UNNAMED"]
    plain = served.run("plain", "Callbacks$Sorts", [how], options)
    assert plain == (status, b"", b"", {})
    for _ in range(2):
        served.start(options=options)
        before = len(served.events("warm"))
        assert_same(served.run("warm", "Callbacks$Sorts", [how], options), plain)
        assert len(served.events("warm")) == before + 1


@pytest.mark.parametrize("how", ["here", "thread"])
def test_nothing_runs_after_an_exit_in_what_a_library_has_called(served, tmp_path, how):
    """The library cleared the exception by which the thread was to end."""
    library, options = tmp_path / "libcallbacks.so", ["--enable-native-access=ALL-UNNAMED"]
    subprocess.run(["cc", "-shared", "-fPIC", f"-I{served.image}/include", f"-I{served.image}/include/linux", "-o", library, PROGRAMS / "callbacks.c"], check=True)
    plain = served.run("plain", "Callbacks$Clears", [library, how], options)
    assert plain == (3, b"", b"", {})
    for _ in range(2):
        served.start(options=options)
        before = len(served.events("warm"))
        assert_same(served.run("warm", "Callbacks$Clears", [library, how], options), plain)
        assert len(served.events("warm")) == before + 1


@pytest.mark.parametrize("option", ["-XX:MaxMetaspaceSize=64m", "-XX:CompressedClassSpaceSize=64m"])
def test_a_limit_of_the_memory_for_classes_is_that_of_one_program(served, option):
    """The classes of all programs of one class path stay loaded: the second had less room."""
    why = subprocess.run([served.home / "bin/spillway", "pool", "why", "--", *served.words("warm", "Ends$Returns", options=[option])],
                         env=served.environment({}), capture_output=True, text=True, timeout=60)
    assert (json.loads(why.stdout)["cold"], json.loads(why.stdout)["detail"]) == ("option not known to be safe", option)
