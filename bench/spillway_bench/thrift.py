# SPDX-License-Identifier: Apache-2.0
"""Spark's Thrift server on this machine, which Hive's command-line client `beeline` asks."""
import socket
import subprocess
import time

from . import ports

MAIN = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"
START_S = 120
QUERY = "select k, count(*) as n, sum(id) as total from (select id, id % 7 as k from range(1000)) group by k order by k"
# A statement of one word.
PROBE = "values(1)"


class Server:
    """directory: of its own, made by it (its catalogue is there). java: the command. spark: SPARK_HOME. log4j: a file of settings. for_beeline: what
    its environment needs, so that its history is not in the user's home."""

    def __init__(self, directory, java, spark, log4j, environment):
        self._directory, self._environment, self._process, self._port = directory, environment, None, ports.free()
        directory.mkdir(parents=True)
        self.for_beeline = {"SPARK_BEELINE_OPTS": f"-Duser.home={directory}"}
        options = ("-Xmx768m", f"-Dlog4j.configurationFile={log4j}", "-cp", f"{spark}/jars/*")
        settings = {"spark.master": "local[1]", "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "1", "spark.sql.catalogImplementation": "in-memory"}
        self._words = [str(java), *options, *(f"-D{name}={value}" for name, value in settings.items()), MAIN,
                       "--hiveconf", "hive.server2.thrift.bind.host=localhost", "--hiveconf", f"hive.server2.thrift.port={self._port}"]

    def start(self):
        """Until it listens; RuntimeError with its last words if it does not."""
        with open(self._directory / "log", "wb") as log:
            self._process = subprocess.Popen(self._words, env=self._environment, cwd=self._directory, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + START_S
        while not self._listens():
            if time.monotonic() > end or self._process.poll() is not None:
                raise RuntimeError(f"the Thrift server does not start: {(self._directory / 'log').read_text(errors='replace').strip()[-400:]}")
            time.sleep(0.2)

    def _listens(self):
        try:
            socket.create_connection(("localhost", self._port), timeout=5).close()
        except OSError:
            return False
        return True

    def arguments(self, query):
        """Those of beeline for a statement: rows only, as the rest has times in it. Not by a file, of which it tells in between when it likes."""
        return ["-u", f"jdbc:hive2://localhost:{self._port}/", "--silent=true", "--outputformat=csv2", "-e", query]

    def stop(self):
        if self._process:
            self._process.kill()
            self._process.wait()
