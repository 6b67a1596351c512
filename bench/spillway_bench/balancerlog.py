# SPDX-License-Identifier: Apache-2.0
"""Reads what the memory balancer logs of its samples and decisions (-Xlog:balancer*=debug)."""
import math
import re

THREAD = "Memory Balancer"      # its thread, as the kernel names it
# Of each second, in this order: megabytes but for the shares of time and the seconds since the JVM's start.
SECOND = ("at_s", "limit", "committed", "ceiling", "page_cache", "unreclaimable", "read", "refaulted", "gc_share", "io_share")
DECISION = ("at_s", "action", "rule", "before", "after")

_LINE = re.compile(r"^\[(?P<at>[\d.]+)s\]\[balancer[^\]]*\] (?P<text>.*)$")
_SAMPLE = re.compile(r"^sample (?P<fields>.*) -> (?P<action>\w+) (?P<limit>\d+) \((?P<rule>.*?)\)(?: collects=[01])?(?: keeps=[01])?$")
_SHORTAGE = re.compile(r"^grow: shortage, first heap (?P<before>\d+)M -> (?P<after>\d+)M, ")
_INIT = re.compile(r"^(?P<key>memory|limit|waits|refaults|bytes read): (?P<text>.*)$")
_POLICY = re.compile(r"^policy (?P<name>\S+); budget (?P<budget>\d+)M, first heap at most (?P<most>\d+)M of -Xmx \d+M, "
                     r"at least (?P<least>\d+)M, at first (?P<first>\d+)M$")
_MB = 1 << 20


def log_option(file):
    """The JVM option that writes a log this module reads."""
    return f"-Xlog:balancer*=debug:file={file}:uptime,tags:filecount=0"


def read(text):
    """{policy, start, sources, samples, seconds, decisions} of a log.

    samples: how many it took. seconds: a list like SECOND for about each second. decisions: a list like DECISION for each
    change of H1's limit and each move that was asked for, those that a collection made at once among them. start: {budget, most, least,
    first} in megabytes. A log of a JVM without balancer gives no samples.
    """
    found = {"policy": None, "start": {}, "sources": {}, "samples": 0, "seconds": [], "decisions": []}
    taken = []
    for at_s, line in _lines(text):
        if match := _SAMPLE.match(line):
            sample = _fields(match["fields"])
            taken.append((at_s, sample))
            if match["action"] != "nothing":
                found["decisions"].append([at_s, match["action"], match["rule"], _mb(sample["limit"]), _mb(match["limit"])])
        elif match := _SHORTAGE.match(line):
            found["decisions"].append([at_s, "grow", "shortage", float(match["before"]), float(match["after"])])
        elif match := _POLICY.match(line):
            found.update(policy=match["name"], start={key: int(match[key]) for key in ("budget", "most", "least", "first")})
        elif match := _INIT.match(line):
            found["sources"][match["key"]] = match["text"]
    return {**found, "samples": len(taken), "seconds": _by_second(taken)}


def sample_lines(text):
    """The lines of the samples as they stand behind the log's decorations, which a replay reads."""
    return [line for _, line in _lines(text) if _SAMPLE.match(line)]


def _lines(text):
    for line in text.splitlines():
        if match := _LINE.match(line):
            yield float(match["at"]), match["text"]


def _fields(text):
    return {key: float(value) for key, value in (word.split("=", 1) for word in text.split())}


def _by_second(taken):
    """Up to four samples in a second are put together: sizes of the last one, sums of what happened since the one before."""
    rows, together = [], []
    for at_s, sample in taken:
        together.append(sample)
        if sum(one["interval"] for one in together) >= 1e9:
            rows.append(_row(at_s, together))
            together = []
    return [*rows, _row(taken[-1][0], together)] if together else rows


def _row(at_s, together):
    last, interval = together[-1], max(1.0, sum(one["interval"] for one in together))
    sizes = [_mb(last[key]) for key in ("limit", "committed", "ceiling", "page_cache", "unreclaimable")]
    sums = [_mb(sum(one[key] for one in together)) for key in ("read", "refaulted")]
    gc = sum(one["minor_time"] + one["full_time"] for one in together) / interval
    return [at_s, *sizes, *sums, round(gc, 4), round(sum(one["read_wait"] for one in together) / interval, 4)]


def _mb(size):
    return round(float(size) / _MB, 1)


def settled_after(decisions, last_mb, end_s, near=1 / 16, calm=1 / 10):
    """After how many decisions H1's limit stayed, for good, within a sixteenth of its last value.

    Corrections by less than a sixteenth that follow the rest of the process are not counted, the policy did not make them, but for one
    with which they come to a sixteenth together. Infinite if the limit came near its last value in the last tenth of the time only:
    that was not the size it would have stayed at.
    """
    counted, settled, settled_s, drift_mb = 0, 0, 0.0, None
    for at_s, action, rule, before, after in decisions:
        if action == "move":
            continue
        if rule in ("container", "ceiling", "floor"):
            drift_mb = before if drift_mb is None else drift_mb
            if abs(after - drift_mb) <= near * drift_mb:
                continue
        drift_mb = None
        counted += 1
        if abs(before - last_mb) > near * last_mb:
            settled, settled_s = counted, at_s
    return settled if settled_s <= (1 - calm) * end_s else math.inf


def mean_limit(balancer):
    """H1's limit in the mean over time, None without samples."""
    rows = balancer["seconds"]
    if not rows:
        return None
    spans = [(row[0] - before[0], row[1]) for before, row in zip(rows, rows[1:])]
    time = sum(span for span, _ in spans)
    return sum(span * limit for span, limit in spans) / time if time > 0 else rows[-1][1]
