# SPDX-License-Identifier: Apache-2.0
"""The figures of bench-balancer, made from raw runs; of each series that has any."""
from . import balancerruns, balancersuite, goals, plots, stats

WINDOW_S = 2.0      # over which shares of time are taken


def figures(runs):
    """(title, SVG) of every figure whose series has runs that ended well."""
    drawn = [("Static against dynamic", _relative(runs)), *_splits(runs), ("Less DRAM", _less_memory(runs)), ("Device speeds", _devices(runs)),
             *_over_time(runs)]
    return [(title, figure) for title, figure in drawn if figure]


def _configs(runs, job):
    """{name in figures: name of the setting} of what is compared with the best static split."""
    return {"default split": balancerruns.default_split(runs, job), **{name: name for name in balancersuite.POLICIES}}


def _ratios(runs, job):
    """{name: time of the best static split / its time}."""
    oracle = balancerruns.oracle(runs, job)
    # Of one that died in a later turn nothing is shown.
    found = {name: stats.ratio(*goals.paired(balancerruns.times(runs, job, oracle), balancerruns.times(runs, job, config)))
             for name, config in _configs(runs, job).items() if not balancerruns.died(runs, job, config)} if oracle else {}
    return {name: ratio.value for name, ratio in found.items() if ratio}


def _relative(runs):
    found = {}
    for series in ("splits", "phases"):
        for scenario, job in balancerruns.scenarios(runs, series).items():
            if own := _ratios(runs, job):
                found[scenario] = own
    return found and plots.grouped(found, "Speed against the best static split (1)", "its time / time")


def _splits(runs):
    for series in ("splits", "budget", "phases"):
        for scenario, job in balancerruns.scenarios(runs, series).items():
            found = _by_size(runs, job)
            yield f"Splits: {series}, {scenario}", found and plots.lines(found, f"{scenario}, {series}", "H1 in the mean over time, MB", "job, s")


def _by_size(runs, job):
    """{static splits, or a policy: [(H1 in MB, seconds)]}; of a split that was not repeated its one run."""
    found = {}
    own = [run for run in runs if run["job"] == job and run["status"] == "ok"]
    for config in dict.fromkeys(run["config"] for run in own):
        good = goals.measured(runs, job, config) or [run for run in own if run["config"] == config]
        sizes = [size for run in good if (size := balancerruns.mean_h1(run)) is not None]
        if sizes and config not in balancersuite.WHOLE:
            name = "static splits" if balancersuite.is_static(config) else config
            found.setdefault(name, []).append((stats.median(sizes), stats.median(map(balancerruns.seconds, good))))
    return found


def _less_memory(runs):
    found = {}
    for scenario, job in balancerruns.scenarios(runs, "budget").items():
        names = {**{name: name for name in balancersuite.WHOLE}, f"{balancersuite.SMALL_MB} MB, default split": balancerruns.default_split(runs, job),
                 f"{balancersuite.SMALL_MB} MB, balancer": balancersuite.OURS}
        medians = {name: stats.median(balancerruns.times(runs, job, config).values()) for name, config in names.items()}
        found[scenario] = {name: median for name, median in medians.items() if median}
    return any(found.values()) and plots.grouped(found, f"{balancersuite.BUDGET_MB} MB (whole budget) and {balancersuite.SMALL_MB} MB", "job, s")


def _devices(runs):
    found = {}
    for job in balancerruns.scenarios(runs, "devices").values():
        own = next(run for run in runs if run["job"] == job)
        for name, ratio in _ratios(runs, job).items():
            found.setdefault(f"{own['program']}, {name}", []).append((own["read_mb_s"], ratio))
    return found and plots.lines(found, "Speed against the best static split (1)", "device reads, MB/s", "its time / time")


def _over_time(runs):
    for series in ("splits", "budget", "least", "devices", "phases", "pairs", "one-number", "scans", "drops", "recorded"):
        for scenario, job in balancerruns.scenarios(runs, series).items():
            chosen = dict.fromkeys([balancerruns.oracle(runs, job), balancerruns.default_split(runs, job), *balancersuite.POLICIES, balancersuite.MARGINAL,
                                    balancersuite.SCANS, balancersuite.ALONE])
            shown = {config: run for config in chosen if (run := next(iter(goals.measured(runs, job, config)), None))}
            columns = {config: panels(run) for config, run in shown.items()}
            marks = {config: [(row[0], row[1]) for row in run["balancer"]["decisions"]] for config, run in shown.items() if run.get("balancer")}
            yield f"Over time: {series}, {scenario}", columns and plots.panels(columns, f"{scenario}, {series}: one run each", marks)


def panels(run):
    """{panel: {line: points}} of one run over time. The JVM's own clock begins a second or two after the group's, from which page cache and reads come."""
    memory = run.get("memory") or []
    end = max([row[0] for row in memory], default=run["wall_s"])
    seconds = run["balancer"]["seconds"] if run.get("balancer") else []
    sizes = {"H1 holds": [(row[0], row[2]) for row in seconds], "H1's limit": [(row[0], row[1]) for row in seconds]} if seconds else \
        {"H1": [(0.0, run["heap_mb"]), (end, run["heap_mb"])]}
    waits = {"waiting": [(row[0], 100 * row[9]) for row in seconds]} if seconds else {}
    reads = [(late[0], (late[3] - early[3]) / (late[0] - early[0])) for early, late in zip(memory, memory[1:]) if late[0] > early[0]]
    return {"memory, MB": {**sizes, "page cache": [(row[0], row[2]) for row in memory]}, "GC, % of the time": {"GC": gc_share(run["pauses"], end)},
            "waits, % of the time": waits, "reads, MB/s": {"reads": reads}}


def gc_share(pauses, end_s):
    """[(seconds, percent of the time in collections)] by window."""
    sums = [0.0] * (int(end_s / WINDOW_S) + 1)
    for at_s, _, ms, *_ in pauses:
        if at_s <= end_s:
            sums[int(at_s / WINDOW_S)] += ms
    return [((place + 0.5) * WINDOW_S, ms / 10 / WINDOW_S) for place, ms in enumerate(sums)]
