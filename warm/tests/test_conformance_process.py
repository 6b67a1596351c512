# SPDX-License-Identifier: Apache-2.0
"""Programs that fail, are killed or look at their surroundings end on a warm server as they do on plain java, and the next run finds a sound one."""
import contextlib
import getpass
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from served import all_warm, assert_same, by_shell, warm_turns

PLAIN = [((), ())]


@pytest.mark.parametrize("main,turns", [
    ("Faults$Overflow", PLAIN), ("Faults$FailingHook", PLAIN), ("Faults$NoSuchThings", PLAIN), ("Faults$Odd", PLAIN),
    ("Context$Arguments", [(("", "a b", "*", "'q'", '"', "\\", "-x", "--", "@none", "ü€", "\n"), ()), (tuple(map(str, range(5_000))), ())]),
    ("Context$Options", [((), ["-Da=1", "-Da=2", "-Db"]), ((), ["-Da="])]),
    ("Context$Options", [((), ["-ea"])]),
    ("Context$Options", [((), ["-Xmx100m"])]),
    ("Context$Alternates", PLAIN),
], ids=str)
def test_same_as_plain_java_on_a_server_of_these_options(served, main, turns):
    warm_turns(served, main, turns, options_of_server=[o for o in turns[0][1] if not o.startswith("-D")])


@pytest.mark.parametrize("option", ["-Duser.timezone=Europe/Paris", "-Duser.language=de", "-Dfile.encoding=ISO-8859-1", "-Dstdout.encoding=US-ASCII", "-Djava.io.tmpdir=/nowhere"])
def test_an_option_that_a_vm_reads_at_its_start_is_that_of_the_run(served, option):
    for main in ("Context$Zone", "Context$Encodings", "Context$Options"):
        warm_turns(served, main, [((), [option])], options_of_server=[option])


@pytest.mark.parametrize("environment", [{"TZ": "Asia/Tokyo"}, {"TZ": "UTC"}, {"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}, {"LANG": "POSIX", "LC_ALL": ""},
                                         {"JDK_JAVA_OPTIONS": "-Da=from-options -ea"}], ids=str)
@pytest.mark.parametrize("main", ["Context$Zone", "Context$Encodings", "Context$Options"])
def test_what_the_environment_says_at_the_start_is_that_of_the_run(served, main, environment):
    plain = served.run("plain", main, ["ü"], environment=environment)
    served.start(environment=environment)
    with all_warm(served, 2):
        for _ in range(2):
            assert_same(served.run("warm", main, ["ü"], environment=environment), plain)


BY_ANOTHER_SERVER = ['ulimit -S -n 300; "$@"', 'ulimit -S -n 1024; exec 260</dev/null; "$@"']


@pytest.mark.parametrize("script,main", [
    ('"$@" >&-', "Context$Closed"), ('"$@" 2>&-', "Context$Closed"), ('"$@" >&- 2>&-', "Context$Closed"), ('"$@" </dev/null', "Context$Encodings"),
    ('"$@" <&-', "Context$Zone"), ('"$@" <&- >&- 2>&-', "Context$Zone"), ('echo first >both; "$@" >>both 2>&1', "Context$Alternates"),
    ('trap "" HUP INT; "$@"', "Context$Ignoring"), ('trap "" INT USR2 TSTP; "$@"', "Context$Ignoring"), ('"$@"', "Context$Ignoring"),
    ('"$@" >out 2>err', "Context$Alternates"), ('"$@" | head -1; echo "${PIPESTATUS[0]}"', "Context$Endless"),
    ('umask 027; "$@"', "Context$Limits"), ('ulimit -S -n 300; "$@"', "Context$Limits"), ('exec 100</dev/zero; "$@"', "Context$Descriptors"),
    (BY_ANOTHER_SERVER[1], "Context$Limits"),
    ('for n in {20..200}; do eval "exec $n</dev/null"; done; "$@"', "Context$Descriptors"),
], ids=str)
def test_what_a_shell_sets_for_a_run(served, script, main):
    plain = by_shell(served, "plain", script, main)
    served.start()
    if script in BY_ANOTHER_SERVER:
        # A limit is in the key.
        command = [served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", main)]
        subprocess.run(["bash", "-c", script, "shell", *map(str, command)], env=served.environment({}), check=True, capture_output=True, timeout=60)
    with all_warm(served, 3):
        for run in range(3):
            assert_same(by_shell(served, "warm", script, main), plain, f"run {run}")


def test_a_program_that_may_open_few_files_has_all_of_them(served):
    """A server keeps some three hundred numbers for itself, which a program that opens many lacked: a run with a low limit is plain java."""
    script = 'ulimit -n 1024; "$@"'
    plain = by_shell(served, "plain", script, "Told$OpensMany", [900])
    assert plain[:2] == (0, b"900\n"), plain
    assert_same(by_shell(served, "warm", script, "Told$OpensMany", [900]), plain)
    assert served.events("cold")[-1][3] == "low limit of open files"


def test_a_directory_for_temporary_files_is_missed_in_the_run_in_which_it_is_missing(served, tmp_path):
    """The VM looks, and warns, when it starts: a server did so for all its runs."""
    there = tmp_path / "temporary"
    options = [f"-Djava.io.tmpdir={there}"]
    for make, warned in ((None, b"java.io.tmpdir"), (there.mkdir, b""), (there.rmdir, b"java.io.tmpdir")):
        if make is not None:
            make()
        plain = served.run("plain", "Context$Zone", options=options)
        assert (warned in plain[1] + plain[2]) and (warned != b"" or b"tmpdir" not in plain[1] + plain[2]), plain
        served.start(options=options)
        with all_warm(served, 2):
            for run in range(2):
                assert_same(served.run("warm", "Context$Zone", options=options), plain, f"run {run}")


@pytest.mark.parametrize("variable", ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"])
@pytest.mark.parametrize("there", [True, False], ids=["that is there", "that is missing"])
def test_a_directory_for_temporary_files_that_a_variable_names_is_no_warning(served, tmp_path, there, variable):
    """The VM says what it has picked up, which a server took for its word that the directory is missing: each run started one that ended at once."""
    directory = tmp_path / "temporary"
    if there:
        directory.mkdir()
    script = f'export {variable}=-Djava.io.tmpdir={directory}; "$@"'
    plain = by_shell(served, "plain", script, "Context$Zone")
    assert str(directory).encode() in plain[2] and (b"java.io.tmpdir directory does not exist" in plain[2]) == (not there), plain
    pool = [served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "Context$Zone")]
    subprocess.run(["bash", "-c", script, "shell", *map(str, pool)], env=served.environment({}), check=True, capture_output=True, timeout=60)
    with all_warm(served, 2):
        for run in range(2):
            assert_same(by_shell(served, "warm", script, "Context$Zone"), plain, f"run {run}")


@pytest.mark.parametrize("name,make", [("tmp", ""), ("inside", "mkdir inside; ")], ids=["that only the root has", "that only the run has"])
def test_a_relative_directory_for_temporary_files_is_looked_for_where_the_run_is(served, name, make):
    """A server looked for it in the root."""
    options, script = [f"-Djava.io.tmpdir={name}"], make + '"$@"'
    plain = by_shell(served, "plain", script, "Context$Zone", options=options)
    assert (b"java.io.tmpdir directory does not exist" in plain[2]) == (make == ""), plain
    served.empty_work()
    pool = [served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "Context$Zone", (), options)]
    subprocess.run(["bash", "-c", script, "shell", *map(str, pool)], cwd=served.work, env=served.environment({}), check=True, capture_output=True, timeout=60)
    with all_warm(served, 2):
        for run in range(2):
            assert_same(by_shell(served, "warm", script, "Context$Zone", options=options), plain, f"run {run}")


@contextlib.contextmanager
def first(served, script):
    """A server does that before it makes its VM."""
    server = served.image / "lib/spillway-warm-server"
    itself = server.rename(server.with_name("spillway-warm-server-itself"))
    try:
        server.write_text(f'#!/bin/sh\n{script}\nexec {itself} "$@"\n')
        server.chmod(0o755)
        yield
    finally:
        server.unlink()
        itself.rename(server)


def test_a_server_ends_when_its_directory_for_temporary_files_went_before_its_vm_looked(served, tmp_path):
    """It warned before each run, though the directory was there once more."""
    there = tmp_path / "temporary"
    there.mkdir()
    options = [f"-Djava.io.tmpdir={there}"]
    before = len(served.events("ended"))
    with first(served, f"rmdir {there}"):
        warm = subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "Ends$Returns", (), options)],
                              env=served.environment({}), capture_output=True, text=True, timeout=60)
    # Of the key and that change, not for each run that comes.
    assert warm.returncode == 1 and "no server was started: server did not start: " in warm.stderr and "the directory for temporary files has changed" in warm.stderr, warm
    assert [e[3] for e in served.events("ended")[before:] if "the directory for temporary files has changed" in e[4]] == ["server did not start"]


def test_a_server_whose_directory_went_before_its_vm_looked_does_not_look_elsewhere(served, tmp_path):
    """It took the root for the directory, and its class path from there."""
    here = tmp_path / "here"
    here.mkdir()
    path = os.path.relpath(served.programs, here)
    words = [served.home / "bin/java", "-cp", path, "Ends$Returns"]
    before = len(served.events("ended"))
    with first(served, f"rmdir {here}; mkdir {here}"):
        warm = subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", *words], cwd=here, env=served.environment({}), capture_output=True, text=True, timeout=60)
    assert warm.returncode != 0, warm
    # Servers of other tests may end meanwhile.
    served.wait(lambda: any("its working directory is gone" in e[4] for e in served.events("ended")[before:]))
    ran = subprocess.run(words, cwd=here, env=served.environment({}), capture_output=True, timeout=60)
    assert ran.returncode == 0 and b"Could not find" not in ran.stderr, ran


def test_a_relative_path_of_a_property_is_below_the_directory_of_the_run(served):
    """The JDK keeps the directory in which it started in more than one place."""
    script = 'mkdir sub; cd sub; "$@"'
    plain = by_shell(served, "plain", script, "Told$Seeds")
    assert plain[:2] == (0, b"[0, 0, 0, 0]\n"), plain
    served.start()
    with all_warm(served, 3):
        for run in range(3):
            assert_same(by_shell(served, "warm", script, "Told$Seeds"), plain, f"run {run}")


LOCKED = """
import fcntl, os, subprocess, sys
plain, warm, pool, directory, *words = sys.argv[1:]
if subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=700", "none", directory]).returncode != 0:
    sys.exit(99)
files = [open(f"{directory}/{os.getpid() + n}", "w") for n in range(900)]
for file in files:
    fcntl.flock(file, fcntl.LOCK_EX)
said = subprocess.run([plain, *words], capture_output=True).stdout.count(b"locked by another process")
print("said", said, flush=True)
subprocess.run([pool, "pool", "warm", "--", warm, *words], check=True, capture_output=True)
for file in files:
    file.close()
for _ in range(2):
    subprocess.run([warm, *words], check=True)
"""


def test_what_a_vm_says_of_other_vms_files_at_its_start_is_not_said_in_each_run(served):
    """A VM says so whose file of performance data another one that looks for stale files has locked just then: a server's runs all did, with its time."""
    directory = Path("/tmp") / f"hsperfdata_{getpass.getuser()}"
    directory.mkdir(mode=0o700, exist_ok=True)
    before = len(served.events("warm"))
    command = ["unshare", "-m", sys.executable, "-c", LOCKED, served.commands["plain"], served.commands["warm"], served.home / "bin/spillway", directory,
               "-cp", served.programs, "Ends$Returns", "a"]
    ran = subprocess.run([*map(str, command)], env=served.environment({}), cwd=served.work, capture_output=True, timeout=60)
    if ran.returncode in (1, 99) and ran.stdout == b"":
        pytest.skip(f"not possible here: {ran.stderr.decode()}")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"said 1\nout a\nout a\n", b"err\nerr\n"), ran
    assert len(served.events("warm")) == before + 2


def with_open_input(served, kind, main):
    """A run whose standard input stays open until it has ended."""
    with subprocess.Popen(served.words(kind, main), env=served.environment({}), cwd=served.work, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as client:
        status = client.wait(60)
        return status, client.stdout.read(), client.stderr.read(), {}


def test_a_thread_that_waits_for_input_does_not_cost_the_server(served):
    """The JDK repeats such a read when it is interrupted: the server had to go, and the client waited for a second before."""
    plain = with_open_input(served, "plain", "Waits$ForInput")
    assert plain[:2] == (3, b"ends\n")
    served.start()
    with all_warm(served, 3):
        for run in range(3):
            assert_same(with_open_input(served, "warm", "Waits$ForInput"), plain, f"run {run}")
            served.await_free()


def test_a_watched_directory_does_not_cost_the_server(served):
    plain = served.run("plain", "Waits$ForFiles")
    served.start()
    with all_warm(served, 3):
        for run in range(3):
            assert_same(served.run("warm", "Waits$ForFiles"), plain, f"run {run}")


def status_of(served, kind, main, *arguments):
    status, out, err, files = served.run(kind, main, arguments)
    return status, out


def test_a_crash_of_the_vm_is_one_for_the_client_and_the_next_run_is_sound(served):
    plain = served.run("plain", "Faults$Crashes")
    assert plain[0] == -signal.SIGABRT and any(name.startswith("hs_err") for name in plain[3])
    served.start()
    status, out, err, files = served.run("warm", "Faults$Crashes")
    assert status == -signal.SIGABRT and out.startswith(b"crashes\n") and b"SIGSEGV" in out, (status, out, err)
    assert any(name.startswith("hs_err") for name in files), files.keys()
    served.start()
    assert_same(served.run("warm", "Ends$Returns"), served.run("plain", "Ends$Returns"))


@pytest.mark.parametrize("number", ["9", "15", "1", "10"])
def test_a_program_that_kills_its_process_ends_as_on_plain_java(served, number):
    plain = status_of(served, "plain", "Faults$KillsItself", number)
    for _ in range(2):
        served.start()
        assert status_of(served, "warm", "Faults$KillsItself", number) == plain


def test_an_exit_in_a_hook_waits_for_ever_and_a_kill_ends_it(served):
    results = []
    for kind in ("plain", "warm", "warm"):
        served.start()
        process = subprocess.Popen(served.words(kind, "Faults$HookExits"), env=served.environment({}), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout.readline() == b"in the hook\n"
        time.sleep(0.5)
        assert process.poll() is None
        process.kill()
        results.append((*process.communicate(timeout=30), process.returncode))
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("name", ["WINCH", "INT", "TERM", "HUP"])
def test_a_handler_for_a_signal_is_that_of_its_run(served, name):
    plain = served.run("plain", "Context$Signals", [name])
    assert b"handled" in plain[1] and plain[0] == 0, plain
    served.start()
    with all_warm(served, 3):
        for _ in range(3):
            assert_same(served.run("warm", "Context$Signals", [name]), plain)


def test_a_directory_that_is_gone_is_gone_for_the_run_too(served, tmp_path):
    results = []
    for kind in ("plain", "warm", "warm"):
        served.start()
        served.await_free()
        gone = tmp_path / "gone"
        gone.mkdir()
        ran = subprocess.run(["bash", "-c", 'rmdir "$0"; exec "$@"', str(gone), *map(str, served.words(kind, "Context$Zone"))], env=served.environment({}),
                             cwd=gone, capture_output=True, timeout=60)
        results.append((ran.returncode, ran.stdout, ran.stderr))
    assert results[0] == results[1] == results[2]


def threads_of(dump):
    return {line.split(b'"')[1] for line in dump.splitlines() if line.startswith(b'"') and b"tid=" in line}


def test_thread_dump_goes_to_the_clients_output_and_the_program_goes_on(served):
    dumps = []
    for kind in ("plain", "warm", "warm"):
        served.start()
        served.await_free()
        process = subprocess.Popen(served.words(kind, "Ends$Waits"), env=served.environment({}), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGQUIT)
        time.sleep(1)
        assert process.poll() is None
        process.terminate()
        out, err = process.communicate(timeout=30)
        assert process.returncode == 143 and b"Full thread dump" in out and out.endswith(b"hook\n") and err == b"", (out, err)
        assert b"Ends$Waits.main" in out
        dumps.append(threads_of(out))
    assert {b"main", b"Finalizer", b"Signal Dispatcher"} <= dumps[0] & dumps[1] & dumps[2]
    assert dumps[1] == dumps[2]
