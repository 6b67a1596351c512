# SPDX-License-Identifier: Apache-2.0
"""What java.base and four small modules hold in statics is the same in a server's first run and after programs that change what they can. A difference has a reason
in `jdk-statics.txt`."""
import fnmatch
import re
import signal
import subprocess
import time

import pytest
from spillway_bench import hdfs

from conftest import ROOT
from served import Served, reasons, with_jars

# Packages that Spark's launcher opens for it (JavaModuleOptions of Spark 4.3).
OPENED_FOR_SPARK = ["java.base/java.lang", "java.base/java.lang.invoke", "java.base/java.lang.reflect", "java.base/java.io", "java.base/java.net", "java.base/java.nio",
                    "java.base/java.util", "java.base/java.util.concurrent", "java.base/java.util.concurrent.atomic", "java.base/jdk.internal.ref", "java.base/sun.nio.ch",
                    "java.base/sun.nio.cs", "java.base/sun.security.action", "java.base/sun.util.calendar"]
PROGRAMS = ROOT / "warm/tests/programs"
# Each twice: what the first run of a class brings is there in the second.
POLLUTERS = [("Global$Providers", []), ("Global$Assertions", []), ("State$OfJdk", []), ("State$Logging", []), ("State$Net", []), ("Global$Modules", []), ("State$Reflection", []), ("State$Lambdas", []), ("State$Enums", []),
             ("Ends$Hooks", ["exit"]), ("Ends$Deep", []), ("Process$Streams", []), ("Process$Here", []), ("Process$Much", [])]


def allowed():
    """[(pattern of class#field..., reason)] of the table."""
    return reasons("jdk-statics.txt")


def differences(cold, reused):
    """A line for each static of which the two say something else, but for those the table allows, with the first of what differs in it."""
    patterns = [pattern for pattern, _ in allowed()]
    found = {}
    for line, side in sorted([(line, "cold") for line in cold - reused] + [(line, "reused") for line in reused - cold]):
        path = line.split(" ")[0]
        if not any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns):
            found.setdefault(re.match(r"[^#]*#[\w$]*", path).group(), []).append(f"{side}: {line.removeprefix(path)[:80]}")
    return [f"{static}: {len(lines)} lines, {lines[:3]}" for static, lines in found.items()]


@pytest.fixture(scope="module")
def served(tmp_path_factory, spillway_image):
    made = Served(tmp_path_factory.mktemp("statics"), spillway_image)
    made.compile(["-XDignore.symbol.file", *sorted(PROGRAMS.glob("*.java"))])
    yield made
    made.stop()


def dump(served, classes, options):
    status, out, err, _ = served.run("warm", "Statics", ["dump", str(classes)], options)
    # The JDK warns of sun.misc.Unsafe.
    assert status == 0 and all(line.startswith(b"WARNING: ") for line in err.splitlines()), err[-2000:]
    return set(out.decode().splitlines())


def test_statics_of_the_jdk_are_those_of_a_new_server_after_other_programs(served, tmp_path):
    def pollute():
        for main, arguments in [*POLLUTERS, *POLLUTERS]:
            served.run("warm", main, arguments, stdin=b"one\ntwo\n")
        javac = ["-d", str(tmp_path), "-XDignore.symbol.file", *map(str, sorted(PROGRAMS.glob("E*.java")))]
        assert served.run("warm", "com.sun.tools.javac.Main", javac)[0] == 0
        return 2 * len(POLLUTERS) + 1

    assert_same_statics(served, tmp_path, pollute)


@pytest.mark.long
def test_statics_of_the_jdk_are_those_of_a_new_server_after_the_shell_of_hdfs(tmp_path, spark, spillway_image):
    made = Served(tmp_path / "hdfs", spillway_image)
    made.compile(["-XDignore.symbol.file", *sorted(PROGRAMS.glob("*.java"))])
    made.programs = ":".join(map(str, [made.programs, *hdfs.client_jars(spark)[0]]))
    (tmp_path / "listed").mkdir()

    def pollute():
        for arguments in (["-ls", f"file://{tmp_path}"], ["-stat", f"file://{tmp_path}/listed"], ["-cat", "file:///none"]) * 2:
            made.run("warm", hdfs.SHELL, arguments)
        return 6

    try:
        assert_same_statics(made, tmp_path, pollute)
    finally:
        made.stop()


@pytest.mark.long
def test_statics_of_the_jdk_are_those_of_a_new_server_after_queries_of_spark(tmp_path, spark, spillway_image):
    signal.alarm(600)
    made = with_jars(tmp_path / "spark", spillway_image, ROOT / "warm/tests/spark/Query.java", sorted((spark / "jars").glob("*.jar")))
    programs = tmp_path / "programs"
    subprocess.run([made.image / "bin/javac", "-XDignore.symbol.file", "-d", programs, *sorted(PROGRAMS.glob("*.java"))], check=True)
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    jar = made.programs.split(":")[0]
    made.programs = f"{programs}:{made.programs}"
    options = [f"--add-opens={name}=ALL-UNNAMED" for name in OPENED_FOR_SPARK]

    def pollute():
        for rows in ("1000", "2000", "1000"):
            arguments = ["--master", "local[2]", "--conf", "spark.ui.enabled=false", "--class", "Query", jar, rows]
            status, out, err, _ = made.run("warm", "org.apache.spark.deploy.SparkSubmit", arguments, options,
                                           {"SPARK_HOME": str(spark), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost"})
            assert status == 0 and out.count(b"\n") == 6, err[-2000:]
        return 3

    try:
        assert_same_statics(made, tmp_path, pollute, options)
    finally:
        made.stop()


def assert_same_statics(served, tmp_path, pollute, options=()):
    """After what pollute() has run, all of it warm, and in a new server."""
    served.start(options=options)
    ended, runs = len(served.events("ended")), len(served.events("warm"))
    polluted = pollute()
    classes = tmp_path / "classes"
    classes.write_bytes(served.run("warm", "Statics", ["list"], options)[1])
    assert len(classes.read_text().splitlines()) > 1000
    reused = dump(served, classes, options)
    assert len(served.events("warm")) == runs + polluted + 2 and len(served.events("ended")) == ended, served.events()[-5:]

    served.stop()
    served.wait(lambda: not served.servers())
    served.start(options=options)
    runs = len(served.events("warm"))
    cold = dump(served, classes, options)
    assert len(served.events("warm")) == runs + 1
    found = differences(cold, reused)
    assert not found, f"{len(found)} statics:\n" + "\n".join(found)


def test_numbers_and_texts_that_may_change_are_fields_of_the_jdk(served):
    """As the VM's own table has them; in another JDK one may be called otherwise."""
    source = (ROOT / "jvm/src/hotspot/share/runtime/warm/warmStatics.cpp").read_text()
    table = source.partition("may_change[] = {")[2].partition("};")[0]
    listed = re.findall(r'^  "(.*)",$', table, re.MULTILINE)
    kept = re.search(r"kept_modules\[\] = \{ (.*) \}", (ROOT / "jvm/src/hotspot/share/runtime/warm/warmClasses.cpp").read_text())[1]
    assert f"List.of({kept})" in (PROGRAMS / "Statics.java").read_text()
    status, fields, _, _ = served.run("plain", "Statics", ["fields"])
    fields = fields.decode().split()
    assert status == 0 and len(fields) > 100 and len(listed) > 20
    assert not [entry for entry in listed if not any(field == entry or (entry.endswith("#") and field.startswith(entry)) for field in fields)]


def test_every_reason_of_the_table_is_one_line():
    assert allowed() and all(len(entry) == 2 for entry in allowed())
    assert subprocess.run(["sort", "-c"], input="\n".join(pattern for pattern, _ in allowed()), text=True, env={"LC_ALL": "C"}).returncode == 0
