# SPDX-License-Identifier: Apache-2.0
"""Finds the smallest heap of each side that is as fast as the best time of stock, in few runs."""
from . import leakyruns

RUNS = 8        # of a scenario: two references, then for each side three of a bisection of the eight heaps
COMPARABLE = 1.05


def smallest_heaps(runner, cases, turn):
    """Both collectors at the largest heap give the time to reach; then stock's faster one and ours look for their smallest heap.

    cases: of one scenario, one for each heap, upwards; their settings: stock ones and last ours.
    """
    top = [runner.run(cases[-1], setting, turn) for setting in cases[-1].settings[:-1]]
    times = [leakyruns.seconds_or_none(run) for run in top]
    if not any(times):
        return
    reference = min(filter(None, times))
    for place in (times.index(reference), len(times)):
        bisect(len(cases), lambda at, place=place: _fits(runner.run(cases[at], cases[at].settings[place], turn), reference))


def bisect(count, fits):
    """Which of `count` sizes is the smallest that fits, as if everything above one that fits did, too. The largest is not tried."""
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        if fits(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _fits(run, reference):
    seconds = leakyruns.seconds_or_none(run)
    return seconds is not None and seconds <= COMPARABLE * reference
