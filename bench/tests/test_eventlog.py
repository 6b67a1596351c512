# SPDX-License-Identifier: Apache-2.0
import json

from spillway_bench import cpuload, eventlog

READ = {"Fetch Wait Time": 250, "Remote Requests Duration": 1500, "Remote Blocks Fetched": 8, "Remote Bytes Read": 70, "Local Bytes Read": 30}
METRICS = {"Executor Run Time": 2000, "Executor CPU Time": 1_500_000_000, "JVM GC Time": 500, "Disk Bytes Spilled": 77, "Shuffle Read Metrics": READ,
           "Shuffle Write Metrics": {"Shuffle Write Time": 125_000_000, "Shuffle Bytes Written": 9}}


def task(stage, failed=False):
    return {"Event": "SparkListenerTaskEnd", "Stage ID": stage, "Task Info": {"Launch Time": 11_000, "Failed": failed}, "Task Metrics": METRICS}


def spillway(stage, **sums):
    return {"Event": "dev.spillway.spark.ui.SpillwayStageEvent", "stageId": stage, "stageAttempt": 0, "sums": sums}


def log(directory, *events, tail=""):
    eventlog.conf(directory / "events")
    lines = [json.dumps(event) for event in ({"Event": "SparkListenerApplicationStart", "Timestamp": 10_000}, *events)]
    (directory / "events" / "local-1.inprogress").write_text("\n".join(lines) + "\n" + tail)
    return eventlog.read(directory / "events")


def test_tasks_tell_their_times_in_seconds(tmp_path):
    run = log(tmp_path, task(0), task(3), task(3, failed=True))
    assert run["tasks"][0] == [0, 1.0, 2.0, 1.5, 0.5, 0.25, 1.5, 8, 100, 0.125, 9, 77]
    assert eventlog.column(run, "remote_s") == [1.5] and eventlog.column(run, "run_s", "all") == [2.0, 2.0]


def test_the_last_report_of_a_stage_replaces_earlier_ones(tmp_path):
    run = log(tmp_path, spillway(1, leakyReads=1), spillway(1, leakyReads=4), spillway(2, leakyReads=2, spills=3))
    assert eventlog.spillway(run, "leakyReads") == 6 and eventlog.spillway(run, "spillMillis") == 0


def test_the_log_of_a_killed_run_is_read_as_far_as_it_goes(tmp_path):
    assert len(log(tmp_path, task(0), tail='{"Event": "SparkLis')["tasks"]) == 1


def test_without_a_log_there_is_nothing(tmp_path):
    assert eventlog.read(tmp_path / "none") == {"tasks": [], "spillway": {}}
    assert eventlog.column({}, "run_s") == []


def test_loads_are_placed_on_the_recordings_own_time():
    events = [{"values": {"startTime": f"2026-11-22T10:00:0{second}.500000001Z", "jvmUser": 0.5, "jvmSystem": 0.1}} for second in (1, 3)]
    assert cpuload.points(json.dumps({"recording": {"events": events}})) == [[0.0, 0.5, 0.1], [2.0, 0.5, 0.1]]
