# SPDX-License-Identifier: Apache-2.0
"""`make bench-warmup`: what warm-up costs clients of HDFS and Spark SQL over the size of their data (figures 2, 3 and 6 of the HotTub paper), and one
read over time (4, 5)."""
import json
import os
import shutil
import subprocess

from rich.table import Table

from . import arguments, goals, paths, plots, report, result, stats, warmtimer
from .console import console, goal_table, number
from .session import Session
from .warmprograms import PUT
from .warmsetup import Setup
from .warmvariants import PLAIN, WARM

NAME = "bench-warmup"
ROUNDS = 3
SIZES_MB, QUICK_MB = (1, 10, 100, 1000), (1, 10)
# Times the rows of the fact tables.
FACTORS, QUICK_FACTORS = (1, 10, 100), (1,)
QUERIES = ("sql-1", "sql-2", "sql-3")
READ, PARALLEL, WRITE = "hdfs read", "hdfs parallel read", "hdfs write"
FILES = READ, PARALLEL, WRITE
THREADS = 16      # the paper's, of its parallel read
TIMEOUT_S = 600
CONSTANT = 1.5    # the data grow by two or three orders of magnitude
TIMELINE = "hdfs-read.svg"
INTRO = "How much of a program's time is the warm-up of its JVM, and how that changes with the size of its data."


def add_command(commands):
    """Adds the command to the command line."""
    command = commands.add_parser(NAME, help="what warm-up costs clients of HDFS and Spark SQL over the size of their data", description=__doc__)
    command.add_argument("--rounds", type=arguments.count, help=f"runs of each program with each size (default: {ROUNDS})")
    command.add_argument("--quick", action="store_true", help="the smallest sizes only, one round: two minutes")
    command.set_defaults(act=run)


def run(options):
    """Runs all programs in turns. Returns the exit status."""
    sizes, factors = (QUICK_MB, QUICK_FACTORS) if options.quick else (SIZES_MB, FACTORS)
    rounds = options.rounds or (1 if options.quick else ROUNDS)
    setup = Setup(paths.work_dir() / "warmup", ("hdfs-cat", *QUERIES))
    try:
        if setup.missing:
            raise paths.Missing("; ".join(dict.fromkeys(setup.missing.values())))
        old = result.put_aside(NAME)
        if old:
            console.print(f"the last result is in {old} now")
        session = Session(NAME, {"rounds": rounds, "sizes_mb": sizes, "factors": factors}, constancy, **{"stock JDK": setup.homes[PLAIN]})
        cases = [*_hdfs(setup, sizes), *_queries(setup, factors)]
        for turn in range(1, rounds + 1):
            for case in cases:
                session.add(_one(setup, *case, turn))
    finally:
        setup.stop()
    session.finish()
    console.print(table(session.runs))
    goal_table(session.document["goals"], NAME)
    console.print(f"raw runs: {session.save()}")
    console.print(f"report: {report.write(NAME, session.document, INTRO, figures=figures(session.runs, paths.out_dir(NAME) / TIMELINE))}")
    return 0 if all(raw["status"] == "ok" for raw in session.runs) else 1


def _hdfs(setup, sizes):
    """(job, size, words after java, program that is put back) of reads and writes; the files are made here."""
    put, cat = setup.programs["hdfs-put"], setup.programs["hdfs-cat"]
    parallel = setup.hdfs_program("ParallelRead")
    for size in sizes:
        local, there = setup.archives / f"{size}mb", f"/sized-{size}"
        with open(local, "wb") as file:
            for _ in range(size):
                file.write(os.urandom(1 << 20))
        subprocess.run([setup.homes[PLAIN] / "bin" / "java", *put.words[:-2], local, there], env=setup.environment, check=True, capture_output=True, timeout=TIMEOUT_S)
        yield READ, size, (*cat.words[:-1], there), cat
        yield PARALLEL, size, (*parallel, str(THREADS), there), cat
        yield WRITE, size, (*put.words[:-2], str(local), PUT), put


def _queries(setup, factors):
    """The same of queries: the JVM of the driver, without the script that starts it."""
    for name in QUERIES:
        for factor in factors:
            yield name, factor, (*setup.programs[name].driver, str(factor)), setup.programs[name]


def _one(setup, job, size, words, program, turn):
    """A run with the report of `spillway warmup`."""
    out = setup.logs / "report"
    shutil.rmtree(out, ignore_errors=True)
    command = [setup.homes[WARM] / "bin" / "spillway", "warmup", "--quiet", f"--out={out}", "--", setup.homes[PLAIN] / "bin" / "java", *words]
    done = warmtimer.run(command, setup.environment, setup.work, setup.logs, TIMEOUT_S)
    wrong = setup.after(program)
    if job == PARALLEL and not done.stdout.startswith(f"{size << 20} bytes".encode()):
        wrong = f"it read something else: {done.stdout[-200:]!r}"
    raw = {"job": f"{job} {size}", "config": PLAIN, "kind": "measured", "round": turn, "program": job, "size": size, "wall_s": round(done.wall_s, 6), "exit": done.exit}
    if done.timed_out or done.exit != 0 or wrong or not (out / "report.json").exists():
        return raw | {"status": "timeout" if done.timed_out else "failed", "reason": wrong or done.stderr.decode(errors="replace").strip()[-300:]}
    if job == READ and turn == 1 and size == 1:
        shutil.copyfile(out / "timeline.svg", paths.out_dir(NAME) / TIMELINE)
    return raw | {"status": "ok", **seconds(json.loads((out / "report.json").read_text())["report"])}


def seconds(found):
    """Of a report what is kept of a run: its length, and what class loading, and both parts of warm-up, cost it (likely, least, most)."""
    cost, loading = found["cost"], found["costOfLoading"]
    return {"length_s": found["length"] / 1e9, "loading_cost_s": loading["estimate"] / 1e9, "cost_s": cost["estimate"] / 1e9, "least_s": cost["low"] / 1e9,
            "most_s": cost["high"] / 1e9, "loading_s": found["total"]["loading"] / 1e9, "interpreted_s": found["total"]["interpreted"]["time"] / 1e9}


def medians(runs):
    """{program: {size: medians of what is kept}} of the runs that worked."""
    found = {}
    for job in goals.jobs(runs):
        own = [run for run in runs if run["job"] == job and run["status"] == "ok"]
        if own:
            middle = {key: stats.median([run[key] for run in own]) for key in own[0] if key.endswith("_s")}
            found.setdefault(own[0]["program"], {})[own[0]["size"]] = middle
    return found


def constancy(runs, settings):
    """The paper's finding: warm-up does not grow with the data. Not measured unless each program has run with its smallest and its largest."""
    found = medians(runs)
    ends = {program: (SIZES_MB if program in FILES else FACTORS) for program in (*FILES, *QUERIES)}
    ratios = {program: found[program][sizes[-1]]["cost_s"] / found[program][sizes[0]]["cost_s"] for program, sizes in ends.items()
              if {sizes[0], sizes[-1]} <= found.get(program, {}).keys()}
    worst = max(ratios, key=ratios.get) if len(ratios) == len(ends) else None
    return [goals.at_most("constant warm-up", f"with the largest data at most {CONSTANT} times the warm-up of the smallest (worst program)",
                          worst and ratios[worst], CONSTANT, " times", f" ({worst})")]


def figures(runs, timeline):
    """(title, SVG): a stack for each size of each program, and the threads of one read."""
    drawn = []
    for program, sizes in medians(runs).items():
        unit = "MB" if program in FILES else "times the rows"
        parts = {f"{size} {unit}": {"class loading": one["loading_cost_s"], "interpretation": max(0.0, one["cost_s"] - one["loading_cost_s"]),
                                    "rest": max(0.0, one["length_s"] - one["cost_s"])} for size, one in sizes.items()}
        drawn.append((f"Warm-up of {program}", plots.stacks(parts, program, "s")))
    return [*drawn, ("One read of 1 MB over time", timeline.read_text())] if timeline.exists() else drawn


def table(runs):
    """One line for each program and size."""
    made = Table(title=NAME, caption="seconds, medians; warm-up: how much sooner the program would have ended without it, likely (least to most); loading, interpreted: of all threads")
    for column in ("program", "size", "took", "warm-up", "share", "loading", "interpreted"):
        made.add_column(column)
    for program, sizes in medians(runs).items():
        for size, one in sizes.items():
            made.add_row(program, str(size), number(one["length_s"], 2), f"{one['cost_s']:.2f} ({one['least_s']:.2f} to {one['most_s']:.2f})",
                         f"{one['cost_s'] / one['length_s']:.0%}", number(one["loading_s"], 2), number(one["interpreted_s"], 2))
    return made
