# SPDX-License-Identifier: Apache-2.0
"""A way to run a Spark job: JDK, collector, storage level and memory sizes."""
from dataclasses import dataclass, replace

from . import paths

_COLLECTOR = {"parallel": "-XX:+UseParallelGC", "g1": "-XX:+UseG1GC"}


@dataclass(frozen=True)
class Setting:
    """jdk: 'stock' or 'spillway'. collector: 'parallel' or 'g1'. level: a Spark storage level, for example MEMORY_ONLY.

    heap_mb: -Xms and -Xmx (H1 for Spillway). memory_fraction: spark.memory.fraction, storage_fraction: the part of it that
    execution cannot take from cached blocks (spark.memory.storageFraction). h2_mb: SecondHeapSize, 0 is off.
    jvm: more JVM options. conf: more Spark configuration as key=value.
    """
    name: str
    jdk: str
    collector: str
    level: str
    heap_mb: int
    memory_fraction: float = 0.6
    storage_fraction: float = 0.5
    h2_mb: int = 0
    jvm: tuple = ()
    conf: tuple = ()

    def with_sizes(self, sizes):
        """The same setting with some fields replaced, as a sweep found them."""
        known = {key: tuple(value) if isinstance(value, list) else value for key, value in sizes.items()
                 if key in ("heap_mb", "memory_fraction", "storage_fraction", "h2_mb", "jvm", "conf")}
        return replace(self, **known)

    def java_home(self):
        return paths.spillway_jdk() if self.jdk == "spillway" else paths.stock_jdk()

    def jvm_options(self, h2_directory):
        """Options of this setting; the JVM ends at the first OutOfMemoryError, which a run then reports as its outcome."""
        least = () if self.is_balanced() else (f"-Xms{self.heap_mb}m",)
        options = [_COLLECTOR[self.collector], *least, "-XX:+ExitOnOutOfMemoryError", *self.jvm]
        if self.h2_mb:
            options += [f"-XX:SecondHeapSize={self.h2_mb}m", f"-XX:SecondHeapPath={h2_directory}"]
        return options

    def spark_conf(self):
        conf = [f"spark.memory.fraction={self.memory_fraction}", f"spark.memory.storageFraction={self.storage_fraction}", *self.conf]
        return [*conf, "spark.plugins=dev.spillway.spark.SpillwayPlugin"] if self.h2_mb else conf

    def is_balanced(self):
        """Whether the memory balancer divides the memory; heap_mb is -Xmx then, and -Xms among `jvm`, if there is one."""
        return "-XX:+UseMemoryBalancer" in self.jvm

    def has_plugin(self):
        """Whether Spillway's jar is needed."""
        return any(entry.startswith("spark.plugins=") for entry in self.spark_conf())


def stock_settings(heap_mb):
    """The six stock settings a comparison has to beat, all at the same heap until a sweep says better."""
    return [Setting(f"{label} {level}", "stock", collector, level, heap_mb)
            # MEMORY_ONLY last: it computes again what does not fit and is the first to be given up.
            for level in ("MEMORY_AND_DISK", "MEMORY_AND_DISK_SER", "MEMORY_ONLY")
            for collector, label in (("parallel", "Parallel"), ("g1", "G1"))]


def spillway_setting(heap_mb, h2_mb):
    return Setting("Spillway", "spillway", "parallel", "MEMORY_ONLY", heap_mb, h2_mb=h2_mb)
