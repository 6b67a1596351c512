# SPDX-License-Identifier: Apache-2.0
"""Runs that outlive the machine they were made on: bench/kept/<target> has one file for each scenario of a benchmark in series, one of a benchmark without.

Settings of a scenario are compared within one session only, so scenarios of several sessions, commits and machines make up one table.
"""
import gzip
import json
import re
from pathlib import Path

from . import paths, result, series
from .console import console
from .session import now

SUFFIX = ".json.gz"
WHOLE = "whole", "benchmark"      # series and scenario of runs that have none: their programs share servers and are kept together


def _key(raw):
    return raw.get("series", WHOLE[0]), raw.get("scenario", WHOLE[1])


def add_command(commands, targets):
    """Adds the command to the command line. targets: {name: series.Target}."""
    command = commands.add_parser("kept", help="goals and tables of the runs in bench/kept",
                                  description="Writes out/<target>-kept with all runs that are kept of a benchmark, each scenario of one session.")
    command.add_argument("target", choices=sorted(targets), help="the benchmark")
    command.add_argument("--add", action="store_true", help="first keep the scenarios of out/<target>, in place of older ones of the same name")
    command.set_defaults(act=lambda options: run(targets[options.target], options.add))


def run(target, add):
    """Returns the exit status."""
    if add:
        for path in keep(target.name):
            console.print(f"kept: {path}")
    document, name = together(target.name), f"{target.name}-kept"
    document["goals"] = target.goals(document["runs"], result.facts(document))
    return series.show(target, name, document, result.write(name, document))


def keep(name):
    """Writes a file for each scenario of the last result; their paths.

    ValueError if there is none, or one of little data, of no commit, or of fewer rounds than what is kept.
    """
    document = result.read(name)
    if document is None:
        raise ValueError(f"{name} has no result to keep")
    if document["settings"].get("scale", 1.0) != 1.0:
        raise ValueError(f"the last result of {name} is of little data (scale {document['settings'].get('scale')}): it is not kept")
    if str(document["versions"].get("commit")).endswith("-dirty"):
        raise ValueError(f"the last result of {name} is of no commit ({document['versions']['commit']}): it is not kept")
    found = {}
    for raw in document["runs"]:
        found.setdefault(_key(raw), []).append(raw)
    return [_write(name, document, key, runs) for key, runs in found.items()]


def together(name):
    """One document of all that is kept; settings.sessions says of each scenario when, where and of which commit it was measured."""
    documents = [_read(path) for path in sorted(_directory(name).glob(f"*{SUFFIX}"))]
    if not documents:
        raise ValueError(f"nothing is kept of {name}")
    sessions = [{**dict(zip(("series", "scenario"), _key(one["runs"][0]))), "started": one["started"], "finished": one["finished"],
                 "commit": one["versions"].get("commit"), "machine": one["machine"]} for one in documents]
    last = max(documents, key=lambda one: one["finished"])
    return {**last, "started": min(one["started"] for one in documents), "finished": now(),
            "settings": {**last["settings"], "sessions": sessions, "series": sorted({one["series"] for one in sessions})},
            "runs": [run for one in documents for run in one["runs"]], "goals": []}


def _write(name, document, key, runs):
    path = _directory(name) / f"{'-'.join(key).replace('/', '-').replace(' ', '-')}{SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and (there := _rounds(_read(path)["runs"])) > _rounds(runs):
        raise ValueError(f"{path} has {there} rounds, more than the last result: remove it first")
    text = _anywhere(json.dumps({**document, "runs": runs, "goals": []}, separators=(",", ":")))
    # No time of writing in it: the same runs make the same file.
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
    return path


def _read(path):
    return json.loads(gzip.decompress(path.read_bytes()))


def _rounds(runs):
    return max(run["round"] for run in runs)


def _anywhere(text):
    """Without the directories of the machine that it was measured on; ValueError if one is left."""
    for path, name in ((paths.work_dir(), "WORK"), (paths.ROOT, "ROOT"), (Path.home(), "HOME")):
        if len(path.parts) > 1:
            text = re.sub(rf"{re.escape(str(path))}(?=[/\"\\,\s:])", name, text)
    text = re.sub(r"/sys/fs/cgroup/[^\s\"\\,]*", "GROUP", text)
    if left := re.search(r"/(?:home|root|tmp|mnt|srv)/[^\s\"\\,]*", text):
        raise ValueError(f"a directory of this machine would be kept: {left.group()}")
    return text


def _directory(name):
    return paths.ROOT / "bench" / "kept" / name
