# SPDX-License-Identifier: Apache-2.0
"""The HTML report of a result: goals, table, figures, machine; one self-contained file."""
import jinja2

from . import breakdown, goals, goals_spark, paths, plots
from .console import number


def write(target, document, intro, rows=(), figures=(), tables=()):
    """Writes out/<target>/report.html. figures: (title, SVG text) pairs; tables: as the terminal shows them (rich's). Returns the path."""
    environment = jinja2.Environment(loader=jinja2.PackageLoader(__package__, "."), autoescape=True)
    failures = [run for run in document["runs"] if run["status"] != "ok"]
    path = paths.out_dir(target) / "report.html"
    path.write_text(environment.get_template("report.html.j2").render(
        document=document, intro=intro, rows=rows, figures=figures, tables=[_plain(table) for table in tables], failures=failures, number=number))
    return path


def _plain(table):
    columns = [column.header for column in table.columns]
    return {"title": table.title, "caption": table.caption, "columns": columns, "rows": list(zip(*(column.cells for column in table.columns)))}


def spark(target, document, intro):
    """The report of a Spark benchmark."""
    rows = breakdown.rows(document["runs"])
    return write(target, document, intro, rows, list(_spark_figures(document["runs"], rows)))


def _spark_figures(runs, rows):
    for job in goals.jobs(runs):
        own = [row for row in rows if row.job == job]
        if own:
            yield f"Time of {job}", plots.stacked(own, f"{job}: where the time went")
        pair = [_representative(runs, job, config) for config in (goals_spark.best_stock(runs, job), "Spillway")]
        pair = [run for run in pair if run]
        if pair:
            yield f"GC of {job} over time", plots.gc_over_time(pair, f"{job}: pauses and old generation after GC")


def _representative(runs, job, config):
    return next(iter(goals.measured(runs, job, config)), None)
