# SPDX-License-Identifier: Apache-2.0
"""Goals of the Spark benchmarks (demo, ten jobs) as pure functions of their raw runs."""
from . import digest, goals, stats


def demo(runs, settings):
    """Goals of `make demo`. settings: the settings of the result (limit_mb)."""
    return [*_data_larger_than_memory(runs, settings), _enough_objects(runs), _equal_results(runs), _speed_up(runs),
            _gc_time(runs), _rounds(runs)]


def ten_jobs(runs, settings):
    """Goals of `make bench-h2-jobs`."""
    return [_all_ten(runs), _equal_results(runs), _speed_up(runs), _gc_time(runs), _no_loss(runs)]


def best_stock(runs, job):
    """The stock setting with the smallest median of measured times; None if none finished a measured run."""
    medians = {config: stats.median(goals.wall_times(runs, job, config).values()) for config in goals.stock_configs(runs, job)}
    finished = {config: value for config, value in medians.items() if value is not None}
    return min(finished, key=finished.get) if finished else None


def speed_up(runs, job):
    """Ratio best stock setting / Spillway of a job (stats.Ratio), None without measured runs of both."""
    best = best_stock(runs, job)
    if best is None:
        return None
    return stats.ratio(*goals.paired(goals.wall_times(runs, job, best), goals.wall_times(runs, job, "Spillway")))


def _speed_up(runs):
    ratios = [speed_up(runs, job) for job in goals.jobs(runs)]
    complete = ratios and all(ratios)
    return goals.at_least("speed-up", "at least 1.5 times faster (geometric mean) than the best stock setting",
                          stats.geometric_mean(r.value for r in ratios) if complete else None, 1.5, " times")


def _no_loss(runs):
    """The jobs whose data fit into the heap anyway; they are named fits-<job>."""
    ratios = [speed_up(runs, job) for job in goals.jobs(runs) if job.startswith("fits-")]
    return goals.at_least("no loss", "no job more than 3% slower when the data fits",
                          min(r.value for r in ratios) if ratios and all(ratios) else None, 1 / 1.03, " times as fast")


def _gc_time(runs):
    shares = []
    for job in goals.jobs(runs):
        best = best_stock(runs, job)
        ours, theirs = (stats.median(r["gc"]["total_s"] for r in goals.measured(runs, job, c)) for c in ("Spillway", best))
        shares.append(ours / theirs if ours is not None and theirs else None)
    known = shares and None not in shares
    return goals.at_most("GC time", "all GC time including moves at most half of the best stock setting (worst job)",
                         max(shares) if known else None, 0.5, " of stock")


def _data_larger_than_memory(runs, settings):
    limit = settings.get("limit_mb")
    for job in goals.jobs(runs):
        sizes = [run["result"]["cached"]["total_peak_bytes"] for run in runs
                 if run["job"] == job and run["kind"] == "sizing" and run["status"] == "ok"]
        value = sizes[0] / (limit << 20) if sizes and limit else None
        yield goals.at_least(f"cached data of {job}", "deserialized cached data at least twice the memory limit", value, 2.0,
                             " times")


def _enough_objects(runs):
    counts = [run["result"]["digest"]["objects"] for run in runs if run["job"] == "profiles" and run["status"] == "ok"]
    return goals.at_least("cached objects", "the RDD job caches at least 50 million objects", min(counts) if counts else None,
                          50e6)


def _equal_results(runs):
    done = [run for run in runs if run["status"] == "ok" or "different result" in run.get("reason", "")]
    compared = {job: {run["config"] for run in done if run["job"] == job} for job in goals.jobs(runs)}
    if not compared or any("Spillway" not in configs or len(configs) < 2 for configs in compared.values()):
        return goals.goal("equal results", "Spillway's results equal those of stock", "", None)
    different = [f"{run['job']} with {run['config']}" for run in done if run["status"] != "ok"]
    for job in compared:
        digests = [run["result"]["digest"] for run in done if run["job"] == job and run["status"] == "ok"]
        different += [f"{job}: {line}" for other in digests[1:] for line in digest.differences(digests[0], other)]
    return goals.goal("equal results", "Spillway's results equal those of stock",
                      "; ".join(different) or f"equal in {len(done)} runs", not different)


def _rounds(runs):
    counts = []
    if any(run["config"] == "Spillway" for run in runs):
        for job in goals.jobs(runs):
            counts += [len(goals.measured(runs, job, config)) for config in ("Spillway", best_stock(runs, job))]
    return goals.at_least("runs", "three measured runs of Spillway and of the best stock setting", min(counts, default=None), 3)


def _all_ten(runs):
    done = [job for job in goals.jobs(runs) if not job.startswith("fits-") and goals.measured(runs, job, "Spillway")]
    return goals.at_least("jobs", "all ten jobs finish with Spillway", len(done) if done else None, 10)
