# SPDX-License-Identifier: Apache-2.0
"""Descriptors that a program's parent has left open, whatever their numbers: those a server keeps free, and those it may use itself."""
import contextlib
import fcntl
import os
import re
import subprocess

import pytest

from served import all_warm, assert_same, files_below

OPEN = ["--add-opens", "java.base/java.io=ALL-UNNAMED"]


def with_files(served, kind, numbers, main, options=()):
    """A run that inherits a file of its own for each number."""
    served.empty_work()
    if kind == "warm":
        served.await_free()
    files = {}
    for number in numbers:
        fd = os.open(served.work / f"file-{number}", os.O_RDWR | os.O_CREAT)
        # Out of the way of the numbers to come.
        files[number] = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 2000)
        os.close(fd)

    def place():
        for number, fd in files.items():
            os.dup2(fd, number)

    try:
        ran = subprocess.run(served.words(kind, main, map(str, numbers), options), env=served.environment({}), cwd=served.work, preexec_fn=place,
                             close_fds=False, capture_output=True, timeout=60)
    finally:
        for fd in files.values():
            os.close(fd)
    return ran.returncode, ran.stdout, ran.stderr, files_below(served.work)


def open_files(pid):
    """Names; a connection that whoever looked at the server has just closed is none."""
    names = []
    for fd in os.listdir(f"/proc/{pid}/fd"):
        with contextlib.suppress(FileNotFoundError):
            names.append(os.readlink(f"/proc/{pid}/fd/{fd}"))
    return names


@pytest.mark.parametrize("numbers", [[256], [255, 256, 257, 700], range(200, 500)], ids=str)
def test_descriptors_with_high_numbers_are_those_of_the_client(served, numbers):
    plain = with_files(served, "plain", numbers, "Inherited$Writes")
    assert plain[:2] == (0, f"{len(numbers)} written\n".encode()) and plain[3][f"file-{numbers[0]}"] == f"to {numbers[0]}\n".encode(), plain
    served.start()
    with all_warm(served, 4):
        for run in range(4):
            assert_same(with_files(served, "warm", numbers, "Inherited$Writes"), plain, f"run {run}")
            served.await_free()
            pid, = served.pids()
            left = open_files(pid)
            assert [name for name in left if re.search("file-|own", name)] == []


def test_a_number_that_the_server_uses_itself_sends_the_run_to_plain_java(served):
    served.start()
    served.await_free()
    pid, = served.pids()
    own = max(int(fd) for fd in os.listdir(f"/proc/{pid}/fd"))
    plain = with_files(served, "plain", [own], "Inherited$Writes")
    warm, ended = len(served.events("warm")), len(served.events("ended"))
    assert_same(with_files(served, "warm", [own], "Inherited$Writes"), plain)
    assert served.events("refused")[-1][4:] == ["the number of a descriptor is in use here"]
    assert (len(served.events("warm")), len(served.events("ended"))) == (warm, ended)
    # Nothing of it is left in the server.
    with all_warm(served, 1):
        assert_same(with_files(served, "warm", [256], "Inherited$Writes"), with_files(served, "plain", [256], "Inherited$Writes"))


def test_a_program_that_closes_a_descriptor_of_its_client_costs_the_server_if_the_number_is_used_again(served):
    """What got the number may be the JDK's, and was closed behind its back when the run had ended."""
    plain = with_files(served, "plain", [5], "Inherited$Closes", OPEN)
    assert plain[:2] == (0, b"5\n"), plain
    served.start(options=OPEN)
    warm, ended = len(served.events("warm")), len(served.events("ended"))
    assert_same(with_files(served, "warm", [5], "Inherited$Closes", OPEN), plain)
    served.wait(lambda: len(served.events("ended")) > ended)
    assert len(served.events("warm")) == warm + 1
    assert served.events("ended")[ended][3:] == ["retired", "the program closed a descriptor of its client, and its number is in use"]
