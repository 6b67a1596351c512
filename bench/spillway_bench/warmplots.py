# SPDX-License-Identifier: Apache-2.0
"""The figures of bench-warm: the time of each round, as the HotTub paper shows it over the reuses of a JVM."""
from . import goals, plots
from .warmvariants import NAMES


def figures(runs):
    """(title, SVG) for each program that has runs of more than one round."""
    drawn = []
    for job in goals.jobs(runs):
        found = {config: list(goals.wall_times(runs, job, config).items()) for config in NAMES}
        found = {config: points for config, points in found.items() if len(points) > 1}
        if found:
            drawn.append((job, plots.lines(found, job, "run", "s")))
    return drawn
