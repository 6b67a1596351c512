# SPDX-License-Identifier: Apache-2.0
"""What bench-warmup makes of the reports of its runs."""
from types import SimpleNamespace

from spillway_bench import warmprograms, warmupbench


def raw(program, size, length, cost, loading, status="ok"):
    return {"job": f"{program} {size}", "config": "plain", "kind": "measured", "round": 1, "program": program, "size": size, "status": status,
            "length_s": length, "cost_s": cost, "loading_cost_s": loading, "least_s": 0.1, "most_s": 2.0, "loading_s": 1.0, "interpreted_s": 0.5, "wall_s": 9.0}


def test_a_report_is_kept_in_seconds():
    report = {"length": 2_000_000_000, "cost": {"estimate": 10**9, "low": 5 * 10**8, "high": 15 * 10**8}, "costOfLoading": {"estimate": 4 * 10**8},
              "total": {"loading": 10**8, "interpreted": {"time": 3 * 10**8}}}
    assert warmupbench.seconds(report) == {"length_s": 2.0, "cost_s": 1.0, "least_s": 0.5, "most_s": 1.5, "loading_cost_s": 0.4, "loading_s": 0.1,
                                           "interpreted_s": 0.3}


def test_medians_are_of_the_runs_that_worked():
    runs = [raw("sql-1", 10, 4.0, 3.0, 1.0), raw("sql-1", 10, 6.0, 3.2, 1.0), raw("sql-1", 10, 5.0, 3.1, 1.0), raw("sql-1", 10, 99.0, 9.0, 1.0, "failed"),
            raw("sql-1", 100, 8.0, 3.0, 1.0, "timeout")]
    found = warmupbench.medians(runs)
    assert list(found) == ["sql-1"] and list(found["sql-1"]) == [10]
    assert (found["sql-1"][10]["length_s"], found["sql-1"][10]["cost_s"]) == (5.0, 3.1)


def test_warm_up_is_constant_if_the_largest_data_of_no_program_cost_much_more():
    ends = {program: (1, 1000) for program in warmupbench.FILES} | {query: (1, 100) for query in warmupbench.QUERIES}
    runs = [raw(program, size, 90.0, 1.0, 0.5) for program, sizes in ends.items() for size in sizes]
    assert [(goal["measured"], goal["met"]) for goal in warmupbench.constancy(runs[:-1], {})] == [("not measured", None)]
    assert warmupbench.constancy(runs, {})[0]["met"] is True
    runs[-1]["cost_s"] = 1.6
    found = warmupbench.constancy(runs, {})[0]
    assert found["met"] is False and found["measured"] == "1.6 times (sql-3)"


def test_there_is_a_figure_for_each_program_and_one_of_a_read(tmp_path):
    runs = [raw("sql-1", 1, 4.0, 3.0, 1.0), raw(warmupbench.READ, 1, 1.0, 0.8, 0.9), raw(warmupbench.READ, 10, 1.1, 0.8, 0.5)]
    drawn = dict(warmupbench.figures(runs, tmp_path / "none.svg"))
    assert list(drawn) == ["Warm-up of sql-1", "Warm-up of hdfs read"] and all("<svg" in svg for svg in drawn.values())
    (tmp_path / "read.svg").write_text("<svg/>")
    assert dict(warmupbench.figures(runs, tmp_path / "read.svg"))["One read of 1 MB over time"] == "<svg/>"
    assert warmupbench.table(runs).row_count == 3


def test_of_a_query_the_drivers_jvm_is_looked_at_and_not_the_script():
    """Since queries of bench-warm run by the script itself, its path was the main class here."""
    programs = warmprograms.queries(("/spark/bin/spark-submit", "--class", "Queries", "queries.jar", "2"), ("-cp", "jars", "Main", "2"), "/spark/jars")
    setup = SimpleNamespace(programs={program.name: program for program in programs})
    found = {(name, factor): words for name, factor, words, _ in warmupbench._queries(setup, (1, 10))}
    assert found["sql-3", 10] == ("-cp", "jars", "Main", "3", "10") and len(found) == 2 * len(warmupbench.QUERIES)
