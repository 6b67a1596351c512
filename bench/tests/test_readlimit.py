# SPDX-License-Identifier: Apache-2.0
"""A group that may read only so fast, and what is told where there is none."""
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from spillway_bench import cgroup as cgroups
from spillway_bench import process, readlimit
from spillway_bench.cgroup import MemoryGroup, NoCgroup
from spillway_bench.readlimit import ReadLimit

READ = """import os, sys
f = os.open(sys.argv[1], os.O_RDONLY)
os.posix_fadvise(f, 0, 0, os.POSIX_FADV_DONTNEED)
while os.read(f, 1 << 18): pass"""


@pytest.fixture
def limited(cgroup, tmp_path):
    """Skips where reads cannot be limited."""
    try:
        with MemoryGroup(64 << 20) as group, ReadLimit(group, tmp_path, 1 << 20):
            return True
    except NoCgroup as e:
        pytest.skip(str(e))


def test_reads_take_as_long_as_the_limit_says_and_the_group_is_gone_afterwards(limited, tmp_path):
    file = tmp_path / "file"
    with open(file, "wb") as out:
        out.write(os.urandom(4 << 20))
        out.flush()
        os.fsync(out.fileno())
    run = process.run([sys.executable, "-c", READ, file], log=tmp_path / "log", limit_bytes=256 << 20, directory=tmp_path, read_bps=2 << 20)
    # The kernel lets a little through at once.
    assert run["status"] == "ok" and run["wall_s"] > 1.5
    assert [path for parent in readlimit._parents() for path in parent.glob(f"spillway-{os.getpid()}-*")] == []


def test_without_a_controller_the_reason_is_told_and_no_group_stays(cgroup, tmp_path, monkeypatch):
    monkeypatch.setattr(readlimit, "_parents", lambda: [])
    monkeypatch.setattr(readlimit, "whole_device", lambda number: "8:0")
    with pytest.raises(NoCgroup, match="no read limit"):
        with MemoryGroup(64 << 20) as group, ReadLimit(SimpleNamespace(version=1, path=group.path), tmp_path, 1 << 20):
            pass
    assert [path for _, parent in cgroups._parents() for path in parent.glob(f"spillway-{os.getpid()}-*")] == []


def test_version_2_is_a_setting_of_the_group_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(readlimit, "whole_device", lambda number: "8:0")
    group = SimpleNamespace(version=2, path=tmp_path)
    with pytest.raises(NoCgroup, match="io controller"):
        ReadLimit(group, tmp_path, 5).__enter__()
    (tmp_path / "io.max").write_text("")
    with ReadLimit(group, tmp_path, 5) as reads:
        assert reads.enter_command(["true"]) == ["true"]
    assert (tmp_path / "io.max").read_text() == "8:0 rbps=5"


def test_of_a_partition_the_whole_disk_is_limited(tmp_path):
    disk = tmp_path / "devices" / "sda"
    (disk / "sda1").mkdir(parents=True)
    (disk / "dev").write_text("8:0\n")
    (disk / "sda1" / "partition").write_text("1\n")
    for name, target in (("8:0", disk), ("8:1", disk / "sda1")):
        (tmp_path / name).symlink_to(target)
    assert [readlimit.whole_device(os.makedev(8, minor), tmp_path) for minor in (0, 1)] == ["8:0", "8:0"]
    with pytest.raises(NoCgroup, match="no block device"):
        readlimit.whole_device(os.makedev(0, 40), Path(tmp_path))
