# SPDX-License-Identifier: Apache-2.0
"""`make bench-h2-writes`: ways to get moved objects into H2's file, under a memory limit smaller than the data.

The measurement that docs/decisions/ bases the write mode of the second heap on.
"""
import json
import shutil
import subprocess
import tempfile

from rich.table import Table

from . import pagecache, paths, process, stats
from .cgroup import NoCgroup
from .console import console, number
from .session import Session

NAME = "bench-h2-writes"
MODES = ("pwrite", "writeback", "files", "mmap", "direct")


def add_command(commands):
    """Adds the command to the command line."""
    command = commands.add_parser(NAME, help="ways to write moved objects to the file of H2", description=__doc__)
    command.add_argument("--rounds", type=int, default=3, help="runs of each variant (default: 3)")
    command.add_argument("--mb", type=int, default=4096, help="MB to write (default: 4096)")
    command.add_argument("--limit-mb", type=int, default=3072, help="memory limit of the group in MB (default: 3072)")
    command.add_argument("--source-mb", type=int, default=1024, help="MB of anonymous memory written from (default: 1024)")
    command.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2],
                         help="numbers of writing threads (default: 1,2)")
    command.set_defaults(act=run)


def run(options):
    """Runs every mode with every number of threads once per round. Returns the exit status."""
    program = paths.work_dir() / "write_modes"
    source = paths.ROOT / "bench" / "h2" / "writes" / "write_modes.c"
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-pthread", "-o", program, source], check=True)
    session = Session(NAME, {"mb": options.mb, "limit_mb": options.limit_mb, "source_mb": options.source_mb, "rounds": options.rounds},
                      lambda runs, settings: [])
    for number_ in range(1, options.rounds + 1):
        for threads in options.threads:
            for mode in MODES:
                session.add(_one(program, mode, threads, number_, options))
    _table(session.runs)
    console.print(f"raw runs: {session.save()}")
    return 0 if any(run["status"] == "ok" for run in session.runs) else 1


def _one(program, mode, threads, number_, options):
    logs = paths.out_dir(NAME) / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    log = logs / f"{mode}-{threads}-{number_}.out"
    raw = {"job": f"{threads} threads", "config": mode, "kind": "measured", "round": number_, "limit_mb": options.limit_mb}
    scratch = tempfile.mkdtemp(prefix="spillway-writes-", dir=paths.work_dir())
    try:
        raw["cache_dropped"] = pagecache.drop()
        raw.update(process.run([program, scratch, mode, threads, options.mb, options.source_mb, 16], log=log,
                               limit_bytes=options.limit_mb << 20, directory=scratch, timeout_s=600))
    except NoCgroup as e:
        return {**raw, "status": "not measured", "reason": str(e)}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return with_result(raw, log.read_text(errors="replace"))


def with_result(raw, output):
    """The raw run with the values the program printed; failed if what it read is not what it wrote."""
    lines = [line for line in output.splitlines() if line.startswith("RESULT ")]
    if raw["status"] == "ok" and lines:
        raw["values"] = json.loads(lines[-1].removeprefix("RESULT "))
        if raw["values"]["check"] != 0:
            raw.update(status="failed", reason="what was read is not what was written")
    elif raw["status"] == "ok":
        raw.update(status="failed", reason="no result")
    else:
        raw["reason"] = output.strip()[-400:]
    return raw


def _table(runs):
    table = Table(title=NAME, caption="medians over the rounds; reads go through the mapping")
    for column in ("threads", "mode", "ok", "write s", "first read s", "second read s", "whole s"):
        table.add_column(column)
    for job, config in dict.fromkeys((run["job"], run["config"]) for run in runs):
        good = [run for run in runs if (run["job"], run["config"]) == (job, config) and run["status"] == "ok"]
        middle = lambda key: number(stats.median(run["values"][key] for run in good), 2)
        table.add_row(job, config, str(len(good)), middle("write_s"), middle("read_s"), middle("reread_s"),
                      number(stats.median(run["wall_s"] for run in good), 2))
    console.print(table)
