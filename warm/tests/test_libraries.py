# SPDX-License-Identifier: Apache-2.0
"""Programs with libraries that register themselves (Log4j's files, Derby's driver), and with native ones, in turns on one server."""
import subprocess

import pytest

from conftest import ROOT
from served import Served, all_warm, assert_same, with_jars

HERE = ROOT / "warm/tests/libraries"
JARS = ["log4j-api", "log4j-core", "derby-", "derbyshared", "derbytools"]


@pytest.fixture(scope="module")
def served(tmp_path_factory, spark, spillway_image):
    jars = [next(spark.glob(f"jars/{name}*.jar")) for name in JARS]
    made = with_jars(tmp_path_factory.mktemp("libraries"), spillway_image, HERE / "Libraries.java", jars)
    yield made
    made.stop()


def test_log_files_and_drivers_are_those_of_the_run(served):
    turns = [("Libraries$Logs", "one"), ("Libraries$Database", "one"), ("Libraries$Logs", "two"), ("Libraries$Database", "one")]
    options = [f"-Dlog4j.configurationFile={HERE}/log4j2.properties"]
    plain = [served.run("plain", main, [argument], options) for main, argument in turns]
    assert "app-1.log" in plain[0][3] and b"failed" in plain[0][2] and plain[0][0] == 0, plain[0]
    assert plain[1][:2] == (0, b"XJ004\n190 one\norg.apache.derby.iapi.jdbc.AutoloadedDriver\n"), plain[1]
    served.start(main="Libraries$Logs", options=options)
    with all_warm(served, 2 * len(turns)):
        for run in range(2 * len(turns)):
            main, argument = turns[run % len(turns)]
            warm, expected = served.run("warm", main, [argument], options), plain[run % len(turns)]
            # Derby's log has times and addresses of objects in it.
            warm[3].pop("derby.log", None), expected[3].pop("derby.log", None)
            assert_same(warm, expected, f"run {run} {main}")


@pytest.fixture(scope="module")
def copies(tmp_path_factory, spillway_image):
    made = Served(tmp_path_factory.mktemp("copies"), spillway_image)
    made.library = made.work.with_name("copies.so")
    includes = [f"-I{spillway_image}/include{part}" for part in ("", "/linux")]
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", *includes, "-o", made.library, HERE / "copies.c"], check=True)
    made.compile([HERE / "Copies.java"])
    yield made
    made.stop()


def test_native_methods_are_those_of_the_library_that_their_run_has_loaded(copies):
    """They stayed bound to that of the first run, which stayed loaded, and servers ended after 64 copies."""
    load = [copies.library, "liblz4-java-"]
    assert_native_turns(copies, [load, load, load, []], 100)


def test_a_library_that_stays_registers_its_methods_in_each_run_that_loads_it(copies):
    """What is not closed after a run is told of the next one as in a new JVM."""
    fixed = copies.library.with_name("libzstd-jni-fixed.so")
    fixed.write_bytes(copies.library.read_bytes())
    assert_native_turns(copies, [[copies.library, "libzstd-jni-"], []], 16)
    copies.empty_work()
    once = copies.run("plain", "Copies", [fixed])
    copies.start(main="Copies")
    with all_warm(copies, 6):
        for run in range(6):
            warm = copies.run("warm", "Copies", [fixed])
            # It counts on, which those that are known to be harmless do not.
            assert warm[0] == 0 and warm[2] == once[2] and warm[1].split()[2] == once[1].split()[2] == b"0", (run, warm, once)


def assert_native_turns(served, turns, runs):
    plain = [served.run("plain", "Copies", arguments) for arguments in turns]
    assert plain[0][1] == b"20001 20001 0\n" and b"WARNING" in plain[0][2] and b"found" in plain[-1][1], plain
    served.start(main="Copies")
    with all_warm(served, runs):
        for run in range(runs):
            assert_same(served.run("warm", "Copies", turns[run % len(turns)]), plain[run % len(turns)], f"run {run}")
    pid, = served.pids()
    with open(f"/proc/{pid}/maps") as maps:
        assert "liblz4-java" not in maps.read()
    # Code that calls a function of a past run is no more, but for that of the last runs, whose collection is to come.
    listed = subprocess.run([served.image / "bin/jcmd", pid, "Compiler.codelist"], capture_output=True, text=True, check=True, timeout=60).stdout
    served.stop()  # jcmd has attached to it
    assert " Copies.main(" in listed and listed.count(" Copies.found(") <= 3, [line for line in listed.splitlines() if "Copies" in line]


def test_a_library_whose_name_only_begins_as_that_of_a_known_one_ends_the_server(copies):
    load = [copies.library, "snappy-"]
    plain = copies.run("plain", "Copies", load)
    copies.start(main="Copies")
    before = len(copies.events("ended"))
    assert_same(copies.run("warm", "Copies", load), plain)
    copies.wait(lambda: len(copies.events("ended")) > before)
    assert "a native library was loaded: " in str(copies.events("ended")[-1]) and "/snappy-" in str(copies.events("ended")[-1])
