# SPDX-License-Identifier: Apache-2.0
"""`make bench-balancer`: the memory balancer against every static split of the same budget of DRAM."""
from rich.table import Table

from . import balancerplots, balancerruns, balancersuite, goals, goals_balancer, series, stats
from .console import number


def add_command(commands):
    """Adds the command to the command line."""
    series.add_command(commands, TARGET)


def table(runs):
    """One line for each setting of each scenario; splits that had their screening run only in parentheses."""
    made = Table(title=TARGET.name, caption="medians over the rounds, of a screening its one run; against best: time by that of the best static split; "
                 "decisions: until H1 stays near its last size; CPU: of the balancer's thread, of one processor")
    for column in ("scenario", "half", "setting", "ok", "job s", "against best", "GC s", "read MB", "mean H1 MB", "decisions", "CPU", "outcome"):
        made.add_column(column)
    for job, config in dict.fromkeys((run["job"], run["config"]) for run in runs):
        own = [run for run in runs if (run["job"], run["config"]) == (job, config)]
        measured = goals.measured(runs, job, config)
        good = measured or [run for run in own if run["status"] == "ok"]
        bad = dict.fromkeys(f"{run['status']} {run.get('reason', '')}"[:50] for run in own if run["status"] != "ok")
        made.add_row(job, own[0]["half"], config if measured else f"({config})", str(len(good)), number(stats.median(map(balancerruns.seconds, good))),
                     _ratio(None if config in balancersuite.WHOLE else balancerruns.overhead(runs, job, config)), number(stats.median(run["gc"]["total_s"] for run in good)),
                     number(stats.median(run["read_bytes"] / 2**20 for run in good), 0), *_balancer(good), "; ".join(bad))
    return made


def static_against_dynamic(runs):
    """Of each scenario the best static split, and what the default split and the policies take for its time, with the interval."""
    made = Table(title="Static against dynamic", caption="time by that of the best static split, with the 95% interval of resampled pairs of runs and their number")
    names = ["default split", *balancersuite.POLICIES]
    alone = set(balancerruns.scenarios(runs, "one-number").values())
    for column in ("scenario", "half", "best static split", "its s", *names):
        made.add_column(column)
    for job in dict.fromkeys(run["job"] for run in runs):
        # Two settings are no search for the best split.
        if job not in alone and (best := balancerruns.oracle(runs, job)):
            half = next(run["half"] for run in runs if run["job"] == job)
            configs = [balancerruns.default_split(runs, job), *balancersuite.POLICIES.keys()]
            made.add_row(job, half, best, number(balancerruns.repeated(runs, job)[best]),
                         *(_with_pairs(balancerruns.against(runs, job, best, config)) for config in configs))
    return made


def limited_memory(runs):
    """What each setting takes with less DRAM for the time of the default split, and of the balancer, with all of it."""
    made = Table(title="Limited DRAM", caption=f"time with so many MB by that with {balancersuite.BUDGET_MB} MB")
    for column in ("scenario", "MB", "setting", "s", *balancersuite.WHOLE):
        made.add_column(column)
    for series, mb in (("budget", balancersuite.SMALL_MB), ("least", balancersuite.LEAST_BUDGET_MB)):
        for scenario, job in balancerruns.scenarios(runs, series).items():
            settings = filter(None, [balancerruns.oracle(runs, job), balancerruns.default_split(runs, job), *balancersuite.POLICIES])
            for config in dict.fromkeys(settings) if series == "budget" else [balancersuite.OURS]:
                own = stats.median(balancerruns.times(runs, job, config).values())
                made.add_row(scenario, str(mb), config, number(own), *(_with_pairs(balancerruns.against(runs, job, whole, config)) for whole in balancersuite.WHOLE))
    return made


def _with_pairs(ratio):
    return "-" if ratio is None else f"{ratio}, {ratio.pairs}"


def _ratio(ratio):
    return "-" if ratio is None else str(ratio)


def _balancer(good):
    def median(value):
        return stats.median(found for found in map(value, good) if found is not None)
    share = median(balancerruns.own_share)
    return (number(median(balancerruns.mean_h1), 0), number(median(balancerruns.decisions), 0), "-" if share is None else f"{share:.2%}")


TARGET = series.Target(
    "bench-balancer", f"Static splits of {balancersuite.BUDGET_MB} MB of DRAM between first heap and page cache, the default split, and the memory balancer "
    "with its own and FlexHeap's policies, in one memory control group of that limit.", "dividing DRAM between heap and page cache", balancersuite.series,
    goals_balancer.balancer, (1 / 4, {"splits": ["linear-regression"]}), balancersuite.heaps(balancersuite.BUDGET_MB)[-1], table, balancerplots.figures,
    ("stock JDK", "Spillway JDK"), 2, lambda runs: (static_against_dynamic(runs), limited_memory(runs)))
