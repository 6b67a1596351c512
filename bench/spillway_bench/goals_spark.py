# SPDX-License-Identifier: Apache-2.0
"""Goals of the Spark benchmarks (demo, ten jobs) as pure functions of their raw runs."""
from . import goals, stats


def demo(runs, settings):
    """Goals of `make demo`. settings: those of the result (sparkbench)."""
    jobs = goals.jobs(runs)
    return _of_whole_runs(runs, settings, [
        *_data_larger_than_memory(runs, settings), _enough_objects(runs), _equal_results(runs), _speed_up(runs, jobs),
        _gc_time(runs, jobs), _rounds(runs, settings), _demo_time(settings)])


def ten_jobs(runs, settings):
    """Goals of `make bench-h2-jobs`. Beside the ten jobs there are some called fits-<job>, whose data fit into the heap."""
    ten = [job for job in goals.jobs(runs) if not job.startswith("fits-")]
    fitting = [job for job in goals.jobs(runs) if job.startswith("fits-")]
    return _of_whole_runs(runs, settings, [
        _all_ten(runs, ten), _equal_results(runs), _speed_up(runs, ten), _gc_time(runs, ten), _no_loss(runs, fitting), _rounds(runs, settings)])


def _is_partial(runs, settings):
    """Whether jobs or settings of the committed plan were left out on request, or by an interruption; so if nobody can tell."""
    wanted, changed = settings.get("plan_jobs"), settings.get("changed")
    ran = {run["job"] for run in runs if run["kind"] in ("warm-up", "measured")}
    return not wanted or changed is None or not ran.issuperset(wanted) or not {"plan", "settings"}.isdisjoint(changed)


def _of_whole_runs(runs, settings, found):
    """A partial run meets and misses nothing, but a wrong result in it is a wrong result."""
    if not _is_partial(runs, settings):
        return found
    return [goal if goal["name"] == "equal results" and goal["met"] is False else goals.not_measured(goal) for goal in found]


def best_stock(runs, job):
    """The stock setting with the smallest median of measured times; None if none finished a measured run."""
    medians = {config: stats.median(goals.wall_times(runs, job, config).values()) for config in goals.stock_configs(runs, job)}
    finished = {config: value for config, value in medians.items() if value is not None}
    return min(finished, key=finished.get) if finished else None


def _all_ours_finished(runs, job):
    """Whether no measured run of Spillway failed: what is left beside a failure proves nothing."""
    return all(run["status"] == "ok" for run in runs if (run["job"], run["config"], run["kind"]) == (job, "Spillway", "measured"))


def speed_up(runs, job):
    """Ratio best stock setting / Spillway of a job (stats.Ratio), None without measured runs of both, or when one of ours failed."""
    best = best_stock(runs, job)
    if best is None or not _all_ours_finished(runs, job):
        return None
    return stats.ratio(*goals.paired(goals.wall_times(runs, job, best), goals.wall_times(runs, job, "Spillway")))


def _speed_up(runs, jobs):
    ratios = [speed_up(runs, job) for job in jobs]
    complete = ratios and all(ratios)
    return goals.at_least("speed-up", "at least 1.5 times faster (geometric mean) than the best stock setting",
                          stats.geometric_mean(r.value for r in ratios) if complete else None, 1.5, " times")


def _no_loss(runs, jobs):
    ratios = {job: speed_up(runs, job) for job in jobs}
    worst = min(ratios, key=lambda job: ratios[job].value) if ratios and all(ratios.values()) else None
    value, note = (ratios[worst].value, f" ({worst}: {ratios[worst]})") if worst else (None, "")
    return goals.at_least("no loss", "no job more than 3% slower when the data fits", value, 1 / 1.03, " times as fast", note)


def _gc_time(runs, jobs):
    shares = []
    for job in jobs:
        best = best_stock(runs, job)
        ours, theirs = (stats.median(r["gc"]["total_s"] for r in goals.measured(runs, job, c)) for c in ("Spillway", best))
        shares.append(ours / theirs if ours is not None and theirs and _all_ours_finished(runs, job) else None)
    known = shares and None not in shares
    return goals.at_most("GC time", "all GC time including moves at most half of the best stock setting (worst job)",
                         max(shares) if known else None, 0.5, " of stock")


def _data_larger_than_memory(runs, settings):
    """By what Spark counts, which decides about eviction, and by what is alive: RDDs may share arrays."""
    for job in goals.jobs(runs):
        for name, key, what in (("cached data", "total_peak_bytes", "deserialized cached data, as Spark counts them,"),
                                ("live data", "live_heap_bytes", "live objects when everything is cached")):
            yield goals.at_least(f"{name} of {job}", f"{what} at least twice the memory limit", _times_the_limit(runs, job, key, settings),
                                 2.0, " times")


def _times_the_limit(runs, job, key, settings):
    own = [run for run in runs if run["job"] == job]
    sizes = [run["result"]["cached"].get(key) for run in own if run["kind"] == "sizing" and run["status"] == "ok"]
    limit = next((run["limit_mb"] for run in own if run.get("limit_mb")), settings.get("limit_mb"))
    return sizes[0] / (limit << 20) if sizes and sizes[0] and limit else None


def _enough_objects(runs):
    counts = [run["result"]["digest"]["objects"] for run in runs if run["job"] == "profiles" and run["status"] == "ok"]
    return goals.at_least("cached objects", "the RDD job caches at least 50 million objects", min(counts) if counts else None,
                          50e6)


def _equal_results(runs):
    done, different = goals.results(runs)
    compared = {job: {run["config"] for run in done if run["job"] == job} for job in goals.jobs(runs)}
    if not compared or any("Spillway" not in configs or len(configs) < 2 for configs in compared.values()):
        return goals.goal("equal results", "Spillway's results equal those of stock", "", None)
    return goals.goal("equal results", "Spillway's results equal those of stock",
                      "; ".join(different) or f"equal in {len(done)} runs", not different)


def _rounds(runs, settings):
    """The winner of the sweep counts, too: without it, the best setting that ran may not be stock's best."""
    counts = []
    if any(run["config"] == "Spillway" for run in runs):
        for job in goals.jobs(runs):
            compared = {"Spillway", best_stock(runs, job), settings.get("winners", {}).get(job) or "Spillway"}
            counts += [len(goals.measured(runs, job, config)) for config in compared]
    return goals.at_least("runs", "three measured runs of Spillway, of the best stock setting and of the one that won the sweep",
                          min(counts, default=None), 3)


def _demo_time(settings):
    """Of a session with all options at their defaults that ran to its end: any other may be shorter or longer."""
    seconds = settings.get("seconds") if settings.get("changed") == [] else None
    return goals.at_most("demo time", "the whole demo, generating its input included, takes at most 15 minutes",
                         None if seconds is None else seconds / 60, 15, " minutes")


def _all_ten(runs, ten):
    done = [job for job in ten if goals.measured(runs, job, "Spillway")]
    return goals.at_least("jobs", "all ten jobs finish with Spillway", len(done) if done else None, 10)
