# SPDX-License-Identifier: Apache-2.0
"""What docs/warm-pool-conformance.md names exists: tests that run, and programs that one of them runs."""
import re

from conftest import ROOT

TABLE = ROOT / "docs/warm-pool-conformance.md"


def test_every_test_and_program_of_the_table_exists():
    sources = {path: path.read_text() for path in sorted((ROOT / "warm/tests").glob("test_*.py"))}
    tests = {name for text in sources.values() for name in re.findall(r"^def (test_\w+)\(", text, re.MULTILINE)}
    rows = [line for line in TABLE.read_text().splitlines() if line.startswith("| ") and not line.startswith("| case |")]
    named = [re.findall(r"`([^`]+)`", row.split("|")[2]) for row in rows]
    assert len(rows) > 40 and all(named[:-1]), [row for row, names in zip(rows[:-1], named, strict=False) if not names]
    for name in (name for names in named for name in names if not name.startswith("make ") and name not in ("gc", "java")):
        if name.startswith("test_"):
            assert name in tests, name
        else:
            assert (ROOT / f"warm/tests/programs/{name.split('$')[0]}.java").exists() and any(f'"{name}"' in text for text in sources.values()), name
