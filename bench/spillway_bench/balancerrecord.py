# SPDX-License-Identifier: Apache-2.0
"""`make record-balancer`: takes the samples of runs of bench-balancer from their logs, for the test that replays them through the policies."""
import re
from pathlib import Path

from . import balancerlog, goals, paths, result
from .console import console

TARGET = "bench-balancer"
RECORDINGS = paths.ROOT / "jvm" / "test" / "unit" / "recordings"
MOST = 450      # samples, nearly two minutes: no file of the project is longer than 500 lines
_LICENCE = "# SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0"


def add_command(commands):
    """Adds the command to the command line."""
    command = commands.add_parser("record-balancer", help="make recordings for make test-policy from the runs of bench-balancer",
                                  description="Writes the samples of the first measured run of each scenario and policy as a file that make test-policy replays.")
    command.add_argument("--only", type=_words, help="only these scenarios, separated by commas; else all that were measured")
    command.add_argument("--policies", type=_words, default=["default"], help="of these policies, separated by commas (default: default)")
    command.add_argument("--to", type=Path, default=RECORDINGS, help="directory (default: that of the test)")
    command.set_defaults(act=run)


def _words(text):
    return [word.strip() for word in text.split(",")]


def run(options):
    """Writes the recordings; 0 if there was any. ValueError if there is no result or one of its logs is gone."""
    document = result.read(TARGET)
    if document is None:
        raise ValueError(f"{TARGET} has no result to take samples from")
    options.to.mkdir(parents=True, exist_ok=True)
    chosen = _first_runs(document["runs"], options.only, options.policies)
    for name, raw in chosen.items():
        log = paths.out_dir(TARGET) / "logs" / raw["balancer"]["log"]
        if not log.is_file():
            raise ValueError(f"{log} is gone: the runs have to be made again")
        lines = balancerlog.sample_lines(log.read_text(errors="replace"))
        (options.to / f"{name}.log").write_text(recording(lines, raw, document["versions"]["commit"]))
        console.print(f"{name}: {min(len(lines), MOST)} of {len(lines)} samples", highlight=False)
    console.print(f"{len(chosen)} recordings in {options.to}", soft_wrap=True)
    return 0 if chosen else 1


def _first_runs(runs, only, policies):
    """{name of the recording: the first measured run of its scenario and policy}."""
    found = {}
    for raw in runs:
        measured = "balancer" in raw and raw in goals.measured(runs, raw["job"], raw["config"])
        if measured and raw["balancer"]["policy"] in policies and (not only or raw["scenario"] in only):
            words = f"{raw['series']}-{raw['scenario']}-{raw['budget_mb']}-{raw['balancer']['policy']}"
            found.setdefault(re.sub(r"[^a-z0-9]+", "-", words.lower()), raw)
    return found


def recording(lines, raw, commit):
    """The text of a recording: where it is from, the policy, then the samples from the first one on as the VM logged them."""
    cut = f", the first {MOST} of {len(lines)} samples" if len(lines) > MOST else ""
    about = f"# {TARGET}, {raw['job']}, {raw['limit_mb']} MB, {raw['config']}, round {raw['round']}, commit {commit}{cut}"
    return "\n".join([_LICENCE, about, f"policy {raw['balancer']['policy']}", *lines[:MOST]]) + "\n"
