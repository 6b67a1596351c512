# SPDX-License-Identifier: Apache-2.0
"""Programs in jars, by -jar, wildcards and relative class paths, are on a warm server what they are on plain java."""
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from served import all_warm, assert_same
from test_conformance_classes import write_jar
from test_conformance_robust import parent

MANY = 100  # more than the files that a run may leave open


@pytest.fixture(scope="module")
def jars(served, tmp_path_factory):
    """A directory with app.jar, in it also lib/app.jar and classes, and a jar that names no main class."""
    made = tmp_path_factory.mktemp("jars")
    for name, words in {"app.jar": ["--main-class", "State$Properties"], "nothing.jar": []}.items():
        subprocess.run([served.image / "bin/jar", "--create", "--file", made / name, *words, "-C", served.programs, "."], check=True)
    manifest = made / "opens.mf"
    manifest.write_text("Main-Class: State$Opened\nAdd-Opens: java.base/java.util java.base/sun.nio.ch\nAdd-Exports: java.base/sun.security.util\n"
                        "Enable-Native-Access: ALL-UNNAMED\n")
    subprocess.run([served.image / "bin/jar", "--create", "--file", made / "opens.jar", "--manifest", manifest, "-C", served.programs, "."], check=True)
    (made / "lib").mkdir()
    shutil.copy(made / "app.jar", made / "lib")
    shutil.copytree(served.programs, made / "classes")
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    return made


def run(served, kind, words, directory):
    served.await_free()
    ran = subprocess.run([served.commands[kind], *words], env=served.environment({}), cwd=directory, input=b"", capture_output=True, timeout=60)
    return ran.returncode, ran.stdout, ran.stderr, {}


@pytest.mark.parametrize("words", [["-jar", "app.jar"], ["-jar", "lib/../app.jar", "a"], ["-jar", "opens.jar"], ["-cp", "opens.jar", "State$Opened"],
                                   ["-cp", "lib/*", "State$Properties"], ["-cp", "classes", "State$Properties"],
                                   ["-cp", "lib/*:classes:nowhere.jar", "Loading$Resources"]], ids=" ".join)
def test_a_class_path_of_this_kind_is_served_and_seen_as_by_plain_java(served, jars, words):
    plain = run(served, "plain", words, jars)
    started = subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", served.commands["warm"], *words], env=served.environment({}), cwd=jars,
                             capture_output=True, text=True, timeout=60)
    assert started.returncode == 0, started
    with all_warm(served, 3):
        for turn in range(3):
            assert_same(run(served, "warm", words, jars), plain, f"run {turn}")


def test_a_jar_without_a_main_class_is_refused_as_by_plain_java(served, jars):
    plain = run(served, "plain", ["-jar", "nothing.jar"], jars)
    assert plain[0] == 1 and b"no main manifest attribute" in plain[2]
    for turn in range(2):
        assert_same(run(served, "warm", ["-jar", "nothing.jar"], jars), plain, f"run {turn}")


@pytest.fixture(scope="module")
def many(served, tmp_path_factory):
    """A directory with a hundred jars in lib, of 70 KB each, and app.jar whose manifest names them."""
    made = tmp_path_factory.mktemp("many")
    names = [f"lib/{number}.jar" for number in range(MANY)]
    (made / "lib").mkdir()
    for name in names:
        write_jar(made / name, {"padding": bytes(70_000)})
    write_jar(made / "app.jar", {path.name: path.read_bytes() for path in served.programs.glob("Loading*.class")}, "Main-Class: Loading$Resources",
              "Class-Path:" + "".join(f"\r\n  {name}" for name in names))
    shutil.copy(made / "app.jar", made / "lib")
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    return made


def start(served, words, directory):
    started = subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", served.commands["warm"], *words], env=served.environment({}), cwd=directory,
                             capture_output=True, text=True, timeout=60)
    assert started.returncode == 0, started


@pytest.mark.parametrize("words", [["-cp", "lib/*", "Loading$Resources"], ["-jar", "app.jar"]], ids=" ".join)
def test_a_program_that_opens_more_jars_than_files_may_be_left_open_keeps_its_server(served, many, words):
    """Those of a relative class path, and those that a manifest names, were taken for files of the run."""
    plain = run(served, "plain", words, many)
    start(served, words, many)
    with all_warm(served, 3):
        for turn in range(3):
            assert_same(run(served, "warm", words, many), plain, f"run {turn}")


def memory_of(pid):
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def test_a_keeper_does_not_keep_what_it_read_of_the_class_path(served, many):
    """It had 36 MB after the class path of Spark, for as long as its server lived."""
    served.stop()
    served.wait(lambda: not served.pids())
    start(served, ["-cp", "lib/*", "Loading$Resources"], many)
    pid, = served.pids()
    assert memory_of(parent(int(pid))) < 4 << 20
