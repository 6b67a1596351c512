# SPDX-License-Identifier: Apache-2.0
"""Finds the best try of each family by one run each, then gives the winners and eager spill their turns."""
SWEPT, WINNERS = 12, 6      # runs of a workload: of the sweep, and in each round after it; a test compares with the suite


def rounds(runner, cases, turn, baselines, oracles, ours):
    """One round of a workload; the sweep comes first unless there is one. cases: the only one of the workload. baselines: tries; oracles:
    (records, collector) -> tries in families; ours: collector -> tries that are always run."""
    case = cases[0]
    records = dict(case.job.arguments)["records"]
    before = {(run["family"], run["config"]): run for run in runner.swept(case)}

    def swept(wanted):
        return before.get((wanted.family, wanted.setting.name)) or runner.run(wanted.of(case), wanted.setting, 0, "sweep")
    base = best(baselines, swept)
    collector = base.setting.collector if base else "parallel"
    winners = [base]
    tries = oracles(records, collector)
    for family in dict.fromkeys(wanted.family for wanted in tries):
        winners.append(best([wanted for wanted in tries if wanted.family == family], swept))
    for wanted in [*(found.as_winner() for found in winners if found), *ours(collector)]:
        runner.run(wanted.of(case), wanted.setting, turn)


def best(tries, run):
    """The fastest try, None if none ended well. run: try -> raw run."""
    timed = [(raw["result"]["phases_s"]["job"], i) for i, wanted in enumerate(tries) if (raw := run(wanted))["status"] == "ok"]
    return tries[min(timed)[1]] if timed else None
