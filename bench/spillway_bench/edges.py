# SPDX-License-Identifier: Apache-2.0
"""Checks an edge list before minutes are spent on it."""
import gzip
import itertools
import re
import zlib

_EDGE = re.compile(rb"-?\d+[\s,]+-?\d+(\s|,|$)")
_LONGEST = 1 << 16  # a line of more bytes is no edge


def problem(path, lines=1000):
    """What is wrong with the first `lines` edges of a SNAP edge list (.txt or .gz, a pathlib.Path), None if nothing is.

    Spark decides by the same name whether a file is compressed. Later lines are read by the job only, which ends at a wrong one.
    """
    compressed = path.name.endswith(".gz")
    try:
        with gzip.open(path) if compressed else path.open("rb") as file:
            # A limit for each line: a binary file may have none.
            numbered = enumerate(iter(lambda: file.readline(_LONGEST), b""), 1)
            edges = ((number, line) for number, line in numbered if line.strip(b"\r\n") and not line.startswith(b"#"))
            first = list(itertools.islice(edges, lines))
    except (OSError, EOFError, zlib.error) as e:
        return f"{path} cannot be read{' as gzip' if compressed else ''}: {e}"
    if not first:
        return f"{path} has no edges"
    for number, line in first:
        if not _EDGE.match(line):
            return f"{path}, line {number}, is not an edge (two whole numbers): {line[:60].decode(errors='replace').strip()!r}"
    return None
