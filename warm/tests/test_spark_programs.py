# SPDX-License-Identifier: Apache-2.0
"""Spark's own commands with JAVA_HOME as the warm pool's: MLlib and SQL by spark-submit and spark-sql, and a standalone cluster whose executors are warm."""
import json
import os
import re
import signal
import subprocess
import time

import pytest

from spillway_bench import ports, thrift

from conftest import ROOT
from served import Served, assert_same, ended_for_cause, stay_warm

HERE = ROOT / "warm/tests/spark"
# Times and what is made of them.
# A driver that ends takes its endpoints down one by one, and says this of each that has gone when it hears that an executor has (`Dispatcher.postToAll`
# of Spark): whether it does is a race of the driver's with the end of its executor, whatever JVM that is.
# Likewise of the answer to the removal of a broadcast, which may find its pool of threads shutting down (`BlockManagerMaster.removeBroadcast`): once in 200 runs on a busy machine.
# Likewise of a broadcast that the program and `ContextCleaner` remove at once (`BlockManager.removeBlock`): plain `java` said it in 1 of 20 runs, four beside each other.
MASKED = re.compile(rb"(Time taken: )[\d.]+|(local-)\d+|(app-)[\d-]+|^WARN Dispatcher: Message RemoteProcessDisconnected\(\S+\) dropped\. .*\n"
                    rb"|^WARN BlockManagerMaster: Failed to remove broadcast .*\n(?:java\.util\.concurrent\.RejectedExecutionException: .*\n)?(?:\s+at .*\n)*"
                    rb"|^WARN BlockManager: Asked to remove block broadcast_\d+, which does not exist\n", re.MULTILINE)
IN_SOAK = "SPILLWAY_WARM_PROGRAM_RUNS" in os.environ
RUNS = int(os.environ.get("SPILLWAY_WARM_PROGRAM_RUNS", "2"))
QUERY = "create table squares using parquet as select id, id * id as square from range(100); " \
        "select id % 7 as k, sum(square) from squares group by k order by k; select * from missing"


@pytest.fixture(scope="module")
def served(tmp_path_factory, spark, spillway_image):
    directory = tmp_path_factory.mktemp("spark")
    made = Served(directory, spillway_image)
    subprocess.run([spillway_image / "bin/javac", "-cp", f"{spark}/jars/*", "-d", directory / "classes", *HERE.glob("*.java")], check=True)
    made.jar = directory / "programs.jar"
    subprocess.run([spillway_image / "bin/jar", "--create", "--file", made.jar, "-C", directory / "classes", "."], check=True)
    yield made
    made.stop()


def environment(served, home):
    return served.environment({"JAVA_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost"})


def run(served, home, words, more=None):
    """In an empty directory, with more of an environment: exit status, stdout, stderr."""
    served.await_free()
    served.empty_work()
    ran = subprocess.run(list(map(str, words)), env=environment(served, home) | (more or {}), cwd=served.work, capture_output=True, timeout=240)
    return ran.returncode, ran.stdout, MASKED.sub(rb"\1\2\3", ran.stderr)


def command(script, *words):
    options = ["--conf", "spark.ui.enabled=false", "--driver-java-options", f"-Dlog4j.configurationFile={HERE}/log4j2.properties"]
    return [script, *options, *words]


@pytest.mark.skipif(not IN_SOAK, reason="takes two minutes: make soak-warm runs it")
def test_mllib_and_sql_by_their_scripts_in_alternation(served, spark):
    """Both scripts start a JVM that makes the command, and that command: four kinds of servers."""
    signal.alarm(600 + 120 * RUNS)
    programs = [command(spark / "bin/spark-submit", "--master", "local[2]", "--class", "Learning", served.jar, "200"),
                command(spark / "bin/spark-sql", "--master", "local[2]", "-e", QUERY)]
    plain = [run(served, served.image, words) for words in programs]
    assert [r[0] for r in plain] == [0, 1] and b"0\t49735" in plain[1][1], plain

    def each(number):
        for words, expected in zip(programs, plain, strict=True):
            assert_same((*run(served, served.home, words), {}), (*expected, {}), f"run {number} of {words[0].name}")

    stay_warm(served, each, RUNS, 400)


@pytest.fixture
def hive(served, spark, tmp_path):
    """Spark's Thrift server, on plain java."""
    signal.alarm(2 * thrift.START_S)
    made = thrift.Server(tmp_path / "thrift", served.image / "bin/java", spark, HERE / "log4j2.properties", environment(served, served.image))
    try:
        made.start()
        yield made
    finally:
        made.stop()


@pytest.mark.skipif(not IN_SOAK, reason="takes a minute: make soak-warm runs it")
def test_hives_client_by_its_script_asks_a_thrift_server(served, spark, hive):
    """beeline, with an answer and with an error."""
    signal.alarm(400 + 30 * RUNS)
    asked = [[spark / "bin/beeline", *hive.arguments(query)] for query in (thrift.QUERY, "select * from missing")]
    plain = [run(served, served.image, words, hive.for_beeline) for words in asked]
    assert plain[0][0] == 0 and b"\n6,142,70929\n" in plain[0][1] and plain[1][0] != 0, plain

    def each(number):
        for words, expected in zip(asked, plain, strict=True):
            assert_same((*run(served, served.home, words, hive.for_beeline), {}), (*expected, {}), f"run {number} of {words[-1]}")

    stay_warm(served, each, RUNS, 200)


@pytest.fixture
def cluster(served, spark, tmp_path):
    """A master and a worker on plain java; the worker's JAVA_HOME, by which it starts executors, is the warm pool's."""
    port, logs = ports.free(), tmp_path / "logs"
    logs.mkdir()
    daemon = [served.image / "bin/java", "-Xmx512m", "-cp", f"{spark}/jars/*"]
    master = [*daemon, "org.apache.spark.deploy.master.Master", "--host", "localhost", "--port", str(port), "--webui-port", "0"]
    worker = [*daemon, "org.apache.spark.deploy.worker.Worker", "--host", "localhost", "--cores", "2", "--memory", "1g", "--webui-port", "0",
              "--work-dir", str(tmp_path / "worker"), f"spark://localhost:{port}"]
    started = []
    for name, words in (("master", master), ("worker", worker)):
        with open(logs / name, "wb") as log:
            started.append(subprocess.Popen(words, env=environment(served, served.home) | {"SPARK_HOME": str(spark), "SPARK_SCALA_VERSION": "2.13"}, cwd=tmp_path, stdout=log, stderr=log))
    try:
        end = time.monotonic() + 60
        while "Registering worker" not in (logs / "master").read_text():
            assert time.monotonic() < end and all(p.poll() is None for p in started), (logs / "master").read_text() + (logs / "worker").read_text()
            time.sleep(0.2)
        yield f"spark://localhost:{port}"
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(timeout=30)


@pytest.mark.long
def test_executors_of_a_standalone_cluster_come_from_the_pool(served, spark, cluster):
    """Of a query with an RDD and of MLlib, in turns."""
    signal.alarm(300 + 120 * RUNS)
    options = ("--master", cluster, "--executor-memory", "512m", "--class")
    programs = [command(spark / "bin/spark-submit", *options, "Query", served.jar, "1000"), command(spark / "bin/spark-submit", *options, "Learning", served.jar, "200")]
    started = len(served.events("started"))
    # The driver is plain, so that every server is an executor's.
    plain = [run(served, served.image, words) for words in programs]
    assert [r[0] for r in plain] == [0, 0] and [r[1].count(b"\n") for r in plain] == [6, 4], plain
    served.wait(lambda: len(served.events("started")) > started, 60)
    before, ended = len(served.events("warm")), len(served.events("ended"))
    for number in range(RUNS):
        for words, expected in zip(programs, plain, strict=True):
            assert_same((*run(served, served.image, words), {}), (*expected, {}), f"run {number} of {words[-2:]}")
    served.await_free()
    # On a busy machine a native thread may outlive the executor, which costs its server; the run that comes next may find none.
    lost, runs, warm = ended_for_cause(served, ended), len(programs) * RUNS, len(served.events("warm")) - before
    assert [event for event in lost if not event[4].endswith("does not end")] == [] and len(lost) <= max(1, runs // 20), lost
    assert warm >= runs - (len(served.events("ended")) - ended) and (warm >= 0.9 * runs or not IN_SOAK), served.events()[-9:]


@pytest.mark.long
def test_a_warm_up_report_of_an_application_has_its_launcher_driver_and_executors(served, spark, cluster, tmp_path):
    signal.alarm(400)
    words = command(spark / "bin/spark-submit", "--master", cluster, "--executor-memory", "512m", "--class", "Query", served.jar, "1000")
    report = tmp_path / "report"
    plain = run(served, served.image, words)
    reported = run(served, served.image, [served.home / "bin/spillway", "warmup", "--all", "--executors", f"--out={report}", "--quiet", "--", *words])
    assert reported[:2] == plain[:2], reported
    jvms = {jvm["name"]: jvm for jvm in json.loads((report / "application.json").read_text())["application"]["jvms"]}
    assert sorted(jvms) == ["CoarseGrainedExecutorBackend", "Main", "SparkSubmit"], jvms
    assert all(jvms[name]["loading"] > 100_000_000 for name in ("CoarseGrainedExecutorBackend", "SparkSubmit")), jvms
