# SPDX-License-Identifier: Apache-2.0
"""`make bench-warm-guards`: what checks of the state of classes would cost compiled code, the alternative that the warm server does without (decision 0510).

An agent puts a load and a branch before each access to another class's statics, static call and `new`.
"""
import shutil
import subprocess

from rich.table import Table

from . import arguments, paths, process, stats
from .console import console, number
from .session import Session
from .warmprograms import second_half

NAME = "bench-warm-guards"
SOURCES = paths.ROOT / "bench" / "warm"
PLAIN, GUARDED = "plain", "guards"
RUNS, BATCHES, LAST = 60, 150, 20     # of javac in one JVM, of the long job, and as many runs of the former count as there are last ones
PREFIXES = {"javac": "com/sun/tools/javac/", "long": "LongJob"}


def add_command(commands):
    """Adds the command to the command line."""
    command = commands.add_parser(NAME, help="what checks of the state of classes would cost compiled code", description=__doc__)
    command.add_argument("--rounds", type=arguments.count, default=7, help="runs of each program with and without (default: 7)")
    command.set_defaults(act=run)


def run(options):
    """Runs both programs with and without guards in turns. Returns the exit status."""
    directory, stock = paths.work_dir() / "guards", paths.stock_jdk()
    shutil.rmtree(directory, ignore_errors=True)
    programs = _programs(directory, stock)
    session = Session(NAME, {"rounds": options.rounds, "runs": RUNS, "batches": BATCHES, "last": LAST}, lambda runs, settings: [], **{"stock JDK": stock})
    for turn in range(1, options.rounds + 1):
        for name, words in programs.items():
            for config in (PLAIN, GUARDED):
                session.add(_one(directory, stock, name, words, config, turn))
    session.finish()
    console.print(table(session.runs))
    console.print(f"raw runs: {session.save()}")
    return 0 if all(made["status"] == "ok" for made in session.runs) else 1


def _programs(directory, stock):
    """{name: words behind java} of the programs, and the agent's jar, made."""
    classes, manifest = directory / "classes", directory / "manifest"
    (directory / "out").mkdir(parents=True)
    subprocess.run([stock / "bin" / "javac", "-d", classes, SOURCES / "LongJob.java", *sorted((SOURCES / "guards").glob("*.java"))], check=True)
    manifest.write_text("Premain-Class: Guards\n")
    subprocess.run([stock / "bin" / "jar", "--create", "--file", directory / "guards.jar", "--manifest", manifest, "-C", classes, "Guards.class"], check=True)
    sources = sorted((paths.ROOT / "warm" / "server" / "src" / "main" / "java").rglob("*.java"))
    return {"javac": ("-cp", classes, "Steady", RUNS, directory / "out", *sources), "long": ("-cp", classes, "LongJob", BATCHES)}


def _one(directory, stock, name, words, config, turn):
    logs = paths.out_dir(NAME) / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    log = logs / f"{name}-{config}-{turn}.out"
    agent = [f"-javaagent:{directory / 'guards.jar'}={PREFIXES[name]}"] if config == GUARDED else []
    raw = {"job": name, "config": config, "kind": "measured", "round": turn}
    raw.update(process.run([stock / "bin" / "java", "-XX:+UseParallelGC", "-Xmx1g", *agent, *words], log=log, in_group=False, directory=directory, timeout_s=600))
    return with_result(raw, log.read_text(errors="replace"))


def with_result(raw, output):
    """The raw run with seconds, CPU time of javac's last runs or time of the long job's second half; failed where guards are not as they should be."""
    said = {line.split()[0]: line.split()[1:] for line in output.splitlines() if line.startswith(("times ", "guards "))}
    half = second_half(output.encode())
    seconds = stats.median(int(t) / 1e9 for t in said["times"][-LAST:]) if "times" in said else half / 1e9 if half else None
    guards = int(said["guards"][0]) if "guards" in said else 0
    if raw["status"] != "ok" or seconds is None or (guards > 0) != (raw["config"] == GUARDED):
        raw.update(status="failed", reason=output.strip()[-400:])
    return {**raw, "seconds": seconds, "guards": guards}


def table(runs):
    """Ratio of the time with guards to that without, of runs of one round, by program."""
    shown = Table(title=NAME, caption="seconds: medians; ratio with 95% interval")
    for column in ("program", "guards in code", "seconds without", "with", "ratio"):
        shown.add_column(column)
    for job in dict.fromkeys(run["job"] for run in runs):
        plain, guarded = ({run["round"]: run["seconds"] for run in runs if (run["job"], run["config"], run["status"]) == (job, config, "ok")} for config in (PLAIN, GUARDED))
        both = sorted(plain.keys() & guarded.keys())
        found = stats.ratio([guarded[turn] for turn in both], [plain[turn] for turn in both])
        count = max((run["guards"] for run in runs if run["job"] == job), default=0)
        shown.add_row(job, str(count), number(stats.median(plain.values()), 3), number(stats.median(guarded.values()), 3), str(found))
    return shown
