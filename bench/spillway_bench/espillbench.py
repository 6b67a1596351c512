# SPDX-License-Identifier: Apache-2.0
"""`make bench-espill`: spill thresholds that follow the cost of garbage collection against thresholds somebody knew beforehand."""
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from . import digest, espillsuite, goals_espill, paths, report, spark, stats
from .console import console, goal_table, number
from .session import Session

NAME = "bench-espill"
INTRO = ("Eager spill against stock Spark and against the best static threshold, byte threshold and number of partitions, which a sweep of "
         "each workload finds first (e-spill paper, Figures 1, 3, 4 and 7).")
TIMEOUT_S = 240


def add_command(commands):
    """Adds the command to the command line."""
    command = commands.add_parser(NAME, help="spill thresholds that follow GC time", description=INTRO)
    command.add_argument("--rounds", type=int, default=3, help="measured runs of each setting (default: 3)")
    command.add_argument("--scale", type=float, default=1.0, help="of the workloads' records (default: 1)")
    command.add_argument("--quick", action="store_true", help="one workload, one round, a third of the records: under 10 minutes")
    command.add_argument("--only", type=lambda text: text.split(","), help="only these workloads")
    command.set_defaults(act=run)


def run(options):
    """For each workload a sweep of one run each, then the rounds of the winners. Returns the exit status."""
    scale = options.scale / 3 if options.quick else options.scale
    names = options.only or (["terasort"] if options.quick else None)
    rounds = 1 if options.quick else options.rounds
    if scale <= 0 or rounds < 1:
        raise ValueError("--scale and --rounds must be positive")
    found = espillsuite.workloads(scale, names)
    if not found or names and len(found) < len(names):
        raise ValueError(f"no such workload; there are: {', '.join(w.name for w in espillsuite.workloads())}")
    session = Session(NAME, {"scale": scale, "rounds": rounds, "quick": options.quick, "only": options.only, "heap_mb": espillsuite.HEAP_MB,
                             "reducers": espillsuite.REDUCERS}, goals_espill.espill, **{"stock JDK": paths.stock_jdk()})
    paths.plugin_jar()
    paths.jobs_jar()
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console) as bar:
        task = bar.add_task("", total=len(found) * (14 + 9 * rounds))
        runner = _Runner(session, bar, task)
        for workload in found:
            winners = _sweep(runner, workload, options.quick)
            for turn in range(1, rounds + 1):
                for wanted in winners:
                    runner.run(workload, wanted, "measured", turn)
    return _finish(session)


class _Runner:
    """Runs tries one by one, keeps their raw runs. What died once is not waited for again."""

    def __init__(self, session, bar, task):
        self._session, self._bar, self._task, self._dead = session, bar, task, set()
        self._logs = paths.out_dir(NAME) / "logs"

    def run(self, workload, wanted, kind, turn):
        """One raw run, or None."""
        self._bar.update(self._task, description=f"{workload.name}: {wanted.setting.name} ({kind} {turn})")
        self._bar.advance(self._task)
        key = (workload.name, wanted.setting.name)
        if key in self._dead:
            return None
        raw = spark.run(wanted.setting, workload.job(wanted.reducers), spark.Limits(None, TIMEOUT_S, espillsuite.CORES), kind=kind,
                        round_number=turn, logs=self._logs)
        raw.update(family=wanted.family, x=wanted.x, reducers=wanted.reducers, collector=wanted.setting.collector, conf=list(wanted.setting.conf))
        self._session.add(raw)
        if raw["status"] != "ok":
            self._dead.add(key)
        return raw

    def best(self, workload, tries):
        """The fastest try, None if none ended well."""
        timed = [(goals_espill.seconds(raw), i) for i, wanted in enumerate(tries)
                 if (raw := self.run(workload, wanted, "sweep", 0)) and raw["status"] == "ok"]
        return tries[min(timed)[1]] if timed else None


def _sweep(runner, workload, quick):
    base = runner.best(workload, espillsuite.baselines())
    collector = base.setting.collector if base else "parallel"
    tries = espillsuite.oracles(workload, collector)
    winners = [espillsuite.as_family(base)] if base else []
    for family in dict.fromkeys(wanted.family for wanted in tries):
        own = [wanted for wanted in tries if wanted.family == family]
        best = runner.best(workload, own[::2] if quick else own)
        winners += [espillsuite.as_family(best)] if best else []
    more = espillsuite.sensitivity(collector) if workload.name in espillsuite.SHUFFLE_HEAVY and not quick else []
    return [*winners, *espillsuite.ours(collector), *more]


def _finish(session):
    digest.check(session.runs)
    path = session.finish()
    console.print(_table(session.runs))
    goal_table(session.document["goals"], "goals")
    page = report.write(NAME, session.document, INTRO)
    console.print(f"raw runs: {path}\nreport:   {page}")
    return 0 if any(run["status"] == "ok" for run in session.runs) else 1


def _table(runs):
    table = Table(title=NAME, caption="medians over the rounds, of a sweep its one run; machine s: seconds of all tasks")
    for column in ("workload", "setting", "ok", "job s", "machine s", "GC s of tasks", "spilled MB", "outcome"):
        table.add_column(column)
    for job, kind, config in dict.fromkeys((run["job"], run["kind"], run["config"]) for run in runs):
        own = [run for run in runs if (run["job"], run["kind"], run["config"]) == (job, kind, config)]
        good = [run for run in own if run["status"] == "ok"]
        bad = dict.fromkeys(f"{run['status']} {run.get('reason', '')}"[:50] for run in own if run["status"] != "ok")
        table.add_row(job, config if kind == "measured" else f"({config})", str(len(good)), number(stats.median(map(goals_espill.seconds, good))),
                      number(_median_sum(good, "task_s")), number(_median_sum(good, "gc_s")), number(_median_sum(good, "disk_spilled_bytes", 2**20), 0),
                      "; ".join(bad))
    return table


def _median_sum(good, key, unit=1):
    return stats.median(goals_espill.total(run, key) / unit for run in good)
