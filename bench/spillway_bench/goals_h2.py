# SPDX-License-Identifier: Apache-2.0
"""Goals of `make bench-h2` as pure functions of its raw runs."""
from . import goals, stats


def h2(runs, settings):
    """All goals of the second heap itself."""
    return [_shorter(runs), _beside_other(runs), _per_gb(runs), _young_per_gb(runs), _budgets(runs), *_cached_access(runs),
            _cold_access(runs), _empty(runs), _off(runs), _waste(runs), _returned(runs)]


def full_pause_ms(run):
    """Mean of the collections a full-gc run measures: the last ones of its log."""
    return _last(run, "full")


def young_pause_ms(run):
    """Median of the collections a young-gc run measures."""
    times = [p[2] for p in run["pauses"] if p[1] == "young"][-run["values"]["collections"]:]
    return stats.median(times)


def waste(run):
    """Share of the handed-out regions of a labels run that holds no object."""
    values = run["values"]
    handed_out = values["regions_used"] * values["region_bytes"]
    return 1 - values["moved_bytes"] / handed_out if handed_out else None


def within_budget(run):
    """(pauses within 1.2 times the budget, all moving pauses) of a budgets run; the budget bounds assigning and copying."""
    times = [move["assign"] + move["copy"] for move in run["moves"]]
    return sum(t <= 1.2 * run["x"] for t in times), len(times)


def by_config(runs, series, value):
    """{config: {round: value(run)}} of the successful runs of a series; runs without a value are left out."""
    found = {}
    for run in runs:
        if run["job"] == series and run["status"] == "ok" and (v := value(run)) is not None:
            found.setdefault(run["config"], {})[run["round"]] = v
    return found


def points(runs, series, value, only=""):
    """(x, median value) of the settings of a series whose name contains `only`."""
    xs = {run["config"]: run["x"] for run in runs if run["job"] == series}
    return sorted((xs[config], stats.median(values.values())) for config, values in by_config(runs, series, value).items()
                  if only in config)


def _compare(runs, series, left, right, value):
    found = by_config(runs, series, value)
    return stats.ratio(*goals.paired(found.get(left, {}), found.get(right, {})))


def _shorter(runs):
    ratio = _compare(runs, "full-gc", "H1 4 GB", "H2 4 GB", full_pause_ms)
    return goals.at_least("full GC, 4 GB", "at least 100 times shorter with 4 GB of cached objects in H2 than in H1",
                          ratio and ratio.value, 100, " times")


def _beside_other(runs):
    ratio = _compare(runs, "full-gc-other", "other and 4 GB in H2", "other alone", full_pause_ms)
    return goals.at_most("full GC beside other data", "at most 1.1 times one whose H1 alone holds the same other 500 MB",
                         ratio and ratio.value, 1.1, " times")


def _per_gb(runs):
    found = points(runs, "full-gc", full_pause_ms, "H2")
    return goals.at_most("full GC per GB of H2", "at most 0.1 ms per further GB of H2",
                         stats.slope([p[0] for p in found], [p[1] for p in found]), 0.1, " ms/GB")


def _young_per_gb(runs):
    found = points(runs, "young-clean", young_pause_ms)
    return goals.at_most("young GC per clean GB", "at most 0.2 ms of young GC CPU per clean GB (pause with one GC thread)",
                         stats.slope([p[0] for p in found], [p[1] for p in found]), 0.2, " ms/GB")


def _budgets(runs):
    counts = [within_budget(run) for run in runs if run["job"] == "budgets" and run["status"] == "ok"]
    total = sum(count for _, count in counts)
    return goals.at_least("pause budget", "95% of moving pauses within 1.2 times the budget (assigning and copying)",
                          100 * sum(good for good, _ in counts) / total if total else None, 95, "%")


def _cached_access(runs):
    for key, name in (("scan_ms", "in order"), ("random_ns", "at random")):
        ratio = _compare(runs, "access", "H2", "H1", lambda run, key=key: run["values"].get(key))
        yield goals.at_most(f"cached access {name}", "within 5% of H1", ratio and ratio.value, 1.05, " times H1")


def _cold_access(runs):
    cold = by_config(runs, "access", lambda run: run["values"].get("cold_scan_ms") and
                     run["values"]["moved_bytes"] / 2**20 / (run["values"]["cold_scan_ms"] / 1000)).get("H2", {})
    device = by_config(runs, "access", lambda run: run["values"].get("read_mb_s")).get("device", {})
    ratio = stats.ratio(*goals.paired(cold, device))
    return goals.at_least("cold access", "cold sequential at least 70% of the device's bandwidth",
                          ratio and 100 * ratio.value, 70, "%")


def _empty(runs):
    ratio = _compare(runs, "empty", "on but empty", "stock", lambda run: run["values"]["work_ms"])
    return goals.at_most("on but empty", "at most 1% cost when on but empty", ratio and 100 * (ratio.value - 1), 1, "%")


def _off(runs):
    ratio = _compare(runs, "empty", "off", "stock", lambda run: run["values"]["full_gc_ms"])
    high = None if ratio is None or ratio.high is None else 100 * (ratio.high - 1)
    return goals.at_most("off", "full GC at most 1% slower than stock with all flags off (upper end of the interval)", high, 1, "%")


def _waste(runs):
    found = [waste(run) for run in runs if run["job"] == "labels" and run["config"] == "16 MB regions" and run["status"] == "ok"]
    found = [value for value in found if value is not None]
    return goals.at_most("waste", "at most 5% of H2 wasted by 1,000 labels of 1 MB (default region size)",
                         100 * max(found) if found else None, 5, "%")


def _returned(runs):
    found = [100 * (run["values"]["anon_before_bytes"] - run["values"]["anon_after_bytes"]) / run["values"]["moved_bytes"]
             for run in runs if run["job"] == "moves" and run["status"] == "ok" and run["values"]["moved_bytes"]]
    return goals.at_least("memory returned", "anonymous memory falls by at least 90% of the moved bytes by the next collection",
                          min(found, default=None), 90, "%")


def _last(run, kind):
    times = [p[2] for p in run["pauses"] if p[1] == kind][-run["values"]["collections"]:]
    return sum(times) / len(times) if times else None
