# SPDX-License-Identifier: Apache-2.0
"""Finds the best try of each family by one run each, then gives the winners and eager spill their turns."""
from . import espillruns

SWEPT, WINNERS = 12, 6      # runs of a workload: of a sweep without a best at an edge, and at most in each round after it; a test compares with the suite
BEYOND = 2                  # further tries of a family at most, one after the other, while the last one is its best
RECKONED = SWEPT + 3        # runs of a sweep as they are reckoned: of three families some end at the edge, most of these after one more


def rounds(runner, cases, turn, baselines, oracles, ours, first=0):
    """One round of a workload; the sweep comes first unless there is one. cases: the only one of the workload. baselines: tries; oracles:
    (case, collector) -> tries in families; ours: collector -> tries that are always run; first: shifts who begins in the first round."""
    case = cases[0]
    before = {(run["family"], run["config"]): run for run in runner.swept(case)}

    def swept(wanted):
        key = wanted.family, wanted.setting.name
        if key not in before:
            before[key] = runner.run(wanted.of(case), wanted.setting_of(case), 0, "sweep")
        return before[key]
    base = best(baselines, swept)
    collector = base.setting.collector if base else "parallel"
    turns = [*winners(base, oracles(case, collector), swept), *ours(collector)]
    # Each round, and each workload, begins with another one: whoever is always last finds another machine than the first.
    first = (turn - 1 + first) % len(turns)
    for wanted in turns[first:] + turns[:first]:
        runner.run(wanted.of(case), wanted.setting_of(case), turn)


def winners(base, tries, run):
    """The best try of each family under its name. Every family has the best baseline, too, which then stands for all that have nothing better."""
    families = list(dict.fromkeys(wanted.family for wanted in tries))
    found = {family: _bracketed([*([base] if base else []), *(wanted for wanted in tries if wanted.family == family)], run) for family in families}
    stands = tuple(family for family, won in found.items() if won is base)
    return [*([base.as_winner(stands)] if base else []), *(won.as_winner() for won in found.values() if won and won is not base)]


def _bracketed(tries, run):
    """The best try. Those beyond the usual ones have their turn only while the last one is the best."""
    near = [wanted for wanted in tries if not wanted.beyond]
    won = best(near, run)
    for further in (wanted for wanted in tries if wanted.beyond):
        if won is not near[-1]:
            break
        near.append(further)
        won = best(near, run)
    return won


def best(tries, run):
    """The fastest try, None if none ended well. run: try -> raw run."""
    timed = [(espillruns.stage_s(raw), i) for i, wanted in enumerate(tries) if (raw := run(wanted))["status"] == "ok"]
    return tries[min(timed)[1]] if timed else None
