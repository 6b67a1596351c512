# SPDX-License-Identifier: Apache-2.0
"""What `make bench-balancer` runs: jobs, static splits of a budget of DRAM and the policies that divide it while the job runs."""
from dataclasses import replace
from functools import partial

from . import balancersearch, data, neo4j, paths
from .plan import Plan
from .series import Case, Series
from .setting import Setting
from .spark import Job, Limits, Watch

BUDGET_MB, SMALL_MB, LEAST_BUDGET_MB = 1536, 1152, 960
# H1 from the smallest heap that Spark's driver takes to the share of the budget that the default split has.
SMALLEST_MB, DEFAULT_SHARE, SPLITS = 480, 0.75, 7
LEAST_MB = SMALLEST_MB            # -Xms beside the balancer: it has the range of the splits, or the best of them would be no bound
H2_MB = 4096
SPEEDS_MB_S = (100, 200, 400)
TIMEOUT_S = 400
ROUNDS = 5
MANY = 12                         # rounds of two settings: five leave an interval of some 6% to either side, and the default split may be lost to by 3%
OURS = "balancer"
POLICIES = {OURS: "default", "balancer, paper": "paper", "balancer, paper-multihop": "paper-multihop"}
RECORDED = (OURS, "balancer, paper")
MARGINAL = "balancer, marginal"   # as OURS, but drops nothing behind cyclic scans
SCANS = "balancer, scans"         # what OURS became: in kept runs of the series `scans`, in which OURS is what is MARGINAL now
ALONE = "balancer, one number"    # no size of H1 but an -Xmx at the limit, as its documentation has it

# Rules and constants of the policies may be chosen on the first four and on `phases` only; the others judge them.
TUNING = ("pagerank", "linear-regression", "svm", "naive-bayes")
JUDGING = ("connected-components", "logistic-regression", "kmeans", "relational", "neo4j")
TWO = ("connected-components", "logistic-regression")
# They read their cached points again and again; connected components reads too little for a limit to matter.
SCANNING = ("kmeans", "logistic-regression")
PHASES = "phases", "seasons"

# The rest is of sweeps/jobs.json, which is for 1 GB: so large that the cached data exceed what the smallest H1 leaves to page cache.
_LARGER = {"pagerank": {"vertices": 130_000}, "connected-components": {"vertices": 110_000}, "naive-bayes": {"examples": 1_200_000}}
_OWN = {"neo4j": {"arguments": {"graphs": 8, "nodes": 100_000, "degree": 100, "rounds": 2, "iterations": 10}, "program": neo4j.command},
        # Its table is columns, a third of the size of rows.
        "relational": {"arguments": {"rows": 40_000_000, "iterations": 3, "partitions": 16, "cached": "table"}},
        "kmeans": {"arguments": {"records": 1_600_000, "dimensions": 100, "iterations": 5, "partitions": 16}},
        # Cached points that fit the page cache beside a small H1 only, and windows over a stream, of which 250 MB are live, that want a large one.
        "phases": {"arguments": {"examples": 20_000, "features": 5000, "rounds": 2, "records": 8_000_000, "window": 125_000, "windows": 2, "scans": 60,
                               "partitions": 16}},
        # Open sessions of which 250 MB are live, and distances to points of other number and size. No rule was chosen on it.
        "seasons": {"arguments": {"examples": 75_000, "features": 1200, "rounds": 2, "records": 16_000_000, "sessions": 200_000, "scans": 40, "partitions": 16}}}
# But on slow devices and in trials: a job must last longer than five decisions take to show their effect, or where they lead to cannot be seen.
_LONGER = {"linear-regression": {"iterations": 30}, "logistic-regression": {"iterations": 30}, "svm": {"iterations": 30}, "kmeans": {"iterations": 15}}
# On slow devices as many as read for about a minute, since each of some forty runs of a scenario waits for the device.
_ON_DEVICE = {"kmeans": {400: 5, 200: 4, 100: 3}, "logistic-regression": {400: 10, 200: 6, 100: 4}}
_SCALED = ("vertices", "examples", "records", "rows", "nodes", "window", "sessions")
# The plug-in's other mechanism would change what a shuffle needs of H1.
_CONF = ("spark.spillway.leakyBuffer.enabled=false",)


def series(scale=1.0):
    """Every series by name. A screening of all splits by one run each finds the best three of a scenario, rounds of these follow."""
    search = partial(balancersearch.rounds, prepare=partial(with_inputs, scale=scale))
    whole = partial(search, whole=partial(_whole, scale=scale))
    turns = balancersearch.BEST + 1 + len(POLICIES)
    made = [Series("splits", "static splits, the default split and all policies, job by job",
                   tuple(_case("splits", name, name, scale) for name in (*TUNING, *JUDGING)), 75, ROUNDS, search, SPLITS + turns, SPLITS),
            Series("budget", f"the same with {SMALL_MB} MB, and turns with all of the {BUDGET_MB} MB",
                   tuple(_case("budget", name, name, scale, SMALL_MB) for name in TWO), 75, ROUNDS, whole, SPLITS + turns + len(WHOLE), SPLITS),
            Series("least", f"the balancer with {LEAST_BUDGET_MB} MB, in turns with all of the {BUDGET_MB} MB, without splits",
                   tuple(_only(_case("least", name, name, scale, LEAST_BUDGET_MB), (OURS,)) for name in TWO), 75, ROUNDS,
                   partial(_beside_whole, scale=scale), searched=1 + len(WHOLE)),
            Series("devices", "the same on devices that give so many MB in a second",
                   tuple(_case("devices", name, f"{name}/{speed}", scale, read_mb_s=speed) for name in SCANNING for speed in SPEEDS_MB_S), 75, ROUNDS,
                   search, SPLITS + turns, SPLITS),
            Series("phases", "jobs whose phases want H1 and page cache in turn", tuple(_case("phases", name, name, scale) for name in PHASES), 90, ROUNDS, search,
                   SPLITS + turns, SPLITS),
            Series("pairs", "the default split and the balancer alone, in many turns (by name only)",
                   tuple(_only(_case("pairs", name, name, scale), (OURS, default_split())) for name in (*TUNING, *JUDGING)), 75, MANY,
                   partial(_alone, scale=scale), searched=2, named=True),
            Series("one-number", "the default split, and the balancer without a size of the first heap, in turns",
                   tuple(_one_number(_case("one-number", name, name, scale), scale) for name in (*JUDGING, *PHASES)), 75, ROUNDS,
                   partial(_alone, scale=scale), searched=2),
            Series("drops", "the default split, the balancer, and the balancer that drops nothing behind cyclic scans, in turns (by name only)",
                   tuple(_drops(name, speed, scale) for name, speed in _scanned()), 75, ROUNDS, partial(_alone, scale=scale), searched=3, named=True),
            Series("recorded", "every program with the balancer alone, for make record-balancer (by name only)",
                   tuple(_only(_case("recorded", name, name, scale), RECORDED) for name in (*TUNING, *JUDGING, *PHASES)), 60, search=partial(_alone, scale=scale), searched=2, named=True)]
    return {one.name: one for one in made}


def heaps(budget_mb):
    """Sizes of H1 of the static splits in even steps; the last one is the default split's."""
    step = (DEFAULT_SHARE * budget_mb - SMALLEST_MB) / (SPLITS - 1)
    return tuple(round(SMALLEST_MB + step * i) for i in range(SPLITS))


def default_split(budget_mb=BUDGET_MB):
    """Name of the split with three quarters of the budget for H1."""
    return static(heaps(budget_mb)[-1]).name


def static(heap_mb, name=None, scale=1.0):
    """A static split: H1 has this size from start to end, page cache what the rest of the process leaves."""
    return Setting(name or f"H1 {heap_mb} MB", "spillway", "parallel", "MEMORY_ONLY", heap_mb, h2_mb=H2_MB, conf=(*_CONF, *_early(scale)))


def balanced(budget_mb, name, policy, scale=1.0):
    """The balancer with a policy. It is not told the budget: that is the limit of the group."""
    jvm = (f"-Xms{LEAST_MB}m", "-XX:+UseMemoryBalancer", f"-XX:MemoryBalancerPolicy={policy}")
    return replace(static(heaps(budget_mb)[-1], name, scale), jvm=jvm)


def one_number(budget_mb, scale=1.0):
    """The balancer as a user has it who knows only how much DRAM there is: -Xmx is the group's limit, and no -Xms."""
    return replace(static(budget_mb, ALONE, scale), jvm=("-XX:+UseMemoryBalancer",))


def is_static(config):
    """Whether a setting of this name is a static split of a case's own budget."""
    return config.startswith("H1 ")


# Settings with all of the budget that take turns with those of the smaller one.
WHOLE = {"whole budget, default split": None, "whole budget, balancer": "default"}


def _whole(case, scale):
    settings = [balanced(BUDGET_MB, name, policy, scale) if policy else static(heaps(BUDGET_MB)[-1], name, scale) for name, policy in WHOLE.items()]
    large = replace(case, limits=replace(case.limits, limit_mb=BUDGET_MB), more={**case.more, "budget_mb": BUDGET_MB})
    return [(large, setting) for setting in settings]


def _only(case, names):
    return replace(case, settings=tuple(setting for setting in case.settings if setting.name in names))


def _one_number(case, scale):
    budget_mb = case.more["budget_mb"]
    return replace(case, settings=(static(heaps(budget_mb)[-1], scale=scale), one_number(budget_mb, scale)))


def _scanned():
    """(job, MB a second) of what reads its cached points in order again and again: as in `devices`, and without a limit all such jobs."""
    return [*((name, speed) for name in SCANNING for speed in (*SPEEDS_MB_S, None)), *((name, None) for name in (*PHASES, "linear-regression", "svm", "naive-bayes"))]


def _drops(program, read_mb_s, scale):
    case = _only(_case("drops", program, f"{program}/{read_mb_s}" if read_mb_s else program, scale, read_mb_s=read_mb_s), (OURS, default_split()))
    return replace(case, settings=(*case.settings, balanced(case.more["budget_mb"], MARGINAL, "marginal", scale)))


def _alone(runner, cases, turn, scale):
    case = with_inputs(cases[0], scale)
    for setting in case.settings[::1 if turn % 2 else -1]:
        runner.run(case, setting, turn)


def _beside_whole(runner, cases, turn, scale):
    case = with_inputs(cases[0], scale)
    balancersearch.take_turns(runner, [*((case, setting) for setting in case.settings), *_whole(case, scale)], turn)


def _early(scale):
    # Little data would not fill the share of the heap at which cached blocks move.
    return ("spark.spillway.secondHeap.pendingFraction=0.01",) if scale < 1 else ()


def _case(name, program, scenario, scale, budget_mb=BUDGET_MB, read_mb_s=None):
    spec = _spec(program)
    arguments = _scaled(spec["arguments"] | _iterations(program, scale, read_mb_s), scale)
    settings = (*(static(heap, scale=scale) for heap in heaps(budget_mb)),
                *(balanced(budget_mb, config, policy, scale) for config, policy in POLICIES.items()))
    more = {"program": program, "half": "tuning" if program in (*TUNING, PHASES[0]) else "judging", "budget_mb": budget_mb,
            "default_split": default_split(budget_mb), "read_mb_s": read_mb_s, "drops": True}
    job = Job(spec.get("workload", program), tuple(arguments.items()), f"{name}: {scenario}", spec.get("program"))
    return Case(name, scenario, job, settings,
                float(read_mb_s or budget_mb), Limits(budget_mb, TIMEOUT_S, read_mb_s=read_mb_s), Watch(balancer=True), more)


def _iterations(program, scale, read_mb_s):
    if scale < 1:
        return {}
    return {"iterations": _ON_DEVICE[program][read_mb_s]} if read_mb_s else _LONGER.get(program, {})


def _spec(program):
    if program in _OWN:
        return _OWN[program]
    spec = Plan.read(paths.ROOT / "bench" / "sweeps" / "jobs.json").values["jobs"][program]
    larger = _LARGER.get(program, {})
    inputs = {key: (generator, {name: larger.get(name, value) for name, value in keys.items()})
              for key, (generator, keys) in spec.get("inputs", {}).items()}
    return {**spec, "inputs": inputs, "arguments": {name: larger.get(name, value) for name, value in spec["arguments"].items()}}


def _scaled(values, scale):
    return {key: max(100, round(value * scale)) if key in _SCALED else value for key, value in values.items()}


def with_inputs(case, scale):
    """The case with its generated inputs, which are made now unless they are there."""
    inputs = {key: data.generated(generator, _scaled(keys, scale)) for key, (generator, keys) in _spec(case.more["program"]).get("inputs", {}).items()}
    return replace(case, job=replace(case.job, arguments=(*case.job.arguments, *((key, str(path)) for key, path in inputs.items()))))
