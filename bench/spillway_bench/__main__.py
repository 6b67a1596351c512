# SPDX-License-Identifier: Apache-2.0
"""Command line: python -m spillway_bench <command> --help."""
import argparse
import signal
import sys
from pathlib import Path

from . import arguments, balancerbench, balancerrecord, check_goals, edges, espillbench, guardsbench, h2bench, kept, leakybench, paths, sparkbench, sweep, warmbench, warmupbench, writes
from .console import console


def main(words=None):
    options = _parser().parse_args(words)
    # What ends a session from outside, as a service manager does, must leave as little behind as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return options.act(options)
    except (paths.Missing, ValueError, RuntimeError) as e:
        console.print(f"[red]{e}[/]", soft_wrap=True)
        return 2
    except KeyboardInterrupt:
        console.print("stopped; everything started was killed, the runs so far are in out/")
        return 130


def _parser():
    parser = argparse.ArgumentParser(prog="spillway_bench", description="Benchmarks of Spillway.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for target, text in ((sparkbench.DEMO, "Spark jobs in little memory: best stock settings against Spillway"),
                         (sparkbench.TEN_JOBS, "the ten Spark workloads of the TeraHeap paper, scaled")):
        command = commands.add_parser(target.name, help=text, description=text)
        _spark_options(command, target)
        command.set_defaults(act=lambda options, target=target: sparkbench.run(target, options))
    for name in ("demo", "jobs"):
        command = commands.add_parser(f"{name}-sweep", help=f"find the best sizes of each setting for {name}",
                                      description="Writes the best sizes into the plan file; goes on where it stopped.")
        command.add_argument("--plan", type=Path, default=paths.ROOT / "bench" / "sweeps" / f"{name}.json", help="plan file")
        command.add_argument("--again", action="store_true", help="forget the sizes tried so far")
        _choice(command)
        command.set_defaults(act=lambda options: sweep.run(options.plan, options))
    h2bench.add_command(commands)
    leakybench.add_command(commands)
    espillbench.add_command(commands)
    balancerbench.add_command(commands)
    balancerrecord.add_command(commands)
    writes.add_command(commands)
    warmbench.add_command(commands)
    warmupbench.add_command(commands)
    guardsbench.add_command(commands)
    kept.add_command(commands, {one.TARGET.name: one.TARGET for one in (leakybench, espillbench, balancerbench, warmbench)})
    check = commands.add_parser("check-goals", help="recompute all goals from the raw runs, list what is missing or missed")
    check.set_defaults(act=lambda options: check_goals.run())
    return parser


def _spark_options(command, target):
    command.add_argument("--plan", type=Path, help=f"plan file (default: bench/sweeps/{target.plan})")
    command.add_argument("--edges", type=_edges, help="SNAP edge list (.txt or .gz) instead of the generated graph")
    command.add_argument("--rounds", type=arguments.count, default=sparkbench.ROUNDS,
                         help="measured runs of each setting (default: %(default)s)")
    command.add_argument("--minutes", type=float, default=target.minutes,
                         help="when they do not suffice, counted from the start, only Spillway, the best stock setting and the sweep's winner go on "
                              f"(default: {target.minutes:g})")
    command.add_argument("--all-settings", action="store_true", help="also run settings that were far behind in the committed sweep")
    command.add_argument("--no-profile", dest="profile", action="store_false", help="no runs with a profiler for S/D")
    command.add_argument("--sizing", action=argparse.BooleanOptionalAction, default=target.sizing,
                         help="begin with a run of each job with ample memory (default: %(default)s)")
    command.add_argument("--merge", action="store_true",
                         help="keep the runs of all other jobs of the last result, which must be of the same machine, versions and plan")
    _choice(command)


def _edges(text):
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text}")
    problem = edges.problem(Path(text))
    if problem:
        raise argparse.ArgumentTypeError(problem)
    return Path(text)


def _choice(command):
    command.add_argument("--jobs", type=lambda text: text.split(","), help="only these jobs, separated by commas")
    command.add_argument("--settings", type=lambda text: text.split(","), help="only these settings, separated by commas")


if __name__ == "__main__":
    sys.exit(main())
