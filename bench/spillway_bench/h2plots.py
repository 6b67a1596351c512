# SPDX-License-Identifier: Apache-2.0
"""The figures of bench-h2, made from raw runs."""
from . import h2runs, plots


def figures(runs):
    """(title, SVG) of every figure whose series has runs."""
    drawn = [(title, draw(runs)) for title, draw in (
        ("Full GC", _full_gc), ("Young GC, clean H2", _young_clean), ("Young GC, dirty H2", _young_dirty),
        ("Move throughput", _moves), ("Move throughput with a budget", _budget_rates), ("Pause budget", _budgets),
        ("Phases of moves", _phases), ("Waste by region size", _waste), ("Garbage by region size", _dying),
        ("GC threads", _threads), ("Hints and thresholds", _hints), ("Old generation and GC over time", _over_time),
        ("Access in order, cached", _cached), ("Access in order, cold", _cold), ("Access at random, cached", _random),
        ("Larger than DRAM", _larger), ("On but empty, and off", _empty))]
    return [(title, figure) for title, figure in drawn if figure]


def _full_gc(runs):
    both = {place: h2runs.points(runs, "full-gc", h2runs.full_pause_ms, place) for place in ("H1", "H2")}
    return any(both.values()) and plots.lines(both, "Full GC with cached data in H1 and in H2", "GB cached", "ms", log=True)


def _young_clean(runs):
    found = h2runs.points(runs, "young-clean", h2runs.young_pause_ms)
    return found and plots.lines({"": found}, "Young GC, one thread", "GB in H2, all clean", "ms")


def _young_dirty(runs):
    found = h2runs.points(runs, "young-dirty", h2runs.young_pause_ms)
    return found and plots.lines({"": found}, "Young GC, one thread, 2 GB in H2", "MB of it dirty", "ms")


def _moves(runs):
    both = {where: h2runs.points(runs, "moves", h2runs.move_rate, where) for where in ("disk", "tmpfs")}
    return any(both.values()) and plots.lines(both, "Copying to H2", "GB moved", "MB/s")


def _budgets(runs):
    found = h2runs.points(runs, "budgets", lambda run: max((m["assign"] + m["copy"] for m in run["moves"]), default=None))
    wanted = [(x, 1.2 * x) for x, _ in found]
    return found and plots.lines({"longest": found, "1.2 times the budget": wanted}, "Assigning and copying", "budget, ms", "ms")


def _budget_rates(runs):
    found = h2runs.points(runs, "budgets", h2runs.move_rate)
    return found and plots.lines({"": found}, "Copying 2 GB to H2", "budget, ms", "MB/s")


def _phases(runs):
    found = h2runs.phases_per_gb([move for run in h2runs.successful(runs, "moves") if "disk" in run["config"] for move in run["moves"]])
    return found and plots.bars(found, "Phases of moving collections, to the disk", "ms per GB")


def _waste(runs):
    found = h2runs.points(runs, "labels", lambda run: 100 * (h2runs.waste(run) or 0))
    return found and plots.lines({"": found}, "Labels of 1 MB", "region size, MB", "% of handed-out regions without an object")


def _dying(runs):
    found = h2runs.points(runs, "dying", h2runs.garbage_kept)
    return found and plots.lines({"": found}, "Labels of log-normal sizes, a random half of them dead", "region size, MB",
                                 "% of the dead bytes that stay")


def _threads(runs):
    both = {f"{gb} GB": h2runs.points(runs, "threads", lambda run: sum(m["ms"] for m in run["moves"]), f"{gb} GB") for gb in (1, 2)}
    return any(both.values()) and plots.lines(both, "Selecting, assigning and copying", "GC threads", "ms")


def _hints(runs):
    return _bars(runs, "hints", _wall_s, "Caching 3 GB block by block", "s")


def _over_time(runs):
    own = [run for run in h2runs.successful(runs, "hints") if run["round"] == 1 and run["config"] in ("hint", "H1 only")]
    return own and plots.gc_over_time(own, "Caching block by block")


def _cached(runs):
    return _bars(_not_cold(runs), "access", lambda run: run["values"].get("scan_ms"), "Cached scan in order", "ms")


def _random(runs):
    return _bars(_not_cold(runs), "access", lambda run: run["values"].get("random_ns"), "Cached reads at random", "ns per read")


def _not_cold(runs):
    """Without the variant that is there for its cold scan: it makes too few cached reads to be shown beside the others."""
    return [run for run in runs if run["config"] != "H2 cold"]


def _cold(runs):
    found = h2runs.medians(runs, "access", lambda run: h2runs.cold_rate(run) or run["values"].get("read_mb_s"))
    return found and plots.bars(found, "Cold scan in order, and direct reads of the device", "MB/s")


def _larger(runs):
    return _bars(runs, "larger-than-dram", _wall_s, "Caching twice the memory limit block by block", "s")


def _empty(runs):
    found = {}
    for key, name in (("work_ms", "work"), ("full_gc_ms", "full GC")):
        for config in ("off", "on but empty"):
            ratio = h2runs.compare(runs, "empty", config, "stock", lambda run, key=key: run["values"][key])
            if ratio:
                found[f"{config}, {name}"] = 100 * (ratio.value - 1)
    return found and plots.bars(found, "Slower than stock", "%")


def _wall_s(run):
    return run["values"]["wall_ms"] / 1000


def _bars(runs, series, value, title, ylabel):
    found = h2runs.medians(runs, series, value)
    return found and plots.bars(found, title, ylabel)
