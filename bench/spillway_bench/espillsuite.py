# SPDX-License-Identifier: Apache-2.0
"""What `make bench-espill` runs: the six HiBench workloads of the e-spill paper and the settings that are compared."""
from dataclasses import dataclass, replace

from .setting import Setting
from .spark import Job

HEAP_MB, CORES = 1024, 2
REDUCERS = 4                      # Spark's tuning guide: two to three tasks per core; so is the paper's baseline
SHUFFLE_HEAVY = ("terasort", "sort", "rdd-pagerank")
PARTITIONS = (8, 16, 32, 64)
BYTES = ("16m", "32m", "64m", "128m")
SHARES = (2, 4, 8, 16)            # a reduce task's records divided by these are the static thresholds that are tried
RATIOS = (0.03, 0.3, 1.0)         # of GC to spill time, besides the paper's 0.1 (its Figure 7)

_KRYO = ("spark.serializer=org.apache.spark.serializer.KryoSerializer",)
_EAGER = ("spark.plugins=dev.spillway.spark.SpillwayPlugin", "spark.spillway.leakyBuffer.enabled=false",
          "spark.spillway.secondHeap.enabled=false", "spark.spillway.eagerSpill.enabled=true")


@dataclass(frozen=True)
class Workload:
    """A job in its size. records: that its largest shuffle brings to all reduce tasks together."""
    name: str
    records: int
    arguments: tuple = ()

    def job(self, reducers=REDUCERS):
        """The job with so many reduce tasks; its name does not tell them, so that all its runs are compared."""
        sizes = {"records": self.records, "partitions": 16, **dict(self.arguments), "reducers": reducers}
        return Job(self.name, tuple(sizes.items()))


@dataclass(frozen=True)
class Try:
    """A setting and the number of reduce tasks it runs with. family: of which the best try is kept."""
    family: str
    setting: Setting
    reducers: int = REDUCERS
    x: float = 0.0


def workloads(scale=1.0, names=None):
    """The six workloads; scale: of their records."""
    def of(name, records, **arguments):
        return Workload(name, round(records * scale), tuple(arguments.items()))

    found = [of("terasort", 5_000_000), of("sort", 10_000_000), of("rdd-pagerank", 6_000_000, pages=600_000, iterations=3, level="MEMORY_AND_DISK"),
             of("wordcount", 6_000_000, vocabulary=8_000_000), of("bayes", 1_500_000, vocabulary=4_000_000, features=20_000),
             of("kmeans", 1_000_000, level="MEMORY_AND_DISK")]
    return [workload for workload in found if names is None or workload.name in names]


def stock(collector="parallel", conf=(), name=None):
    """Stock Spark with spilling as it comes, and what is added to its configuration."""
    return Setting(name or {"parallel": "Parallel", "g1": "G1"}[collector], "stock", collector, "MEMORY_AND_DISK", HEAP_MB, conf=(*_KRYO, *conf))


def eager(collector, name="eager spill", conf=()):
    """Eager spill alone, on a stock JDK."""
    return stock(collector, (*_EAGER, *conf), name)


def baselines():
    """Stock with both collectors; the better one is taken for everything else."""
    return [Try("stock", stock("parallel")), Try("stock", stock("g1"))]


def oracles(workload, collector):
    """Everything that somebody could have set had he known the job: the best try of each family is an oracle."""
    per_task = workload.records // REDUCERS
    found = [Try("static threshold", stock(collector, (f"spark.shuffle.spill.numElementsForceSpillThreshold={per_task // share}",),
                                           f"threshold 1/{share}"), x=1 / share) for share in SHARES]
    found += [Try("byte threshold", stock(collector, (f"spark.shuffle.spill.maxSizeInBytesForSpillThreshold={size}",), f"bytes {size}"),
                  x=float(size[:-1])) for size in BYTES]
    return found + [Try("partitions", stock(collector, name=f"{count} partitions"), count, float(count)) for count in PARTITIONS]


def ours(collector):
    """Both laws of eager spill."""
    return [Try("eager spill", eager(collector)),
            Try("paper law", eager(collector, "eager spill, paper law", ("spark.spillway.eagerSpill.law=paper",)))]


def sensitivity(collector):
    """Other ratios of GC to spill time."""
    return [Try("ratio", eager(collector, f"eager spill, ratio {ratio:g}", (f"spark.spillway.eagerSpill.gcRatio={ratio:g}",)), x=ratio)
            for ratio in RATIOS]


def as_family(found):
    """The try under its family's name, as the measured rounds have it."""
    return replace(found, setting=replace(found.setting, name=f"best {found.family}"))
