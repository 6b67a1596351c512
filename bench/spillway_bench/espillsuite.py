# SPDX-License-Identifier: Apache-2.0
"""What `make bench-espill` runs: the six HiBench workloads of the e-spill paper and the settings that are compared."""
from dataclasses import dataclass, replace

from . import espillruns, espillsearch
from .series import Case, Series
from .setting import Setting
from .spark import Job

HEAP_MB, CORES = 1024, 2
# Pressure: a table that the job's own functions use takes most of the two fifths that spark.memory.fraction leaves to user code; a test reckons it.
TABLE_MB = 280
REDUCERS = 4                      # Spark's tuning guide: two to three tasks per core; so is the paper's baseline
HEAVY, LIGHT = ("terasort", "sort", "rdd-pagerank"), ("wordcount", "bayes", "kmeans")
# Every family of an oracle has stock as it comes, too: REDUCERS partitions, no threshold, no bound on bytes. All begin next to that; the last
# two of each are tried only where the one before them is the best so far, since a best at the edge of what was tried may not be the best.
PARTITIONS = (8, 16, 32, 64, 128)
BYTES = ("128m", "64m", "32m", "16m", "8m", "4m")
SHARES = (4, 8, 16, 32, 64)       # a reduce task's pairs divided by these are the static thresholds that are tried
PAIRS = {"wordcount": 10, "bayes": 30}  # pairs that a record becomes, else one; a threshold counts pairs
LAWS = {"eager spill": "default", "paper law": "paper"}
RATIOS = (0.03, 0.1, 0.3, 1.0)    # of GC to spill time, the paper's 0.1 among them (its Figure 7)

_KRYO = ("spark.serializer=org.apache.spark.serializer.KryoSerializer",)
_EAGER = ("spark.plugins=dev.spillway.spark.SpillwayPlugin", "spark.spillway.leakyBuffer.enabled=false",
          "spark.spillway.secondHeap.enabled=false", "spark.spillway.eagerSpill.enabled=true")


@dataclass(frozen=True)
class Try:
    """A setting and the number of reduce tasks it runs with. family: of which the best try is kept. beyond: tried only where the one before it is the best."""
    family: str
    setting: Setting
    reducers: int = REDUCERS
    x: float = 0.0
    wins: tuple = ()
    beyond: bool = False

    def setting_of(self, case):
        """The setting with what it needs for this case: MLlib's Kmeans has the number of its reduce tasks from the configuration."""
        if case.job.workload != "kmeans":
            return self.setting
        return replace(self.setting, conf=(*self.setting.conf, f"spark.default.parallelism={self.reducers}"))

    def of(self, case):
        """The case with this many reduce tasks; its job's name does not tell them, so that all its runs are compared."""
        arguments = tuple({**dict(case.job.arguments), "reducers": self.reducers}.items())
        return replace(case, job=replace(case.job, arguments=arguments), x=self.x,
                       more={"family": self.family, "reducers": self.reducers, "conf": list(self.setting_of(case).conf), "wins": list(self.wins)})

    def as_winner(self, others=()):
        """The try under its family's name, as the measured rounds have it. others: further families that it stands for."""
        return replace(self, setting=replace(self.setting, name=f"best {self.family}"), wins=(self.family, *others))


def series(scale=1.0):
    """Every series by name. A sweep finds the winners of a workload, rounds of these follow."""
    once, searched = espillsearch.RECKONED, espillsearch.RECKONED + espillsearch.WINNERS
    made = [Series("heavy", "terasort, sort, pagerank, as they are and under pressure, against thresholds and partitions that a sweep finds first (Figures 1, 3)",
                   tuple(_case("heavy", name, scale, table=table) for name in HEAVY for table in (0, TABLE_MB)), 16, 1, _rounds, searched + espillsearch.OWN + 1, once + espillsearch.OWN),
            Series("light", "wordcount, bayes, kmeans in the same way", tuple(_case("light", name, scale) for name in LIGHT), 25, 1,
                   _rounds, searched, once),
            Series("ratios", "other ratios of GC to spill time (Figure 7)", tuple(_case("ratios", name, scale, sensitivity(), TABLE_MB) for name in HEAVY), 28),
            Series("breakdown", "where the time of terasort's tasks goes (Figure 4)", (_case("breakdown", "terasort", scale, metered(), TABLE_MB),), 24)]
    return {one.name: one for one in made}


def scenarios():
    """The names of all cases that are compared."""
    return [*HEAVY, *pressed(), *LIGHT]


def pressed():
    """The names of the cases under pressure."""
    return [name + espillruns.PRESSED for name in HEAVY]


def _rounds(runner, cases, turn):
    espillsearch.rounds(runner, cases, turn, baselines(), oracles, ours, own, list(workloads()).index(espillruns.workload({"scenario": cases[0].scenario})))


def workloads(scale=1.0):
    """{workload: arguments}; scale: of their records."""
    sizes = {"terasort": {"records": 5_000_000}, "sort": {"records": 8_000_000},
             "rdd-pagerank": {"records": 4_000_000, "pages": 400_000, "iterations": 2},
             "wordcount": {"records": 2_000_000, "vocabulary": 8_000_000},
             "bayes": {"records": 500_000, "vocabulary": 4_000_000, "features": 20_000}, "kmeans": {"records": 1_000_000}}
    return {name: {**values, "records": max(1000, round(values["records"] * scale)), "partitions": 16, "reducers": REDUCERS}
            for name, values in sizes.items()}


def _case(series, workload, scale, settings=(), table=0):
    """A workload as it is, or with a table of so many MB: that is a part of the job, not of a setting."""
    name = workload + (espillruns.PRESSED if table else "")
    arguments = {**workloads(scale)[workload], **({"table": table} if table else {})}
    return Case(series, name, Job(workload, tuple(arguments.items()), f"{series}: {name}"), settings or (stock(), stock("g1")))


def stock(collector="parallel", conf=(), name=None):
    """Stock Spark with spilling as it comes, and what is added to its configuration."""
    return Setting(name or {"parallel": "Parallel", "g1": "G1"}[collector], "stock", collector, "MEMORY_AND_DISK", HEAP_MB, conf=(*_KRYO, *conf))


def eager(collector="parallel", name="eager spill", conf=()):
    """Eager spill alone, on a stock JDK."""
    return stock(collector, (*_EAGER, *conf), name)


def baselines():
    """Stock with both collectors; the better one is taken for everything else."""
    return [Try("stock", stock("parallel")), Try("stock", stock("g1"))]


def oracles(case, collector):
    """Everything that somebody could have set had he known the job; the best try of each family, or stock where none is better, is an oracle."""
    per_task = dict(case.job.arguments)["records"] * PAIRS.get(case.job.workload, 1) // REDUCERS
    families = ([Try("static threshold", stock(collector, (f"spark.shuffle.spill.numElementsForceSpillThreshold={per_task // share}",),
                                               f"threshold 1/{share}"), x=1 / share) for share in SHARES],
                [Try("byte threshold", stock(collector, (f"spark.shuffle.spill.maxSizeInBytesForSpillThreshold={size}",), f"bytes {size}"),
                     x=float(size[:-1])) for size in BYTES],
                [Try("partitions", stock(collector, name=f"{count} partitions"), count, float(count)) for count in PARTITIONS])
    return [replace(wanted, beyond=at >= len(tries) - espillsearch.BEYOND) for tries in families for at, wanted in enumerate(tries)]


def ours(collector, best=True):
    """Both laws of eager spill with the collector that stock is best with. best: whether eager spill is, too."""
    return [Try("eager spill", eager(collector), wins=("eager spill",) if best else ()),
            Try("paper law", eager(collector, "eager spill, paper law", ("spark.spillway.eagerSpill.law=paper",)))]


def own(case, collector):
    """Eager spill with this collector, and with the other, in the cases under pressure: only there the goal is one of each side's best collector."""
    names = {"parallel": "eager spill, Parallel", "g1": "eager spill, G1"}
    chosen = sorted(names, key=lambda each: each != collector) if case.scenario.endswith(espillruns.PRESSED) else ()
    return [Try("eager spill", eager(each, names[each])) for each in chosen]


def sensitivity():
    """Stock, and both laws with several ratios of GC to spill time."""
    return (stock(), *(eager(name=f"{name}, ratio {ratio:g}", conf=(f"spark.spillway.eagerSpill.law={law}", f"spark.spillway.eagerSpill.gcRatio={ratio:g}"))
                       for name, law in LAWS.items() for ratio in RATIOS))


def metered():
    """Stock, stock whose spills eager spill only times (no collection is dear enough, no sorter large enough to spill for), and both laws."""
    return (stock(), eager(name="stock, timed by eager spill", conf=("spark.spillway.eagerSpill.calmShare=1", "spark.spillway.eagerSpill.minSize=1g")),
            *(wanted.setting for wanted in ours("parallel")))
