# SPDX-License-Identifier: Apache-2.0
"""The figures of bench-h2, made from raw runs."""
from . import goals_h2, plots, stats


def move_rate(run):
    """MB/s of the copy phases of a run, None without a move."""
    copied, ms = sum(move["mb"] for move in run["moves"]), sum(move["copy"] for move in run["moves"])
    return copied / (ms / 1000) if ms else None


def figures(runs):
    """(title, SVG) of every figure whose series has runs."""
    made = []
    for title, draw in (("Full GC", _full_gc), ("Young GC, clean H2", _young_clean), ("Young GC, dirty H2", _young_dirty),
                        ("Move throughput", _moves), ("Pause budget", _budgets), ("Phases of moves", _phases),
                        ("Waste by region size", _waste), ("GC threads", _threads), ("Hints and thresholds", _hints),
                        ("Heap and GC over time", _over_time), ("Access", _access),
                        ("Larger than DRAM", _larger)):
        figure = draw(runs)
        if figure:
            made.append((title, figure))
    return made


def _full_gc(runs):
    both = {place: goals_h2.points(runs, "full-gc", goals_h2.full_pause_ms, place) for place in ("H1", "H2")}
    return any(both.values()) and plots.lines(both, "Full GC with cached data in H1 and in H2", "GB cached", "ms", log=True)


def _young_clean(runs):
    found = goals_h2.points(runs, "young-clean", goals_h2.young_pause_ms)
    return found and plots.lines({"": found}, "Young GC, one thread", "GB in H2, all clean", "ms")


def _young_dirty(runs):
    found = goals_h2.points(runs, "young-dirty", goals_h2.young_pause_ms)
    return found and plots.lines({"": found}, "Young GC, one thread, 2 GB in H2", "MB of it dirty", "ms")


def _moves(runs):
    both = {where: goals_h2.points(runs, "moves", move_rate, where) for where in ("disk", "tmpfs")}
    return any(both.values()) and plots.lines(both, "Copying to H2", "GB moved", "MB/s")


def _budgets(runs):
    found = goals_h2.points(runs, "budgets", lambda run: max((m["assign"] + m["copy"] for m in run["moves"]), default=None))
    wanted = [(x, 1.2 * x) for x, _ in found]
    return found and plots.lines({"longest": found, "1.2 times the budget": wanted}, "Assigning and copying", "budget, ms", "ms")


def _phases(runs):
    own = [move for run in runs if run["job"] == "moves" and run["status"] == "ok" and "disk" in run["config"] for move in run["moves"]]
    return own and plots.bars({phase: stats.median(move[phase] / move["mb"] * 1024 for move in own if move["mb"]) or 0
                               for phase in ("select", "assign", "copy")}, "Moves to the disk", "ms per GB")


def _waste(runs):
    found = goals_h2.points(runs, "labels", lambda run: 100 * (goals_h2.waste(run) or 0))
    return found and plots.lines({"": found}, "Labels of 1 MB", "region size, MB", "% of handed-out regions without an object")


def _threads(runs):
    both = {f"{gb} GB": goals_h2.points(runs, "threads", lambda run: sum(m["ms"] for m in run["moves"]), f"{gb} GB") for gb in (1, 2)}
    return any(both.values()) and plots.lines(both, "Selecting, assigning and copying", "GC threads", "ms")


def _hints(runs):
    found = goals_h2.by_config(runs, "hints", lambda run: run["values"]["wall_ms"] / 1000)
    return found and plots.bars({name: stats.median(v.values()) for name, v in found.items()}, "Caching 3 GB block by block", "s")


def _over_time(runs):
    own = [run for run in runs if run["job"] == "hints" and run["status"] == "ok" and run["round"] == 1
           and run["config"] in ("hint", "H1 only")]
    return own and plots.gc_over_time(own, "Caching block by block")


def _access(runs):
    found = goals_h2.by_config(runs, "access", lambda run: run["values"].get("scan_ms"))
    return found and plots.bars({name: stats.median(v.values()) for name, v in found.items()}, "Cached scan in order", "ms")


def _larger(runs):
    found = goals_h2.by_config(runs, "larger-than-dram", lambda run: run["values"]["wall_ms"] / 1000)
    return found and plots.bars({name: stats.median(v.values()) for name, v in found.items()},
                                "Caching twice the memory limit block by block", "s")
