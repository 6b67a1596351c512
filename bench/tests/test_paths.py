# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest

from spillway_bench import machine, paths


@pytest.fixture
def root(monkeypatch, tmp_path):
    """A project without a JDK on a machine without one, but for what its boot-jdk prints."""
    for name in ("STOCK_JDK", "BOOT_JDK", "JAVA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(paths, "_installed_jdks", lambda: [])
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    return tmp_path


def jdk(directory, version):
    (directory / "bin").mkdir(parents=True)
    (directory / "bin" / "java").touch()
    (directory / "release").write_text(f'JAVA_VERSION="{version}"\n')
    return directory


def boot_jdk(root, line):
    script = root / "jvm" / "build" / "boot-jdk"
    script.parent.mkdir(parents=True)
    script.write_text(f"#!/bin/sh\n{line}\n")
    script.chmod(0o755)


def test_the_jdk_that_boots_the_build_is_the_last_choice(root):
    boot = jdk(root / "unpacked", "25.0.3")
    boot_jdk(root, f"echo {boot}")
    assert paths.stock_jdk() == boot
    built = jdk(root / "dist" / "jdk-stock", "25.0.3")
    assert paths.stock_jdk() == built


@pytest.mark.parametrize("line", ["exit 1", "echo", "echo /no/such/directory", "echo $(dirname $0)/../../jdk24"])
def test_without_a_jdk_25_the_error_says_what_to_do(root, line):
    jdk(root / "jdk24", "24.0.2")
    boot_jdk(root, line)
    with pytest.raises(paths.Missing, match="make jvm-stock"):
        paths.stock_jdk()


def test_without_the_script_the_error_is_the_same(root):
    with pytest.raises(paths.Missing, match="STOCK_JDK"):
        paths.stock_jdk()


def test_a_commit_of_a_changed_tree_is_called_dirty(tmp_path):
    def git(*words):
        subprocess.run(["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True, capture_output=True)
    assert machine.commit(tmp_path) == "unknown"
    git("init")
    git("commit", "--allow-empty", "-m", "first")
    clean = machine.commit(tmp_path)
    assert clean != "unknown" and not clean.endswith("-dirty")
    (tmp_path / "new").touch()
    assert machine.commit(tmp_path) == f"{clean}-dirty"
