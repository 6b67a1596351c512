# SPDX-License-Identifier: Apache-2.0
"""Spark local on a warm server: the command that spark-submit makes, in alternation with javac on the same server."""
import os
import shlex
import signal
import subprocess

import pytest

from conftest import ROOT
from served import Served, assert_same, ended_for_cause

HERE = ROOT / "warm/tests/spark"
RUNS = int(os.environ.get("SPILLWAY_WARM_SPARK_RUNS", "3"))
PATIENCE = 240 + 60 * RUNS
ENVIRONMENT = {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost"}


@pytest.fixture(scope="module")
def served(tmp_path_factory, spark, spillway_image):
    directory = tmp_path_factory.mktemp("spark")
    made = Served(directory, spillway_image)
    subprocess.run([spillway_image / "bin/javac", "-cp", f"{spark}/jars/*", "-d", directory / "classes", HERE / "Query.java"], check=True)
    made.jar = directory / "query.jar"
    subprocess.run([spillway_image / "bin/jar", "--create", "--file", made.jar, "-C", directory / "classes", "."], check=True)
    yield made
    made.stop()


def submit(served, spark, rows):
    """The run by spark-submit with plain java, and the words of the command that it makes."""
    environment = served.environment(ENVIRONMENT | {"JAVA_HOME": str(served.image), "SPARK_PRINT_LAUNCH_COMMAND": "1"})
    ran = subprocess.run([spark / "bin/spark-submit", "--master", "local[2]", "--conf", "spark.ui.enabled=false",
                          "--driver-java-options", f"-Dlog4j.configurationFile={HERE}/log4j2.properties", "--class", "Query", served.jar, str(rows)],
                         env=environment, cwd=served.work, capture_output=True, timeout=120)
    first, line, rest = ran.stderr.split(b"\n", 2)
    assert first.startswith(b"Spark Command: ") and set(line) == {ord("=")}, ran.stderr
    words = shlex.split(first.decode().removeprefix("Spark Command: "))
    return (ran.returncode, ran.stdout, rest), words


def run(served, spark, command, words):
    served.await_free()
    ran = subprocess.run([served.commands[command], *words], env=served.environment(ENVIRONMENT | {"SPARK_HOME": str(spark)}), cwd=served.work,
                         capture_output=True, timeout=120)
    return ran.returncode, ran.stdout, ran.stderr


def live_classes(served):
    server, = served.pids()
    loaded, _, unloaded = subprocess.run([served.image / "bin/jstat", "-class", str(server)], capture_output=True, text=True, check=True,
                                         timeout=60).stdout.splitlines()[1].split()[:3]
    return int(server), int(loaded) - int(unloaded)


def test_spark_and_javac_in_alternation_on_one_server(served, spark):
    signal.alarm(PATIENCE)
    submitted, (_, *words) = submit(served, spark, 1000)
    plain = run(served, spark, "plain", words)
    assert plain[0] == 0 and plain[:2] == submitted[:2] and plain[1].count(b"\n") == 6, plain
    # The same options and class path, so the same server.
    options = words[:words.index("org.apache.spark.deploy.SparkSubmit")]
    compiled = served.work / "javac"
    javac = [*options, "com.sun.tools.javac.Main", "-d", str(compiled), str(HERE / "Query.java")]
    plain_javac = run(served, spark, "plain", javac)
    assert plain_javac[:2] == (0, b""), plain_javac
    expected = {p.name: p.read_bytes() for p in compiled.iterdir()}
    started = subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", served.commands["warm"], *words],
                             env=served.environment(ENVIRONMENT | {"SPARK_HOME": str(spark)}), capture_output=True, text=True, timeout=120)
    assert started.returncode == 0, started
    classes = []
    for number in range(RUNS):
        assert_same((*run(served, spark, "warm", words), {}), (*plain, {}), f"run {number}")
        for left in compiled.iterdir():
            left.unlink()
        assert_same((*run(served, spark, "warm", javac), {}), (*plain_javac, {}), f"javac {number}")
        assert {p.name: p.read_bytes() for p in compiled.iterdir()} == expected
        served.await_free()
        classes.append(live_classes(served))
    assert ended_for_cause(served, 0) == []
    assert len(served.events("warm")) >= 2 * RUNS - 2 * len(served.events("ended"))
    # A run defines some four hundred hidden classes. A few of the JDK's are made once, when code has been used often enough.
    (first, before), (last, after) = classes[0], classes[-1]
    assert first != last or after - before < 50 + RUNS, classes
