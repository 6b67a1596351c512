# SPDX-License-Identifier: Apache-2.0
"""The pool: which server is taken, what is cleaned up, its limits and its safety, the command `spillway pool`."""
import copy
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

import pool
from pool import BIN, COLD


def is_cold(ran):
    return ran.returncode == COLD and ran.stdout.startswith(b"cold")


def two_servers(home):
    """Ready ones, the older first: the second is started while the first is busy."""
    home.warm_up()
    client = home.popen("Wait")
    client.stdout.readline()
    home.warm_up()
    client.terminate()
    client.wait()
    first, second = home.servers()
    home.wait(lambda: home.ready(first) and home.ready(second))
    return first, second


def test_the_oldest_free_server_is_taken(home):
    first, second = two_servers(home)
    home.report()
    assert home.events("warm")[-1][2] == first
    busy = home.popen("Wait")
    busy.stdout.readline()
    home.report()
    assert home.events("warm")[-1][2] == second
    busy.terminate()
    busy.wait()


def test_many_clients_at_once(home):
    """Each has its own output and exit status, warm or not."""
    two_servers(home)
    clients = [home.popen("Exit", str(n)) for n in range(32)]
    codes = [c.wait(30) for c in clients]
    assert all(code in (n, COLD) for n, code in enumerate(codes)), codes
    assert any(code == n for n, code in enumerate(codes) if n != COLD)
    for c in clients:
        out = c.stdout.read()
        assert out == b"" or out.startswith(b"cold"), out


def test_dead_server_is_removed(home):
    home.warm_up()
    server = home.servers()[0]
    pid = int(home.pool("list", "--pids").stdout)
    keeper = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
    with open(f"/proc/{keeper}/cmdline") as f:  # nobody takes it for the program
        assert f.read().rstrip("\0") == "spillway-keeper"
    os.kill(keeper, signal.SIGKILL)
    os.kill(pid, signal.SIGKILL)
    home.wait(lambda: not os.path.exists(f"/proc/{pid}") or home.ready(server))
    assert is_cold(home.run("Report"))
    assert server not in home.servers()
    assert home.events("ended")[-1][2:4] == [server, "found dead"]
    home.wait(lambda: len(home.events("started")) == 2)
    home.report()


def test_server_that_cannot_be_reached_is_not_taken_for_dead(home):
    """From another process name space its process is not to be seen."""
    home.warm_up()
    inside = subprocess.run(["unshare", "-pf", "--mount-proc", BIN / "spillway-checked", "pool", "stop"], env=home.environment(), text=True,
                            capture_output=True, timeout=20)
    if "not permitted" in inside.stderr:
        pytest.skip(inside.stderr)
    assert inside.returncode == 1 and "could not be reached" in inside.stdout, inside
    home.report()


def test_server_killed_while_idle(home):
    home.warm_up()
    os.kill(int(home.pool("list", "--pids").stdout), signal.SIGKILL)
    home.wait(lambda: home.events("ended"))
    assert home.events("ended")[0][3:] == ["process ended", "signal 9"]
    assert is_cold(home.run("Report"))


def test_retired_server_says_why(home):
    home.warm_up({"SPILLWAY_TEST_FAULT": "retire"})
    home.report()
    home.wait(lambda: home.events("ended"))
    assert home.events("ended")[0][3:] == ["retired", "a thread that cannot be ended"]
    assert "       1  retired\n               1  a thread that cannot be ended\n" in home.pool("why").stdout


def test_reasons_are_counted_with_what_was_told_with_them_but_for_numbers(home):
    home.directory.mkdir(mode=0o700)
    events = [("ended", "retired", "port 40771 is open"), ("ended", "retired", "port 40772 is open"), ("ended", "retired", "Thread-1 does not end"), ("ended", "retired", "Thread-2 does not end"),
              ("ended", "idle for too long", "exit status 0"), ("cold", "option not known to be safe", "-Xfoo"), ("cold", "no server is free", "-")]
    (home.directory / "events").write_text("".join(f"1\t{kind}\tx{n}\t{reason}\t{detail}\n" for n, (kind, reason, detail) in enumerate(events)))
    assert home.pool("why").stdout.partition("last events")[0] == """runs on plain java, by reason:
       1  no server is free
       1  option not known to be safe
               1  -Xfoo
servers that ended, by reason:
       4  retired
               2  port # is open
               1  Thread-1 does not end
               1  Thread-2 does not end
       1  idle for too long
               1  exit status 0
"""


def test_a_log_that_is_too_long_is_cut_once(home):
    """Found by reading: of two programs that found it too long the second put the new one in the place of the old."""
    home.directory.mkdir(mode=0o700)
    (home.directory / "events").write_text("1\tcold\tx\tancient\t-\n" * 70000)  # more than a megabyte
    with open(home.directory / "events") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # as one that is cutting it
        home.run("Report", environment={"SPILLWAY_WARM_SERVERS": "0"})
        assert not (home.directory / "events.1").exists()
    home.run("Report", environment={"SPILLWAY_WARM_SERVERS": "0"})
    home.run("Report", environment={"SPILLWAY_WARM_SERVERS": "0"})
    assert (home.directory / "events.1").read_text().count("ancient") == 70000
    assert [event[3] for event in home.events() if event[3] == "ancient"] == []


def test_warm_waits_for_its_turn_to_start_a_server(home):
    """It was asked while another one was being started, started none, and waited for a minute."""
    shutil.copy2(BIN / "spillway-checked", home.home / "bin/spillway")
    home.warm_up()  # its class path is known then
    home.pool("stop", "--force")
    home.wait(lambda: not home.servers())
    with open(home.directory / "starting") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        warm = subprocess.Popen([home.home / "bin/spillway", "pool", "warm", "--", "java", "-cp", home.classes, "Report"], env=home.environment(), cwd=home.work)
        time.sleep(1)
        assert warm.poll() is None
    assert warm.wait(timeout=20) == 0 and home.servers()


def test_server_that_was_stopped_as_soon_as_it_was_ready_is_tried_again(home):
    """Its keeper had not seen it ready, and took it for one that cannot start: for ten minutes there was no other."""
    fault = {"SPILLWAY_TEST_FAULT": "retire when ready"}
    for run in range(1, 3):
        assert is_cold(home.run("Report", environment=fault))
        home.wait(lambda run=run: len(home.events("ended")) == run)
        home.wait(lambda: not home.servers())
    assert {tuple(e[3:]) for e in home.events("ended")} == {("retired", "was told to end by a signal")}


def test_server_that_does_not_start_is_not_tried_again(home):
    fault = {"SPILLWAY_TEST_FAULT": "die at start"}
    assert is_cold(home.run("Report", environment=fault))
    home.wait(lambda: home.events("ended"))
    assert home.events("ended")[0][3] == "server did not start"
    assert is_cold(home.run("Report", environment=fault))
    home.wait(lambda: home.events("refused"))
    assert home.events("refused")[0][3] == "server of this key failed to start a short time ago"


def test_server_taken_as_soon_as_it_is_free_is_ready(home):
    """Its keeper may never see the lock free. It must not wait for that, and in the end kill the server with its run."""
    home.run("Report")
    home.wait(home.servers)
    with open(home.directory / home.servers()[0] / "lock", "r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # waits; as a client that comes in the very moment
        os.utime(lock.fileno())
        home.wait(lambda: home.events("started"))


def test_idle_server_ends(home):
    home.warm_up({"SPILLWAY_WARM_IDLE": "1"})
    home.wait(lambda: home.events("ended"))
    assert home.events("ended")[0][3] == "idle for too long"


def test_server_that_is_used_for_a_moment_now_and_then_is_not_idle(home):
    """Its keeper looks once in a while and never finds a run."""
    home.warm_up({"SPILLWAY_WARM_IDLE": "2"})
    for _ in range(10):
        time.sleep(0.45)
        home.report()
    assert not home.events("ended")


def test_server_whose_directory_is_gone_ends(home):
    """Nobody can find it any more."""
    home.warm_up()
    busy = home.popen("Wait")
    server = int(busy.stdout.readline().split()[1])
    shutil.rmtree(home.directory)
    time.sleep(1.5)
    assert os.path.exists(f"/proc/{server}")  # its run goes on
    busy.terminate()
    assert busy.wait(10) == 143
    home.wait(lambda: not os.path.exists(f"/proc/{server}"))


def test_server_whose_lock_is_gone_ends_and_takes_no_place(home):
    """As what cleans /tmp may do."""
    home.warm_up()
    (home.directory / home.servers()[0] / "lock").unlink()
    home.wait(lambda: home.events("ended") and not home.servers())
    assert home.events("ended")[0][3] == "its directory is gone"


def test_limits(home):
    one = {"SPILLWAY_WARM_SERVERS": "1"}
    home.warm_up(one)
    first = home.servers()[0]
    assert is_cold(home.run("Report", environment=one | {"LANG": "xx"}))  # another key
    home.wait(lambda: home.events("evicted") and len(home.events("started")) == 2)
    assert home.events("evicted")[0][2] == first
    busy = home.popen("Wait", environment=one | {"LANG": "xx"})
    busy.stdout.readline()
    assert is_cold(home.run("Report", environment=one))
    home.wait(lambda: home.events("refused"))
    assert home.events("refused")[0][3] == "pool is full of busy servers"
    busy.terminate()
    busy.wait()
    assert is_cold(home.run("Report", environment={"SPILLWAY_WARM_SERVERS": "0"}))
    home.wait(lambda: len(home.events("refused")) == 2)


def test_server_that_has_grown_takes_the_room_of_one_that_is_idle(home):
    """Found by reading: the memory of idle servers was looked at only when another one was started."""
    limits = {"SPILLWAY_WARM_MEMORY": "400"}
    home.warm_up(limits)
    first = home.servers()[0]
    home.warm_up(limits | {"LANG": "xx"})  # another key
    assert home.run("Grow", "500", environment=limits | {"LANG": "xx"}).returncode == 0
    home.wait(lambda: home.events("evicted"))
    assert home.events("evicted")[0][2:4] == [first, "idle servers have grown beyond their memory"]
    # Alone it stays, though it is larger than all may be.
    assert home.run("Report", environment=limits | {"LANG": "xx"}).returncode == 0
    time.sleep(2.5)  # its keeper has looked
    assert len(home.events("evicted")) == 1 and not home.events("ended")[1:]
    assert home.run("Report", environment=limits | {"LANG": "xx"}).returncode == 0


def test_server_between_two_runs_is_not_replaced(home):
    """A run that comes too early goes to plain java; the server is free a moment later, and stays."""
    one = {"SPILLWAY_WARM_SERVERS": "1"}
    home.warm_up(one)
    before = home.servers()
    with open(home.directory / before[0] / "lock", "r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert is_cold(home.run("Report", environment=one))
    time.sleep(1)
    assert home.servers() == before and not home.events("evicted") and not home.events("refused")
    home.report(environment=one)


def test_switched_off(home):
    home.warm_up()
    for word in ("off", "OFF", "0", "false", "no"):
        assert is_cold(home.run("Report", environment={"SPILLWAY_WARM": word})), word
    home.report(environment={"SPILLWAY_WARM": "on"})


def test_image_without_server(home):
    (home.image / "lib/spillway-warm-server").unlink()
    assert is_cold(home.run("Report"))
    assert home.events("cold")[0][3] == "this JDK has no warm server"
    assert "this JDK has no warm server" in home.pool("why").stdout
    assert home.servers() == []


@pytest.mark.parametrize("spoil", ["open", "link", "file", "other parent"])
def test_pool_directory_that_is_not_safe(home, spoil, tmp_path):
    """It is not used; the program runs all the same."""
    if spoil == "open":
        home.directory.mkdir(0o755)
        home.directory.chmod(0o755)
    elif spoil == "link":
        (tmp_path / "elsewhere").mkdir(0o700)
        home.directory.symlink_to(tmp_path / "elsewhere")
    elif spoil == "file":
        home.directory.write_text("")
    else:
        (home.image / "lib/spillway-warm-server").unlink()
        home.runtime.chmod(0o777)
    assert is_cold(home.run("Report"))
    if spoil != "other parent":
        assert home.servers() == [] and not (tmp_path / "elsewhere/events").exists()
        assert home.pool("status").returncode == 1
    else:
        # Then the pool is below /tmp; nothing was put where others can write.
        assert not home.directory.exists()


def test_server_of_another_user_is_not_used(home):
    if os.geteuid() != 0:
        pytest.skip("needs the right to become another user")
    home.warm_up()
    name = home.servers()[0]
    home.pool("stop")
    # An older one that belongs to somebody else, who listens.
    server = home.directory / (name[:33] + "0" * 16)
    server.mkdir(0o700)
    (server / "lock").touch()
    listening = socket.socket(socket.AF_UNIX)
    bind_from(listening, server)
    child = os.fork()
    if child == 0:
        os.setuid(65534)
        listening.listen(5)
        time.sleep(30)
        os._exit(0)
    try:
        home.wait(lambda: listens(server))
        assert is_cold(home.run("Report"))
        assert server.exists() and not home.events("warm")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.fixture
def open_home():
    """A JAVA_HOME that other users can use, too."""
    python = shutil.which("python3", path="/usr/bin:/bin")
    if python is None or os.geteuid() != 0:
        pytest.skip("needs a python3 that every user may run, in /usr/bin, and the right to become another user")
    directory = Path(tempfile.mkdtemp(prefix="spillway-users-"))
    directory.chmod(0o755)
    shutil.copy2(Path(pool.__file__).with_name("stand_in.py"), directory)
    (directory / "classes").mkdir()
    (directory / "classes/Main.class").write_text("class")
    time.sleep(2.05)  # as the fixture `classes`
    made = pool.Home(directory, directory / "classes", stand_in=(python, directory / "stand_in.py"))
    yield made
    made.stop()
    shutil.rmtree(directory)


def test_two_users_at_once_have_servers_of_their_own(open_home):
    other = copy.copy(open_home)
    other.runtime = open_home.runtime.with_name("runtime-other")
    other.runtime.mkdir(mode=0o700)
    os.chown(other.runtime, 65534, 65534)
    users = [(open_home, {}), (other, {"user": 65534, "group": 65534, "extra_groups": []})]
    try:
        for home, user in users:
            assert is_cold(home.run("Report", **user))
            home.wait(lambda: home.events("started"))
        for n in range(5):
            for home, _ in users:
                home.wait(lambda: home.ready(home.servers()[0]))
            clients = [home.popen("Exit", str(n + 1), **user) for home, user in users]
            assert [client.wait(20) for client in clients] == [n + 1] * 2
        for home, user in users:
            assert len(home.events("warm")) == 5 and len(home.servers()) == 1
            assert (home.directory / home.servers()[0]).stat().st_uid == user.get("user", 0)
    finally:
        other.stop()


@pytest.mark.parametrize("days", [-400, 400])
def test_a_clock_that_is_set_costs_no_server(home, days):
    """All times in the pool are that far from the present one then."""
    home.warm_up({"SPILLWAY_WARM_IDLE": "3"})
    for path in (home.directory, *home.directory.rglob("*")):
        os.utime(path, (time.time() + days * 86400,) * 2, follow_symlinks=False)
    assert home.pool("list").stdout.count("pid ") == 1
    for _ in range(3):
        home.report()
    assert len(home.events("warm")) == 3 and not home.events("ended")
    home.wait(lambda: home.events("ended"))
    assert home.events("ended")[0][3] == "idle for too long"


def listens(server):
    with socket.socket(socket.AF_UNIX) as s:
        back = os.getcwd()
        os.chdir(server)
        try:
            return s.connect_ex("socket") == 0
        finally:
            os.chdir(back)


def bind_from(listening, directory):
    back = os.getcwd()
    os.chdir(directory)
    listening.bind("socket")
    os.chdir(back)


@pytest.mark.parametrize("said", ["00" * 16, "53505750" + "01000300" + "00000000" + "01000000", "53505750" + "02000300" + "00" * 8,
                                  "53505750" + "01000700" + "08000000" + "00000000" + "00" * 8, "53505750" + "01000400" + "ffffffff" + "00000000",
                                  "53505750" + "01000600" + "04000000" + "00000000" + "09000000"],
                         ids=["zeros", "descriptor", "version", "exit before the run", "length", "signal"])
def test_malformed_answer(home, said):
    home.warm_up({"SPILLWAY_TEST_FAULT": "say " + said})
    server = int(home.pool("list", "--pids").stdout)
    assert is_cold(home.run("Report"))
    assert home.events("cold")[-1][3] == "server sent a malformed message"
    home.wait(lambda: not os.path.exists(f"/proc/{server}"))


@pytest.mark.parametrize("said", ["00", "53505750" + "01000300" + "00" * 8, "53505750" + "01000700" + "07000000" + "00000000" + "00" * 7], ids=str)
def test_malformed_message_in_a_run(home, said):
    """The run cannot be known to have gone well; its server is ended."""
    home.warm_up()
    pid = int(home.pool("list", "--pids").stdout)
    said += "00" * 40
    assert home.run("Garbage", said).returncode == -signal.SIGKILL
    home.wait(lambda: not os.path.exists(f"/proc/{pid}"))


def test_commands(home):
    assert home.pool("status").stdout.splitlines()[1] == "servers    0, 0 of them free, 0 MB resident"
    made = home.pool("warm", "--", *home.words("Report")[0:1], "-cp", str(home.classes), "Main")
    assert made.returncode == 1 and "no JDK behind" in made.stderr  # the command belongs beside java
    home.warm_up()
    home.report()
    listed = home.pool("list").stdout
    assert home.servers()[0] in listed and "free" in listed and "runs 1" in listed and f"-Djava.class.path={home.classes}" in listed
    status = home.pool("status").stdout
    *_, since, key = status.splitlines()
    assert since.startswith("since      20") and "runs       1 warm, 1 on plain java (50% warm)" in status
    # The first run went to plain java before its class path had been read, so it has no key.
    assert key.startswith(f"key        {home.servers()[0][:32]}  servers 1  ") and key.endswith(" MB  runs 1 warm, 0 on plain java (100% warm)"), status
    home.run("Report", options=["-Xmx77m"])
    assert len([line for line in home.pool("status").stdout.splitlines() if line.startswith("key ")]) == 2
    assert "     1  class path is new or has changed" in home.pool("why").stdout
    busy = home.popen("Wait")
    busy.stdout.readline()
    assert home.pool("stop").returncode == 1
    assert home.pool("stop", "--force", home.servers()[0]).returncode == 0
    assert busy.wait(10) == -signal.SIGTERM
    assert home.pool("stop", "no-server").returncode == 1
    assert home.pool("nonsense").returncode == 2


def test_warm_command(home):
    shutil.copy2(BIN / "spillway-checked", home.home / "bin/spillway")
    made = subprocess.run([home.home / "bin/spillway", "pool", "warm", "--", "java", "-cp", home.classes, "Report"], env=home.environment(),
                          capture_output=True, text=True, timeout=20, cwd=home.work, stdin=subprocess.DEVNULL)
    assert made.returncode == 0, made
    home.report()
    refused = subprocess.run([home.home / "bin/spillway", "pool", "warm", "--", "java", "-javaagent:x", "Report"], env=home.environment(),
                             capture_output=True, text=True, timeout=20, cwd=home.work, stdin=subprocess.DEVNULL)
    assert refused.returncode == 1 and "option not known to be safe: -javaagent:x" in refused.stderr


def test_old_files_are_removed(home):
    def make(name, days, directory=False):
        path = home.directory / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if directory:
            path.mkdir()
            (path / "socket").touch()
            os.utime(path / "socket", (time.time() - days * 86400,) * 2)
        else:
            path.touch()
        os.utime(path, (time.time() - days * 86400,) * 2)
        return path
    home.directory.mkdir(0o700)
    lockless = "0123456789abcdef" * 2 + ".000000000000000"
    old = [make("classpaths/a", 31), make("failed.x", 2), make("new.1", 1, True), make("gone.1", 1, True), make(lockless + "1", 1, True)]
    kept = [make("classpaths/b", 29), make("failed.y", 0), make("new.2", 0, True), make("other", 100), make("classpaths/c", -100), make(lockless + "2", 0, True)]
    home.warm_up()
    assert not [p for p in old if p.exists()]
    assert all(p.exists() for p in kept)


def test_disk_full(home):
    """Nothing can be kept, so the program runs plain."""
    fill = f"mount -t tmpfs -o size=16k,mode=700 none {home.runtime} && head -c 20k /dev/zero >{home.runtime}/fill"
    ran = subprocess.run(["unshare", "-m", "bash", "-c", fill + '; df --output=avail ' + str(home.runtime) + ' >&2; "$@"; exit $?', "bash",
                          *home.words("Report", "a")], env=home.environment(), capture_output=True, stdin=subprocess.DEVNULL, timeout=20)
    if b"not permitted" in ran.stderr or b"permission denied" in ran.stderr:
        pytest.skip(f"needs the right to mount: {ran.stderr.decode()}")
    assert is_cold(ran) and ran.stderr.split()[-1] == b"0", ran
