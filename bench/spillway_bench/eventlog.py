# SPDX-License-Identifier: Apache-2.0
"""Reads Spark's event log: what each task says of itself, and what the plug-in did in each stage."""
import json
from pathlib import Path

# Of each task, in this order: a list is a third of the size of a dictionary in the result. Times in seconds, sizes in bytes.
TASK = ("stage", "at_s", "run_s", "cpu_s", "gc_s", "fetch_wait_s", "remote_s", "remote_blocks", "read", "write_s", "written", "spilled")
_STAGE_EVENT = "dev.spillway.spark.ui.SpillwayStageEvent"


def conf(directory):
    """The configuration that writes one plain log below `directory`, which it creates."""
    Path(directory).mkdir(parents=True)
    return ("spark.eventLog.enabled=true", f"spark.eventLog.dir={Path(directory).as_uri()}", "spark.eventLog.compress=false",
            "spark.eventLog.rolling.enabled=false")


def read(directory):
    """{tasks, spillway} of the log below `directory`; a run that was killed has an unfinished one, which is read as far as it goes.

    tasks: a list like TASK for each task that ended well. spillway: {stage: sums}, of each stage what the plug-in reported last.
    """
    tasks, sums, start = [], {}, None
    for file in sorted(Path(directory).glob("*")) if Path(directory).is_dir() else []:
        for event in _events(file):
            name = event.get("Event")
            if name == "SparkListenerApplicationStart":
                start = event["Timestamp"]
            elif name == "SparkListenerTaskEnd" and event.get("Task Metrics") and not event["Task Info"]["Failed"]:
                tasks.append(_task(event, start))
            elif name == _STAGE_EVENT:
                sums[str(event["stageId"])] = event["sums"]
    return {"tasks": tasks, "spillway": sums}


def column(run, name, stage=None):
    """One value of all tasks of a run, of its last stage unless another is named ('all' for every one)."""
    position = TASK.index(name)
    rows = run.get("tasks", [])
    if stage is None:
        stage = max((row[0] for row in rows), default=None)
    return [row[position] for row in rows if stage == "all" or row[0] == stage]


def spillway(run, key):
    """A sum of the plug-in over all stages of a run, 0 if it reported none."""
    return sum(sums.get(key, 0) for sums in run.get("spillway", {}).values())


def _events(file):
    with open(file, errors="replace") as lines:
        for line in lines:
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                return  # the last line of a log whose writer was killed


def _task(event, start):
    info, m = event["Task Info"], event["Task Metrics"]
    read_, write = m["Shuffle Read Metrics"], m["Shuffle Write Metrics"]
    return [event["Stage ID"], round((info["Launch Time"] - start) / 1e3, 3), m["Executor Run Time"] / 1e3,
            round(m["Executor CPU Time"] / 1e9, 3), m["JVM GC Time"] / 1e3, read_["Fetch Wait Time"] / 1e3,
            read_.get("Remote Requests Duration", 0) / 1e3, read_["Remote Blocks Fetched"],
            read_["Remote Bytes Read"] + read_["Local Bytes Read"], round(write["Shuffle Write Time"] / 1e9, 3),
            write["Shuffle Bytes Written"], m["Disk Bytes Spilled"]]
