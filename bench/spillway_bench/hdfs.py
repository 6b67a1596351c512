# SPDX-License-Identifier: Apache-2.0
"""A real HDFS on this machine: one NameNode, one DataNode, each a JVM of its own."""
import subprocess
import time
import zipfile
from pathlib import Path

from . import ports

GROUP, ARTIFACT = "org.apache.hadoop", "hadoop-client-minicluster"
SHELL = "org.apache.hadoop.fs.FsShell"
_LIBRARIES = ("hadoop-client-api-", "hadoop-client-runtime-", "slf4j-api-", "log4j-slf4j2-impl-", "log4j-api-", "log4j-core-", "log4j-1.2-api-", "jcl-over-slf4j-")
# A DataNode wants a tenth of a disk; tests may run on less.
_SETTINGS = {"dfs.replication": "1", "dfs.namenode.http-address": "localhost:0", "dfs.datanode.address": "localhost:0",
             "dfs.datanode.http.address": "localhost:0", "dfs.datanode.ipc.address": "localhost:0", "dfs.permissions.enabled": "false",
             "dfs.namenode.safemode.extension": "0", "dfs.namenode.resource.du.reserved": "1048576"}


def client_jars(spark):
    """Of Spark's jars those the client of HDFS needs, and Hadoop's version."""
    found = [jar for prefix in _LIBRARIES for jar in sorted((spark / "jars").glob(f"{prefix}*.jar"))]
    return found, found[0].stem.rpartition("-")[2]


def server_jar(version, directory):
    """Hadoop's servers in one jar, which Maven gets once."""
    jar = directory / f"{ARTIFACT}-{version}.jar"
    if not jar.exists():
        subprocess.run(["mvn", "-B", "-ntp", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
                        f"-Dartifact={GROUP}:{ARTIFACT}:{version}", f"-DoutputDirectory={directory}"], check=True, timeout=600)
    return jar


def _site(path, settings):
    properties = "".join(f"<property><name>{name}</name><value>{value}</value></property>" for name, value in settings.items())
    path.write_text(f"<configuration>{properties}</configuration>\n")


def _packed(conf):
    jar = conf.with_name("conf.jar")
    with zipfile.ZipFile(jar, "w") as made:
        for path in sorted(conf.iterdir()):
            made.write(path, path.name)
    return jar


class Hdfs:
    """packed: with the configuration in a jar, as the JDK's archives of classes take no directory on the class path."""

    def __init__(self, directory, java, client, server, packed=False):
        self.java, self.directory, self.started = java, directory, []
        conf = directory / "conf"
        conf.mkdir(parents=True)
        self.root = f"hdfs://localhost:{ports.free()}"
        _site(conf / "core-site.xml", {"fs.defaultFS": self.root, "hadoop.tmp.dir": directory / "tmp"})
        _site(conf / "hdfs-site.xml", _SETTINGS | {"dfs.namenode.name.dir": directory / "name", "dfs.datanode.data.dir": directory / "data"})
        (conf / "log4j2.properties").write_text("rootLogger.level = warn\nrootLogger.appenderRef.err.ref = err\n"
                                                "appender.err.type = Console\nappender.err.name = err\nappender.err.target = SYSTEM_ERR\n")
        # The client's class path, as the command hdfs has it.
        self.class_path = ":".join(map(str, [_packed(conf) if packed else conf, *client]))
        self._server_path = f"{self.class_path}:{server}"

    def start(self):
        self._daemon("namenode.NameNode", "-format", "-nonInteractive").wait(timeout=120)
        self.started = [self._daemon("namenode.NameNode"), self._daemon("datanode.DataNode")]
        end = time.monotonic() + 120
        probe = self.directory / "probe"
        probe.write_text("probe\n")
        # Before the DataNode has registered there is nowhere to put a block.
        while subprocess.run(self.plain("-put", "-f", str(probe), "/probe"), capture_output=True).returncode != 0:
            assert time.monotonic() < end and all(p.poll() is None for p in self.started), self.output()
            time.sleep(1)

    def plain(self, *arguments):
        return [self.java, "-cp", self.class_path, SHELL, *arguments]

    def _daemon(self, name, *arguments):
        with open(self.directory / f"{name}.out", "ab") as out:
            return subprocess.Popen([self.java, "-Xmx256m", "-cp", self._server_path, f"org.apache.hadoop.hdfs.server.{name}", *arguments],
                                    stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=self.directory)

    def output(self):
        return "\n".join(Path(out).read_text()[-2000:] for out in sorted(self.directory.glob("*.out")))

    def stop(self):
        for process in self.started:
            process.kill()
            process.wait()
