# SPDX-License-Identifier: Apache-2.0
"""The JDK below a pool is replaced in its place, as an update does: real servers of the old one have no part in runs of the new one."""
import os
import shutil

import pytest

from conftest import ROOT
from served import Served, assert_same

MAIN = "Ends$Returns"


@pytest.fixture
def own(tmp_path, spillway_image):
    made = Served(tmp_path / "own", spillway_image)
    made.compile([ROOT / "warm/tests/programs/Ends.java"])
    yield made
    made.stop()


@pytest.mark.parametrize("file", ["lib/server/libjvm.so", "lib/modules", "release"])
def test_a_jdk_that_is_replaced_between_two_runs_has_servers_of_its_own(own, file):
    plain = own.run("plain", MAIN)
    own.start()
    assert_same(own.run("warm", MAIN), plain)
    before = {kind: len(own.events(kind)) for kind in ("warm", "cold")}
    replaced = own.image / file
    shutil.copyfile(replaced, replaced.with_name("new"))
    os.chmod(replaced.with_name("new"), replaced.stat().st_mode)
    os.replace(replaced.with_name("new"), replaced)
    assert_same(own.run("warm", MAIN), plain)
    assert (len(own.events("warm")), len(own.events("cold"))) == (before["warm"], before["cold"] + 1)
    own.start()
    assert_same(own.run("warm", MAIN), plain)
    assert len(own.events("warm")) == before["warm"] + 1
