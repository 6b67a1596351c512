# SPDX-License-Identifier: Apache-2.0
"""What the end of a process ends, and a server has to end by itself: output of threads, locks, buffers of the C library."""
import os
import pty
import select
import subprocess
import tty

import pytest

from served import assert_same

NATIVE = ["--enable-native-access=ALL-UNNAMED"]


def same_runs(served, main, arguments, options, runs):
    """Warm runs as on plain java, on whatever server is there."""
    plain = served.run("plain", main, arguments, options)
    for run in range(runs):
        served.start(options=options)
        warm = len(served.events("warm"))
        assert_same(served.run("warm", main, arguments, options), plain, f"run {run}")
        assert len(served.events("warm")) == warm + 1, served.events()[-5:]
        served.await_free()
    return plain


@pytest.mark.parametrize("end", ["halt", "exit", "main"])
def test_a_thread_in_a_long_call_of_the_jdk_prints_nothing_after_the_programs_end(served, end):
    """It went on to its next lines, which were seen, as it can only be ended in code of the program's."""
    plain = same_runs(served, "Outlives$Prints", [end, "700000"], [], 4)
    assert plain[0] == {"halt": 3, "exit": 4, "main": 0}[end] and b"went on" not in plain[1] + plain[2], plain


def test_a_lock_of_a_file_that_is_open_for_reading_ends_with_the_run(served, tmp_path):
    """The second run found the first one's lock."""
    plain = same_runs(served, "Outlives$Locks", [str(tmp_path / "locked")], NATIVE, 3)
    assert plain[1] == b"0\n", plain


def test_text_of_the_c_library_comes_out_though_a_thread_does_not_end_in_time(served):
    plain = same_runs(served, "Outlives$PrintsBefore", [], NATIVE, 2)
    assert plain[1] == b"native text\n", plain


def printed(served, kind, file):
    with open(file, "wb") as out:
        ran = subprocess.run(served.words(kind, "Outlives$PrintsTo", [str(out.fileno())], NATIVE), env=served.environment({}), cwd=served.work, capture_output=True, timeout=60,
                             pass_fds=[out.fileno()])
    return ran.returncode, ran.stdout, ran.stderr, file.read_bytes()


def test_text_of_the_c_library_for_another_descriptor_of_the_client_comes_out(served, tmp_path):
    """Its descriptors were /dev/null before such streams were flushed."""
    plain = printed(served, "plain", tmp_path / "out")
    assert plain == (0, b"", b"", b"native text"), plain
    for run in range(3):
        served.start(options=NATIVE)
        warm = len(served.events("warm"))
        assert_same(printed(served, "warm", tmp_path / "out"), plain, f"run {run}")
        assert len(served.events("warm")) == warm + 1, served.events()[-5:]


def read_soon(terminal):
    return os.read(terminal, 100) if select.select([terminal], [], [], 20)[0] else b""


def asked_at_terminal(served, kind):
    """What is at the terminal before there is input, and after it."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    with subprocess.Popen(served.words(kind, "Outlives$Asks", [], NATIVE), env=served.environment({}), cwd=served.work, stdin=slave, stdout=slave, stderr=subprocess.PIPE) as ran:
        os.close(slave)
        before = read_soon(master)
        os.write(master, b"me\n")
        after = read_soon(master)
        ran.communicate(timeout=60)
        os.close(master)
        return ran.returncode, before, after


def asked_by_pipe(served, kind):
    ran = subprocess.run(served.words(kind, "Outlives$Asks", [], NATIVE), env=served.environment({}), cwd=served.work, input=b"", capture_output=True, timeout=60)
    return ran.returncode, ran.stdout, ran.stderr


def test_the_c_library_buffers_as_the_descriptors_of_each_run_ask_for(served):
    """The first run's terminal, or pipe, decided for all."""
    plain = [asked(served, "plain") for asked in (asked_by_pipe, asked_at_terminal)]
    assert plain == [(0, b"hello\nname?\n", b""), (0, b"name?\n", b"hello\n")], plain
    served.start(options=NATIVE)
    warm = len(served.events("warm"))
    for run in range(6):
        served.await_free()
        asked = (asked_by_pipe, asked_at_terminal)[run % 2]
        assert asked(served, "warm") == plain[run % 2], f"run {run}"
    assert len(served.events("warm")) == warm + 6, served.events()[-5:]
