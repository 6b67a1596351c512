# SPDX-License-Identifier: Apache-2.0
"""Goals of `make bench-warm` as pure functions of its raw runs. Times are medians of rounds from 2 on, of cold runs too where a warm one was meant."""
from collections import Counter
from dataclasses import dataclass

from . import goals, stats
from .warmclient import JOB as CLIENT
from .warmprograms import HDFS, LONG, NAMES, QUERIES, TOOLS, TRAINED_ON
from .warmvariants import AOT, AOT_OTHER, IMAGE, PLAIN, WARM


def warm(runs, settings):
    """All goals. A failed run of ours misses the goals that rest on its program; what was not run in whole is not measured."""
    def sound(goal, *jobs):
        return goals.unless(goals.failures([run for run in runs if run["job"] in jobs], lambda config: config == WARM), goal)
    return [sound(_at_least(runs, "hello", "hello world at least 5 times as fast as plain java", "hello", PLAIN, 5.0), "hello"),
            sound(_ls(runs), "hdfs-ls"),
            sound(_queries(runs, "SQL", "ten queries by spark-submit, launcher included, at least 4 times as fast as plain java (geometric mean)", PLAIN, 4.0),
                  *QUERIES),
            sound(_queries(runs, "SQL, AOT cache", "at least twice as fast as with AOT caches of the launcher and of the same query", AOT, 2.0), *QUERIES),
            sound(goals.unless(goals.failures(runs, lambda config: config == WARM, "taught"), _trained(runs)), *QUERIES),
            sound(_served(runs), *NAMES), sound(_ended(runs), *NAMES), sound(_reset(runs), *NAMES), sound(_start(runs), "hello"),
            sound(_connect(runs), "hello"), sound(_client(runs), CLIENT), sound(_long(runs), LONG),
            sound(_memory(runs, settings), *TOOLS, *HDFS)]


@dataclass(frozen=True)
class Speed:
    """value: median of the others by the median of one's own; pairs: the same ratio, round by round."""
    value: float
    pairs: stats.Ratio

    def __str__(self):
        return f" ({self.pairs})" if self.pairs.pairs > 1 else goals.single([self.pairs])


def times(runs, job, config):
    """{round: seconds} from round 2 on."""
    return {turn: seconds for turn, seconds in goals.wall_times(runs, job, config).items() if turn >= 2}


def speed(runs, job, other, config=WARM):
    """How many times faster a variant is than another one; None where they share no round."""
    return _compare(times(runs, job, other), times(runs, job, config))


def _compare(theirs, ours):
    pairs = stats.ratio(*goals.paired(theirs, ours))
    return pairs and Speed(stats.median(theirs.values()) / stats.median(ours.values()), pairs)


def _at_least(runs, name, text, job, other, bound):
    found = speed(runs, job, other)
    return goals.at_least(name, text, found and found.value, bound, " times", found)


def _ls(runs):
    own = times(runs, "hdfs-ls", WARM)
    return goals.at_most("hdfs -ls", "HDFS's -ls in at most 150 ms, the java process alone (median)", 1000 * stats.median(own.values()) if own else None,
                         150.0, " ms", _alone(own))


def _alone(values):
    return " (one run)" if len(values) == 1 else ""


def _queries(runs, name, text, other, bound):
    found = {job: speed(runs, job, other) for job in QUERIES}
    known = all(found.values())
    value = stats.geometric_mean(own.value for own in found.values()) if known else None
    note = known and f" ({_interval(runs, other)}{_spread({job: own.value for job, own in found.items()})}){goals.single(own.pairs for own in found.values())}"
    return goals.at_least(name, text, value, bound, " times", note)


def _interval(runs, other):
    """Of the geometric means of all queries, paired by round; nothing where a single round is all there is."""
    means = []
    for config in (other, WARM):
        own = [times(runs, job, config) for job in QUERIES]
        means.append({turn: stats.geometric_mean(seconds[turn] for seconds in own) for turn in set.intersection(*map(set, own))})
    found = stats.ratio(*goals.paired(*means))
    return f"{found}; " if found and found.pairs > 1 else ""


def _spread(values):
    least, most = min(values, key=values.get), max(values, key=values.get)
    return f"{values[least]:.2f} for {least} to {values[most]:.2f} for {most}"


def _trained(runs):
    """The first warm runs of queries on servers that had run one other query, against an AOT cache trained on that one."""
    firsts = {job: [run["wall_s"] for run in runs if run["job"] == job and _is_taught(run)] for job in QUERIES if job != TRAINED_ON}
    others = {job: stats.median(times(runs, job, AOT_OTHER).values()) for job in firsts}
    known = all(firsts.values()) and all(others.values())
    found = {job: others[job] / stats.median(own) for job, own in firsts.items()} if known else {}
    once = [len(own) == 1 for own in firsts.values()]
    note = known and f" ({_spread(found)}){' (one run each)' if all(once) else ' (some of one run each)' if any(once) else ''}"
    return goals.at_least("SQL, trained on another query", "the first warm run of a query at least twice as fast as with an AOT cache trained on another",
                          stats.geometric_mean(found.values()), 2.0, " times", note)


def _is_taught(run):
    """Whether a run was warm on a server that had one run, of the query on which caches were trained."""
    return run["kind"] == "taught" and run["status"] == "ok" and run.get("warm") and run.get("after") == TRAINED_ON


def _meant(runs, jobs=NAMES):
    """Measured runs that were meant to be warm, once each of the programs has had one, else none."""
    own = [run for run in runs if run["config"] == WARM and run["kind"] == "measured" and run["job"] in jobs and "warm" in run]
    return own if {run["job"] for run in own} == set(jobs) else []


def _served(runs):
    own = _meant(runs)
    cold = Counter(run["cold"] for run in own if not run["warm"])
    return goals.at_least("served warm", "at least 90% of the runs that are meant to be warm", 100 * (1 - cold.total() / len(own)) if own else None, 90.0, "%",
                          f" of {len(own)}{_reasons(cold)}")


def _ended(runs):
    own = _meant(runs)
    ended = Counter(run["ended"] for run in own if "ended" in run)
    return goals.at_most("servers ended", "at most 5% of these end their server", 100 * ended.total() / len(own) if own else None, 5.0, "%",
                         f" of {len(own)}{_reasons(ended)}")


def _reasons(counted):
    return "".join(f"; {count} {reason[:120]}" for reason, count in counted.most_common(5))


def _reset(runs):
    middle = {job: stats.median(run["free_s"] for run in _meant(runs) if run["job"] == job and run["warm"] and "free_s" in run) for job in NAMES}
    known = all(value is not None for value in middle.values())
    worst = max(middle, key=middle.get) if known else None
    return goals.at_most("reset", "a server is free again within 100 ms of the run's end (median, worst program)", worst and 1000 * middle[worst], 100.0, " ms",
                         worst and f" ({worst})")


def _start(runs):
    own = [run["main_s"] for run in _meant(runs, ("hello",)) if run["status"] == "ok" and run["warm"] and run["round"] >= 2]
    return goals.at_most("start to main", "main begins on a warm server at most 5 ms after the client has been started (median)",
                         1000 * stats.median(own) if own else None, 5.0, " ms", _alone(own))


def _connect(runs):
    own = [run["connect_s"] for run in _meant(runs, ("hello",)) if run["warm"] and "connect_s" in run and run["round"] >= 2]
    return goals.at_most("connect", "a server takes a run at most 300 microseconds after it was asked for (median)",
                         1e6 * stats.median(own) if own else None, 300.0, " us", _alone(own))


def _client(runs):
    """Of each round, by how much a program that ends at once takes longer with the client before it."""
    theirs, ours = (goals.wall_times(runs, CLIENT, config) for config in (PLAIN, WARM))
    more = [1000 * (ours[turn] - theirs[turn]) for turn in ours.keys() & theirs.keys()]
    return goals.at_most("client", "the client starts, reads a command line and goes over to plain java in at most 2 ms (median)", stats.median(more), 2.0, " ms",
                         more and f" ({min(more):.2f} to {max(more):.2f} in {len(more)} rounds)")


def _long(runs):
    """The second half of a long job's batches; rounds from 2 on, as the first one compiles on the server what later ones find compiled."""
    theirs, ours = ({run["round"]: run["half_s"] for run in runs if (run["job"], run["config"], run["status"]) == (LONG, config, "ok") and "half_s" in run
                     and run["kind"] == "measured" and run["round"] >= 2} for config in (IMAGE, WARM))
    pairs = stats.ratio(*goals.paired(ours, theirs))
    return goals.at_most("long jobs", "a long job's compiled part takes at most 2% longer on a warm server than on the same VM by itself",
                         pairs and 100 * (stats.median(ours.values()) / stats.median(theirs.values()) - 1), 2.0, "%",
                         pairs and (f" (ratio {pairs})" if pairs.pairs > 1 else goals.single([pairs])))


def _memory(runs, settings):
    """Servers by what they ran: those of HDFS's shell and the JDK's tools."""
    jobs = {}
    for run in _meant(runs, (*TOOLS, *HDFS)):
        for server in run["servers"]:
            jobs.setdefault(server, set()).add(run["job"])
    found = {server: mb for server, mb in settings.get("idle_mb", {}).items() if server in jobs}
    known = {job for server in found for job in jobs[server]} == {*TOOLS, *HDFS}
    worst = max(found, key=found.get) if known else None
    return goals.at_most("memory", "at most 200 MB (Pss) for each idle server of a command-line tool", worst and found[worst], 200.0, " MB",
                         worst and f" (of {', '.join(sorted(jobs[worst]))}; all: {', '.join(f'{mb:g}' for mb in found.values())})")
