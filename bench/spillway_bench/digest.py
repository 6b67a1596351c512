# SPDX-License-Identifier: Apache-2.0
"""Compares the results of jobs: the same in every setting; counts and hashes exactly, floating sums up to the order of addition."""
import math

TOLERANCE = 1e-6  # relative; sums over millions of doubles in another order differ by far less
WHOLE = 2**48     # jobs print counts and hashes as doubles, hashes of 48 bits; much larger floating sums are always whole numbers


def differences(left, right, tolerance=TOLERANCE):
    """What differs between two digests, one line each; empty means equal."""
    lines = []
    for key in sorted(left.keys() | right.keys()):
        a, b = left.get(key), right.get(key)
        if a is None or b is None:
            lines.append(f"{key}: missing on one side")
        elif a != b if _whole(a) and _whole(b) else not math.isclose(a, b, rel_tol=tolerance, abs_tol=1e-12):
            lines.append(f"{key}: {a} and {b}")
    return lines


def _whole(number):
    """Whether a number is a count or a hash: an integer, or a double without a fraction."""
    return isinstance(number, int) or (number.is_integer() and abs(number) < WHOLE)


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
