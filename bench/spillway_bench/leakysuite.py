# SPDX-License-Identifier: Apache-2.0
"""What `make bench-leaky` runs: one function per series, all inputs times `scale` (1 is the full size, tests use little)."""
from dataclasses import replace
from itertools import product

from . import leakysearch
from .series import TIMEOUT_S, Case, Series
from .setting import Setting
from .spark import Job, Limits, Watch

HEAP_MB, CORES = 1024, 2
ROWS = 6_000_000
# Grouping and joining against the DMR are of this many times the size: 1.5 GB for each task as in the paper (section V-A). In a third of it
# a reduce stage takes three seconds, in which the JVM is still warming up.
PAPER_SIZE = 3
# DMR (input per reduce task by memory per task, paper section I) under pressure, and where memory is ample.
DMRS, AMPLE = (0.25, 0.5, 0.75), 0.05
GROUPING = ("ip-countrycode", "ip-keyword", "day-countrycode", "day-keyword", "month-keyword")
JOINING = ("rank-revenue", "rank-countrycode", "rank-duration")
OBJECTS = "ip-search"           # its values are objects that Kryo writes field by field, which copy lets it read once more
# Bytes of a row of Uservisits as text, on average; a test compares with the generator.
ROW_BYTES = 135
HEAPS_MB = (512, 640, 768, 1024, 1536, 2048, 3072, 4096)
# The search for the smallest heap is at the paper's size, too: Spark refuses less than 450 MB, and at a third of it ours needed no more in most scenarios.
SEARCHED_MB = (*HEAPS_MB, 6144, 8192)
OPERATIONS = ("groupByKey", "groupBy", "cogroup", "groupWith", "join", "leftOuterJoin", "rightOuterJoin", "fullOuterJoin", "subtractByKey")
REDUCTIONS = ("reduceByKey", "aggregateByKey", "foldByKey", "combineByKey")

_KRYO = ("spark.serializer=org.apache.spark.serializer.KryoSerializer",)
_JAVA = ("spark.serializer=org.apache.spark.serializer.JavaSerializer",)
# What a user has with one jar and one key.
_PLUGIN = ("spark.plugins=dev.spillway.spark.SpillwayPlugin",)
# Where the parts are told apart.
_LEAKY = (*_PLUGIN, "spark.spillway.eagerSpill.enabled=false")
_EAGER = (*_PLUGIN, "spark.spillway.eagerSpill.enabled=true")


def setting(name, collector="parallel", conf=(), heap_mb=HEAP_MB):
    """A setting on the stock JDK: Kryo and spilling on."""
    return Setting(name, "stock", collector, "MEMORY_AND_DISK", heap_mb, conf=(*_KRYO, *conf))


PARALLEL, G1 = setting("Parallel"), setting("G1", "g1")
COPY = setting("leaky copy", conf=_PLUGIN)
PREFIX = setting("leaky prefix", conf=(*_PLUGIN, "spark.spillway.leakyBuffer.wireFormat=prefix"))
STREAMED = setting("leaky streamed", conf=(*_PLUGIN, "spark.spillway.leakyBuffer.streamGroups=true"))
AT_PAPER_SIZE = tuple(replace(one, heap_mb=HEAP_MB * PAPER_SIZE) for one in (PARALLEL, G1, COPY))
NEITHER_OF_OURS = (PARALLEL, G1)
PARTS = (replace(PARALLEL, name="neither, Parallel"), replace(G1, name="neither, G1"), setting("leaky alone", conf=_LEAKY),
         setting("eager alone", conf=(*_EAGER, "spark.spillway.leakyBuffer.enabled=false")), setting("leaky and eager", conf=_EAGER))


def series(scale=1.0):
    """Every series by name."""
    made = [Series("grouping", "groupByKey against the number of reduce tasks (Figures 7-11); GC share (17)",
                   _visits("grouping", GROUPING, DMRS, AT_PAPER_SIZE, scale), 24),
            Series("joining", "join against the number of reduce tasks (Figures 12-14)",
                   _visits("joining", JOINING, DMRS, AT_PAPER_SIZE, scale), 45),
            Series("ample", "the same eight where memory is ample", _visits("ample", (*GROUPING, *JOINING), (AMPLE,), AT_PAPER_SIZE, scale), 31),
            Series("purposes", "what dies in stock Spark: few partitions, one key with very many values", tuple(_purposes(scale)), 45),
            Series("memory", "smallest heap for comparable time (Figure 15)", tuple(_memory("memory", (*GROUPING, *JOINING), SEARCHED_MB, scale * PAPER_SIZE)), 32,
                   search=leakysearch.smallest_heaps, searched=leakysearch.RUNS),
            Series("time-memory", "time against heap (Figure 16)", tuple(_memory("time-memory", ("ip-countrycode",), HEAPS_MB[::2] + HEAPS_MB[-1:], scale)), 24),
            Series("fetch", "shuffle fetches between two executors (Figures 2, 18)", tuple(_fetch(scale)), 40),
            Series("over-time", "heap and CPU over time (Figures 1, 3)", tuple(_over_time(scale)), 26),
            Series("scaling", "number of pairs, length of values (Figure 19)", tuple(_scaling(scale)), 17),
            Series("wire", "both wire formats (Figure 20), shuffle bytes added", tuple(_wire(scale)), 17),
            Series("parts", "leaky buffer and eager spill: both, each alone, neither", tuple(_parts(scale)), 28),
            Series("operations", "every operation with every serializer", tuple(_operations(scale)), 10, 3),
            Series("sql", "SQL, which must not lose", tuple(_sql(scale)), 45, 4)]
    return {one.name: one for one in made}


def reducers(dmr):
    """Reduce tasks that give about this DMR at full size."""
    return max(1, round(ROWS * ROW_BYTES / (HEAP_MB * 2**20 / CORES) / dmr))


def _rows(scale, full=ROWS):
    return max(1000, int(full * scale))


def _case(name, scenario, workload, arguments, settings, x=0.0, **more):
    return Case(name, scenario, Job(workload, tuple(arguments.items()), f"{name}: {scenario} {x:g}"), tuple(settings), x, **more)


def _visit(name, scenario, settings, scale, x, tasks, **more):
    rows = _rows(scale)
    arguments = {"scenario": scenario, "rows": rows, "pages": rows // 2, "partitions": 16, "reducers": tasks}
    return _case(name, scenario, "joining" if scenario in JOINING else "grouping", arguments, settings, x, **more)


def _visits(name, scenarios, dmrs, settings, scale):
    return tuple(_visit(name, scenario, settings, scale * PAPER_SIZE, dmr, reducers(dmr)) for scenario in scenarios for dmr in dmrs)


def _pairs(name, scenario, pairs, keys, tasks, settings, scale, x=0.0, width=10):
    arguments = {"pairs": _rows(scale, pairs), "keys": max(1, min(keys, _rows(scale, pairs))), "bytes": width, "partitions": 16, "reducers": tasks}
    return _case(name, scenario, "pairs", arguments, settings, x)


def _purposes(scale):
    """The cases in which a stock task dies or crawls."""
    yield _pairs("purposes", "two reducers", 20_000_000, 200_000, 2, (PARALLEL, G1, COPY, PREFIX), scale)
    small = [replace(one, heap_mb=700) for one in (PARALLEL, G1, COPY, STREAMED)]
    yield _pairs("purposes", "one key 12 million", 12_000_000, 1, 1, small, scale)
    yield _pairs("purposes", "one key 40 million", 40_000_000, 1, 1, (PARALLEL, G1, STREAMED), scale)
    for tasks in (2, 32):
        arguments = {"left": _rows(scale, 12_000_000), "right": _rows(scale, 4_000_000), "bytes": 10, "partitions": 16, "reducers": tasks}
        yield _case("purposes", "join", "pairs-join", arguments, (PARALLEL, G1, COPY), tasks)


def _memory(name, scenarios, heaps, scale):
    """One reduce task for each core: what runs fastest where memory is ample, and what asks for most of it where it is not."""
    for scenario in scenarios:
        for heap in heaps:
            settings = [replace(one, name=f"{one.name} {heap} MB", heap_mb=heap) for one in (PARALLEL, G1, COPY)]
            case = _visit(name, scenario, settings, scale, heap, CORES)
            # The result is the same with every heap, so all of them are compared.
            yield replace(case, job=replace(case.job, label=f"{name}: {scenario}"))


def _fetch(scale):
    for dmr in (AMPLE, 0.5):
        yield _visit("fetch", "ip-countrycode", (PARALLEL, G1, COPY), scale, dmr, reducers(dmr), limits=Limits(None, TIMEOUT_S, 1, CORES))


def _over_time(scale):
    yield _visit("over-time", "day-keyword", (PARALLEL, G1, COPY), scale, DMRS[-1], reducers(DMRS[-1]), watch=Watch(events=True, cpu=True))


def _scaling(scale):
    """As in the paper at a DMR of about 0.04: more pairs or longer values mean more reduce tasks."""
    base = 2_500_000
    for times in (1, 2, 4):
        yield _pairs("scaling", "pairs", base * times, 100_000, 4 * times, (PARALLEL, G1, COPY), scale, x=times)
    for width in (10, 20, 40, 80):
        yield _pairs("scaling", "length", base, 100_000, max(4, 4 * width // 15), (PARALLEL, G1, COPY), scale, x=width, width=width)


def _wire(scale):
    """One scenario for the time, the others, with a quarter of the rows, for the bytes that they write; and objects, with half of them, for both."""
    for scenario in (*GROUPING, *JOINING):
        for dmr in ((AMPLE, *DMRS) if scenario == "ip-countrycode" else (0.25,)):
            yield _visit("wire", scenario, (PARALLEL, COPY, PREFIX), scale if scenario == "ip-countrycode" else scale / 4, dmr, reducers(dmr))
    # Of half the rows half as many reduce tasks have as much to read.
    yield _visit("wire", OBJECTS, (PARALLEL, G1, COPY, PREFIX), scale / 2, 0.25, reducers(0.25) // 2)


def _parts(scale):
    for scenario in ("day-keyword", "rank-revenue"):
        yield _visit("parts", scenario, PARTS, scale, 0.5, reducers(0.5))
    for scenario, records, more in (("terasort", 5_000_000, {}), ("rdd-pagerank", 4_000_000, {"pages": _rows(scale, 400_000), "iterations": 2})):
        yield _case("parts", scenario, scenario, {"records": _rows(scale, records), "partitions": 16, **more, "reducers": 4}, PARTS)


def _operations(scale):
    for values, (serializer, conf) in product(("objects", "strings"), (("Kryo", _KRYO), ("Java", _JAVA))):
        for operation in (*OPERATIONS, *REDUCTIONS):
            arguments = {"operation": operation, "values": values, "pairs": _rows(scale, 1_500_000), "keys": _rows(scale, 100_000),
                         "partitions": 8, "reducers": 4}
            settings = [replace(one, conf=(*one.conf, *conf)) for one in (PARALLEL, setting("with leaky", conf=_LEAKY))]
            yield _case("operations", f"{operation}/{serializer}/{values}", "operation", arguments, settings)


def _sql(scale):
    arguments = {"rows": _rows(scale, 4_000_000), "iterations": 3, "partitions": 8, "reducers": 8}
    eager = setting("with leaky and eager", conf=_EAGER)
    yield _case("sql", "sql", "sql", arguments, (PARALLEL, setting("with leaky", conf=_LEAKY), eager))
