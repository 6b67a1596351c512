# SPDX-License-Identifier: Apache-2.0
"""Figures as SVG text, drawn without a display."""
import io
import itertools

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (the backend has to be chosen first)

_PARTS = (("other", "other_s", "#9aa5b1"), ("S/D (sampled)", "serialization_s", "#f0b429"), ("minor GC", "minor_s", "#5fa8d3"),
          ("major GC", "major_s", "#c0392b"))


def stacked(rows, title):
    """Time of each setting split into its parts; settings without a finished run are shown as missing."""
    figure, axes = pyplot.subplots(figsize=(9, 0.45 * len(rows) + 1.4))
    labels = [f"{row.config}{'' if row.wall_s is not None else ' (' + row.outcome + ')'}" for row in rows]
    left = [0.0] * len(rows)
    for name, field, color in _PARTS:
        values = [getattr(row, field) or 0.0 for row in rows]
        axes.barh(labels, values, left=left, label=name, color=color)
        left = [a + b for a, b in zip(left, values)]
    axes.invert_yaxis()
    axes.set_xlabel("seconds")
    axes.set_title(title)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=4, fontsize=8, frameon=False)
    return _svg(figure)


def gc_over_time(runs, title):
    """The length of each pause and the occupancy of the old generation after it over the time of a run, one column per run."""
    figure, axes = pyplot.subplots(2, len(runs), figsize=(5 * len(runs), 4.6), squeeze=False, sharex="col", sharey="row")
    for column, run in enumerate(runs):
        for kind, color in (("young", "#5fa8d3"), ("full", "#c0392b"), ("other", "#9aa5b1")):
            points = [p for p in run["pauses"] if p[1] == kind]
            if points:
                axes[0][column].scatter([p[0] for p in points], [p[2] for p in points], s=9, color=color, label=kind)
        after = [(p[0], p[4] / 1024) for p in run["pauses"] if p[4] is not None]
        if not after:  # G1's log has no such line
            after = [(p[0], p[3]) for p in run["pauses"] if p[3] is not None]
            axes[1][column].set_title("whole heap", fontsize=8)
        axes[1][column].plot([p[0] for p in after], [p[1] for p in after], color="#33415c", linewidth=1)
        axes[0][column].set_title(run["config"])
        axes[0][column].set_yscale("symlog", linthresh=1)
        axes[1][column].set_xlabel("seconds since start")
        if run["pauses"]:
            axes[0][column].legend(fontsize=7)
    axes[0][0].set_ylabel("pause, ms")
    axes[1][0].set_ylabel("old generation after GC, MB")
    figure.suptitle(title)
    return _svg(figure)


def lines(series, title, xlabel, ylabel, log=False):
    """One line per entry of series: {name: [(x, y), ...]}."""
    figure, axes = pyplot.subplots(figsize=(6.5, 3.8))
    for name, points in series.items():
        points = sorted(points)
        axes.plot([p[0] for p in points], [p[1] for p in points], marker="o", label=name)
    if log:
        axes.set_yscale("log")
    axes.set_title(title)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    if len(series) > 1:
        axes.legend(fontsize=8)
    return _svg(figure)


def panels(columns, title, marks=()):
    """One column of panels for each entry of columns: {column: {panel: {line: [(x, y), ...]}}}, the same panels in all.

    marks: {column: [(x, name), ...]}, vertical lines through all of its panels; those of a name have one colour.
    """
    rows = list(next(iter(columns.values())))
    figure, axes = pyplot.subplots(len(rows), len(columns), figsize=(4.4 * len(columns), 1.9 * len(rows) + 0.6), squeeze=False, sharex="col", sharey="row")
    names = dict.fromkeys(name for own in dict(marks).values() for _, name in own)
    colors = dict(zip(names, itertools.cycle(("#c0392b", "#33415c", "#9aa5b1"))))
    for at, (column, own) in enumerate(columns.items()):
        for row, panel in enumerate(rows):
            for name, points in own[panel].items():
                axes[row][at].plot([p[0] for p in points], [p[1] for p in points], linewidth=1.1, label=name)
            seen = set()
            for x, name in dict(marks).get(column, ()):
                axes[row][at].axvline(x, color=colors[name], linewidth=0.9, linestyle=":", label=None if name in seen or row else name)
                seen.add(name)
            if axes[row][at].get_legend_handles_labels()[0]:
                axes[row][at].legend(fontsize=6)
        axes[0][at].set_title(column, fontsize=9)
        axes[-1][at].set_xlabel("seconds")
    for row, panel in enumerate(rows):
        axes[row][0].set_ylabel(panel, fontsize=8)
    figure.suptitle(title)
    return _svg(figure)


def bars(values, title, ylabel):
    """One bar per entry of values: {name: number}."""
    figure, axes = pyplot.subplots(figsize=(6.5, 3.8))
    axes.bar(list(values), list(values.values()), color="#5fa8d3")
    axes.set_title(title)
    axes.set_ylabel(ylabel)
    axes.tick_params(axis="x", labelrotation=20, labelsize=8)
    return _svg(figure)


def grouped(values, title, ylabel):
    """Groups of bars: {group: {name: number}}; a name may lack in a group."""
    names = list(dict.fromkeys(name for group in values.values() for name in group))
    figure, axes = pyplot.subplots(figsize=(max(6.5, 0.35 * len(values) * len(names)), 3.8))
    width = 0.8 / len(names)
    for place, name in enumerate(names):
        at = [i + (place - (len(names) - 1) / 2) * width for i, group in enumerate(values) if name in values[group]]
        axes.bar(at, [group[name] for group in values.values() if name in group], width, label=name)
    axes.set_xticks(range(len(values)), list(values), rotation=20, ha="right", fontsize=8)
    axes.set_title(title)
    axes.set_ylabel(ylabel)
    axes.legend(fontsize=8)
    return _svg(figure)


def stacks(values, title, ylabel):
    """One bar per entry, of parts upon each other: {name: {part: number}}; the same parts in all."""
    figure, axes = pyplot.subplots(figsize=(6.5, 3.8))
    bottom = [0.0] * len(values)
    for part in next(iter(values.values())):
        heights = [parts[part] for parts in values.values()]
        axes.bar(list(values), heights, bottom=bottom, label=part)
        bottom = [a + b for a, b in zip(bottom, heights)]
    axes.set_title(title)
    axes.set_ylabel(ylabel)
    axes.tick_params(axis="x", labelrotation=20, labelsize=8)
    axes.legend(fontsize=8)
    return _svg(figure)


def cdf(series, title, xlabel):
    """The share of values that are not above x, one line per entry of series: {name: values}."""
    figure, axes = pyplot.subplots(figsize=(6.5, 3.8))
    for name, values in series.items():
        axes.ecdf(values, label=f"{name} ({len(values)})")
    axes.set_title(title)
    axes.set_xlabel(xlabel)
    axes.set_ylabel("share")
    axes.legend(fontsize=8)
    return _svg(figure)


def _svg(figure):
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)
    return text.getvalue()
