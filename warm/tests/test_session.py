# SPDX-License-Identifier: Apache-2.0
"""Runs on a server: what is handed over, how they end, and what happens when client or server dies in any phase."""
import os
import signal
import subprocess
import time

import pytest

from pool import COLD


def assert_cold(ran, *words):
    assert ran.returncode == COLD and ran.stdout.decode().splitlines()[0] == "cold", ran
    if words:
        assert ran.stdout.decode().splitlines()[-len(words):] == list(words)


def test_second_run_is_warm(home):
    assert_cold(home.run("Report", "a"), "Report", "a")
    home.wait(lambda: home.events("started"))
    first, second = home.report("a", ""), home.report("b")
    assert first["pid"] == second["pid"] and first["main"] == "Report"
    assert (first["arguments"], second["arguments"]) == (["a", ""], ["b"])
    assert sorted(e[1] for e in home.events()) == ["cold", "started", "warm", "warm"]


def test_everything_is_handed_over(home, tmp_path):
    home.warm_up()
    place = tmp_path / "ünï code"
    place.mkdir()
    os.umask(old := os.umask(0o27))
    try:
        os.umask(0o27)
        report = home.report("x\ny", "*", "@z", "\udcff", options=["-Da=1", "-Db", "-Da=2"], cwd=place,
                             environment={"EMPTY": "", "LONG": "x" * 100000, "BYTES": "\udcfe"})
    finally:
        os.umask(old)
    assert report["arguments"] == ["x\ny", "*", "@z", "\udcff"]
    assert report["properties"][:3] == ["a=1", "b", "a=2"]
    assert report["properties"][3] == "=java.class.path" and report["properties"][4].startswith("sun.java.command=Report x\ny * ")
    assert report["properties"][5:] == ["=sun.java.launcher"]
    assert report["directory"] == report["cwd"] == str(place)
    assert report["umask"] == 0o27
    environment = home.environment(EMPTY="", LONG="x" * 100000, BYTES="\udcfe")
    assert sorted(report["environment"]) == sorted(f"{k}={v}" for k, v in environment.items())


@pytest.mark.parametrize("mask", [0, 0o777])
def test_umask(home, mask):
    """Of the run, warm or plain; the pool's own files do not follow it."""
    (home.image / "bin/java").write_text(f"#!/bin/sh\necho cold $(umask)\nexit {COLD}\n")

    def run():
        old = os.umask(mask)
        try:
            return home.run("Report").stdout
        finally:
            os.umask(old)
    assert run() == f"cold {mask:04o}\n".encode()
    home.wait(lambda: home.events("started"))
    assert f'"umask": {mask},'.encode() in run()
    assert {p.stat().st_mode & 0o77 for p in home.directory.rglob("*") if not p.is_socket()} == {0}


def test_removed_directory(home, tmp_path):
    """A JVM does not start there, which plain java says best."""
    home.warm_up()
    place = tmp_path / "gone"
    place.mkdir()
    ran = subprocess.run(["sh", "-c", f"cd {place} && rmdir {place} && exec \"$@\"", "sh", *home.words("Report")], env=home.environment(),
                         capture_output=True, timeout=20)
    assert_cold(ran)
    assert home.events("cold")[-1][3] == "working directory is gone"


def test_process_that_adopts_others_gets_no_keeper(home):
    """The first process of a container, or a subreaper."""
    home.warm_up()
    adopting = ["python3", "-c", "import ctypes, os, sys; ctypes.CDLL(None).prctl(36, 1, 0, 0, 0); os.execv(sys.argv[1], sys.argv[1:])"]
    assert_cold(subprocess.run([*adopting, *home.words("Report")], env=home.environment(), capture_output=True, stdin=subprocess.DEVNULL, timeout=20))
    assert home.events("cold")[-1][3] == "process that adopts others"


def test_limit_of_processor_time(home):
    """It counts for one program, not for all that a server runs."""
    home.warm_up()
    limited = ["bash", "-c", 'ulimit -t 1000; exec "$@"', "bash", *home.words("Report")]
    assert_cold(subprocess.run(limited, env=home.environment(), capture_output=True, stdin=subprocess.DEVNULL, timeout=20))
    assert home.events("cold")[-1][3] == "limit of processor time"


def test_directory_that_cannot_be_opened_disturbs_no_server(home, tmp_path):
    """It cannot be handed over, so the program runs plain, whether or not something is said before main."""
    place = tmp_path / "closed"
    place.mkdir()
    powerless = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []

    def run(prepare, **environment):
        return subprocess.run(["sh", "-c", f'{prepare}; exec "$@"', "sh", *powerless, *home.words("Report")], cwd=place, capture_output=True,
                              env=home.environment(**environment), stdin=subprocess.DEVNULL, timeout=20)
    for loud in ({}, {"JDK_JAVA_OPTIONS": "-Dx=1"}):
        before = len(home.events("started"))
        run(":", **loud)
        home.wait(lambda: len(home.events("started")) > before or loud)
        try:
            assert_cold(run("chmod 0 .", **loud))
        finally:
            place.chmod(0o700)
        assert home.events("cold")[-1][3] == "working directory cannot be opened"
        assert run(":", **loud).returncode == 0, home.events()
    assert not home.events("ended")
    # Nor does it start another one beside it.
    time.sleep(1)
    assert len(home.servers()) == len({server.split(".")[0] for server in home.servers()}) == len(home.events("started")), home.events()


def test_server_gets_the_options_but_not_those_of_a_run(home):
    home.warm_up(options=["-Xmx64m", "-Dmine=1", "-Djava.io.tmpdir=/tmp", "--add-opens", "java.base/java.lang=ALL-UNNAMED"])
    log = (home.directory / home.servers()[0] / "log").read_text()
    assert log == f'["-Xmx64m", "-Djava.io.tmpdir=/tmp", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-Djava.class.path={home.classes}"]\n'


def test_server_keeps_no_secrets_of_its_first_client(home):
    home.warm_up({"ACCESS_TOKEN": "first"})
    report = home.report(environment={"ACCESS_TOKEN": "second"})
    with open(f"/proc/{report['pid']}/environ") as f:
        assert "ACCESS_TOKEN" not in f.read()
    assert "ACCESS_TOKEN=second" in report["environment"]


def test_password_among_the_options_is_not_kept_by_a_server(home):
    """Options of a server can be seen by everybody as long as it lives."""
    options = ["-Djavax.net.ssl.keyStorePassword=hunter2"]
    assert_cold(home.run("Report", options=options))
    assert home.events("cold")[-1][3:] == ["property that looks like a secret", "-Djavax.net.ssl.keyStorePassword"]
    assert home.servers() == []
    home.warm_up(options=["-Dmy.password=x"])  # a property of the program comes with each run
    assert home.report(options=["-Dmy.password=y"])["properties"][0] == "my.password=y"


def test_streams(home):
    home.warm_up()
    text = os.urandom(300000)
    ran = subprocess.run(home.words("Cat"), env=home.environment(), input=text, capture_output=True, timeout=20)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, text, b"")


@pytest.mark.parametrize("redirection,number", [("4>file", 4), ("9>>file", 9), ("200>file", 200)])
def test_other_descriptors(home, redirection, number):
    """Also numbers the server uses itself."""
    home.warm_up()
    if number > 9:  # more than the shell's syntax has
        command = ["python3", "-c", "import os, sys; os.dup2(os.open('file', os.O_WRONLY | os.O_CREAT), int(sys.argv[1]));"
                   " os.execv(sys.argv[2], sys.argv[2:])", str(number), *home.words("ToNumber", str(number))]
    else:
        command = ["bash", "-c", f'exec "$@" {redirection}', "bash", *home.words("ToNumber", str(number))]
    ran = subprocess.run(command, env=home.environment(), cwd=home.work, capture_output=True, timeout=20)
    assert ran.returncode == 0, (ran, home.events())
    assert (home.work / "file").read_text() == "written\n"


def test_descriptors_are_exactly_those_of_the_client(home):
    home.warm_up()
    assert home.report()["descriptors"] == [0, 1, 2]
    ran = subprocess.run(["bash", "-c", 'exec "$@" 7</dev/null 4>/dev/null <&- 2>&-', "bash", *home.words("Report")], env=home.environment(),
                         capture_output=True, timeout=20)
    assert b'"descriptors": [1, 4, 7]' in ran.stdout, (ran, home.events())


def with_descriptors(home, numbers):
    command = ["python3", "-c", f"import os, sys\nfor n in {list(numbers)}: os.dup2(0, n)\nos.execv(sys.argv[1], sys.argv[1:])",
               *home.words("Report")]
    return subprocess.run(command, env=home.environment(), capture_output=True, stdin=subprocess.DEVNULL, timeout=20)


def test_more_descriptors_than_one_message_takes(home):
    home.warm_up()
    ran = with_descriptors(home, range(10, 256))
    assert str([0, 1, 2, *range(10, 256)]).encode() in ran.stdout, (ran, home.events())


def test_numbers_that_no_server_keeps_free_are_asked_for(home):
    home.warm_up()
    ran = with_descriptors(home, [255, 256, 400])
    assert b'"numbers": [256, 400]' in ran.stdout and str([0, 1, 2, 255, 256, 400]).encode() in ran.stdout, (ran, home.events())


def test_a_descriptor_whose_number_the_server_has_itself_disturbs_none(home):
    """It was refused by the server after ACCEPTED, and the client killed that server."""
    home.warm_up()
    assert_cold(with_descriptors(home, [500]))
    assert home.events("refused")[-1][3] == "server refused the run"
    assert home.run("Report").returncode == 0 and len(home.events("warm")) == 1 and home.events("killed") == []


def test_a_run_whose_descriptors_no_server_can_take_starts_none(home):
    """Each such run started one, which would refuse it, too, and cost idle ones of other programs their place."""
    home.warm_up()
    for _ in range(3):
        assert_cold(with_descriptors(home, [500]))
        time.sleep(1)  # as long as nothing happens in the background
    assert len(home.events("started")) == 1 and len(home.servers()) == 1, home.events()


@pytest.mark.parametrize("variable", ["LD_PRELOAD", "LD_AUDIT"])
def test_a_library_that_is_loaded_before_the_program_goes_to_plain_java(home, variable):
    """It cost each run its server."""
    home.warm_up()
    assert_cold(home.run("Report", environment={variable: "/missing/library.so"}))
    assert home.events("cold")[-1][3:5] == ["library that is loaded before the program", variable]


def test_a_directory_whose_path_is_too_long_for_a_server_disturbs_none(home, tmp_path):
    """The server could not begin, after what a VM says before main had been said."""
    home.warm_up()
    here, name = os.getcwd(), "d" * 250
    os.chdir(tmp_path)
    try:
        for _ in range(20):
            os.mkdir(name)
            os.chdir(name)
        assert_cold(home.run("Report", cwd="."))
    finally:
        os.chdir(here)
    assert home.events("cold")[-1][3] == "working directory has too long a path"


@pytest.mark.parametrize("code", [0, 1, 3, 143, 255])
def test_exit_status(home, code):
    home.warm_up()
    assert home.run("Exit", str(code)).returncode == code


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV, signal.SIGUSR1])
@pytest.mark.parametrize("main", ["Killed", "Die"])
def test_death_by_signal(home, main, number):
    """The run's, told by the server, or the server's own in the run."""
    home.warm_up()
    assert home.run(main, str(int(number))).returncode == -number


@pytest.mark.parametrize("number", [0, signal.SIGCHLD, signal.SIGSTOP, signal.SIGTSTP, 65])
def test_death_by_a_signal_that_kills_nobody(home, number):
    """An end that cannot be is an error; above all it does not stop the client for ever."""
    home.warm_up()
    assert home.run("Killed", str(int(number))).returncode == -signal.SIGKILL


def test_server_that_exits_in_a_run(home):
    home.warm_up(servers=1)
    assert home.run("ExitSilently", "5").returncode == 5
    home.warm_up()
    ran = home.run("ExitSilently", "0")
    assert ran.returncode == 1 and b"without saying how" in ran.stderr


def test_server_that_dies_with_its_keeper(home):
    home.warm_up()
    assert home.run("Orphan").returncode == -signal.SIGKILL


def test_status_of_a_dead_server_waits_for_the_client_of_its_run(home):
    """Another client finds the server dead first, and leaves it there."""
    home.warm_up()
    client = home.popen("Wait")
    server = int(client.stdout.readline().split()[1])
    client.send_signal(signal.SIGSTOP)
    os.kill(server, signal.SIGSEGV)
    home.wait(lambda: state(server) == "Z" or home.events("ended"))
    assert_cold(home.run("Report"))
    client.send_signal(signal.SIGCONT)
    assert client.wait(10) == -signal.SIGSEGV


@pytest.mark.parametrize("where", ["die on connect", "die before accepting", "die before go", "die with go unread", "refuse", "never answer"])
def test_server_that_fails_before_the_run(home, where):
    """Plain java takes over, and the program runs once."""
    home.warm_up({"SPILLWAY_TEST_FAULT": where})
    assert_cold(home.run("Report", "once"), "Report", "once")


def test_signal_to_the_process_group_of_a_run_leaves_the_keeper(home):
    """As `kill 0` in a program."""
    home.warm_up()
    client = home.popen("Wait")
    server = int(client.stdout.readline().split()[1])
    os.killpg(os.getpgid(server), signal.SIGUSR1)
    assert client.wait(10) == -signal.SIGUSR1


def test_server_that_hangs_is_ended(home):
    """Else each run would wait for it."""
    home.warm_up({"SPILLWAY_TEST_FAULT": "never answer"})
    server = int(home.pool("list", "--pids").stdout)
    assert_cold(home.run("Report"))
    assert home.events("cold")[-1][3] == "server did not answer in time"
    home.wait(lambda: state(server) in (None, "Z"))
    home.wait(lambda: len(home.events("started")) == 2)
    assert home.events("killed")[0][3] == "server did not answer in time"


def test_server_that_dies_at_go(home):
    home.warm_up({"SPILLWAY_TEST_FAULT": "die after go"})
    assert home.run("Report").returncode == -signal.SIGSEGV


def test_server_that_cannot_begin_after_go_leaves_the_run_to_plain_java(home):
    home.warm_up({"SPILLWAY_TEST_FAULT": "refuse after go"})
    assert_cold(home.run("Report"))
    assert home.events("cold")[-1][3] == "server could not begin the run"


def test_server_that_cannot_begin_when_something_was_said_is_no_success(home):
    """What the VM says at its start is the client's already, so the run cannot begin anew."""
    options = {"JDK_JAVA_OPTIONS": "-Da=b"}
    home.warm_up({"SPILLWAY_TEST_FAULT": "refuse after go"} | options)
    ran = home.run("Report", environment=home.environment(**options))
    assert ran.returncode != 0 and ran.stdout == b"" and ran.stderr.count(b"NOTE: Picked up JDK_JAVA_OPTIONS") == 1, (ran, home.events())


def test_failed_server_does_not_spoil_the_next(home):
    home.warm_up({"SPILLWAY_TEST_FAULT": "refuse"})
    home.warm_up()
    assert home.report()["main"] == "Report"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_forwarded_signals(home, number):
    home.warm_up()
    client = home.popen("Wait")
    assert client.stdout.readline().startswith(b"ready")
    for n in (signal.SIGQUIT, signal.SIGUSR1, signal.SIGWINCH, signal.SIGRTMIN + 3):
        client.send_signal(n)
        assert client.stdout.readline() == f"signal {int(n)}\n".encode()
    client.send_signal(number)
    assert client.wait(10) == 128 + number


def test_ignored_signals_are_the_servers_to_ignore_or_handle(home):
    """A VM handles SIGQUIT in any case. Those that stop a job are the client's own."""
    home.warm_up()
    client = subprocess.Popen(["sh", "-c", 'trap "" QUIT USR1 TSTP; exec "$@"', "sh", *home.words("Wait")], env=home.environment(),
                              stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    client.stdout.readline()
    for number in (signal.SIGTSTP, signal.SIGQUIT, signal.SIGUSR1):
        client.send_signal(number)
        if number != signal.SIGTSTP:
            assert client.stdout.readline() == f"signal {int(number)}\n".encode()
    client.send_signal(signal.SIGTERM)
    assert client.wait(10) == 143
    home.wait(lambda: home.ready(home.servers()[0]))
    # Bits of SIGHUP and SIGINT; Python itself ignores others.
    ran = subprocess.run(["sh", "-c", 'trap "" HUP INT; exec "$@"', "sh", *home.words("Report")], env=home.environment(), capture_output=True,
                         timeout=20)
    assert b'"ignored": 3' in ran.stdout


def state(pid):
    """None once it is gone, which may be between two looks, or between opening and reading."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None


def test_killed_client_takes_its_run_with_it(home):
    home.warm_up()
    client = home.popen("Wait")
    server = int(client.stdout.readline().split()[1])
    client.kill()
    client.wait()
    home.wait(lambda: not os.path.exists(f"/proc/{server}") or state(server) == "Z")


def test_stopped_and_continued(home):
    home.warm_up()
    client = home.popen("Count", preexec_fn=os.setpgrp)  # the kernel does not stop a group without a parent in its session
    assert client.stdout.readline() == b"1\n"
    server = int(home.pool("list", "--pids").stdout.split()[0])
    client.send_signal(signal.SIGTSTP)
    assert os.WIFSTOPPED(os.waitpid(client.pid, os.WUNTRACED)[1])
    home.wait(lambda: state(server) == "T")
    client.send_signal(signal.SIGCONT)
    home.wait(lambda: state(server) in "SR")
    client.send_signal(signal.SIGTERM)
    assert client.wait(10) == 143


def test_client_killed_while_stopped(home):
    home.warm_up()
    client = home.popen("Count", preexec_fn=os.setpgrp)  # the kernel does not stop a group without a parent in its session
    client.stdout.readline()
    server = int(home.pool("list", "--pids").stdout.split()[0])
    client.send_signal(signal.SIGTSTP)
    os.waitpid(client.pid, os.WUNTRACED)
    client.kill()
    client.wait()
    home.wait(lambda: not os.path.exists(f"/proc/{server}") or state(server) == "Z")


def test_signal_storm(home):
    home.warm_up()
    client = home.popen("Wait")
    for _ in range(200):
        client.send_signal(signal.SIGUSR1)
        client.send_signal(signal.SIGWINCH)
    client.stdout.readline()
    client.send_signal(signal.SIGTERM)
    assert client.wait(10) in (143, -signal.SIGTERM, -signal.SIGUSR1)


def test_terminal(home):
    """A run in the foreground of a terminal gets it; one in the background goes to plain java, which the terminal can stop."""
    home.warm_up()
    ran = subprocess.run(["script", "-qec", " ".join(home.words("Report")), "/dev/null"], env=home.environment(), capture_output=True,
                         stdin=subprocess.DEVNULL, timeout=20)
    assert b'"terminals": [0, 1, 2]' in ran.stdout, ran
    # In the background of an interactive shell, which gives jobs process groups of their own.
    command = "set -m; " + " ".join(home.words("Report")) + " & wait"
    ran = subprocess.run(["script", "-qec", f"bash -c '{command}'", "/dev/null"], env=home.environment(), capture_output=True,
                         stdin=subprocess.DEVNULL, timeout=20)
    assert b"cold" in ran.stdout and home.events("cold")[-1][3] == "background of a terminal", ran


def test_what_the_vm_says_at_its_start_is_said_in_every_run(home):
    loud = {"SPILLWAY_TEST_LOUD": "-Xloud", "JDK_JAVA_OPTIONS": "-Dx=1"}
    home.warm_up(loud)
    for _ in range(2):
        home.wait(lambda: home.ready(home.servers()[0]))
        ran = home.run("Exit", "0", environment=loud)
        assert ran.stdout == b"said to stdout\n"
        assert ran.stderr == b"NOTE: Picked up JDK_JAVA_OPTIONS: -Dx=1\nsaid to stderr\n"


def test_program_runs_while_the_server_resets(home):
    """The client ends with the run, not with what the server does after it."""
    home.warm_up({"SPILLWAY_TEST_RESET": "60"})
    began = time.monotonic()
    assert home.run("Exit", "0").returncode == 0
    assert time.monotonic() - began < 20
    assert_cold(home.run("Exit", "0"), "Exit", "0")
    assert home.events("cold")[-1][3] == "all servers are busy"
