# SPDX-License-Identifier: Apache-2.0
"""What the pool's commands say of servers and settings is what was."""
import os
import shutil
import signal
import subprocess

import pytest

from pool import BIN


def test_a_server_that_ended_is_counted_once_with_what_tells_most(home):
    """Its client and its keeper both enter it in the log; one that made room was only said to have got a signal."""
    home.warm_up()
    client = home.popen("Wait")
    os.kill(int(client.stdout.readline().split()[1]), signal.SIGUSR1)
    assert client.wait(10) == -signal.SIGUSR1
    home.wait(lambda: len(home.events("ended")) == 2)
    home.warm_up({"SPILLWAY_WARM_SERVERS": "1"})
    home.warm_up({"SPILLWAY_WARM_SERVERS": "1"}, options=["-Xmx77m"])
    home.wait(lambda: len(home.events("ended")) == 3 and home.events("evicted"))
    assert "ended      2 servers\n" in home.pool("status").stdout
    ended = home.pool("why").stdout.partition("servers that ended, by reason:\n")[2].partition("last events")[0]
    assert ended == """       1  evicted
               1  room for another server
       1  server ended in a run
               1  wait status 10
"""


def test_what_is_no_line_of_the_log_hides_no_other(home):
    """Nothing behind it was seen."""
    home.warm_up()
    home.report()
    log = home.directory / "events"
    log.write_bytes(bytes(range(256)) * 10 + b"\tx\ty\tz\tw\n" + log.read_bytes())
    assert "runs       1 warm, 1 on plain java" in home.pool("status").stdout


def test_a_setting_that_cannot_be_read_is_told(home):
    told = home.pool("status", SPILLWAY_WARM_SERVERS="-1", SPILLWAY_WARM_MEMORY="100000000000", SPILLWAY_WARM_IDLE="1h")
    lines = told.stderr.splitlines()
    assert told.returncode == 0 and lines[0] == "spillway: SPILLWAY_WARM_SERVERS=-1 is no number from 0 to 1000: 4 is used", told
    assert lines[1].startswith("spillway: SPILLWAY_WARM_MEMORY=100000000000 is no number from 0 to ")
    assert lines[2] == "spillway: SPILLWAY_WARM_IDLE=1h is no number from 0 to 1073741824: 600 is used" and len(lines) == 3
    assert home.pool("status", SPILLWAY_WARM_SERVERS="0", SPILLWAY_WARM_MEMORY="1", SPILLWAY_WARM_IDLE="7").stderr == ""


@pytest.mark.parametrize("name", ["nojava", "/bin/true", "-cp"])
def test_a_command_line_of_no_java_warms_nothing(home, name):
    shutil.copy2(BIN / "spillway-checked", home.home / "bin/spillway")
    made = subprocess.run([home.home / "bin/spillway", "pool", "warm", "--", name, "-cp", home.classes, "Report"], env=home.environment(), capture_output=True,
                          text=True, timeout=20, cwd=home.work, stdin=subprocess.DEVNULL)
    assert made.returncode == 2 and made.stderr.startswith(f"spillway: {name} is no java"), made
    assert not home.servers()


def test_help_is_given_to_whom_asks(home):
    for words in (["--help"], ["stop", "--help"], ["warm", "-h"]):
        asked = home.pool(*words)
        assert asked.returncode == 0 and asked.stdout.startswith("usage: spillway pool status") and asked.stderr == "", asked
    assert home.pool().returncode == 2
