# SPDX-License-Identifier: Apache-2.0
"""Finds the best sizes of every setting and writes them into the plan that the benchmark uses.

One dimension at a time: first the heap, then spark.memory.fraction at the best heap, then spark.memory.storageFraction at the
best of both. What was measured stays in the plan file, so an interrupted sweep goes on where it stopped and everyone can see
what was tried.
"""
from . import machine, paths, spark
from .console import console
from .plan import Plan, SLOWER

_GIVE_UP = 1.25  # a size that takes this much longer than the best one so far need not be run to its end


def run(path, options):
    """Sweeps the plan at `path`. options: jobs, settings, again (forget what is there). Returns the exit status."""
    plan = Plan.read(path)
    if options.again:
        plan.values.update(sweep=[], best={})
    plan.values.setdefault("sweep", [])
    plan.values["swept_on"] = machine.describe(paths.work_dir())
    plan.check(options.jobs, options.settings)
    for job in plan.jobs(options.jobs, progress=console.print):
        for setting in plan.settings(job, options.settings):
            _sweep(plan, job, setting)
    return 0


SIZES = {"heap_mb": None, "memory_fraction": 0.6, "storage_fraction": 0.5}  # dimensions in the order they are tried, Spark's defaults


def sizes_of(entry):
    """The sizes of a try; dimensions that were not swept then had Spark's defaults."""
    return {name: entry.get(name, default) for name, default in SIZES.items()}


def candidates(tried, axes):
    """The next sizes to try, None when done. tried: [{heap_mb, memory_fraction, ..., status, wall_s}], axes: {name: values}.

    A pure function of what was tried: all heaps at the first value of the other dimensions, then the values of each further
    dimension at the best of those before. When no heap finishes, the other dimensions are not tried: the setting is far behind.
    """
    sizes = {name: axes.get(name, [default])[0] for name, default in SIZES.items()}
    done = [sizes_of(entry) for entry in tried]
    for name in SIZES:
        for value in axes.get(name, ()):
            if {**sizes, name: value} not in done:
                return {**sizes, name: value}
        others = {other: value for other, value in sizes.items() if other != name}
        found = best([entry for entry in tried if others.items() <= sizes_of(entry).items()])
        if found is None:
            return None
        sizes[name] = sizes_of(found)[name]
    return None


def best(tried):
    """The fastest successful entry, None if there is none."""
    return min((entry for entry in tried if entry["status"] == "ok"), key=lambda entry: entry["wall_s"], default=None)


def timeout_s(values, job, config, found):
    """Seconds after which a try is given up. found: the best try of its setting so far, or None.

    A stock setting without a try yet may take as long as the comparison lets it be behind the best one: it is left out then.
    """
    if found:
        return min(values["timeout_s"], found["wall_s"] * _GIVE_UP)
    if config == "Spillway":
        return values["timeout_s"]
    fastest = best([entry for entry in values["sweep"] if entry["job"] == job and entry["config"] != "Spillway"])
    return min(values["timeout_s"], fastest["wall_s"] * values.get("slower", SLOWER) if fastest else values["timeout_s"])


def _sweep(plan, job, setting):
    axes = plan.values["sweep_axes"]
    if setting.jdk == "spillway":
        axes = {**axes, "heap_mb": plan.values.get("sweep_h1_mb", axes["heap_mb"])}
    while True:
        tried = [entry for entry in plan.values["sweep"] if (entry["job"], entry["config"]) == (job.name, setting.name)]
        sizes = candidates(tried, axes)
        if sizes is None:
            break
        found = best(tried)
        timeout = timeout_s(plan.values, job.name, setting.name, found)
        raw = spark.run(setting.with_sizes(sizes), job, spark.Limits(plan.limit_of(job), timeout), kind="sweep", round_number=len(tried),
                        logs=paths.out_dir("sweep") / "logs")
        if raw["status"] == "not measured":
            raise SystemExit(f"a sweep needs a memory cgroup: {raw['reason']}")
        entry = {"job": job.name, "config": setting.name, **sizes, "status": raw["status"], "wall_s": raw.get("wall_s"),
                 "gc_s": raw["gc"]["total_s"]}
        plan.values["sweep"].append(entry)
        console.print(" ".join(f"{key}={value}" for key, value in entry.items()))
        plan.write()
    found = best(tried)
    if found:
        sizes = sizes_of(found)
        plan.values.setdefault("best", {}).setdefault(job.name, {})[setting.name] = sizes
        plan.write()
