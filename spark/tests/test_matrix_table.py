# SPDX-License-Identifier: Apache-2.0
"""The compatibility table says what recorded reports of two releases say, and no more."""
from pathlib import Path

import matrix_table
import pytest

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent / "src" / "test" / "java"
VERSIONS = ("4.1.4", "4.2.1")


@pytest.fixture(scope="module")
def by_version():
    return {version: matrix_table.read([HERE / "reports" / version, HERE / "no-such-directory"]) for version in VERSIONS}


def columns(by_version, tested="0123abc, 2026-11-24"):
    return {version: matrix_table.column(found, tested) for version, found in by_version.items()}


def row(by_version, name):
    rows = [line for line in matrix_table.table(columns(by_version)).splitlines() if f"| {name} |" in line]
    assert len(rows) == 1, rows
    return [cell.strip() for cell in rows[0].strip("|").split("|")][2:]


def test_a_cell_names_the_jdks_of_the_programs_that_ran(by_version):
    assert row(by_version, "LocalCachingIT") == ["3 pass (17, 25, Spillway 25)", "2 pass, 1 skipped (17, 25)"]


def test_a_jdk_whose_test_was_skipped_is_not_claimed(by_version):
    assert row(by_version, "StandaloneIT") == ["1 skipped", "1 pass (Spillway 25)"]


def test_why_a_test_was_skipped_is_below_the_table(by_version):
    below = matrix_table.table(columns(by_version)).split("Skipped:")[1]
    assert "- Spark 4.1.4, StandaloneIT: Hadoop [3, 4, 2] of Spark 4.1.4 does not run on JDK 24 and later (HADOOP-19212)\n" in below
    assert "- Spark 4.2.1, LocalCachingIT: no Spillway JDK: build one" in below


def test_a_failed_test_stands_out(by_version):
    assert row(by_version, "StartUpIT") == ["not run", "1 pass, 1 FAIL (17)"]


def test_a_class_without_any_report_keeps_its_row_and_is_named(by_version):
    assert row(by_version, "LargeGroupIT") == ["not run", "not run"]
    missing = matrix_table.missing(by_version)
    assert "LargeGroupIT on Spark 4.1.4" in missing and "StartUpIT on Spark 4.1.4" in missing
    assert "StartUpIT on Spark 4.2.1" not in missing


def test_a_release_that_was_not_built_has_an_empty_column(by_version):
    assert row({**by_version, "9.0.0": {}}, "StandaloneIT") == ["1 skipped", "1 pass (Spillway 25)", "not run"]


def test_every_class_of_integration_tests_has_a_row():
    assert sorted(path.stem for path in SOURCES.rglob("*IT.java")) == sorted(matrix_table.WHAT)


def test_the_first_row_tells_commit_and_day_of_each_column(by_version):
    assert row(by_version, "tested") == ["0123abc, 2026-11-24"] * 2


def page_of(text):
    return f"before\n\n{matrix_table.BEGIN}\n{text}{matrix_table.END}\n\nafter\n"


def test_the_page_gets_the_table_between_its_marks_only(by_version):
    changed = matrix_table.with_table(page_of("old\n"), matrix_table.table(columns(by_version)))
    assert changed.startswith(f"before\n\n{matrix_table.BEGIN}\n| what |") and changed.endswith(f"\n{matrix_table.END}\n\nafter\n")
    assert matrix_table.columns_of(page_of("old\n")) == {} and list(matrix_table.columns_of(changed)) == list(VERSIONS)


def test_a_table_that_was_read_is_written_again_as_it_was(by_version):
    text = matrix_table.table(columns(by_version))
    assert matrix_table.table(matrix_table.columns_of(page_of(text))) == text


def test_a_release_that_ran_has_a_new_column_and_the_others_keep_theirs(by_version):
    page = page_of(matrix_table.table(columns(by_version)))
    new = columns({"4.2.1": by_version["4.1.4"], "4.10.0": by_version["4.1.4"]}, "new")
    found = matrix_table.merged(page, new)
    assert list(found) == ["4.1.4", "4.2.1", "4.10.0"]
    assert [one.cells["tested"] for one in found.values()] == ["0123abc, 2026-11-24", "new", "new"] and found["4.2.1"] == new["4.2.1"]
    assert found["4.1.4"].cells["StandaloneIT"] == "1 skipped" and found["4.1.4"].reasons == columns(by_version)["4.1.4"].reasons != []


def test_some_classes_that_ran_later_change_their_cells_and_the_first_row_only(by_version):
    old = columns(by_version)["4.1.4"]
    new = matrix_table.column({"StandaloneIT": matrix_table.Result(passed=2, jdks={"25"})}, "new")
    patched = matrix_table.patched(old, new)
    assert patched.cells == old.cells | {"StandaloneIT": "2 pass (25)", "tested": "0123abc, 2026-11-24; StandaloneIT new"}
    assert [text for text in old.reasons if "StandaloneIT" not in text] == patched.reasons != old.reasons
    assert matrix_table.patched(None, new) == new


def test_what_ran_on_two_jdks_is_added_up(by_version):
    again = {"StandaloneIT": matrix_table.Result(passed=1, failed=1, jdks={"25"})}
    found = matrix_table.added(by_version["4.2.1"], again)
    assert str(found["StandaloneIT"]) == "2 pass, 1 FAIL (25, Spillway 25)" and str(found["LocalCachingIT"]) == "2 pass, 1 skipped (17, 25)"


def test_classes_that_run_once_more_on_another_jdk_have_a_row():
    assert set(matrix_table.ON_OWN_JDK) <= set(matrix_table.WHAT)


def test_the_documentation_has_one_table_between_marks():
    page = (HERE.parents[1] / "docs" / "spark.md").read_text()
    assert page.count(matrix_table.BEGIN) == page.count(matrix_table.END) == 1
    assert all(one.cells["tested"] for one in matrix_table.columns_of(page).values())
