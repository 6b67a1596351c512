# SPDX-License-Identifier: Apache-2.0
"""HDFS's shell on a warm server, against a real NameNode and DataNode."""
import os
import signal
import subprocess

import pytest
from spillway_bench import hdfs, paths

from conftest import ROOT
from served import Served, assert_same, ended_for_cause

RUNS = int(os.environ.get("SPILLWAY_WARM_HDFS_RUNS", "3"))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory, spillway_image):
    try:
        client, version = hdfs.client_jars(paths.spark_home())
    except paths.Missing as missing:
        pytest.skip(str(missing))
    signal.alarm(600)
    made = hdfs.Hdfs(tmp_path_factory.mktemp("hdfs"), spillway_image / "bin/java", client, hdfs.server_jar(version, ROOT / "build/hadoop"))
    try:
        made.start()
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def served(tmp_path_factory, spillway_image):
    made = Served(tmp_path_factory.mktemp("warm"), spillway_image)
    yield made
    made.stop()


def shell(served, cluster, command, *arguments):
    served.await_free()
    ran = subprocess.run([served.commands[command], *cluster.plain(*arguments)[1:]], env=served.environment({}), cwd=served.work,
                         capture_output=True, timeout=60)
    return ran.returncode, ran.stdout, ran.stderr, {}


def test_ls_cat_and_put_are_served_warm_and_do_the_same(served, cluster):
    signal.alarm(120 + 30 * RUNS)
    local = served.work / "local"
    local.write_bytes(os.urandom(1 << 20))
    put = shell(served, cluster, "plain", "-put", str(local), "/megabyte")
    assert put[0] == 0
    commands = [("-ls", "/"), ("-cat", "/megabyte"), ("-ls", "/missing"), ("-cat",)]
    plain = {words: shell(served, cluster, "plain", *words) for words in commands}
    assert plain["-cat", "/megabyte"][1] == local.read_bytes() and plain["-ls", "/missing"][0] == 1
    started = subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", served.commands["warm"], *cluster.plain("-ls")[1:]],
                             env=served.environment({}), capture_output=True, text=True, timeout=60)
    assert started.returncode == 0, started
    for number in range(RUNS):
        for words in commands:
            assert_same(shell(served, cluster, "warm", *words), plain[words], f"run {number} {words}")
        assert_same(shell(served, cluster, "warm", "-put", str(local), f"/put{number}"), put, f"run {number} put")
        assert shell(served, cluster, "plain", "-cat", f"/put{number}")[1] == local.read_bytes()
        assert shell(served, cluster, "warm", "-rm", "-skipTrash", f"/put{number}")[0] == 0
    served.await_free()
    assert ended_for_cause(served, 0) == []
    assert len(served.events("warm")) >= RUNS * (len(commands) + 2) - len(served.events("ended"))
