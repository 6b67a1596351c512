# SPDX-License-Identifier: Apache-2.0
"""Series of the leaky and spilling benchmarks from end to end on little data: real spark-submit, real event logs."""
import pytest

from spillway_bench import check_goals, digest, espillsuite, eventlog, goals_espill, leakysuite, paths, result, spark
from spillway_bench.__main__ import main


@pytest.fixture
def plugin():
    try:
        return paths.plugin_jar()
    except paths.Missing as e:
        pytest.skip(str(e))


def test_a_series_leaves_tasks_loads_goals_and_figures(java, jobs_jar, plugin, places):
    assert main(["bench-leaky", "--series", "over-time", "--scale", "0.001"]) == 0
    document = result.read("bench-leaky")
    runs = document["runs"]
    assert [(run["config"], run["status"]) for run in runs] == [("Parallel", "ok"), ("G1", "ok"), ("leaky copy", "ok")]
    assert all(len(eventlog.column(run, "run_s")) == 2 and run["cpu_load"] for run in runs)
    assert [eventlog.spillway(run, "leakyReads") for run in runs] == [0, 0, 2]
    assert eventlog.spillway(runs[2], "values") == runs[2]["result"]["digest"]["values"] == 6000
    assert "CPU over time" in (places / "out" / "bench-leaky" / "report.html").read_text()
    assert document["goals"] == check_goals.GOALS["bench-leaky"](runs, result.facts(document))
    assert document["settings"]["series_minutes"]["over-time"] > 0 and list((places / "work").glob("run-*")) == []


def run_alone(case, setting, logs):
    """One run of a case as a series makes it."""
    run = spark.run(setting, case.job, case.limits, kind="measured", round_number=1, logs=logs, watch=case.watch)
    assert (run["status"], run.get("reason")) == ("ok", None)
    return run


def applications_below(work):
    """Others who ran executors from this Spark may have left theirs."""
    return sorted(work.iterdir()) if work.exists() else []


@pytest.mark.long
def test_executors_fetch_from_each_other_with_the_plug_in_on(java, jobs_jar, plugin, places):
    work = paths.spark_home() / "work"
    before = applications_below(work)
    run = run_alone(leakysuite.series(0.001)["fetch"].cases[0], leakysuite.COPY, places / "logs")
    assert sum(eventlog.column(run, "remote_blocks")) > 0 and eventlog.spillway(run, "leakyReads") == leakysuite.reducers(leakysuite.AMPLE)
    assert applications_below(work) == before


@pytest.mark.long
def test_no_wire_format_adds_shuffle_bytes_to_objects_or_strings(java, jobs_jar, plugin, places):
    for case in leakysuite.series(0.002)["wire"].cases:
        if case.scenario in (leakysuite.OBJECTS, "ip-keyword"):
            runs = [run_alone(case, setting, places / "logs") for setting in (leakysuite.PARALLEL, leakysuite.COPY, leakysuite.PREFIX)]
            assert not any(digest.differences(runs[0]["result"]["digest"], run["result"]["digest"]) for run in runs[1:])
            assert len({run["result"]["stages"][0]["shuffle_write_bytes"] for run in runs}) == 1


@pytest.mark.parametrize("wanted, reads", [("subtractByKey/Kryo/objects", "leakyReads"),
                                           pytest.param("groupBy/Java/objects", "stockReads", marks=pytest.mark.long)])
def test_an_operation_tells_whether_the_plug_in_read_its_shuffle(java, jobs_jar, plugin, places, wanted, reads):
    case, = leakysuite.series(0.001)["operations"].of([wanted])
    run = run_alone(case, case.settings[1], places / "logs")
    assert {key for key in ("leakyReads", "stockReads") if eventlog.spillway(run, key)} == {reads}


@pytest.mark.long
def test_the_breakdown_of_terasort_has_both_stages(java, jobs_jar, plugin, places):
    case, = espillsuite.series(0.001)["breakdown"].cases
    parts = goals_espill.breakdown(run_alone(case, case.settings[1], places / "logs"))
    assert set(parts) == {"map", "reduce"} and parts["map"]["shuffle write"] > 0


@pytest.mark.long
@pytest.mark.parametrize("workload", espillsuite.HEAVY)
def test_a_table_is_looked_up_by_the_heavy_workloads_and_the_same_in_every_jvm(java, jobs_jar, plugin, places, workload):
    heavy = {case.scenario: case for case in espillsuite.series(0.0002)["heavy"].cases}
    plain, pressed, again = (run_alone(heavy[name], setting, places / "logs") for name, setting in (
        (workload, espillsuite.stock()), (workload + "-pressed", espillsuite.stock()), (workload + "-pressed", espillsuite.eager())))
    digests = [run["result"]["digest"] for run in (plain, pressed, again)]
    assert digest.differences(*digests[:2]) and not digest.differences(*digests[1:])
    # It is made before the job begins, so it is no part of its time, and stays in the heap.
    assert pressed["result"]["phases_s"]["table"] > 10 * plain["result"]["phases_s"]["table"]
    assert [run["result"]["table_mb"] for run in (plain, pressed, again)] == [0, espillsuite.TABLE_MB, espillsuite.TABLE_MB]
    held = [max((pause[3] for pause in run["pauses"]), default=0) for run in (plain, pressed)]
    assert held[1] - held[0] > 0.5 * espillsuite.TABLE_MB
