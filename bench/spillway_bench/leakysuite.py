# SPDX-License-Identifier: Apache-2.0
"""What `make bench-leaky` runs: cases, their sizes and the settings that are compared."""
from dataclasses import dataclass

from .setting import Setting
from .spark import Job

HEAP_MB, CORES = 1024, 2
# DMR (input per reduce task by memory per task, paper section I) of the sweep; the smallest is 'memory is ample'.
DMRS = (0.05, 0.25, 0.5, 0.75, 1.0)
GROUPING = ("ip-countrycode", "ip-keyword", "day-countrycode", "day-keyword", "month-keyword")
JOINING = ("rank-revenue", "rank-countrycode", "rank-duration")
# Bytes of a row of Uservisits as text, on average; a test compares with the generator.
ROW_BYTES = 135


@dataclass(frozen=True)
class Case:
    """A job in one size. series: its group in the result. x: what is swept, such as the DMR."""
    series: str
    job: Job
    x: float


def settings(names=None):
    """The settings, stock first: all on one stock JDK, the same heap, Kryo, spilling on."""
    kryo = ("spark.serializer=org.apache.spark.serializer.KryoSerializer",)
    plugin = ("spark.plugins=dev.spillway.spark.SpillwayPlugin",)
    made = [Setting("Parallel", "stock", "parallel", "NONE", HEAP_MB, conf=kryo),
            Setting("G1", "stock", "g1", "NONE", HEAP_MB, conf=kryo)]
    for form in ("copy", "prefix"):
        made.append(Setting(f"leaky {form}", "stock", "parallel", "NONE", HEAP_MB,
                            conf=(*kryo, *plugin, f"spark.spillway.leakyBuffer.wireFormat={form}")))
    made.append(Setting("leaky streamed", "stock", "parallel", "NONE", HEAP_MB,
                        conf=(*kryo, *plugin, "spark.spillway.leakyBuffer.streamGroups=true")))
    return [setting for setting in made if names is None or setting.name in names]


def reducers(rows, dmr):
    """Reduce tasks that give about this DMR."""
    return max(1, round(rows * ROW_BYTES / (HEAP_MB * 2**20 / CORES) / dmr))


def scenarios(rows, dmrs=DMRS):
    """The paper's eight scenarios (Figures 7 to 14), each at every DMR."""
    found = []
    for names, workload in ((GROUPING, "grouping"), (JOINING, "joining")):
        for name in names:
            for dmr in dmrs:
                arguments = {"scenario": name, "rows": rows, "pages": rows // 2, "partitions": 16, "reducers": reducers(rows, dmr)}
                found.append(Case(name, Job(workload, tuple(arguments.items()), f"{name} {dmr:g}"), dmr))
    return found


def purposes():
    """The cases in which a stock task dies: two reducers for 20 million pairs, and one key with very many values."""
    two = {"pairs": 20_000_000, "keys": 200_000, "bytes": 10, "partitions": 16, "reducers": 2}
    one = {"pairs": 40_000_000, "keys": 1, "bytes": 10, "partitions": 16, "reducers": 1}
    return [Case("two reducers", Job("pairs", tuple(two.items()), "two reducers"), 0.0),
            Case("one key", Job("pairs", tuple(one.items()), "one key"), 0.0)]
