# SPDX-License-Identifier: Apache-2.0
"""The command line of the job of bench/neo4j: a JVM without Spark, which has an embedded Neo4j."""
from pathlib import Path

from . import paths

MAIN = "dev.spillway.bench.neo4j.GraphScienceJob"
_OPENS = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch", "java.base/java.util.concurrent")
# Its vector index; and what Neo4j's own script allows.
_OPTIONS = ("--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
            *(f"--add-opens={name}=ALL-UNNAMED" for name in _OPENS))


def command(setting, job, options, scratch):
    """options: of the JVM, without those of Neo4j. scratch: directory for the database."""
    directory = paths.ROOT / "bench" / "neo4j" / "target"
    jar = paths.built(directory / "spillway-bench-neo4j.jar", "make bench-neo4j")
    words = [setting.java_home() / "bin" / "java", *options, f"-Xmx{setting.heap_mb}m", *_OPTIONS, "-cp", f"{jar}:{directory / 'lib'}/*", MAIN,
             "--home", Path(scratch) / "neo4j"]
    for key, value in job.arguments:
        words += [f"--{key}", value]
    return [str(word) for word in words]
