# SPDX-License-Identifier: Apache-2.0
"""Class paths whose files change between two runs and in the middle of one: each run has what plain java would find then."""
import contextlib
import os
import subprocess
import time
import zipfile

import pytest

from served import assert_same, warm_turns

MAIN = "Serving$Lazily"
NO_START = {"SPILLWAY_WARM_SERVERS": "0"}


def classes(served, version):
    """What the program needs; each version says so in a class and in a file, in as many bytes."""
    entries = {path.name: path.read_bytes() for path in served.programs.glob("Serving*.class")}
    entries["Serving$Later.class"] = entries["Serving$Later.class"].replace(b"later", b"late" + version)
    return entries | {"version": b"version " + version}


def write_jar(path, entries, *manifest):
    """Stored, so that versions have the same size."""
    path.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as jar:
        jar.writestr("META-INF/MANIFEST.MF", "\r\n".join(["Manifest-Version: 1.0", *manifest, "", ""]))
        for name, content in entries.items():
            jar.writestr(name, content)


def write_padded(path, *manifest):
    """With bytes behind its end that no comment explains."""
    write_jar(path, {}, *manifest)
    with open(path, "ab") as file:
        file.write(bytes(100))


def write_directory(path, entries):
    path.mkdir(exist_ok=True)
    for name, content in entries.items():
        (path / name).write_bytes(content)


def replace(path, entries, *manifest):
    write_jar(path.with_suffix(".new"), entries, *manifest)
    os.replace(path.with_suffix(".new"), path)


def rewrite_in_place(path, entries):
    """Same size, and the time of modification put back."""
    before = path.stat()
    write_jar(path.with_suffix(".new"), entries)
    with open(path, "r+b") as file:
        file.write(path.with_suffix(".new").read_bytes())
    path.with_suffix(".new").unlink()
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size


def run(served, kind, place, words):
    served.await_free()
    ran = subprocess.run([served.commands[kind], *words], env=served.environment(NO_START), cwd=place, input=b"x", capture_output=True, timeout=60)
    return ran.returncode, ran.stdout, ran.stderr, {}


def start(served, place, words):
    command = [served.home / "bin/spillway", "pool", "warm", "--", served.commands["warm"], *words]
    subprocess.run(command, env=served.environment({}), cwd=place, check=True, capture_output=True, timeout=60)


@contextlib.contextmanager
def warm(served, runs):
    """As many runs must be warm inside. Servers may end: each class path has its own, and there is room for a few."""
    before = len(served.events("warm"))
    yield
    assert len(served.events("warm")) == before + runs, served.events()[-5:]


BY_JAR = ["-cp", "a.jar", MAIN]
ADDED = {"other": b"added"}
MAIN_CLASS = f"Main-Class: {MAIN}"
# By what is done to a class path: how it is made from a version's files, the words of the command, and the change to another version.
CHANGES = {
    "jar replaced": (lambda d, v: write_jar(d / "a.jar", v), BY_JAR, lambda d, v: replace(d / "a.jar", v)),
    "jar rewritten in place": (lambda d, v: write_jar(d / "a.jar", v), BY_JAR, lambda d, v: rewrite_in_place(d / "a.jar", v)),
    "jar deleted": (lambda d, v: write_jar(d / "a.jar", v), BY_JAR, lambda d, v: (d / "a.jar").unlink()),
    "files of a directory": (lambda d, v: write_directory(d / "c", v), ["-cp", "c", MAIN], lambda d, v: write_directory(d / "c", v)),
    "file added to a directory": (lambda d, v: write_directory(d / "c", v), ["-cp", "c", MAIN], lambda d, v: write_directory(d / "c", ADDED)),
    "jar added to a directory": (lambda d, v: write_jar(d / "lib/a.jar", v), ["-cp", "lib/*", MAIN], lambda d, v: write_jar(d / "lib/b.jar", ADDED)),
    "jar that a manifest names": (lambda d, v: (write_jar(d / "a.jar", {}, "Class-Path: b.jar"), write_jar(d / "b.jar", v)), BY_JAR,
                                  lambda d, v: replace(d / "b.jar", v)),
    "jar that the manifest of a linked jar names": (lambda d, v: (write_jar(d / "v/a.jar", {}, "Class-Path: b.jar"), write_jar(d / "v/b.jar", v),
                                                                  (d / "a.jar").symlink_to("v/a.jar")), BY_JAR, lambda d, v: replace(d / "v/b.jar", v)),
    "jar that the manifest of a padded jar names": (lambda d, v: (write_padded(d / "a.jar", "Class-Path: b.jar"), write_jar(d / "b.jar", v)), BY_JAR,
                                                    lambda d, v: replace(d / "b.jar", v)),
    "jar that a manifest names behind a directory that is not there": (
        lambda d, v: (write_jar(d / "a.jar", {}, "Class-Path: gone/../b.jar"), write_jar(d / "b.jar", v)), BY_JAR, lambda d, v: replace(d / "b.jar", v)),
    "jar that a manifest names above a linked directory": (
        lambda d, v: (write_jar(d / "a.jar", {}, "Class-Path: libs/a.jar"), (d / "v").mkdir(), write_jar(d / "v/deep/a.jar", {}, "Class-Path: ../b.jar"),
                      (d / "libs").symlink_to("v/deep"), write_jar(d / "b.jar", v)), BY_JAR, lambda d, v: replace(d / "b.jar", v)),
    "jar that a manifest names by a path above a linked directory": (
        lambda d, v: (write_jar(d / "a.jar", {}, f"Class-Path: {d}/libs/../b.jar"), (d / "v/deep").mkdir(parents=True), (d / "libs").symlink_to("v/deep"),
                      write_jar(d / "v/b.jar", v)), BY_JAR, lambda d, v: replace(d / "v/b.jar", v)),
    "main jar": (lambda d, v: write_jar(d / "a.jar", v, MAIN_CLASS), ["-jar", "a.jar"], lambda d, v: replace(d / "a.jar", v, MAIN_CLASS)),
    "entry that was missing": (lambda d, v: write_jar(d / "a.jar", v), ["-cp", "first.jar:a.jar", MAIN], lambda d, v: write_jar(d / "first.jar", v)),
}


def test_a_class_path_that_changes_between_two_runs_is_that_of_the_run(served, tmp_path):
    places = {name: tmp_path / name.replace(" ", "-") for name in CHANGES}
    for name, (make, _, _) in CHANGES.items():
        places[name].mkdir()
        make(places[name], classes(served, b"1"))
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    changed = {}
    for name, (_, words, change) in CHANGES.items():
        place = places[name]
        first = run(served, "plain", place, words)
        assert first[0] == 0 and b"version 1" in first[1] and b"late1" in first[1], first
        start(served, place, words)
        with warm(served, 1):
            assert_same(run(served, "warm", place, words), first, name)
        change(place, classes(served, b"2"))
        changed[name] = run(served, "plain", place, words)
        assert changed[name] != first, name
        assert_same(run(served, "warm", place, words), changed[name], f"{name}, changed")
    time.sleep(2.1)
    name = "jar rewritten in place"
    start(served, places[name], CHANGES[name][1])
    with warm(served, 2):
        for turn in range(2):
            assert_same(run(served, "warm", places[name], CHANGES[name][1]), changed[name], f"run {turn} of the new one")


def changed_meanwhile(served, kind, place, change):
    """A run whose class path is changed before it needs more of it."""
    served.await_free()
    with subprocess.Popen([served.commands[kind], *BY_JAR], env=served.environment(NO_START), cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"ready\n"
        change(place)
        out, err = process.communicate(b"x", timeout=30)
        return process.returncode, out, err, {}


@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_jar_that_changes_during_a_run_is_what_plain_java_has_then(served, tmp_path, how):
    """Open, it is as it was; opened once more it is the new one, or none."""
    def change(place):
        (place / "a.jar").unlink() if how == "deleted" else replace(place / "a.jar", classes(served, b"2") | {"other": b"other 2"})

    for kind in ("plain", "warm"):
        (tmp_path / kind).mkdir()
        write_jar(tmp_path / kind / "a.jar", classes(served, b"1") | {"other": b"other 1"})
    plain = [changed_meanwhile(served, "plain", tmp_path / "plain", change), run(served, "plain", tmp_path / "plain", BY_JAR)]
    assert plain[0][0] == 0 and b"late1" in plain[0][1], plain
    time.sleep(2.1)
    start(served, tmp_path / "warm", BY_JAR)
    with warm(served, 1):
        run(served, "warm", tmp_path / "warm", BY_JAR)
    with warm(served, 1):
        assert_same(changed_meanwhile(served, "warm", tmp_path / "warm", change), plain[0], "changed")
    assert_same(run(served, "warm", tmp_path / "warm", BY_JAR), plain[1], "afterwards")


def test_a_jar_that_the_program_makes_and_replaces_is_loaded_anew(served):
    warm_turns(served, "Jars", [(("one",), ()), (("two",), ())])


@pytest.mark.parametrize("how", ["missing", "knows nothing of it"])
def test_a_class_whose_nest_host_denies_it_says_why_in_each_run(served, tmp_path, how):
    """A second run said that access was refused, but not why: what a class had found out stayed, and its reason did not."""
    nest = {path.name: path.read_bytes() for path in served.programs.glob("Nest*.class")}
    if how == "missing":
        del nest["Nest.class"]
    else:
        nest["Nest.class"] = nest["Nest.class"].replace(b"Nest$Other", b"Nest$Never").replace(b"Nest$Asks", b"Nest$Asky")
    write_directory(tmp_path / "c", nest)
    time.sleep(2.1)
    for arguments in ([], ["reflection"]):
        words = ["-cp", "c", "Nest$Asks", *arguments]
        plain = run(served, "plain", tmp_path, words)
        assert plain[0] == 0 and (b"Nest host resolution" if how == "missing" else b"not a nest member") in plain[1], plain
        start(served, tmp_path, words)
        with warm(served, 3):
            for turn in range(3):
                assert_same(run(served, "warm", tmp_path, words), plain, f"{how}, run {turn}")
