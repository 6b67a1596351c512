# SPDX-License-Identifier: Apache-2.0
"""Finds the smallest heap of each side that is as fast as stock in ample memory, in few runs and by the same rule for both sides."""
from . import leakyruns, stats

COMPARABLE = 1.05       # within 5% of the reference
NEAR = 1.2              # a probe that misses by less may be noise: it is repeated once, and the better of the two counts
REFERENCES = 3          # runs of stock's faster collector at the largest heap, whose median is the reference
RUNS = 13               # of a scenario, about: four references, three or four probes of each side among ten heaps, and some of them twice


def smallest_heaps(runner, cases, turn):
    """Both collectors at the largest heap, the faster one twice more: that is the reference. Then it and ours look for their smallest heap, probe by probe.

    cases: of one scenario, one for each heap, upwards; their settings: stock ones and last ours.
    """
    top = cases[-1]
    times = [leakyruns.seconds_or_none(runner.run(top, setting, turn)) for setting in top.settings[:-1]]
    if not any(times):
        return
    faster = times.index(min(filter(None, times)))
    again = [leakyruns.seconds_or_none(runner.run(top, top.settings[faster], turn, attempt=attempt)) for attempt in range(2, REFERENCES + 1)]
    reference = stats.median(filter(None, [times[faster], *again]))
    fits = [lambda at, place=place: _fits(runner, cases[at], cases[at].settings[place], turn, reference) for place in (faster, len(times))]
    _, ours = narrow(len(cases), fits)
    if ours == len(cases) - 1:
        fits[1](ours)


def is_complete(cases, runs):
    """Whether these runs are all that the search of a scenario makes in its first round: one that was stopped tells no smallest heap."""
    try:
        smallest_heaps(_Before(runs), cases, 1)
    except LookupError:
        return False
    return True


class _Before:
    """Answers a search with the runs that there are, as series.Runner does when it resumes."""

    def __init__(self, runs):
        self._runs = runs

    def run(self, case, setting, turn, attempt=1):
        """The run of that turn, or the one that died before; LookupError if there is none."""
        for before in self._runs:
            if (before["job"], before["config"]) == (case.job.name, setting.name):
                if before["status"] not in ("ok", "not measured") or (before["round"], before.get("attempt", 1)) == (turn, attempt):
                    return before
        raise LookupError(f"{case.job.name}: {setting.name} ({turn}, {attempt})")


def narrow(count, sides):
    """Which of `count` sizes is the smallest that fits, of each side by bisection. The largest is not tried.

    sides: functions of a size. They take turns, first one and then the other first, so that what slows the machine for a while slows both.
    """
    bounds = [[0, count - 1] for _ in sides]
    order = list(range(len(sides)))
    while any(low < high for low, high in bounds):
        for side in order:
            low, high = bounds[side]
            if low < high:
                middle = (low + high) // 2
                bounds[side] = [low, middle] if sides[side](middle) else [middle + 1, high]
        order.reverse()
    return [low for low, _ in bounds]


def _fits(runner, case, setting, turn, reference):
    first = leakyruns.seconds_or_none(runner.run(case, setting, turn))
    if first is None or first <= COMPARABLE * reference or first > NEAR * reference:
        return first is not None and first <= COMPARABLE * reference
    second = leakyruns.seconds_or_none(runner.run(case, setting, turn, attempt=2))
    return second is not None and second <= COMPARABLE * reference
