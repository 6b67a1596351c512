# SPDX-License-Identifier: Apache-2.0
"""A server that keeps to docs/warm-pool-protocol.md without a JVM. The main class's name chooses what a run does; SPILLWAY_TEST_FAULT, when the server
starts, chooses where it misbehaves."""
import array
import fcntl
import json
import os
import select
import signal
import socket
import struct
import sys
import time

DESCRIPTORS, REQUEST, ACCEPTED, REFUSED, GO, SIGNAL, EXIT, STOP = range(1, 9)
KINDS = {1: "key", 2: "mode", 3: "main", 4: "arguments", 5: "properties", 6: "environment", 7: "directory", 8: "umask", 9: "ignored",
         10: "blocked", 11: "numbers"}
LISTS = {4, 5, 6, 11}
NUMBERS = {2, 8, 9, 10, 11}
HERE = 0xFFFFFFFF
LOCK = 0xFFFFFFFE
FAULT = os.environ.get("SPILLWAY_TEST_FAULT", "")
KEPT = []
LOW = 500  # the server's own descriptors are above


def fault(name):
    return FAULT == name


class Closed(Exception):
    pass


def exact(connection, length, fds):
    data = b""
    while len(data) < length:
        piece, control, _, _ = connection.recvmsg(length - len(data), socket.CMSG_SPACE(253 * 4))
        for level, kind, raw in control:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                numbers = array.array("i")
                numbers.frombytes(raw[:len(raw) // 4 * 4])
                fds.extend(numbers)
        if not piece:
            raise Closed
        data += piece
    return data


def read_frame(connection):
    fds = []
    magic, version, kind, length, count = struct.unpack("<4sHHII", exact(connection, 16, fds))
    assert magic == b"SPWP" and version == 1 and length <= 64 << 20 and count == len(fds), (magic, version, length, count, fds)
    return kind, exact(connection, length, fds) if length else b"", fds


def send(connection, kind, payload=b""):
    connection.sendall(struct.pack("<4sHHII", b"SPWP", 1, kind, len(payload), 0) + payload)


def read_request(connection):
    kind, payload, fds = read_frame(connection)
    if kind == STOP:
        os._exit(0)
    assert kind == REQUEST and not fds
    items = {KINDS[k]: [] for k in LISTS}
    at = 0
    while at < len(payload):
        kind, length = struct.unpack_from("<II", payload, at)
        value = payload[at + 8:at + 8 + length]
        at += 8 + length
        meaning = int.from_bytes(value, "little") if kind in NUMBERS else os.fsdecode(value)
        if kind in LISTS:
            items[KINDS[kind]].append(meaning)
        else:
            items[KINDS[kind]] = meaning
    return items


def read_descriptors(connection):
    """Descriptors by number, all moved above LOW, up to GO."""
    placed = {}
    while True:
        kind, payload, fds = read_frame(connection)
        if kind == GO:
            return placed
        assert kind == DESCRIPTORS
        for number, fd in zip(struct.unpack(f"<{len(fds)}I", payload), fds):
            placed[number] = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, LOW)
            os.close(fd)


class Run:
    def __init__(self, connection, items, placed):
        self.connection, self.items, self.placed = connection, items, placed

    def write(self, text, fd=1):
        os.write(fd, os.fsencode(text))

    def end(self, code=0, by_signal=0):
        send(self.connection, EXIT, struct.pack("<II", by_signal, code))

    def await_signal(self, seconds=30):
        """A forwarded signal; the client's end ends the server."""
        if not select.select([self.connection], [], [], seconds)[0]:
            return None
        try:
            kind, payload, _ = read_frame(self.connection)
        except Closed:
            os._exit(9)
        assert kind == SIGNAL
        return struct.unpack("<II", payload)[0]

    # What a main class does; the name after "run_".
    def run_Report(self):
        report = dict(self.items, cwd=os.readlink("/proc/self/cwd"), pid=os.getpid(), descriptors=sorted(n for n in self.placed if n < 0xFFFFFFF0),
                      terminals=[n for n in range(3) if n in self.placed and os.isatty(n)])
        self.write(json.dumps(report) + "\n")
        self.end()

    def run_Exit(self):
        self.end(int(self.items["arguments"][0]))

    def run_Killed(self):
        self.end(int(self.items["arguments"][0]), by_signal=1)

    def run_Grow(self):
        """By so many megabytes, for good."""
        KEPT.append(b"x" * (int(self.items["arguments"][0]) << 20))
        self.end()

    def run_Pid(self):
        self.write(f"{os.getpid()}\n")
        self.end()

    def run_Cat(self):
        while data := os.read(0, 65536):
            os.write(1, data)
        self.end()

    def run_Wait(self):
        """Tells every signal; ends by SIGTERM as a JVM does."""
        self.write(f"ready {os.getpid()}\n")
        while (n := self.await_signal()) not in (None, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.write(f"signal {n}\n")
        self.end(128 + (n or 0))

    def run_Count(self):
        """Writes numbers until it is told to end."""
        n = 0
        while not select.select([self.connection], [], [], 0.02)[0]:
            n += 1
            self.write(f"{n}\n")
        self.end(128 + (self.await_signal() or 0))

    def run_ToNumber(self):
        os.write(int(self.items["arguments"][0]), b"written\n")
        self.end()

    def run_Die(self):
        os.kill(os.getpid(), int(self.items["arguments"][0]))

    def run_ExitSilently(self):
        os._exit(int(self.items["arguments"][0]))

    def run_Garbage(self):
        self.connection.sendall(bytes.fromhex(self.items["arguments"][0]))
        time.sleep(30)

    def run_Orphan(self):
        """Dies with its keeper."""
        os.kill(os.getppid(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)


def serve(connection):
    pid, uid, _ = struct.unpack("iII", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    assert uid == os.geteuid()
    if fault("die on connect") and pid != os.getppid():  # the keeper connects to see that the server listens
        os._exit(3)
    items = read_request(connection)
    placed, lock = {}, None
    try:
        if fault("die before accepting"):
            os._exit(3)
        if fault("never answer"):
            time.sleep(30)
        if fault("refuse") or any(number >= LOW for number in items["numbers"]):
            send(connection, REFUSED, b"not today" if fault("refuse") else b"the number of a descriptor is in use here")
            return
        if FAULT.startswith("say "):
            connection.sendall(bytes.fromhex(FAULT[4:]))
            return
        send(connection, ACCEPTED)
        if fault("die before go"):
            os._exit(3)
        if fault("die with go unread"):
            connection.recv(1, socket.MSG_PEEK)
            time.sleep(0.2)
            os._exit(3)
        try:
            placed = read_descriptors(connection)
        except Closed:
            return  # the client changed its mind
        lock = placed.pop(LOCK)
        if fault("die after go"):
            os.kill(os.getpid(), signal.SIGSEGV)
        if fault("refuse after go"):
            send(connection, REFUSED, b"cannot begin")
            os._exit(0)
        os.fchdir(placed[HERE])
        saved = {n: fcntl.fcntl(n, fcntl.F_DUPFD_CLOEXEC, LOW) for n in range(3)}
        for number, fd in placed.items():
            if number != HERE:
                os.dup2(fd, number)
        getattr(Run(connection, items, placed), "run_" + items["main"])()
        for number in placed:
            if number != HERE and number > 2:
                os.close(number)
        for number, fd in saved.items():
            os.dup2(fd, number)
            os.close(fd)
    finally:
        connection.close()
        for fd in placed.values():
            os.close(fd)
        if fault("retire"):
            with open(os.environ["SPILLWAY_WARM_SERVER_DIR"] + "/retired", "w") as f:
                f.write("a thread that cannot be ended\n")
            os._exit(0)
        time.sleep(float(os.environ.get("SPILLWAY_TEST_RESET", "0")))
        if lock is not None:
            os.close(lock)


def main():
    listening = socket.socket(fileno=fcntl.fcntl(3, fcntl.F_DUPFD_CLOEXEC, LOW))
    log = fcntl.fcntl(5, fcntl.F_DUPFD_CLOEXEC, LOW)
    assert sorted(os.listdir("/proc/self/fd"))[:6] == list("012345")
    if fault("die at start"):
        sys.exit("cannot start")
    if "-Xloud" in os.environ.get("SPILLWAY_TEST_LOUD", ""):
        os.write(1, b"said to stdout\n")
        os.write(2, b"said to stderr\n")
    for fd in (1, 2):
        os.dup2(log, fd)
    with open(os.environ["SPILLWAY_WARM_SERVER_DIR"] + "/log", "a") as f:
        f.write(json.dumps(sys.argv[1:]) + "\n")
    listening.listen(8)
    if fault("retire when ready"):
        with open(os.environ["SPILLWAY_WARM_SERVER_DIR"] + "/retired", "w") as f:
            f.write("was told to end by a signal\n")
        os._exit(0)
    for fd in (3, 4, 5):
        os.close(fd)
    while True:
        connection = listening.accept()[0]
        # Own descriptors stay out of the way of a run's.
        high = socket.socket(fileno=fcntl.fcntl(connection.detach(), fcntl.F_DUPFD_CLOEXEC, LOW))
        try:
            serve(high)
        except (Closed, ConnectionError, BrokenPipeError):
            pass


main()
