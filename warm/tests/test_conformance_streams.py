# SPDX-License-Identifier: Apache-2.0
"""Standard streams, terminals and descriptors are those of the run: nothing was read ahead, replaced or left open by the run before."""
import os
import pty
import signal
import subprocess
import termios

import pytest

from served import all_warm, assert_same, by_shell, files_below, in_turns

READS = ("scanner", "available", "end", "descriptor", "nothing")


def reading(served, kind, how, turn, pipe):
    """A run with an input that is complete when it begins; in place of files, how much of it the run has left to others."""
    text = f"{turn}7 after\nword{turn} 5\n".encode() + b"line\n" * 6000 + f"end {turn}\n".encode()
    if kind == "warm":
        served.await_free()
    served.empty_work()
    if pipe:
        reader, writer = os.pipe()
        os.write(writer, text)
        os.close(writer)
    else:
        (served.work / "in").write_bytes(text)
        reader = os.open(served.work / "in", os.O_RDONLY)
    with os.fdopen(reader, "rb", buffering=0) as rest:
        ran = subprocess.run(served.words(kind, "StreamsInput", [how]), env=served.environment({}), cwd=served.work, stdin=rest, capture_output=True, timeout=60)
        return ran.returncode, ran.stdout, ran.stderr, len(rest.read())


@pytest.mark.parametrize("pipe", [False, True], ids=["file", "pipe"])
def test_a_run_reads_its_own_input_and_leaves_the_rest_to_others(served, pipe):
    plain = [reading(served, "plain", how, turn, pipe) for turn, how in enumerate(READS)]
    assert all(status == 0 and err == b"" for status, _, err, _ in plain) and plain[2][3] == 0 and plain[4][3] > 30_000, plain
    served.start()
    with all_warm(served, 2 * len(READS)):
        for _ in range(2):
            for turn, how in enumerate(READS):
                assert_same(reading(served, "warm", how, turn, pipe), plain[turn], how)


def test_streams_that_a_run_replaced_are_the_usual_ones_in_the_next(served):
    plain = in_turns(served, [("StreamsReplaced", []), ("Ends$Throws", []), ("StreamsReplaced", ["throws"]), ("Process$Streams", [])])
    assert plain[0][0] == 0 and plain[2][0] == 1
    assert plain[0][1:] == plain[2][1:] and b"lost" not in plain[0][1] + plain[0][2] and plain[0][3] == {"written": b"flushed\n"}, plain


MANY = "3200"  # blocks: 200 MB


@pytest.mark.parametrize("script,main,arguments", [
    ('"$@" | cksum; echo "${PIPESTATUS[0]}"', "StreamsOutput", ["stream", MANY]),
    ('"$@" | cksum; echo "${PIPESTATUS[0]}"', "StreamsOutput", ["descriptor", MANY]),
    ('"$@" | head -c 100; echo "${PIPESTATUS[0]}"', "StreamsOutput", ["stream", "100"]),
    ('"$@" | head -c 100; echo "${PIPESTATUS[0]}"', "StreamsOutput", ["descriptor", "100"]),
    ('"$@" >/dev/full', "StreamsOutput", ["stream", "2"]), ('"$@" >/dev/full', "StreamsOutput", ["descriptor", "2"]), ('"$@" 2>/dev/full', "Ends$Throws", []),
    ('"$@" 1</dev/null', "StreamsOutput", ["descriptor", "1"]), ('"$@" 1</dev/null', "Context$Closed", []),
    ('"$@" 2>&1 | cat', "Context$Alternates", []), ('echo first >out; "$@" >>out; echo last >>out', "Context$Alternates", []),
    ('"$@" 0>/dev/null', "StreamsInput", ["end"]), ('"$@" <.', "StreamsInput", ["end"]),
], ids=str)
def test_a_stream_of_this_kind_is_as_on_plain_java(served, script, main, arguments):
    plain = by_shell(served, "plain", script, main, arguments)
    served.start()
    with all_warm(served, 2):
        for run in range(2):
            assert_same(by_shell(served, "warm", script, main, arguments), plain, f"run {run}")


def test_what_a_run_leaves_open_is_not_open_in_the_next_one(served):
    lists = ("StreamsDescriptors$Lists", [served.work])
    plain = [served.run("plain", *program) for program in (lists, ("StreamsDescriptors$Leaves", []))]
    assert plain[0][1].startswith(b"[]\n") and plain[1][1] == b"left 30\n", plain
    served.stop()
    served.start()
    pid, = served.pids()

    def left():
        links = []
        for fd in os.listdir(f"/proc/{pid}/fd"):
            try:
                links.append(os.readlink(f"/proc/{pid}/fd/{fd}"))
            except FileNotFoundError:  # closed meanwhile
                pass
        return [link for link in links if link.startswith(str(served.work))]

    with all_warm(served, 6):
        for run in range(3):
            assert_same(served.run("warm", "StreamsDescriptors$Leaves"), plain[1], f"run {run}")
            served.await_free()
            # The JDK's cleaner closes what was open for reading only, a moment later.
            served.wait(lambda: not left())
            assert_same(served.run("warm", *lists), plain[0], f"run {run}")


def test_more_descriptors_than_can_be_handed_over_go_to_plain_java(served):
    # No start is left behind, which could end another test's server for want of room.
    script = 'export SPILLWAY_WARM_SERVERS=0; ulimit -S -n 2000 || exit 9; for n in {20..1100}; do eval "exec $n</dev/null"; done; "$@"'
    plain = by_shell(served, "plain", script, "Ends$Returns")
    if plain[0] != 0:
        pytest.skip(f"so many files cannot be open here: {plain[2][:200]}")
    command = [served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "Ends$Returns")]
    # A limit is in the key.
    subprocess.run(["bash", "-c", 'ulimit -S -n 2000; "$@"', "shell", *map(str, command)], env=served.environment({}), check=True, capture_output=True, timeout=60)
    assert_same(by_shell(served, "warm", script, "Ends$Returns"), plain)
    assert served.events("cold")[-1][3] == "too many open descriptors"


def echoes(control):
    return bool(termios.tcgetattr(control)[3] & termios.ECHO)


class AtTerminal:
    """A run at a terminal of its own, of which some streams may be something else."""

    def __init__(self, served, kind, arguments=(), environment=None, **streams):
        if kind == "warm":
            served.await_free()
        self.control, terminal = pty.openpty()
        self.said = b""
        self.process = subprocess.Popen(served.words(kind, "StreamsConsole", arguments), env=served.environment(environment or {}), cwd=served.work,
                                        start_new_session=True, **{"stdin": terminal, "stdout": terminal, "stderr": terminal} | streams)
        os.close(terminal)

    def read_until(self, word):
        while word not in self.said:
            self.said += os.read(self.control, 1000)

    def type(self, text):
        os.write(self.control, text)

    def end(self):
        """Exit status, what the terminal and a pipe in place of it got, and whether the terminal echoes then."""
        try:
            while True:
                self.said += os.read(self.control, 1000)
        except OSError:  # nobody has the terminal any more
            pass
        piped = self.process.stdout.read() if self.process.stdout is not None else b""
        status = self.process.wait(timeout=30)
        echo = echoes(self.control)
        os.close(self.control)
        return status, self.said, piped, echo


@pytest.mark.parametrize("environment", [{}, {"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}], ids=str)
def test_a_terminal_is_told_from_files_and_pipes_in_each_run(served, environment):
    streams = [{}, {"stdin": subprocess.DEVNULL}, {"stdout": subprocess.PIPE}, {"stderr": subprocess.DEVNULL}]
    plain = [AtTerminal(served, "plain", (), environment, **one).end() for one in streams]
    assert b"console true" in plain[0][1] and plain[0][0] == 0, plain
    served.start(environment=environment)
    with all_warm(served, 2 * len(streams)):
        for run in range(2 * len(streams)):
            assert AtTerminal(served, "warm", (), environment, **streams[run % len(streams)]).end() == plain[run % len(streams)], (run, streams[run % len(streams)])


def test_a_line_is_read_from_the_terminal_in_each_run(served):
    def run(kind):
        terminal = AtTerminal(served, kind, ["line"], {"LC_ALL": "C.UTF-8"})
        terminal.read_until(b"Line: ")
        terminal.type("tüped\n".encode())
        return terminal.end()

    plain = run("plain")
    assert plain[0] == 0 and b"5 t" in plain[1], plain
    served.start(environment={"LC_ALL": "C.UTF-8"})
    with all_warm(served, 3):
        for turn in range(3):
            assert run("warm") == plain, turn


def test_the_terminal_echoes_again_when_a_signal_has_ended_a_question_for_a_password(served):
    def run(kind, number):
        terminal = AtTerminal(served, kind, ["password"])
        terminal.read_until(b"Password: ")
        served.wait(lambda: not echoes(terminal.control))
        terminal.process.send_signal(number)
        return terminal.end()

    numbers = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
    plain = [run("plain", number) for number in numbers]
    assert [(status, echo) for status, _, _, echo in plain] == [(128 + number, True) for number in numbers], plain
    served.start()
    with all_warm(served, 2 * len(numbers)):
        for turn in range(2 * len(numbers)):
            assert run("warm", numbers[turn % len(numbers)]) == plain[turn % len(numbers)], turn
    # A killed one cannot; the next run finds a server of its own.
    assert run("warm", signal.SIGKILL) == run("plain", signal.SIGKILL)


def test_files_of_the_client_are_where_it_has_left_them(served, tmp_path):
    """Descriptors share their place in a file with those of the client's parent."""
    def run(kind):
        (tmp_path / "both").write_bytes(b"0123456789")
        with open(tmp_path / "both", "r+b", buffering=0) as both:
            both.read(4)
            ran = subprocess.run(served.words(kind, "Ends$Returns", ["x"]), env=served.environment({}), stdin=subprocess.DEVNULL, stdout=both, stderr=subprocess.PIPE,
                                 timeout=60)
            place = both.tell()
        return ran.returncode, ran.stderr, place, files_below(tmp_path)

    plain = run("plain")
    assert plain == (0, b"err\n", 10, {"both": b"0123out x\n"}), plain
    served.start()
    with all_warm(served, 2):
        for _ in range(2):
            assert run("warm") == plain
            served.await_free()
