# SPDX-License-Identifier: Apache-2.0
"""Real servers with many clients at once, and with messages that are none."""
import contextlib
import fcntl
import os
import random
import socket
import struct
import subprocess

import pytest

from served import all_warm, assert_same, files_below

CLIENTS, WAVES, MESSAGES = 32, 3, 400
REQUEST, GO, SIGNAL, STOP = 2, 5, 6, 8


def start(served, kind, number, directory):
    """A client with arguments, input and a working directory of its own."""
    main, arguments = (("Ends$Exits", [str(number)]), ("Process$Streams", []), ("Process$Here", []))[number % 3]
    directory.mkdir(parents=True)
    return subprocess.Popen(served.words(kind, main, arguments), env=served.environment({}), cwd=directory,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def result(client, number, directory):
    out, err = client.communicate(f"line {number}\n".encode() * number, timeout=60)
    return client.returncode, out.replace(os.fsencode(directory), b"HERE"), err, files_below(directory)


def test_many_clients_at_once_on_real_servers(served, tmp_path):
    """Each does what it does alone on plain java, whether it finds a server, waits for none, or has one started."""
    alone = [result(start(served, "plain", n, directory), n, directory) for n in range(CLIENTS) for directory in [tmp_path / f"plain-{n}"]]
    served.start()
    warm = len(served.events("warm"))
    for wave in range(WAVES):
        directories = [tmp_path / f"wave-{wave}-{n}" for n in range(CLIENTS)]
        clients = [start(served, "warm", n, directory) for n, directory in enumerate(directories)]
        for n, client in enumerate(clients):
            assert_same(result(client, n, directories[n]), alone[n], f"client {n} of wave {wave}")
        served.await_free()
    assert len(served.events("warm")) >= warm + WAVES, served.events()[-9:]


def frame(kind, payload=b"", magic=b"SPWP", version=1, length=None, count=0):
    return magic + struct.pack("<HHII", version, kind, len(payload) if length is None else length, count) + payload


def item(kind, value, length=None):
    return struct.pack("<II", kind, len(value) if length is None else length) + value


def good_request(server, work):
    number = struct.Struct("<I").pack
    return (item(1, (server / "key").read_bytes()) + item(2, number(1)) + item(3, b"Ends$Returns") + item(7, os.fsencode(work)) + item(8, number(0o22)) +
            item(9, bytes(8)) + item(10, bytes(8)))


def message(chance, request):
    """What no client would say."""
    kind = chance.choice([1, 2, 3, 4, 5, 6, 7, 9, 99])
    some = chance.randbytes(chance.randrange(64))
    spoilt = bytearray(request)
    for _ in range(chance.randrange(1, 4)):
        spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
    items = b"".join(item(chance.randrange(16), some, chance.choice([None, 0, 5, 1 << 31])) for _ in range(chance.randrange(1, 6)))
    return chance.choice([
        chance.randbytes(chance.randrange(1, 200)), frame(kind, some), frame(kind, some, length=chance.choice([0, 1, 1 << 16, 1 << 26, (1 << 32) - 1])),
        frame(kind, some, count=chance.choice([1, 200, 201, 1 << 31])), frame(REQUEST, items), frame(REQUEST, bytes(spoilt)), frame(STOP, b"more"),
        frame(REQUEST, request, version=2), frame(REQUEST, request, magic=b"SPWQ"), frame(REQUEST, request)[:chance.randrange(1, len(request))],
        frame(REQUEST, request + item(1, b"twice")), frame(REQUEST, request) + frame(kind, some), frame(REQUEST, request) + frame(GO, b"more"),
        frame(REQUEST, request) + frame(SIGNAL, struct.pack("<II", 9, 0)), frame(GO), frame(SIGNAL, bytes(8))])


def say(server, words):
    """Sends it as the owner of the server's lock, and waits until the server has closed the connection."""
    with open(server / "lock", "r+b") as lock, socket.socket(socket.AF_UNIX) as s:
        fcntl.flock(lock, fcntl.LOCK_EX)
        directory = os.open(server, os.O_PATH)
        s.connect(f"/proc/self/fd/{directory}/socket")
        os.close(directory)
        s.settimeout(20)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            s.sendall(words)
            s.shutdown(socket.SHUT_WR)
            while s.recv(4096):
                pass


def test_messages_that_are_none_leave_a_real_server_as_it_was(served):
    served.stop()
    plain = served.run("plain", "State$Statics")
    served.start()
    server = max(served.servers(), key=lambda directory: directory.suffix)  # others that have ended are still there
    request = good_request(server, served.work)
    with all_warm(served, 4):
        assert_same(served.run("warm", "State$Statics"), plain)
        for seed in range(MESSAGES):
            words = message(random.Random(seed), request)
            try:
                say(server, words)
            except (TimeoutError, ConnectionRefusedError, FileNotFoundError) as e:
                raise AssertionError(f"message {seed}, {words[:80]}: {e}") from e
        for _ in range(3):
            assert_same(served.run("warm", "State$Statics"), plain)


# Waits for a server of its own, runs the program on it, and stays.
CONTAINER = """
"$1" pool warm -- "$2" -cp "$3" 'Ends$Exits' 7 || exit 99
"$2" -cp "$3" 'Ends$Exits' 7; echo "status $?"
exec sleep 600
"""


def test_a_container_that_is_restarted_is_served_by_servers_of_its_own(served):
    """Its files are there again, with what a pool says of servers that have died with it."""
    seen, before, ended = [], {d.name for d in served.servers()}, len(served.events("ended"))
    for _ in range(3):
        cold, warm = len(served.events("cold")), len(served.events("warm"))
        container = subprocess.Popen(["unshare", "-pf", "--mount-proc", "--kill-child", "sh", "-c", CONTAINER, "sh", served.home / "bin/spillway",
                                      served.commands["warm"], served.programs], env=served.environment({}), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = iter(container.stdout.readline, "")
        if not any(line == "status 7\n" for line in lines):
            reason = container.communicate()[1]
            pytest.skip(reason) if "not permitted" in reason else pytest.fail(reason)
        assert (len(served.events("cold")), len(served.events("warm"))) == (cold, warm + 1), served.events()[-5:]
        seen.append({d.name for d in served.servers()} - before)
        container.kill()
        container.wait()
        # Its first process dies a moment after the one that made it.
        served.await_free()
    assert all(len(servers) == 1 for servers in seen) and len(set.union(*seen)) == 3, seen
    assert [e[3] for e in served.events("ended")[ended:]] == ["found dead"] * 2, served.events()
