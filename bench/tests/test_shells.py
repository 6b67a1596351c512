# SPDX-License-Identifier: Apache-2.0
"""The plug-in in the shells of Spark, as users start them: one jar, its key, and Kryo."""
import os
import subprocess

import pytest

from spillway_bench import eventlog, paths

SCALA = """
val sums = sc.parallelize(1 to 20000, 4).map(i => (i % 100, i)).groupByKey(3).mapValues(_.map(_.toLong).sum)
println("SUM " + sums.values.sum.toLong + " " + sums.count)
"""
PYTHON = """
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
pairs = spark.sparkContext.parallelize(range(20000), 4).map(lambda i: (i % 100, i))
counts = spark.range(20000).selectExpr("id % 100 AS k").groupBy("k").count()
print("SUM", pairs.groupByKey(3).mapValues(sum).values().sum(), counts.count())
spark.stop()
"""


@pytest.fixture
def spark(java, tmp_path):
    """Runs a script of Spark's bin with the plug-in; gives the process that ended and what the event log says."""
    try:
        home, jar = paths.spark_home(), paths.plugin_jar()
    except paths.Missing as e:
        pytest.skip(str(e))

    def run(script, *arguments, stdin=""):
        logs = tmp_path / "events"
        settings = ("spark.plugins=dev.spillway.spark.SpillwayPlugin", "spark.serializer=org.apache.spark.serializer.KryoSerializer",
                    "spark.ui.enabled=false", "spark.driver.bindAddress=127.0.0.1", "spark.driver.host=127.0.0.1",
                    f"spark.local.dir={tmp_path}", *eventlog.conf(logs))
        words = [home / "bin" / script, "--master", "local[2]", "--jars", jar, *(word for setting in settings for word in ("--conf", setting)), *arguments]
        environment = {**os.environ, "JAVA_HOME": str(java.parent.parent), "PYSPARK_PYTHON": "python3"}
        environment.pop("SPARK_HOME", None)
        ran = subprocess.run(list(map(str, words)), input=stdin, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=240)
        return ran, eventlog.read(logs)
    return run


def said(ran):
    return [line.split()[1:] for line in ran.stdout.splitlines() if "SUM " in line and "println" not in line]


def test_a_group_by_key_of_spark_shell_is_leaky(spark):
    ran, log = spark("spark-shell", stdin=SCALA)
    assert said(ran) == [["200010000", "100"]], ran.stdout[-2000:] + ran.stderr[-2000:]
    assert "leakyBuffer=ON" in ran.stderr and "eagerSpill=ON" in ran.stderr
    assert eventlog.spillway(log, "leakyReads") > 0 and eventlog.spillway(log, "values") >= 20000


def test_pyspark_runs_as_ever_with_the_plug_in(spark, tmp_path):
    (tmp_path / "job.py").write_text(PYTHON)
    ran, _ = spark("spark-submit", tmp_path / "job.py")
    assert ran.returncode == 0 and said(ran) == [["199990000", "100"]], ran.stdout[-2000:] + ran.stderr[-2000:]
    assert "leakyBuffer=ON" in ran.stderr and "eagerSpill=ON" in ran.stderr
