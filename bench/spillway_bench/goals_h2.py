# SPDX-License-Identifier: Apache-2.0
"""Goals of `make bench-h2` as pure functions of its raw runs."""
from . import goals, h2runs, h2suite, stats


def h2(runs, settings):
    """All goals of the second heap itself. settings: those of the result with its versions (result.facts)."""
    found = [_shorter(runs), _beside_other(runs), _per_gb(runs), _young_per_gb(runs), _budgets(runs), *_cached_access(runs),
             _cold_access(runs), *_empty(runs), _off(runs, settings), _waste(runs), _returned(runs)]
    # Less data is another experiment: it shows that everything works, not what it costs.
    return found if settings.get("scale") == 1 else [goals.not_measured(goal) for goal in found]


def _shorter(runs):
    ratio = h2runs.compare(runs, "full-gc", "H1 4 GB", "H2 4 GB", h2runs.full_pause_ms)
    ours = [run for run in h2runs.successful(runs, "full-gc") if run["config"] == "H2 4 GB"]
    longest = max((ms for run in ours for ms in h2runs.measured_pauses(run, "full")), default=0)
    return goals.at_least("full GC, 4 GB", "at least 100 times shorter with 4 GB of cached objects in H2 than in H1 (medians)",
                          ratio and ratio.value, 100, " times", f" (the longest with H2: {longest:.4g} ms)")


def _beside_other(runs):
    ratio = h2runs.compare(runs, "full-gc-other", "other and 4 GB in H2", "other alone", h2runs.full_pause_ms)
    return goals.at_most("full GC beside other data", "at most 1.1 times one whose H1 alone holds the same other 500 MB",
                         ratio and ratio.value, 1.1, " times")


def _per_gb(runs):
    return goals.at_most("full GC per GB of H2", "at most 0.1 ms per further GB of H2",
                         _slope(h2runs.points(runs, "full-gc", h2runs.full_pause_ms, "H2")), 0.1, " ms/GB")


def _young_per_gb(runs):
    return goals.at_most("young GC per clean GB", "at most 0.2 ms of young GC CPU per clean GB (pause with one GC thread)",
                         _slope(h2runs.points(runs, "young-clean", h2runs.young_pause_ms)), 0.2, " ms/GB")


def _slope(points):
    """Slope over all planned sizes: a line through some of them may be much flatter."""
    return stats.slope(*zip(*points)) if {x for x, _ in points} == set(h2suite.SIZES_GB) else None


def _budgets(runs):
    shares = h2runs.within_budget(runs)
    complete = set(shares) == set(h2suite.BUDGETS_MS)
    budget = min(shares, key=lambda ms: shares[ms][0]) if complete else None
    share, whole = shares.get(budget, (None, None))
    note = f" with {budget} ms" + ("" if whole is None else f"; of the whole pauses {whole:.4g}%")
    return goals.at_least("pause budget", "with every budget 95% of moving pauses within 1.2 times it (assigning and copying)",
                          share, 95, "%", note)


def _cached_access(runs):
    for key, name in (("scan_ms", "in order"), ("random_ns", "at random")):
        ratio = h2runs.compare(runs, "access", "H2", "H1", lambda run, key=key: run["values"].get(key))
        yield goals.at_most(f"cached access {name}", "within 5% of H1", ratio and ratio.value, 1.05, " times H1")


def _cold_access(runs):
    cold = h2runs.by_config(runs, "access", h2runs.cold_rate).get("H2 cold", {})
    device = h2runs.by_config(runs, "access", lambda run: run["values"].get("read_mb_s")).get("device", {})
    ratio = stats.ratio(*goals.paired(cold, device))
    return goals.at_least("cold access", "cold sequential at least 70% of the device's bandwidth",
                          ratio and 100 * ratio.value, 70, "%")


def _empty(runs):
    for key, name in (("work_ms", "work"), ("full_gc_ms", "full GC")):
        ratio = h2runs.compare(runs, "empty", "on but empty", "stock", lambda run, key=key: run["values"][key])
        yield goals.at_most(f"on but empty, {name}", "at most 1% slower than stock when on but empty",
                            ratio and 100 * (ratio.value - 1), 1, "%")


def _off(runs, settings):
    """Against our own build of the stock VM only: another compiler makes more of a difference than 1%."""
    ratio = h2runs.compare(runs, "empty", "off", "stock", lambda run: run["values"]["full_gc_ms"])
    own_build = "-stock" in settings.get("versions", {}).get("stock JDK", "")
    high = 100 * (ratio.high - 1) if own_build and ratio and ratio.high is not None else None
    return goals.at_most("off", "full GC at most 1% slower than stock with all flags off (upper end of the interval)", high, 1, "%")


def _waste(runs):
    found = [h2runs.waste(run) for run in h2runs.successful(runs, "labels") if run["config"] == "16 MB regions"]
    found = [value for value in found if value is not None]
    return goals.at_most("waste", "at most 5% of H2 wasted by 1,000 labels of 1 MB (default region size)",
                         100 * max(found) if found else None, 5, "%")


def _returned(runs):
    found = [100 * (run["values"]["anon_before_bytes"] - run["values"]["anon_after_bytes"]) / run["values"]["moved_bytes"]
             for run in h2runs.successful(runs, "moves") if run["values"]["moved_bytes"]]
    return goals.at_least("memory returned", "anonymous memory falls by at least 90% of the moved bytes by the next collection",
                          min(found, default=None), 90, "%")
