# SPDX-License-Identifier: Apache-2.0
import pytest

from spillway_bench import goals_h2, h2bench, h2suite

FULL = {"scale": 1.0, "versions": {"stock JDK": "OpenJDK 64-Bit Server VM (25.0.3+9-stock)"}}


def run(series, config, number=1, x=0, values=None, full_ms=(), moves=()):
    return {"job": series, "config": config, "kind": "measured", "round": number, "status": "ok", "x": x, "values": values or {},
            "pauses": [[i, "full", ms, 1, 1] for i, ms in enumerate(full_ms)], "moves": list(moves)}


def found(runs, settings=FULL):
    return {goal["name"]: goal for goal in goals_h2.h2(runs, settings)}


def full_gc_runs(sizes=h2suite.SIZES_GB):
    times = {"H1": lambda gb: (500.0 * gb,) * 2, "H2": lambda gb: (4.0 + 0.05 * gb,) * 2}
    return [run("full-gc", f"{place} {gb} GB", n, gb, {"collections": 2}, (9999, *ms(gb))) for n in (1, 2, 3) for gb in sizes
            for place, ms in times.items()]


def budget_runs(budgets=h2suite.BUDGETS_MS, bad=1, **more):
    return [run("budgets", f"{ms} ms", x=ms, moves=[{"assign": 10, "copy": ms - 10, **more}] * (20 - bad if ms == 200 else 20)
                + [{"assign": 10, "copy": 2 * ms, **more}] * (bad if ms == 200 else 0)) for ms in budgets]


def empty_runs(work, full):
    values = {"stock": (1000, 100), "off": (1000, 100), "on but empty": (work, full)}
    return [run("empty", name, n, values={"work_ms": w, "full_gc_ms": f}) for n in (1, 2, 3) for name, (w, f) in values.items()]


def test_the_longest_full_gc_is_shown_beside_the_ratio_of_the_medians():
    runs = full_gc_runs()
    runs[-3]["pauses"][-1][2] = 70.0  # H2 4 GB in the last round
    assert found(runs)["full GC, 4 GB"]["measured"].endswith(" times (the longest with H2: 70 ms)")


def test_less_data_meets_nothing():
    for settings in ({"scale": 0.02}, {}):
        assert {goal["met"] for goal in goals_h2.h2(full_gc_runs() + budget_runs(), settings)} == {None}


def test_a_slope_needs_all_sizes():
    assert found(full_gc_runs())["full GC per GB of H2"]["measured"] == "0.05 ms/GB"
    assert found(full_gc_runs((1, 2, 4)))["full GC per GB of H2"]["met"] is None


@pytest.mark.parametrize("bad, met", [(1, True), (2, False)])
def test_every_budget_has_to_hold_and_the_worst_one_is_shown(bad, met):
    goal = found(budget_runs(bad=bad, pause=1000))["pause budget"]
    assert goal["met"] is met
    assert goal["measured"] == f"{100 - 5 * bad}% with 200 ms; of the whole pauses 0%"


def test_pauses_that_older_runs_do_not_have_are_not_shown_and_missing_budgets_are_not_met():
    assert found(budget_runs())["pause budget"]["measured"] == "95% with 200 ms"
    assert found(budget_runs((50, 100)))["pause budget"]["met"] is None


def test_work_and_full_gc_of_an_empty_second_heap_are_two_goals():
    goals = found(empty_runs(1005, 103))
    assert goals["on but empty, work"]["met"] is True and goals["on but empty, full GC"]["met"] is False


def test_off_is_compared_with_our_own_stock_build_only():
    assert found(empty_runs(1000, 100))["off"]["met"] is True
    for versions in ({}, {"stock JDK": "OpenJDK 64-Bit Server VM (25.0.3+9-LTS)"}):
        assert found(empty_runs(1000, 100), {"scale": 1, "versions": versions})["off"]["met"] is None


@pytest.mark.parametrize("read, met", [(2000 << 20, True), (1000 << 20, None), (None, None)])
def test_a_cold_scan_counts_if_the_device_gave_the_data(read, met):
    values = {"moved_bytes": 2000 << 20, "cold_scan_ms": 2000.0} | ({} if read is None else {"cold_read_bytes": read})
    runs = [run("access", "H2 cold", values=values), run("access", "device", values={"read_mb_s": 1200.0})]
    assert found(runs)["cold access"]["met"] is met


def test_the_data_are_twice_the_limit_and_the_first_heap_fits_under_it():
    variants = {v.name: v for v in h2suite.series(1)["larger-than-dram"]}
    assert all(v.arguments["mb"] >= 2 * v.limit_mb for v in variants.values())
    assert variants["H2"].heap_mb < variants["H2"].limit_mb


def test_only_the_cold_variant_has_a_group_and_it_never_presses():
    variants = {v.name: v for v in h2suite.series(1)["access"]}
    assert [name for name, v in variants.items() if v.limit_mb or "cold" in v.arguments] == ["H2 cold"]
    cold = variants["H2 cold"]
    assert cold.limit_mb >= cold.heap_mb + 2 * cold.arguments["mb"]


def test_each_round_begins_with_another_variant_and_runs_all_of_them():
    variants = h2suite.series(1)["empty"]
    turns = h2bench.in_turns(variants, 2)
    assert [number for _, number in turns] == [n for n in range(1, 9) for _ in variants]
    for n in range(1, 9):
        assert {v.name for v, number in turns if number == n} == {v.name for v in variants}
    assert turns[0][0] != turns[len(variants)][0]
