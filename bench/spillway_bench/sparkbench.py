# SPDX-License-Identifier: Apache-2.0
"""The Spark comparisons: `make demo` and `make bench-h2-jobs` are this with different plans and goals."""
from dataclasses import dataclass

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from . import breakdown, console, digest, goals_spark, paths, report, schedule, spark, sweep
from .plan import Plan
from .session import Session
from .setting import Setting


@dataclass(frozen=True)
class Target:
    """A Spark benchmark: name below out/, goals, text of the report, default plan and minutes."""
    name: str
    goals: object
    intro: str
    plan: str
    minutes: float
    sizing: bool = True


DEMO = Target("demo", goals_spark.demo, "Unmodified Spark jobs in less memory than their cached data needs: stock JDK 25 with the "
              "collectors and storage levels that did not clearly lose the sweep, at their best sizes, against Spillway.",
              "demo.json", 13.0)
TEN_JOBS = Target("bench-h2-jobs", goals_spark.ten_jobs, "Ten Spark workloads in the shape of the TeraHeap paper's Figure 5.",
                  "jobs.json", 30.0, sizing=False)


ROUNDS = 3


def run(target, options):
    """Runs a comparison. options: those of the command line (__main__). Returns the exit status."""
    plan = Plan.read(options.plan or paths.ROOT / "bench" / "sweeps" / target.plan)
    # Before anything is written: the last result is not lost to a mistyped name.
    plan.check(options.jobs, options.settings)
    session = Session(target.name, _settings(target, plan, options), target.goals, **_jdks(options))
    if options.merge:
        session.keep(lambda run: run["job"] not in (options.jobs or plan.values["jobs"]))
    jobs = plan.jobs(options.jobs, options.edges, console.console.print)
    cells, reserves = _cells(plan, jobs, options, session)
    logs = paths.out_dir(target.name) / "logs"
    with _progress() as progress:
        task = progress.add_task("sizing", total=len(cells) * (options.rounds + 1) + len(jobs) * (options.sizing + 2 * options.profile))
        if options.sizing:
            for job in jobs:
                progress.update(task, description=f"{job.name}: how large the cached data are")
                session.add(_sizing(job, logs, plan))
                progress.advance(task)

        def turn(turn):
            job, setting = turn.cell.job, turn.cell.setting
            progress.update(task, description=f"{job.name}: {setting.name} ({turn.kind} {turn.round or ''})")
            limits = spark.Limits(plan.limit_of(job), timeout_s(plan.values, turn.best_s))
            return spark.run(setting, job, limits, kind=turn.kind, round_number=turn.round, logs=logs,
                             with_profile=turn.kind == "profiled")

        # What came before the first turn, generated input and sizing runs, was part of the minutes.
        left_s = (options.minutes or target.minutes) * 60 - session.seconds()
        known = {job.name: known_s(plan.best_stock_s(job, session.document["machine"], options.edges)) for job in jobs}
        for raw in schedule.execute(cells, options.rounds, left_s, turn, known=known, reserves=reserves,
                                    winners=session.document["settings"]["winners"], profile=options.profile):
            session.add(raw)
            progress.advance(task)
    return finish(session, target)


def changed(target, options):
    """Names of the options that are not at their defaults: what they change is no longer what the goals are about."""
    defaults = {"plan": None, "edges": None, "rounds": ROUNDS, "minutes": target.minutes, "all_settings": False, "profile": True,
                "sizing": target.sizing, "jobs": None, "settings": None, "merge": False}
    return [name for name, value in defaults.items() if getattr(options, name) != value]


def _settings(target, plan, options):
    """The settings of the result, from which a goal can tell whether everything ran."""
    return {"plan": plan.path.name, "plan_jobs": list(plan.values["jobs"]), "limit_mb": plan.limit_mb, "rounds": options.rounds,
            "winners": {name: plan.winner(spark.Job(name, ()), options.edges) for name in plan.values["jobs"]},
            "minutes": options.minutes, "edges": options.edges and options.edges.name, "jobs": options.jobs,
            "settings": options.settings, "changed": changed(target, options)}


def _cells(plan, jobs, options, session):
    """Every setting of every job that has a turn, and those that lost the sweep, for which a run is added to the session."""
    cells, reserves = [], []
    for job in jobs:
        slow = {} if options.all_settings else plan.slow_settings(job, options.edges)
        for setting in plan.settings(job, options.settings):
            if setting.name in slow:
                session.add(_swept(job, setting.name, slow[setting.name]))
                reserves.append(schedule.Cell(job, setting))
            else:
                cells.append(schedule.Cell(job, setting, setting.jdk == "spillway"))
    return cells, reserves


def known_s(swept_s):
    """What a time of the sweep tells of today: the same machine may be half as fast at another hour. None if there is none."""
    return swept_s and 1.5 * swept_s


def timeout_s(values, best_s):
    """Seconds after which a run is given up: the plan's, or `give_up` times the best of the job if that is sooner."""
    if best_s is None:
        return values["timeout_s"]
    return min(values["timeout_s"], max(30.0, values.get("give_up", 3.0) * best_s))


def finish(session, target):
    """Compares the results, writes result and report, prints both tables. 0 even if goals are missed: they are shown."""
    digest.check(session.runs)
    path = session.finish()
    console.breakdown_table(breakdown.rows(session.runs), target.name)
    console.goal_table(session.document["goals"], "goals")
    page = report.spark(target.name, session.document, target.intro)
    console.console.print(f"raw runs: {path}\nreport:   {page}")
    return 0 if any(run["status"] == "ok" for run in session.runs) else 1


def _swept(job, name, entry):
    """The best try of a setting that is left out because it lost the sweep; shown, never compared."""
    time = f"{entry['wall_s']:.1f} s" if entry["status"] == "ok" else entry["status"]
    return {"job": job.name, "config": name, "kind": "sweep", "round": 0, "status": "left out", "reason": f"in the sweep: {time}",
            **sweep.sizes_of(entry)}


def _sizing(job, logs, plan):
    """One run with ample memory and no limit: what the cached data measure when all of them are in memory."""
    heap_mb = plan.values.get("sizing_heap_mb", plan.limit_mb * 6)
    setting = Setting("ample memory", "stock", "parallel", "MEMORY_ONLY", heap_mb, 0.8)
    live = spark.Job(job.workload, (*job.arguments, ("live", 1)), job.label)
    return spark.run(setting, live, spark.Limits(None, plan.values["timeout_s"] * 2), kind="sizing", round_number=0, logs=logs)


def _jdks(options):
    wanted = options.settings
    jdks = {"stock JDK": paths.stock_jdk()}
    if not wanted or "Spillway" in wanted:
        jdks["Spillway JDK"] = paths.spillway_jdk()
        paths.plugin_jar()
    paths.jobs_jar()
    return jdks


def _progress():
    return Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                    console=console.console)
