# SPDX-License-Identifier: Apache-2.0
"""Finds the best try of each family by one run each and a second one of the best two, then gives the winners and eager spill their turns: with
the collector that stock is best with, and with its own best one where that is another."""
from . import espillruns

SWEPT, WINNERS = 12, 6      # runs of a workload: of a sweep without a best at an edge, and at most in each round after it; a test compares with the suite
BEYOND = 2                  # further tries of a family at most, one after the other, while the last one is its best
CLOSE = 1.1                 # times the best: the second best may be the better one, and by one run each the luckier of both would be an oracle
# Runs of a sweep as they are reckoned: of three families some end at the edge, most of these after one more; of stock and the three families most
# have two that are close, stock itself among them where nothing is better.
RECKONED = SWEPT + 3 + 6
OWN = 2                     # runs that find eager spill's own collector, where there is a choice; and a winner more


def rounds(runner, cases, turn, baselines, oracles, ours, own, first=0):
    """One round of a workload; the sweep comes first unless there is one. cases: the only one of the workload. baselines: tries; oracles:
    (case, collector) -> tries in families; ours: (collector, whether it is eager spill's best) -> tries that are always run; own: (case, collector) -> eager spill with each; first: shifts who begins in the first round."""
    case = cases[0]
    before = {(run["family"], run["config"], run.get("attempt", 1)): run for run in runner.swept(case)}

    def swept(wanted, attempt):
        key = wanted.family, wanted.setting.name, attempt
        if key not in before:
            before[key] = runner.run(wanted.of(case), wanted.setting_of(case), 0, "sweep", attempt)
        return before[key]
    base = best(baselines, swept)
    collector = base.setting.collector if base else "parallel"
    fastest = best(own(case, collector), swept)
    alike = not fastest or fastest.setting.collector == collector
    turns = [*winners(base, oracles(case, collector), swept), *ours(collector, alike), *([] if alike else [fastest.as_winner()])]
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
    """The fastest try, None if none ended well; of two that are close the one with the shorter mean of two runs. run: (try, attempt) -> raw run."""
    first = _seconds(tries, run, 1)
    ranked = sorted(first, key=first.get)
    if len(ranked) < 2 or first[ranked[1]] > CLOSE * first[ranked[0]]:
        return tries[ranked[0]] if ranked else None
    pair = [tries[at] for at in ranked[:2]]
    second = _seconds(pair, run, 2)
    # Where both die now, as neither did before, the others decide.
    return pair[min(second, key=lambda at: first[ranked[at]] + second[at])] if second else best([tries[at] for at in ranked[2:]], run)


def _seconds(tries, run, attempt):
    """{place of a try: seconds of its run} of those that ended well."""
    return {at: espillruns.stage_s(raw) for at, wanted in enumerate(tries) if (raw := run(wanted, attempt))["status"] == "ok"}
