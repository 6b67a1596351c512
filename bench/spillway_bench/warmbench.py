# SPDX-License-Identifier: Apache-2.0
"""`make bench-warm`: short programs by plain java, with AppCDS, with the AOT cache, and on warm servers."""
from types import SimpleNamespace

from rich.table import Table

from . import arguments, goals_warm, paths, report, result, stats, warmclient, warmplots, warmprograms
from .console import console, goal_table, number
from .session import Session
from .warmpool import Pool
from .warmruns import CLIENT_WITH, Bench
from .warmsetup import Setup
from .warmvariants import PLAIN, WARM, turns, variants

NAME = "bench-warm"
ROUNDS, COLD_ROUNDS, QUICK_ROUNDS = 20, 8, 3
INTRO = "Short programs, run again and again: plain java, AppCDS, the AOT cache, and warm servers."
# Seconds of one run of all variants, reckoned, the part of them that warm runs take, and seconds of training.
_ROUND_S = {"hello": 0.4, "hello-20": 4, "javac": 4, "long": 34, "hdfs-ls": 4, "hdfs-cat": 4, "hdfs-put": 8, "driver": 24, "beeline": 10, "hdfs-cat-64": 5, "hdfs-put-64": 8,
            "hdfs-cat-1024": 14, "hdfs-put-1024": 20, "hdfs-cat-4x1": 8, "hdfs-put-4x1": 10, "hdfs-cat-4x64": 12, "hdfs-put-4x64": 16, "hdfs-cat-2x1024": 20, "hdfs-put-2x1024": 30}
_QUERY_S, _WARM_PART, _TRAIN_S, _TEACH_S, _WARM_LONG_S = 27, 0.1, 60, 25, 13
_UNTRAINED = (*warmprograms.TOOLS, warmprograms.LONG, *warmprograms.FILES)


def add_command(commands):
    """Adds the command to the command line."""
    command = commands.add_parser(NAME, help="short programs on warm servers against plain java, AppCDS and the AOT cache", description=__doc__)
    command.add_argument("--programs", type=lambda text: [word.strip() for word in text.split(",")],
                         help=f"only these, separated by commas: {', '.join(warmprograms.NAMES)}")
    command.add_argument("--rounds", type=arguments.count, help=f"runs of each program on a warm server (default: {ROUNDS})")
    command.add_argument("--cold-rounds", type=arguments.count,
                         help=f"rounds in which JVMs that are new in each run take part, too (default: {COLD_ROUNDS}, or all where there are fewer)")
    command.add_argument("--quick", action="store_true", help=f"{', '.join(warmprograms.QUICK)} only, {QUICK_ROUNDS} rounds: a minute")
    command.add_argument("--merge", action="store_true",
                         help="keep the runs of all other programs of the last result, which must be of the same machine, versions and rounds")
    command.add_argument("--plan", action="store_true", help="print what would run and how long it takes, and end")
    command.set_defaults(act=run)


def run(options):
    """Runs what the options name. Returns the exit status."""
    names = warmprograms.chosen(options.programs or (warmprograms.QUICK if options.quick else warmprograms.NAMES))
    rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
    cold_rounds = min(options.cold_rounds or COLD_ROUNDS, rounds)
    plan(names, rounds, cold_rounds)
    if options.plan:
        return 0
    setup = Setup(paths.work_dir() / "warm", names)
    pool = Pool(setup.homes[WARM], setup.environment)
    try:
        session = open_session(setup, names, rounds, cold_rounds, options.merge)
        Bench(setup, pool, session).run(names, rounds, cold_rounds)
        session.document["settings"]["idle_mb"] |= pool.idle_memory()
    finally:
        pool.stop()
        setup.stop()
    session.finish()
    console.print(table(session.runs))
    console.print(starts(session.runs))
    goal_table(session.document["goals"], NAME)
    console.print(f"raw runs: {session.save()}")
    console.print(f"report: {report.write(NAME, session.document, INTRO, tables=[table(session.runs), starts(session.runs)], figures=warmplots.figures(session.runs))}")
    return 0 if any(raw["status"] == "ok" for raw in session.runs) else 1


def open_session(setup, names, rounds, cold_rounds, merge):
    """A new session, or one that begins with what the last one knows of other programs."""
    settings = {"rounds": rounds, "cold_rounds": cold_rounds, "programs": names, "idle_mb": {}}
    session = Session(NAME, settings, goals_warm.warm, **{"stock JDK": setup.homes[PLAIN], "Spillway JDK": paths.spillway_jdk()})
    session.document["versions"].update(setup.versions())
    if merge:
        last = session.keep(lambda run: run["job"] not in (*names, *([warmclient.JOB] if CLIENT_WITH in names else [])))
        settings.update(programs=warmprograms.chosen([*names, *last["programs"]]), idle_mb=last["idle_mb"])
    else:
        old = result.put_aside(NAME)
        if old:
            console.print(f"the last result is in {old} now")
    return session


def plan(names, rounds, cold_rounds):
    """Prints what would run."""
    seconds = sum(_ROUND_S.get(name, _QUERY_S) for name in names) * (cold_rounds + _WARM_PART * (rounds - cold_rounds))
    seconds += sum(_TEACH_S for name in names if name in warmprograms.QUERIES[1:])
    seconds += _WARM_LONG_S * (rounds - cold_rounds) if warmprograms.LONG in names else 0
    seconds += sum(_TRAIN_S for name in names if name not in _UNTRAINED)
    console.print(f"{NAME}: {rounds} rounds, {cold_rounds} of them of all variants, {sum(1 for _ in turns(names, rounds, cold_rounds))} runs, about {max(1, round(seconds / 60))} min")
    for name in names:
        console.print(f"  {name:<13} {', '.join(variants(name))}")


def table(runs):
    """One line for each program and variant."""
    made = Table(title=NAME, caption="ms, medians; first: the first run on a server; later: rounds from 2 on; times as fast: as plain; free: until the server can take another run")
    for column in ("program", "variant", "ok", "first", "later", "times as fast", "warm", "free", "outcome"):
        made.add_column(column)
    for job, config in dict.fromkeys((run["job"], run["config"]) for run in runs if run["kind"] == "measured"):
        own = [run for run in runs if (run["job"], run["config"], run["kind"]) == (job, config, "measured")]
        good = [run for run in own if run["status"] == "ok"]
        bad = dict.fromkeys(f"{run['status']} {run.get('reason', '')}"[:60] for run in own if run["status"] != "ok")
        speed = goals_warm.speed(runs, job, PLAIN, config)
        made.add_row(job, config, str(len(good)), _ms(run["wall_s"] for run in good if run.get("nth") == 1), _ms(goals_warm.times(runs, job, config).values()),
                     f"{speed.value:.2f}" if speed and config != PLAIN else "-", str(sum(run["warm"] for run in good)) if config == WARM and job != warmclient.JOB else "-",
                     _ms(run["free_s"] for run in good if "free_s" in run), "; ".join(bad))
    return made


def starts(runs):
    """One line for each server that was started before the rounds."""
    made = Table(title="servers", caption="seconds from asking for a server until it is ready, the reading of its class path included; it is looked for every 50 ms")
    made.add_column("started for")
    made.add_column("s")
    for run in runs:
        if run["kind"] == "start":
            made.add_row(run["job"], number(run["wall_s"]))
    return made


def _ms(seconds):
    middle = stats.median(seconds)
    return number(None if middle is None else 1000 * middle)


# What `kept` needs of a benchmark.
TARGET = SimpleNamespace(name=NAME, intro=INTRO, goals=goals_warm.warm, table=table, more_tables=lambda runs: (starts(runs),), figures=warmplots.figures)
