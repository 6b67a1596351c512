# SPDX-License-Identifier: Apache-2.0
"""Compares the results of jobs: the same in every setting, floating sums up to the order of addition."""
import math

TOLERANCE = 1e-6  # relative; sums over millions of doubles in another order differ by far less


def differences(left, right, tolerance=TOLERANCE):
    """What differs between two digests, one line each; empty means equal."""
    lines = []
    for key in sorted(left.keys() | right.keys()):
        a, b = left.get(key), right.get(key)
        if a is None or b is None:
            lines.append(f"{key}: missing on one side")
        elif not math.isclose(a, b, rel_tol=tolerance, abs_tol=1e-12):
            lines.append(f"{key}: {a} and {b}")
    return lines


def check(runs):
    """Marks successful runs whose digest differs from that of the first successful run of their job as failed."""
    reference = {}
    for run in runs:
        if run["status"] != "ok":
            continue
        digest = run["result"]["digest"]
        lines = differences(reference.setdefault(run["job"], digest), digest)
        if lines:
            run.update(status="failed", reason="different result: " + "; ".join(lines))
    return runs
