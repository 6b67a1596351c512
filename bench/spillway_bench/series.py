# SPDX-License-Identifier: Apache-2.0
"""A benchmark in series, each of which can be run alone and merged with the others: what `bench-leaky`, `bench-espill` and `bench-balancer` share."""
import argparse
import sys
import time
from dataclasses import dataclass, field

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from . import digest, paths, report, result, spark
from .console import console, goal_table
from .session import Session

TIMEOUT_S = 180
START_S = 8       # of a run, for a JVM and Spark to start and to end


@dataclass(frozen=True)
class Case:
    """A job in one size and the settings that take turns with it. x: what is swept. more: facts for the raw run."""
    series: str
    scenario: str
    job: spark.Job
    settings: tuple
    x: float = 0.0
    limits: spark.Limits = spark.Limits(None, TIMEOUT_S)
    watch: spark.Watch = spark.Watch(events=True)
    more: dict = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Series:
    """cases: all of it. seconds: of one run, reckoned. search: instead of turns, a function (runner, cases of a scenario, round);
    searched: the runs that it makes of a scenario, the first of them `once` only, whatever the rounds. named: it runs only when it is asked for by name."""
    name: str
    shows: str
    cases: tuple
    seconds: float
    rounds: int = 1
    search: object = None
    searched: int = 0
    once: int = 0
    named: bool = False

    def of(self, only):
        """The cases of the wanted scenarios."""
        return [case for case in self.cases if not only or case.scenario in only]

    def count(self, rounds, only=None):
        """How many runs it makes."""
        cases, rounds = self.of(only), rounds or self.rounds
        if self.search:
            return (self.once + (self.searched - self.once) * rounds) * len(dict.fromkeys(case.scenario for case in cases))
        return sum(len(case.settings) for case in cases) * rounds

    def minutes(self, rounds=None, only=None, scale=1.0):
        """How long these will take on two idle cores: what the input does not change, and what grows with it."""
        return self.count(rounds, only) * (START_S + max(0.0, self.seconds - START_S) * scale) / 60


@dataclass(frozen=True)
class Target:
    """A benchmark. make: scale -> its series. quick: (scale, {series: scenarios}). figures: runs -> (title, SVG) pairs.

    table, more_tables: runs -> a table of all settings, and what else the terminal and the report show as tables.
    jdks: those that take part, by the names of their versions. quick_rounds: what `--quick` makes of the rounds, None for each series' own.
    """
    name: str
    intro: str
    help: str
    make: object
    goals: object
    quick: tuple
    heap_mb: int
    table: object
    figures: object
    jdks: tuple = ("stock JDK",)
    quick_rounds: int | None = None
    more_tables: object = lambda runs: ()


class Runner:
    """Runs one turn after the other and keeps the raw runs. What died once is not waited for again; what there is is not run again."""

    def __init__(self, session, logs, scale, step=lambda text: None):
        self._session, self._logs, self._scale, self._step = session, logs, scale, step

    def swept(self, case):
        """The runs of an earlier sweep of this job."""
        return [run for run in self._session.runs if run["job"] == case.job.name and run["kind"] == "sweep"]

    def run(self, case, setting, turn, kind="measured", attempt=1):
        """The raw run of a turn: a new one, or that of the session which is resumed, or the one that died before. attempt: of a search
        that runs something more than once in a round."""
        self._step(f"{case.job.name}: {setting.name} ({turn})")
        for before in [run for run in self._session.runs if (run["job"], run["config"]) == (case.job.name, setting.name)]:
            _require_same(before, case.job, setting)
            if before["status"] not in ("ok", "not measured"):
                return before
            if (before["kind"], before["round"], before.get("attempt", 1)) == (kind, turn, attempt):
                if before["status"] == "ok":
                    return before
                # What kept it from being measured may be mended.
                self._session.runs.remove(before)
        logs = self._logs if attempt == 1 else self._logs / f"attempt-{attempt}"
        raw = spark.run(setting, case.job, case.limits, kind=kind, round_number=turn, logs=logs, watch=case.watch)
        raw.update(attempt=attempt, series=case.series, scenario=case.scenario, x=case.x, collector=setting.collector, scale=self._scale, **case.more)
        self._session.add(raw)
        return raw


def _require_same(before, job, setting):
    now = {"arguments": dict(job.arguments), "jvm": list(setting.jvm), "conf": list(setting.conf)}
    differing = [key for key, value in now.items() if key in before and before[key] != value]
    if differing:
        raise ValueError(f"{before['job']} with {before['config']} was run with other {', '.join(differing)}: begin a new result")


def add_command(commands, target):
    """Adds the benchmark to the command line; its help lists the series with the time of each."""
    lines = [f"  {s.name:<13}{s.minutes():4.0f} min, {s.rounds} round{'s' * (s.rounds > 1)}  {s.shows}" for s in target.make(1.0).values()]
    whole = sum(s.minutes() for s in target.make(1.0).values() if not s.named)
    command = commands.add_parser(target.name, help=target.help, formatter_class=argparse.RawDescriptionHelpFormatter, description=target.intro,
                                  epilog="\n".join(["series, with reckoned minutes on two idle cores:", *lines, f"  {'all':<13}{whole:4.0f} min"]))
    command.add_argument("--series", type=_words, help="only these series, separated by commas")
    command.add_argument("--only", type=_words, help="only these scenarios of them, separated by commas")
    command.add_argument("--rounds", type=int, help="rounds of each instead of its own number")
    command.add_argument("--scale", type=float, default=1.0, help="factor on all inputs; below 1 only shows that it works")
    command.add_argument("--quick", action="store_true", help=f"little data, {', '.join(target.quick[1])} only: under 10 minutes")
    command.add_argument("--merge", action="store_true",
                         help="keep the runs of the last result that are not of the chosen series and scenarios; same machine, versions, scale")
    command.add_argument("--more", action="store_true", help="keep all runs of the last result and add further rounds to them")
    command.add_argument("--resume", action="store_true", help="keep all runs of the last result and make those that lack, as after Ctrl-C")
    command.add_argument("--plan", action="store_true", help="print what would run and how long it takes, and end")
    command.set_defaults(act=lambda options: run(target, options))


def _words(text):
    return [word.strip() for word in text.split(",")]


def choose(target, options):
    """[(series, its scenarios or None)] that the options name; ValueError for a name that there is not."""
    if options.scale <= 0 or options.rounds is not None and options.rounds < 1:
        raise ValueError("--scale and --rounds must be positive")
    quick = options.quick and not options.series
    found = target.make(_scale(target, options))
    wanted = options.series or (target.quick[1] if quick else [name for name, series in found.items() if not series.named])
    unknown = [name for name in wanted if name not in found]
    if unknown:
        raise ValueError(f"no series {', '.join(unknown)}; there are: {', '.join(found)}")
    chosen = [(found[name], options.only or (quick and target.quick[1][name]) or None) for name in wanted]
    scenarios = dict.fromkeys(case.scenario for series, _ in chosen for case in series.cases)
    unknown = [name for name in options.only or () if name not in scenarios]
    if unknown:
        raise ValueError(f"no scenario {', '.join(unknown)}; there are: {', '.join(scenarios)}")
    return [(series, only) for series, only in chosen if series.of(only)]


def run(target, options):
    """Runs the chosen series one after the other. Returns the exit status."""
    chosen = choose(target, options)
    rounds = options.rounds or (target.quick_rounds if options.quick else None)
    counts = _plan(chosen, rounds, _scale(target, options))
    if options.plan:
        return 0
    session, first = _begin(target, options, chosen)
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
                  console=console) as bar:
        task = bar.add_task("", total=sum(counts.values()))

        def step(text):
            bar.update(task, description=text, advance=1)
        runner = Runner(session, paths.out_dir(target.name) / "logs", session.document["settings"]["scale"], step)
        for series, only in chosen:
            start = time.monotonic()
            for turn in range(first[series.name], first[series.name] + (rounds or series.rounds)):
                _round(series, only, runner, turn)
            taken = session.document["settings"]["series_minutes"]
            taken[series.name] = round((time.monotonic() - start) / 60 + (taken.get(series.name, 0) if _keeps_all(options) or only else 0), 1)
    return finish(session, target)


def _keeps_all(options):
    return options.more or options.resume


def _scale(target, options):
    return target.quick[0] * options.scale if options.quick else options.scale


def _plan(chosen, rounds, scale):
    """Prints what will run; how many runs that are, by series."""
    minutes = {series.name: series.minutes(rounds, only, scale) for series, only in chosen}
    counts = {series.name: series.count(rounds, only) for series, only in chosen}
    for series, _ in chosen:
        console.print(f"{series.name}: {counts[series.name]} runs, about {minutes[series.name]:.0f} minutes: {series.shows}")
    console.print(f"all: {sum(counts.values())} runs, about {sum(minutes.values()):.0f} minutes on two idle cores")
    return counts


def _begin(target, options, chosen):
    """The session with the runs it keeps, and of each series the number of its next round."""
    paths.plugin_jar()
    paths.jobs_jar()
    session = Session(target.name, {"scale": _scale(target, options), "heap_mb": target.heap_mb, "series": [s.name for s, _ in chosen], "only": options.only,
                                    "rounds asked for": options.rounds, "series_minutes": {}}, target.goals, **{name: _jdk(name) for name in target.jdks})
    if options.merge or _keeps_all(options):
        again = {(series.name, case.scenario) for series, only in chosen for case in series.of(only)}
        last = session.keep(lambda run: _keeps_all(options) or (run["series"], run["scenario"]) not in again)
        session.document["settings"]["series_minutes"].update(last.get("series_minutes", {}))
    elif old := result.put_aside(target.name):
        print(f"the last result of {target.name} is now in {old}", file=sys.stderr)
    return session, {series.name: 1 + max((run["round"] for run in session.runs if run["series"] == series.name), default=0) if options.more else 1
                     for series, _ in chosen}


def _jdk(name):
    return {"stock JDK": paths.stock_jdk, "Spillway JDK": paths.spillway_jdk}[name]()


def _round(series, only, runner, turn):
    cases = series.of(only)
    if series.search:
        for scenario in dict.fromkeys(case.scenario for case in cases):
            series.search(runner, [case for case in cases if case.scenario == scenario], turn)
        return
    for case in cases:
        # Each round begins with another setting: the first after a pause finds a colder machine.
        first = (turn - 1) % len(case.settings)
        for setting in case.settings[first:] + case.settings[:first]:
            runner.run(case, setting, turn)


def finish(session, target):
    """Compares the results, writes result and report, prints both tables. 0 even if goals are missed: they are shown."""
    digest.check(session.runs)
    return show(target, target.name, session.document, session.finish())


def show(target, name, document, path):
    """Prints the tables and goals of a document that is in path and writes its report to out/<name>; 0 if any of its runs ended well."""
    runs = document["runs"]
    tables = [target.table(runs), *target.more_tables(runs)]
    for table in tables:
        console.print(table)
    goal_table(document["goals"], "goals")
    page = report.write(name, document, target.intro, figures=target.figures(runs), tables=tables)
    console.print(f"raw runs: {path}\nreport:   {page}")
    return 0 if any(run["status"] == "ok" for run in runs) else 1
