# SPDX-License-Identifier: Apache-2.0
"""A later session may take over runs of an earlier one only where they can be compared."""
import copy
import subprocess

import pytest

from spillway_bench import machine, session

DOCUMENT = {"machine": {"cpu": "some", "cpus": 2, "memory_bytes": 1, "kernel": "6", "file_system": "ext4", "load_before": 0.1},
            "settings": {"plan": "jobs.json", "limit_mb": 1024, "rounds": 3, "edges": None, "seconds": 5},
            "versions": {"Spillway JDK": "25", "pyspark": "4.3.0", "commit": "1234567"}}


@pytest.fixture(autouse=True)
def one_product(monkeypatch):
    monkeypatch.setattr(machine, "same_product", lambda one, other: one == other)


def changed(part, key, value):
    other = copy.deepcopy(DOCUMENT)
    other[part][key] = value
    return session.differences(other, DOCUMENT)


def test_time_and_load_do_not_matter():
    assert changed("settings", "seconds", 9) == changed("machine", "load_before", 2.0) == []


@pytest.mark.parametrize("part, key", [("machine", "cpu"), ("settings", "limit_mb"), ("settings", "plan"), ("versions", "pyspark")])
def test_another_machine_plan_or_version_is_named(part, key):
    assert changed(part, key, "other") == [key]


def test_another_product_is_named_by_its_commit():
    assert changed("versions", "commit", "7654321") == ["commit 7654321"]


def test_commits_have_the_same_product_when_only_other_files_changed(tmp_path, monkeypatch):
    monkeypatch.undo()
    def git(*words):
        return subprocess.run(["git", "-C", tmp_path, "-c", "user.name=t", "-c", "user.email=t@t", *words], check=True,
                              capture_output=True, text=True).stdout.strip()
    git("init", "-q")
    names = []
    for path, text in (("jvm/a", "1"), ("docs/b", "1"), ("jvm/a", "2"), ("jvm/test/c", "1"), ("spark/src/test/d", "1")):
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).write_text(text)
        git("add", "-A")
        git("commit", "-qm", path)
        names.append(git("rev-parse", "--short", "HEAD"))
    assert machine.same_product(names[0], names[1], tmp_path) and machine.same_product(names[2], names[3], tmp_path)
    assert machine.same_product(names[3], names[4], tmp_path)
    assert not machine.same_product(names[1], names[2], tmp_path)
    assert not machine.same_product(names[1], f"{names[1]}-dirty", tmp_path)
    assert not machine.same_product("unknown", "unknown", tmp_path)
