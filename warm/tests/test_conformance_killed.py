# SPDX-License-Identifier: Apache-2.0
"""Clients that go away at any step of a run, and servers that are killed while they reset: the next run is as on plain java."""
import os
import signal
import socket
import struct
import time

import pytest

from served import assert_same
from test_conformance_robust import at_once, ended, lives, restart
from test_conformance_surroundings import newest

MAIN, REQUEST, ACCEPTED, DESCRIPTORS = "Ends$Returns", 2, 3, 1


def frame(kind, payload=b"", descriptors=0):
    return b"SPWP" + struct.pack("<HHII", 1, kind, len(payload), descriptors) + payload


def request(directory):
    key = (directory / "key").read_bytes()
    items = [(1, key), (2, struct.pack("<I", 1)), (3, MAIN.encode()), (7, b"/"), (8, struct.pack("<I", 18)), (9, bytes(8)), (10, bytes(8))]
    return frame(REQUEST, b"".join(struct.pack("<II", kind, len(value)) + value for kind, value in items))


def descriptors(connection):
    numbers = struct.pack("<3I", 0, 1, 2)
    null = os.open("/dev/null", os.O_RDWR)
    socket.send_fds(connection, [frame(DESCRIPTORS, numbers, 3)], [null] * 3)
    os.close(null)


def go_away(directory, step):
    """As a client that is killed behind a step of what it has to say."""
    opened = os.open(directory, os.O_PATH)
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(10)
            connection.connect(f"/proc/self/fd/{opened}/socket")
            if step == "half of a request":
                connection.sendall(request(directory)[:40])
            if step in ("request", "accepted", "descriptors"):
                connection.sendall(request(directory))
            if step in ("accepted", "descriptors"):
                assert struct.unpack_from("<H", connection.recv(16, socket.MSG_WAITALL), 6)[0] == ACCEPTED
            if step == "descriptors":
                descriptors(connection)
    finally:
        os.close(opened)


@pytest.mark.parametrize("step", ["connected", "half of a request", "request", "accepted", "descriptors"])
def test_a_client_that_goes_away_before_its_run_begins_costs_no_server(served, step):
    plain = served.run("plain", MAIN)
    restart(served)
    before, warm, server = len(served.events("ended")), len(served.events("warm")), newest(served)
    for _ in range(3):
        go_away(server, step)
        assert_same(served.run("warm", MAIN), plain)
    served.await_free()
    assert len(served.events("ended")) == before and len(served.events("warm")) == warm + 3, served.events()[-5:]


@pytest.mark.parametrize("ms", [0, 1, 3, 10, 30])
def test_a_client_that_is_killed_as_its_run_ends_does_no_harm_to_the_next_one(served, ms):
    """It may have its exit status by then, or not: that is its own. The server may be in the run, in the reset, or ready."""
    plain = served.run("plain", MAIN)
    for _ in range(3):
        served.start()
        client = at_once(served, "warm", MAIN)
        client.stdout.readline()
        time.sleep(ms / 1000)
        client.kill()
        client.communicate()
        assert client.returncode in (plain[0], -signal.SIGKILL)
        assert_same(served.run("warm", MAIN), plain)


@pytest.mark.parametrize("ms", [0, 2, 5, 10, 20, 50])
def test_a_server_that_is_killed_in_its_reset_does_no_harm_to_the_next_run(served, ms):
    plain = served.run("plain", MAIN)
    server = restart(served)
    assert ended(at_once(served, "warm", MAIN))[:3] == plain[:3]
    time.sleep(ms / 1000)
    os.kill(server, signal.SIGKILL)
    served.wait(lambda: not lives(server))
    assert_same(served.run("warm", MAIN), plain)
    served.start()
    warm = len(served.events("warm"))
    assert_same(served.run("warm", MAIN), plain)
    assert len(served.events("warm")) == warm + 1
