# SPDX-License-Identifier: Apache-2.0
"""`make bench-h2`: the second heap itself, without Spark."""
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from . import goals_h2, h2jvm, h2plots, h2runs, h2suite, paths, report, stats
from .console import console, goal_table, number
from .session import Session

NAME = "bench-h2"
INTRO = "Full and young collections, moves and access with a second heap, in the shape of the TeraHeap paper's figures."


def add_command(commands):
    """Adds the command to the command line."""
    command = commands.add_parser(NAME, help="the second heap itself: collections, moves, access", description=INTRO)
    command.add_argument("--rounds", type=int, default=3, help="runs of each variant (default: 3)")
    command.add_argument("--scale", type=float, default=1.0, help="factor on all data sizes; below 1 only shows that it works")
    command.add_argument("--only", type=lambda text: text.split(","), help="only these series: " + ", ".join(h2suite.series(1)))
    command.set_defaults(act=run)


def run(options):
    """Runs the series round by round, every variant once in each. Returns the exit status."""
    chosen = {name: variants for name, variants in h2suite.series(options.scale).items() if not options.only or name in options.only}
    if not chosen:
        raise ValueError(f"no such series; there are: {', '.join(h2suite.series(1))}")
    session = Session(NAME, {"scale": options.scale, "rounds": options.rounds, "only": options.only}, goals_h2.h2,
                      **{"stock JDK": paths.stock_jdk(), "Spillway JDK": paths.spillway_jdk()})
    classes, logs = h2jvm.compile_program(), paths.out_dir(NAME) / "logs"
    turns = [turn for variants in chosen.values() for turn in in_turns(variants, options.rounds)]
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console) as bar:
        task = bar.add_task("", total=len(turns))
        for variant, number_ in turns:
            bar.update(task, description=f"{variant.series}: {variant.name} ({number_})")
            session.add(h2jvm.run(variant, number_, classes, logs))
            bar.advance(task)
    return _finish(session)


def in_turns(variants, rounds):
    """(variant, round) of a series. Each round begins with another variant: the first after a pause finds a colder machine."""
    found = []
    for number_ in range(rounds * max(variant.repeat for variant in variants)):
        first = number_ % len(variants)
        found += [(variant, number_ + 1) for variant in variants[first:] + variants[:first]]
    return found


def _finish(session):
    path = session.finish()
    _table(session.runs)
    goal_table(session.document["goals"], "goals")
    page = report.write(NAME, session.document, INTRO, figures=h2plots.figures(session.runs))
    console.print(f"raw runs: {path}\nreport:   {page}")
    return 0 if any(run["status"] == "ok" for run in session.runs) else 1


def _table(runs):
    table = Table(title=NAME, caption="medians over the rounds")
    for column in ("series", "variant", "ok", "wall s", "young ms", "full ms", "move MB/s", "outcome"):
        table.add_column(column)
    for series, config in dict.fromkeys((run["job"], run["config"]) for run in runs):
        own = [run for run in runs if (run["job"], run["config"]) == (series, config)]
        good = [run for run in own if run["status"] == "ok"]
        bad = [f"{run['status']} {run.get('reason', '')}"[:60] for run in own if run["status"] != "ok"]
        table.add_row(series, config, str(len(good)), number(stats.median(run["wall_s"] for run in good)),
                      number(_typical(good, "young"), 2), number(_typical(good, "full"), 2),
                      number(stats.median(filter(None, map(h2runs.move_rate, good))), 0), "; ".join(dict.fromkeys(bad)))
    console.print(table)


def _typical(good, kind):
    times = [h2runs.full_pause_ms(run) if kind == "full" else h2runs.young_pause_ms(run) for run in good
             if "collections" in run["values"]]
    return stats.median(time for time in times if time is not None)
