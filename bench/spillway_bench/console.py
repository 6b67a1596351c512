# SPDX-License-Identifier: Apache-2.0
"""Tables on the terminal."""
import sys

from rich.console import Console
from rich.table import Table

# A log file has no width of its own: tables need one in which their columns are readable.
console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
_MARK = {True: "[green]met[/]", False: "[red]missed[/]", None: "[yellow]not measured[/]"}


def breakdown_table(found, title):
    """Prints one line per row of breakdown.rows."""
    table = Table(title=title, caption="seconds, medians; S/D is a sampled share of a run of its own; runs 0: warm-up run only")
    for column in ("job", "setting", "runs", "time", "minor GC", "major GC", "S/D", "reads MB", "peak MB", "outcome", "sizes"):
        table.add_column(column, justify="left" if column in ("job", "setting", "outcome", "sizes") else "right")
    for row in found:
        table.add_row(row.job, row.config, str(row.runs), number(row.wall_s), number(row.minor_s), number(row.major_s),
                      number(row.serialization_s), number(row.read_mb, 0), number(row.peak_mb, 0), row.outcome, row.sizes)
    console.print(table)


def goal_table(found, title):
    table = Table(title=title)
    for column in ("goal", "wanted", "measured", ""):
        table.add_column(column)
    for entry in found:
        table.add_row(entry["name"], entry["goal"], entry["measured"], _MARK[entry["met"]])
    console.print(table)


def run_line(raw):
    """Prints one line about a finished run."""
    wall = f" {raw['wall_s']:.{1 if raw['wall_s'] >= 1 else 3}f} s" if "wall_s" in raw else ""
    reason = f": {raw['reason']}" if "reason" in raw else ""
    console.print(f"{raw['job']}, {raw['config']}, {raw['kind']} {raw['round']}:{wall} {raw['status']}{reason}", soft_wrap=True,
                  markup=False)


def number(value, digits=1):
    return "-" if value is None else f"{value:.{digits}f}"
