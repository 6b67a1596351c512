# SPDX-License-Identifier: Apache-2.0
"""Fixtures: real JVMs, real cgroups; what the machine does not give is skipped with the reason."""
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from spillway_bench import paths  # noqa: E402  (needs the path above)
from spillway_bench.cgroup import MemoryGroup, NoCgroup  # noqa: E402


@pytest.fixture(scope="session")
def java():
    """The java command of a stock JDK 25."""
    try:
        return paths.stock_jdk() / "bin" / "java"
    except paths.Missing as e:
        pytest.skip(str(e))


@pytest.fixture(scope="session")
def cgroup():
    """Skips where no memory cgroup can be made."""
    try:
        with MemoryGroup(64 << 20):
            return True
    except NoCgroup as e:
        pytest.skip(str(e))


@pytest.fixture(scope="session")
def spillway(java):
    """Skips where the Spillway JDK is not built."""
    try:
        return paths.spillway_jdk()
    except paths.Missing as e:
        pytest.skip(str(e))


@pytest.fixture(scope="session")
def jobs_jar():
    try:
        return paths.jobs_jar()
    except paths.Missing as e:
        pytest.skip(str(e))


@pytest.fixture
def places(monkeypatch, tmp_path):
    """Results and scratch files below a temporary directory."""
    monkeypatch.setenv("SPILLWAY_OUT", str(tmp_path / "out"))
    monkeypatch.setenv("SPILLWAY_BENCH_DIR", str(tmp_path / "work"))
    return tmp_path


@pytest.fixture
def java_program(tmp_path):
    """Writes a single-file Java program and returns its path: java_program("class A {...}")."""
    def write(source):
        path = tmp_path / "Program.java"
        path.write_text(source)
        return path
    return write
