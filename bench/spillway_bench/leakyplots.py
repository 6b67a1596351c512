# SPDX-License-Identifier: Apache-2.0
"""The figures of bench-leaky, made from raw runs; of each series that has any."""
from . import eventlog, goals, leakyruns, leakysuite, plots, stats
from .leakysearch import COMPARABLE, REFERENCES

NAMES = (*leakyruns.STOCK, leakyruns.DEFAULT)


def figures(runs):
    """(title, SVG) of every figure whose series has runs that ended well."""
    drawn = [*_sweeps(runs), ("GC share", _gc_share(runs)), ("Smallest heap", _smallest_heap(runs)), ("Time against heap", _time_memory(runs)),
             *_fetches(runs), ("Heap over time", _heap(runs)), ("CPU over time", _cpu(runs)), *_scaling(runs), ("Wire formats", _wire(runs)),
             ("Wire formats: objects", _objects(runs)), ("Shuffle bytes", _bytes(runs)), ("Both parts", _parts(runs)), ("Operations", _operations(runs)), ("SQL", _sql(runs))]
    return [(title, figure) for title, figure in drawn if figure]


def by_x(runs, series, scenario, value, configs=NAMES):
    """{setting: [(x, median)]} of a scenario in one or more series; what did not finish is not there."""
    found = {}
    for name in series:
        for job in leakyruns.jobs(runs, name, scenario):
            for config in configs:
                values = [value(run) for run in goals.measured(runs, job, config)]
                values = [number for number in values if number is not None]
                if values:
                    found.setdefault(config, []).append((leakyruns.x_of(runs, job), stats.median(values)))
    return found


def _sweeps(runs):
    for scenario in (*leakysuite.GROUPING, *leakysuite.JOINING):
        found = by_x(runs, ("ample", "grouping", "joining"), scenario, leakyruns.reduce_s)
        yield scenario, found and plots.lines(found, f"{scenario} (what is missing died)", "DMR of a reduce task", "reduce stage, s")


def _gc_share(runs):
    found = by_x(runs, ("ample", "grouping"), "ip-countrycode", lambda run: _percent(leakyruns.gc_share(run)))
    return found and plots.lines(found, "ip-countrycode: GC in the reduce tasks", "DMR of a reduce task", "% of their time")


def _percent(share):
    return None if share is None else 100 * share


def _smallest_heap(runs):
    found = {}
    for scenario in (*leakysuite.GROUPING, *leakysuite.JOINING):
        heaps = dict(zip(("stock", leakyruns.DEFAULT), leakyruns.smallest_heaps(runs, scenario, COMPARABLE, REFERENCES)))
        if any(heaps.values()):
            found[scenario] = {name: mb for name, mb in heaps.items() if mb}
    return found and plots.grouped(found, "Smallest heap within 5% of stock's time in ample memory", "MB")


def _time_memory(runs):
    found = {}
    for run in runs:
        if run["series"] == "time-memory" and run["status"] == "ok":
            found.setdefault(run["config"].rsplit(" ", 2)[0], {}).setdefault(run["heap_mb"], []).append(leakyruns.reduce_s(run))
    lines = {name: [(mb, stats.median(values)) for mb, values in by_heap.items()] for name, by_heap in found.items()}
    return lines and plots.lines(lines, "ip-countrycode, one reduce task for each core", "heap, MB", "reduce stage, s")


def _fetches(runs):
    for job in leakyruns.jobs(runs, "fetch"):
        for column, text in (("remote_s", "remote requests, s of a reduce task"), ("fetch_wait_s", "waiting for blocks, s of a reduce task")):
            values = {config: [value for run in goals.measured(runs, job, config) for value in eventlog.column(run, column)] for config in NAMES}
            values = {config: own for config, own in values.items() if own}
            yield f"Shuffle fetches, DMR {leakyruns.x_of(runs, job):g}", values and plots.cdf(values, "ip-countrycode between two executors", text)


def _over_time(runs):
    return [run for run in runs if run["series"] == "over-time" and run["round"] == 1 and run["status"] == "ok"]


def _heap(runs):
    own = _over_time(runs)
    return own and plots.gc_over_time(own, "day-keyword, few reduce tasks")


def _cpu(runs):
    found = {run["config"]: [(at, 100 * (user + system)) for at, user, system in run["cpu_load"]] for run in _over_time(runs) if run["cpu_load"]}
    return found and plots.lines(found, "day-keyword, few reduce tasks", "seconds since the first sample", "CPU, % of the machine")


def _scaling(runs):
    for scenario, text in (("pairs", "times 2.5 million pairs"), ("length", "characters of a value")):
        found = by_x(runs, ("scaling",), scenario, leakyruns.reduce_s)
        yield f"Scaling: {scenario}", found and plots.lines(found, "Artificial pairs", text, "reduce stage, s")


def _wire(runs):
    found = by_x(runs, ("wire",), "ip-countrycode", leakyruns.job_s, ("Parallel", "leaky copy", "leaky prefix"))
    return found and plots.lines(found, "ip-countrycode: whole job", "DMR of a reduce task", "s")


def _objects(runs):
    found = {}
    for job in leakyruns.jobs(runs, "wire", leakysuite.OBJECTS):
        for text, value in (("reduce stage", leakyruns.reduce_s), ("whole job", leakyruns.job_s)):
            medians = {config: stats.median(leakyruns.times(runs, job, config, value).values()) for config in (*NAMES, "leaky prefix")}
            found[text] = {config: median for config, median in medians.items() if median}
    return any(found.values()) and plots.grouped(found, "Objects as values", "s")


def _bytes(runs):
    found = {}
    for job in leakyruns.jobs(runs, "wire"):
        stock = leakyruns.written(runs, job, "Parallel")
        own = {name: 100 * (mine / stock - 1) for name in ("leaky copy", "leaky prefix") if stock and (mine := leakyruns.written(runs, job, name))}
        if own:
            found[leakyruns.scenario_of(runs, job)] = own
    return found and plots.grouped(found, "Shuffle bytes added", "% of stock's")


def _parts(runs):
    found = {}
    for job in leakyruns.jobs(runs, "parts"):
        medians = {setting.name: stats.median(leakyruns.times(runs, job, setting.name, leakyruns.job_s).values()) for setting in leakysuite.PARTS}
        found[leakyruns.scenario_of(runs, job)] = {name: value for name, value in medians.items() if value}
    return any(found.values()) and plots.grouped(found, "Both parts, each alone, neither", "job, s")


def _operations(runs):
    verdicts = {leakyruns.scenario_of(runs, job): leakyruns.verdict(runs, job) for job in leakyruns.jobs(runs, "operations")}
    found = {f"{name}: {verdict[0]}": {"stock / ours": verdict[1]} for name, verdict in verdicts.items() if verdict}
    return found and plots.grouped(found, "Operations with the plug-in", "times as fast as stock")


def _sql(runs):
    found = {}
    for job in leakyruns.jobs(runs, "sql"):
        for config in ("Parallel", "with leaky", "with leaky and eager"):
            for run in goals.measured(runs, job, config):
                for query in ("aggregate", "join", "window", "sort"):
                    found.setdefault(query, {}).setdefault(config, []).append(run["result"]["phases_s"][query])
    medians = {query: {config: stats.median(values) for config, values in own.items()} for query, own in found.items()}
    return medians and plots.grouped(medians, "SQL", "s")
