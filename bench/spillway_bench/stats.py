# SPDX-License-Identifier: Apache-2.0
"""Ratios of interleaved runs with a confidence interval."""
import math
from dataclasses import dataclass

import numpy as np
from scipy import stats


@dataclass(frozen=True)
class Ratio:
    """A ratio with its 95% confidence interval; low and high are None when one pair of runs is all there is."""
    value: float
    low: float | None
    high: float | None
    pairs: int

    def __str__(self):
        if self.low is None:
            return f"{self.value:.2f} (one run)"
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


def ratio(numerators, denominators):
    """Ratio of paired times (run i of both was made in round i): t interval of the mean logarithm.

    Pairs cancel what slows a whole round; logarithms make a/b and b/a agree. None when there is no pair.
    """
    pairs = [(a, b) for a, b in zip(numerators, denominators) if a and b]
    if not pairs:
        return None
    logs = np.log([a / b for a, b in pairs])
    mean = float(np.mean(logs))
    if len(logs) == 1:
        return Ratio(math.exp(mean), None, None, 1)
    half = float(stats.t.ppf(0.975, len(logs) - 1) * stats.sem(logs))
    return Ratio(math.exp(mean), math.exp(mean - half), math.exp(mean + half), len(logs))


def bootstrap(numerators, denominators, resamples=10_000):
    """Ratio of paired times with the 95% percentile interval of resampled pairs: it assumes no distribution. None when there is no pair.

    The same pairs give the same interval.
    """
    logs = np.log([a / b for a, b in zip(numerators, denominators) if a and b])
    if not len(logs):
        return None
    if len(logs) == 1:
        return Ratio(math.exp(logs[0]), None, None, 1)
    drawn = np.random.default_rng(0).choice(logs, (resamples, len(logs))).mean(axis=1)
    low, high = np.percentile(drawn, (2.5, 97.5))
    return Ratio(math.exp(logs.mean()), math.exp(low), math.exp(high), len(logs))


def geometric_mean(values):
    """Geometric mean of positive numbers, None of none."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def slope(xs, ys):
    """Slope of the least-squares line through the points; None with fewer than two different x."""
    if len(set(xs)) < 2:
        return None
    return float(np.polyfit(xs, ys, 1)[0])


def median(values):
    """Median, None of none."""
    values = list(values)
    return float(np.median(values)) if values else None
