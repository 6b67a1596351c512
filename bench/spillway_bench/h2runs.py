# SPDX-License-Identifier: Apache-2.0
"""Values of the raw runs of `make bench-h2`: what its goals and its figures have in common."""
from . import goals, stats


def full_pause_ms(run):
    """Median of the collections a full-gc run measures, the last ones of its log: the machine may stall in one of them."""
    return stats.median(measured_pauses(run, "full"))


def young_pause_ms(run):
    """Median of the collections a young-gc run measures."""
    return stats.median(measured_pauses(run, "young"))


def measured_pauses(run, kind):
    """Milliseconds of the collections a run asked for."""
    return [p[2] for p in run["pauses"] if p[1] == kind][-run["values"]["collections"]:]


def waste(run):
    """Share of the handed-out regions of a labels run that holds no object."""
    values = run["values"]
    handed_out = values["regions_used"] * values["region_bytes"]
    return 1 - values["moved_bytes"] / handed_out if handed_out else None


def garbage_kept(run):
    """Percent of the dead bytes of a dying run whose regions were not freed, None if nothing died; unused ends of buffers count too."""
    values = run["values"]
    used, live = values["used_bytes"], values["live_share"]
    return 100 * (values["used_bytes_after"] - used * live) / (used * (1 - live)) if used and live < 1 else None


def move_rate(run):
    """MB/s of the copy phases of a run, None without a move."""
    copied, ms = sum(move["mb"] for move in run["moves"]), sum(move["copy"] for move in run["moves"])
    return copied / (ms / 1000) if ms else None


def cold_rate(run):
    """MB/s of the cold scan; None if the device gave clearly less than was scanned, because then it was not cold."""
    values = run["values"]
    moved, ms = values.get("moved_bytes"), values.get("cold_scan_ms")
    if not moved or not ms or values.get("cold_read_bytes", 0) < 0.9 * moved:
        return None
    return moved / 2**20 / (ms / 1000)


def within_budget(runs):
    """{budget in ms: (percent of moves within 1.2 times the budget, the same of whole pauses)} of the budgets series.

    The budget bounds assigning and copying; the second number is None where the runs do not have the pauses. A budget
    without a moving pause is left out.
    """
    moves = {}
    for run in successful(runs, "budgets"):
        moves.setdefault(run["x"], []).extend(run["moves"])
    return {budget: (_percent_within([m["assign"] + m["copy"] for m in found], 1.2 * budget),
                     _percent_within([m["pause"] for m in found], 1.2 * budget) if all("pause" in m for m in found) else None)
            for budget, found in moves.items() if found}


def phases_per_gb(moves):
    """{phase: median ms per GB moved} of moving collections in their order; older runs have the second heap's own three only."""
    names = ("marking", "select", "assign", "summary", "forward", "adjust pointers", "copy", "compaction", "post compact")
    found = {name: [_phase_ms(move, name) / move["mb"] * 1024 for move in moves if move["mb"] and _phase_ms(move, name) is not None]
             for name in names}
    return {name: stats.median(values) for name, values in found.items() if values}


def _phase_ms(move, name):
    if name in move:
        return move[name]
    ms = move.get("phases", {}).get(name)
    # The log counts the selection as a part of the marking.
    return max(0.0, ms - move["select"]) if name == "marking" and ms is not None else ms


def successful(runs, series):
    return [run for run in runs if run["job"] == series and run["status"] == "ok"]


def by_config(runs, series, value):
    """{config: {round: value(run)}} of the successful runs of a series; runs without a value are left out."""
    found = {}
    for run in successful(runs, series):
        if (v := value(run)) is not None:
            found.setdefault(run["config"], {})[run["round"]] = v
    return found


def medians(runs, series, value):
    """{config: median of value(run)} of the successful runs of a series."""
    return {config: stats.median(values.values()) for config, values in by_config(runs, series, value).items()}


def points(runs, series, value, only=""):
    """(x, median value) of the settings of a series whose name contains `only`."""
    xs = {run["config"]: run["x"] for run in runs if run["job"] == series}
    return sorted((xs[config], median) for config, median in medians(runs, series, value).items() if only in config)


def compare(runs, series, left, right, value):
    """stats.Ratio of two settings of a series, None without a round of both."""
    found = by_config(runs, series, value)
    return stats.ratio(*goals.paired(found.get(left, {}), found.get(right, {})))


def _percent_within(times, bound):
    return 100 * sum(time <= bound for time in times) / len(times)
