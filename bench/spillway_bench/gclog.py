# SPDX-License-Identifier: Apache-2.0
"""Reads the unified GC log (-Xlog:gc*:file=...:uptime,tags) of any HotSpot collector."""
import re

_PAUSE = re.compile(r"^\[(?P<at>[\d.]+)s\]\[gc\s*\] GC\((?P<id>\d+)\) Pause (?P<what>.*?)"
                    r"(?: (?P<before>\d+)M->(?P<after>\d+)M\((?P<size>\d+)M\))? (?P<ms>[\d.]+)ms$")
_CPU = re.compile(r"\[gc,cpu\s*\] GC\((?P<id>\d+)\) User=(?P<user>[\d.]+)s Sys=(?P<sys>[\d.]+)s Real=")
_MOVE = re.compile(r"H2 moved (?P<objects>\d+) objects, (?P<mb>\d+)M of (?P<roots>\d+) roots in (?P<ms>[\d.]+)ms "
                   r"\(select (?P<select>[\d.]+)ms, assign (?P<assign>[\d.]+)ms, copy (?P<copy>[\d.]+)ms\)")
_PHASE = re.compile(r"\[gc,phases\s*\] GC\(\d+\) (?P<name>Marking|Summary|Forward|Adjust Pointers|Compaction|Post Compact)(?: Phase)? "
                    r"(?P<ms>[\d.]+)ms$")
_OLD = re.compile(r"\[gc,heap\s*\] GC\((?P<id>\d+)\) ParOldGen: .*->(?P<used>\d+)K\(\d+K\)")


def log_option(file):
    """The JVM option that writes a log this module reads."""
    return f"-Xlog:gc*,safepoint*=off:file={file}:uptime,tags:filecount=0"


def kind(what):
    """'young', 'full' or 'other' for the text after 'Pause ' in a GC log."""
    if what.startswith("Young"):
        return "young"
    return "full" if what.startswith("Full") else "other"


def pauses(text):
    """Every pause as {at_s, kind, ms, cpu_ms, before_mb, after_mb, old_kb}; missing values are None."""
    found, by_id = [], {}
    for line in text.splitlines():
        if match := _PAUSE.match(line):
            pause = {"at_s": float(match["at"]), "kind": kind(match["what"]), "what": match["what"], "ms": float(match["ms"]),
                     "cpu_ms": None, "before_mb": _int(match["before"]), "after_mb": _int(match["after"]),
                     "old_kb": by_id.get(match["id"], {}).get("old_kb")}
            found.append(pause)
            by_id[match["id"]] = pause
        elif match := _OLD.search(line):
            by_id.setdefault(match["id"], {})["old_kb"] = int(match["used"])
        elif (match := _CPU.search(line)) and match["id"] in by_id:
            by_id[match["id"]]["cpu_ms"] = round((float(match["user"]) + float(match["sys"])) * 1000, 3)
    return found


def summary(found):
    """Totals of a run: seconds and number of pauses by kind, and the longest one."""
    result = {}
    for name in ("young", "full", "other"):
        times = [p["ms"] for p in found if p["kind"] == name]
        result[f"{name}_s"] = round(sum(times) / 1000, 4)
        result[f"{name}_count"] = len(times)
    result["total_s"] = round(sum(p["ms"] for p in found) / 1000, 4)
    result["max_ms"] = max((p["ms"] for p in found), default=0.0)
    return result


def moves(text):
    """Every move to the second heap as {objects, mb, roots, ms, select, assign, copy, pause, phases}, times in ms.

    pause: the whole collection. phases: those of ParallelGC, {name: ms}. Both only where the log has them before the move's line.
    """
    found, own = [], {}
    for line in text.splitlines():
        if "[gc,start" in line:
            own = {}
        elif match := _PHASE.search(line):
            own.setdefault("phases", {})[match["name"].lower()] = float(match["ms"])
        elif match := _PAUSE.match(line):
            own["pause"] = float(match["ms"])
        elif match := _MOVE.search(line):
            found.append({key: float(value) for key, value in match.groupdict().items()} | own)
    return found


def _int(text):
    return None if text is None else int(text)
