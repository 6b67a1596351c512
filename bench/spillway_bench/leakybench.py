# SPDX-License-Identifier: Apache-2.0
"""`make bench-leaky`: grouping and joining with values as bytes against stock Spark on the same JDK and heap."""
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from . import digest, goals_leaky, leakysuite, paths, report, spark, stats
from .console import console, goal_table, number
from .session import Session

NAME = "bench-leaky"
INTRO = "groupByKey and joins with values kept as bytes against stock Spark, in the shape of the leaky-buffer paper's Figures 7 to 14."
FULL_ROWS, QUICK_ROWS = 12_000_000, 4_000_000
TIMEOUT_S = 240


def add_command(commands):
    """Adds the command to the command line."""
    command = commands.add_parser(NAME, help="grouping and joining with values as bytes", description=INTRO)
    command.add_argument("--rounds", type=int, default=3, help="measured runs of each setting (default: 3)")
    command.add_argument("--rows", type=int, default=None, help=f"rows of the table of visits (default: {FULL_ROWS})")
    command.add_argument("--quick", action="store_true", help=f"one round, {QUICK_ROWS} rows, two scenarios: under 10 minutes")
    command.add_argument("--only", type=lambda text: text.split(","), help="only these scenarios, 'two reducers' and 'one key' included")
    command.set_defaults(act=run)


def run(options):
    """Runs all cases round by round, every setting once in each. Returns the exit status."""
    rows = options.rows or (QUICK_ROWS if options.quick else FULL_ROWS)
    rounds = 1 if options.quick else options.rounds
    cases = _cases(rows, options)
    if not cases:
        raise ValueError(f"no such scenario; there are: {', '.join(case.series for case in _cases(rows, None))}")
    session = Session(NAME, {"rows": rows, "rounds": rounds, "quick": options.quick, "only": options.only,
                             "heap_mb": leakysuite.HEAP_MB}, goals_leaky.leaky, **{"stock JDK": paths.stock_jdk()})
    paths.plugin_jar()
    paths.jobs_jar()
    logs = paths.out_dir(NAME) / "logs"
    turns = [(case, setting, turn) for turn in range(1, rounds + 1) for case in cases for setting in _settings(case)]
    dead = set()
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console) as bar:
        task = bar.add_task("", total=len(turns))
        for case, setting, turn in turns:
            bar.update(task, description=f"{case.job.name}: {setting.name} ({turn})")
            # What died or timed out once does so again: its time is not waited for in every round.
            if (case.job.name, setting.name) not in dead:
                raw = spark.run(setting, case.job, spark.Limits(None, TIMEOUT_S, leakysuite.CORES), kind="measured", round_number=turn,
                                logs=logs)
                raw.update(series=case.series, x=case.x)
                session.add(raw)
                if raw["status"] != "ok":
                    dead.add((case.job.name, setting.name))
            bar.advance(task)
    return _finish(session)


def _cases(rows, options):
    quick = options is not None and options.quick
    found = [*leakysuite.scenarios(rows, (0.05, 0.5) if quick else leakysuite.DMRS), *leakysuite.purposes()]
    only = options and (options.only or (quick and ["day-keyword", "rank-revenue"]))
    return [case for case in found if not only or case.series in only]


def _settings(case):
    names = ["Parallel", "G1", "leaky copy", "leaky prefix"]
    return leakysuite.settings([*names, "leaky streamed"] if case.series == "one key" else names)


def _finish(session):
    digest.check(session.runs)
    path = session.finish()
    _table(session.runs)
    goal_table(session.document["goals"], "goals")
    page = report.write(NAME, session.document, INTRO)
    console.print(f"raw runs: {path}\nreport:   {page}")
    return 0 if any(run["status"] == "ok" for run in session.runs) else 1


def _table(runs):
    table = Table(title=NAME, caption="medians over the rounds; reduce: seconds of the last stage")
    for column in ("case", "setting", "ok", "wall s", "reduce s", "GC s", "shuffle MB", "spilled MB", "outcome"):
        table.add_column(column)
    for job, config in dict.fromkeys((run["job"], run["config"]) for run in runs):
        own = [run for run in runs if (run["job"], run["config"]) == (job, config)]
        good = [run for run in own if run["status"] == "ok"]
        bad = dict.fromkeys(f"{run['status']} {run.get('reason', '')}"[:50] for run in own if run["status"] != "ok")
        table.add_row(job, config, str(len(good)), number(stats.median(run["wall_s"] for run in good)),
                      number(stats.median(map(goals_leaky.reduce_s, good))), number(stats.median(run["gc"]["total_s"] for run in good)),
                      number(_mb(good, "shuffle_write_bytes"), 0), number(_mb(good, "disk_spilled_bytes"), 0), "; ".join(bad))
    console.print(table)


def _mb(good, key):
    return stats.median(sum(stage[key] for stage in run["result"]["stages"]) / 2**20 for run in good)
