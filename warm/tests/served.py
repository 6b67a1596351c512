# SPDX-License-Identifier: Apache-2.0
"""A JAVA_HOME of the warm pool over a real Spillway image with the server in it, and the same image's plain java."""
import contextlib
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from launcher import clean_environment

ROOT = Path(__file__).resolve().parents[2]
BIN = ROOT / "build/warm/bin"
# How many times as often as in make test-warm programs run.
TIMES = int(os.environ.get("SPILLWAY_WARM_TIMES", "1"))


# A JVM that starts while another looks for stale files of performance data says so (perfMemory_posix.cpp, JDK-8286030): plain java, or a cold run. Servers
# say nothing of it.
PERFORMANCE_DATA_LOCKED = re.compile(rb"^\[[0-9.]+s\]\[warning\]\[perf,memops\] Cannot use file \S+ because it is locked by another process .*\n", re.MULTILINE)


def _from_difference(text, other):
    """What of it follows the first difference, and a little before."""
    if not isinstance(text, bytes) or not isinstance(other, bytes):
        return str(text)[-1500:]
    start = max(0, len(os.path.commonprefix([text, other])) - 200)
    return str(text[start:start + 1500])


def assert_same(warm, plain, note=""):
    """Of two runs; says what differs, which a comparison of the whole would hide in megabytes."""
    warm, plain = ((status, PERFORMANCE_DATA_LOCKED.sub(b"", out), *more) for status, out, *more in (warm, plain))
    for what, a, b in zip(("exit status", "stdout", "stderr", "files"), warm, plain, strict=True):
        assert a == b, f"{note} {what}: {_from_difference(a, b)}\nplain java: {_from_difference(b, a)}\nstderr: {warm[2][-1500:].decode(errors='replace')}"


def repeated(served, rounds):
    """As many rounds as are asked for; in a soak twenty at least, the first of which is the server's."""
    if TIMES == 1:
        return rounds
    served.stop()
    return max(20, rounds * TIMES)


def warm_turns(served, main, turns, rounds=2, options_of_server=()):
    """Runs a program in each of several ways, (arguments, options), in turns on one server; all must be warm, as on plain java, and leave it usable."""
    plain = [served.run("plain", main, arguments, options) for arguments, options in turns]
    rounds = repeated(served, rounds)
    served.start(options=options_of_server)
    ended, before = len(served.events("ended")), len(served.events("warm"))
    for turn in range(max(3, rounds * len(turns))):
        arguments, options = turns[turn % len(turns)]
        assert_same(served.run("warm", main, arguments, options), plain[turn % len(turns)], f"run {turn} {arguments} {options}"[:200])
    served.await_free()
    assert len(served.events("ended")) == ended, served.events("ended")[ended:]
    assert len(served.events("warm")) == before + max(3, rounds * len(turns)), served.events()[-5:]


@contextlib.contextmanager
def all_warm(served, runs):
    """As many runs must be warm inside, and their server must not end."""
    ended, before = len(served.events("ended")), len(served.events("warm"))
    yield
    served.await_free()
    assert len(served.events("warm")) == before + runs, [event for event in served.events() if event[1] != "warm"][-12:]
    assert len(served.events("ended")) == ended, served.events("ended")[ended:]


def in_turns(served, turns, options=(), rounds=2):
    """Runs programs, (main, arguments), in turns on one server: all must be warm, as on plain java, and leave it usable. Returns what plain java did."""
    plain = [served.run("plain", main, arguments, options) for main, arguments in turns]
    rounds = repeated(served, rounds)
    served.start(options=options)
    with all_warm(served, rounds * len(turns)):
        for turn in range(rounds * len(turns)):
            main, arguments = turns[turn % len(turns)]
            assert_same(served.run("warm", main, arguments, options), plain[turn % len(turns)], f"run {turn} {main} {arguments}"[:200])
    return plain


def by_shell(served, kind, script, main, arguments=(), options=()):
    """A run by a shell that changes something first: `"$@"` is the command line."""
    served.empty_work()
    if kind == "warm":
        served.await_free()
    ran = subprocess.run(["bash", "-c", script, "shell", *map(str, served.words(kind, main, arguments, options))], env=served.environment({}), cwd=served.work,
                         capture_output=True, timeout=60)
    return ran.returncode, ran.stdout, ran.stderr, files_below(served.work)


def with_jars(directory, image, source, jars):
    """A `Served` whose programs are those of one file, in a jar, with the jars they need on the class path."""
    made = Served(directory, image)
    classes, jar, jars = made.programs, made.programs.with_suffix(".jar"), [*map(str, jars)]
    subprocess.run([image / "bin/javac", "-cp", ":".join(jars), "-d", classes, source], check=True)
    subprocess.run([image / "bin/jar", "--create", "--file", jar, "-C", classes, "."], check=True)
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    made.programs = ":".join([str(jar), *jars])
    return made


def until_all_are_warm(served, some_runs, seconds):
    """Repeats some runs, whatever servers they need, until none of them is cold."""
    end, cold = time.monotonic() + seconds, -1
    while cold != len(served.events("cold")):
        assert time.monotonic() < end, served.events()[-9:]
        cold = len(served.events("cold"))
        some_runs()
        served.await_free()


def reasons(name):
    """[(pattern, reason)] of a table beside the tests."""
    lines = (ROOT / "warm/tests" / name).read_text().splitlines()
    return [tuple(part.strip() for part in line.split(None, 1)) for line in lines if line.strip() and not line.startswith("#")]


def ended_for_cause(served, since):
    """Servers that ended, but for those that had loaded their 64 copies of native libraries, which is a bound, and those of earlier tests that were idle."""
    return [event for event in served.events("ended")[since:] if event[4] != "native libraries were loaded too often" and event[3] != "idle for too long"]


def stay_warm(served, each, runs, seconds):
    """Calls each("first") until all of its runs are warm, for so many seconds at most, and then each(number) so often: no server may end for a cause, and
    only the end of one makes a run cold."""
    until_all_are_warm(served, lambda: each("first"), seconds)
    cold, ended = len(served.events("cold")), len(served.events("ended"))
    for number in range(runs):
        each(number)
    served.await_free()
    assert ended_for_cause(served, ended) == []
    assert len(served.events("cold")) - cold <= len(served.events("ended")) - ended, served.events()[-9:]


def link_or_copy(source, target):
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy2(source, target)


def put_server(image):
    """The server as it is built; in place of a link to that of the copied image, which another test may be running."""
    there = image / "lib/spillway-warm-server"
    there.unlink(missing_ok=True)
    shutil.copy2(BIN / there.name, there)


def files_below(directory):
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}


class Served:
    def __init__(self, directory, jdk):
        self.image, self.home, self.runtime, self.programs = (directory / n for n in ("image", "home", "runtime", "programs"))
        # A copy, since the server finds its image by its own place in it.
        shutil.copytree(jdk, self.image, copy_function=link_or_copy, symlinks=True)
        put_server(self.image)
        subprocess.run([ROOT / "warm/make-home", self.image, self.home], check=True)
        self.runtime.mkdir(mode=0o700)
        self.work = directory / "work"
        self.work.mkdir()
        self.commands = {"plain": self.image / "bin/java", "warm": self.home / "bin/java"}

    def compile(self, sources):
        subprocess.run([self.image / "bin/javac", "-d", self.programs, *sources], check=True)
        time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted

    def environment(self, changes):
        kept = {k: v for k, v in clean_environment().items() if not k.startswith("SPILLWAY_")}
        return kept | {"XDG_RUNTIME_DIR": str(self.runtime)} | changes

    def words(self, kind, main, arguments=(), options=()):
        return [self.commands[kind], *options, "-cp", self.programs, main, *arguments]

    def run(self, kind, main, arguments=(), options=(), environment=None, stdin=b"", **more):
        """Exit status, stdout, stderr and the files the program left in its empty working directory."""
        self.empty_work()
        if kind == "warm":
            self.await_free()
        ran = subprocess.run(self.words(kind, main, arguments, options), env=self.environment(environment or {}), cwd=self.work, input=stdin,
                             capture_output=True, timeout=60, **more)
        return ran.returncode, ran.stdout, ran.stderr, files_below(self.work)

    def empty_work(self):
        """Emptied and not made anew: a server may be starting in it."""
        for left in self.work.iterdir():
            shutil.rmtree(left) if left.is_dir() else left.unlink()

    @property
    def pool(self):
        return self.runtime / "spillway-warm"

    def events(self, kind=None):
        path = self.pool / "events"
        events = [line.split("\t") for line in path.read_text().splitlines()] if path.exists() else []
        return [e for e in events if kind in (None, e[1])]

    def servers(self):
        return [d for d in self.pool.iterdir() if len(d.name) == 49] if self.pool.is_dir() else []

    def await_free(self):
        """Until no server is in a run or in the reset after it."""
        self.wait(lambda: all(subprocess.run(["flock", "-n", d / "lock", "true"]).returncode != 1 for d in self.servers() if (d / "lock").exists()))

    def wait(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.events()[-5:]
            time.sleep(0.01)

    def start(self, main="Ends$Returns", options=(), environment=None):
        """Has a server ready; one that is in a reset may end."""
        self.await_free()
        started = subprocess.run([self.home / "bin/spillway", "pool", "warm", "--", *self.words("warm", main, (), options)],
                                 env=self.environment(environment or {}), capture_output=True, text=True, timeout=60)
        assert started.returncode == 0, started
        assert self.servers(), (started, self.events())

    def pids(self):
        listed = subprocess.run([self.home / "bin/spillway", "pool", "list"], env=self.environment({}), capture_output=True, text=True, timeout=60)
        return re.findall(r"pid ([1-9]\d*) ", listed.stdout)

    def stop(self):
        subprocess.run([self.home / "bin/spillway", "pool", "stop", "--force"], env=self.environment({}), capture_output=True, timeout=60)
