# SPDX-License-Identifier: Apache-2.0
"""What `make test` says at its end: the counts, and the name and message of each test that failed."""
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COUNTS = Path(__file__).resolve().parents[1] / "counts.py"
REPORT = """<testsuite><testcase classname="a.GoodTest" name="passes"/><testcase classname="a.GoodTest" name="isLeftOut"><skipped/></testcase>
<testcase classname="a.BadTest" name="fails"><failure message="expected 1&#10; but was 2" type="Error">a long trace</failure></testcase>
<testcase classname="a.BadTest" name="breaks"><error>a trace alone</error></testcase></testsuite>"""


@pytest.fixture
def counts(tmp_path):
    (tmp_path / "scripts").mkdir()
    shutil.copy2(COUNTS, tmp_path / "scripts/counts.py")
    return lambda *words: subprocess.run([sys.executable, tmp_path / "scripts/counts.py", *words], capture_output=True, text=True, timeout=60)


def test_failed_tests_are_named_at_the_end(counts, tmp_path):
    (tmp_path / "TEST-a.xml").write_text(REPORT)
    assert counts("record", "group", tmp_path).returncode == 0
    ended = counts("total")
    assert ended.returncode == 1
    assert ended.stdout.splitlines() == ["failed tests:", "  group: a.BadTest.fails: expected 1 but was 2", "  group: a.BadTest.breaks: a trace alone",
                                         "", "failed: group: a.BadTest.fails; group: a.BadTest.breaks;", "1 passed, 2 failed, 1 skipped"]


def test_a_run_without_failure_names_none(counts, tmp_path):
    (tmp_path / "TEST-a.xml").write_text('<testsuite><testcase classname="a.GoodTest" name="passes"/></testsuite>')
    counts("record", "group", tmp_path)
    ended = counts("total")
    assert (ended.returncode, ended.stdout) == (0, "1 passed, 0 failed, 0 skipped\n")


def test_a_report_without_a_test_is_an_error(counts, tmp_path):
    (tmp_path / "TEST-a.xml").write_text("<testsuite/>")
    assert "no test ran" in counts("record", "group", tmp_path).stderr
