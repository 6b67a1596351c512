#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Test counts from the reports that the test tools wrote.

Usage: counts.py record NAME REPORT...   sums JUnit XML reports (files or directories) into build/counts/NAME
       counts.py total                   prints the tests that failed and "N passed, N failed, N skipped" over all of
                                        build/counts; status 1 if one failed or none passed

A file of build/counts holds "passed failed skipped"; some tools write the first two only. Errors count as failed.
"""
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

BUILD = Path(__file__).resolve().parent.parent / "build"
COUNTS = BUILD / "counts"
FAILURES = BUILD / "failures"  # for each name a list of the tests that failed, if there are any


def reports(paths):
    """The XML reports among the paths; a directory stands for the TEST-*.xml below it."""
    for path in map(Path, paths):
        yield from sorted(path.rglob("TEST-*.xml")) if path.is_dir() else [path]


def count(report):
    """(passed, failed, skipped) of one JUnit XML report, from its test cases."""
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return len(cases) - failed - skipped, failed, skipped


def failures(report):
    """A line for each failed test of a JUnit XML report: its name and the beginning of what it says."""
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        for trouble in (*case.iter("failure"), *case.iter("error")):
            words = " ".join((trouble.get("message") or trouble.text or "").split())
            yield f"{case.get('classname')}.{case.get('name')}: {words[:400]}"


def add(rows):
    """Sums of the three columns; a missing third number is 0."""
    return [sum((*row, 0)[column] for row in rows) for column in range(3)]


def record(name, paths):
    paths = list(reports(paths))
    passed, failed, skipped = add([count(report) for report in paths])
    for directory in (COUNTS, FAILURES):
        directory.mkdir(parents=True, exist_ok=True)
    (COUNTS / name).write_text(f"{passed} {failed} {skipped}\n")
    (FAILURES / name).write_text("".join(f"  {name}: {line}\n" for report in paths for line in failures(report)))
    if passed + failed == 0:
        sys.exit(f"error: {name}: no test ran")


def total():
    rows = [tuple(map(int, f.read_text().split())) for f in sorted(COUNTS.glob("*"))] if COUNTS.is_dir() else []
    passed, failed, skipped = add(rows)
    if lines := "".join(f.read_text() for f in sorted(FAILURES.glob("*"))):
        print(f"failed tests:\n{lines}")
        # Once more, since of a long output only the end may be kept.
        print("failed:", *(" ".join(line.split()[:2]).removesuffix(":") + ";" for line in lines.splitlines()))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(failed > 0 or passed == 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["record"] and len(sys.argv) > 3:
        record(sys.argv[2], sys.argv[3:])
    elif sys.argv[1:] == ["total"]:
        total()
    else:
        sys.exit(__doc__)
