# SPDX-License-Identifier: Apache-2.0
"""Nothing of a run is left for the next one: statics in compiled code, threads and their locks, classes, files, memory. Each program runs in several ways
in turns on one server, and does what it does on plain java."""
import collections
import os
import signal
import time

import pytest

from served import all_warm, assert_same, in_turns, warm_turns

ROUNDS_OF_RACE = int(os.environ.get("SPILLWAY_WARM_RACE_ROUNDS", "8"))
N = [((), ["-Dn=5"]), ((), ["-Dn=12"]), ((), [])]
PLAIN = [((), ())]


def ways(*arguments):
    return [((argument,), ()) for argument in arguments]


@pytest.mark.parametrize("main,turns", [
    ("Compiled$Folded", N), ("Compiled$Handles", N), ("Compiled$Sites", N), ("Compiled$Accessors", N),
    ("Compiled$Switches", PLAIN), ("Compiled$ClassValues", PLAIN),
    ("Compiled$Circular", ways("first", "second")), ("Compiled$Timed", ways("3", "40000", "50")),
    ("Threads$Names", PLAIN), ("Threads$Locals", PLAIN), ("Threads$Locks", PLAIN), ("Threads$Timeouts", PLAIN), ("Threads$Parallel", PLAIN),
    ("Told$Loaders", [(("set",), ()), ((), ())]), ("Told$Interrupts", PLAIN),
    ("Threads$Stubborn", [((), ()), (("exit",), ())]), ("Threads$Handlers", PLAIN),
    ("Loading$Loaders", PLAIN), ("Loading$Hidden", PLAIN), ("Loading$Made", ways("1", "2")), ("Loading$Proxies", PLAIN), ("Loading$Services", PLAIN),
    ("Loading$Bundles", ways("one", "two")), ("Loading$Resources", PLAIN),
    ("Kept$DeletedInTurn", PLAIN), ("Kept$Mapped", PLAIN),
    ("Kept$Direct", [((), ["-XX:MaxDirectMemorySize=64m"])]), ("Kept$Arenas", [((), ["--enable-native-access=ALL-UNNAMED"])]),
], ids=str)
def test_nothing_is_left_of_the_runs_before(served, main, turns):
    warm_turns(served, main, turns, options_of_server=[o for o in turns[0][1] if not o.startswith("-D")])


def test_sets_in_the_order_of_identity_come_in_the_same_order_in_each_run(served):
    """Not as on plain java, where main's thread gives such hash codes while it loads classes, too."""
    assert served.run("plain", "Identity") == served.run("plain", "Identity")
    served.start()
    with all_warm(served, 6):
        runs = []
        for main in ("Identity", "State$Statics", "Identity", "Ends$Returns", "Identity", "Identity"):
            runs += [(main, served.run("warm", main))]
    seen = [result for main, result in runs if main == "Identity"]
    assert seen[0][0] == 0 and seen == [seen[0]] * 4, seen


def test_a_class_of_the_jdk_that_a_run_could_not_initialise_works_in_the_next_one(served):
    """Such a class is in error for good: its server must serve no other run."""
    broken, plain = (served.run("plain", f"Initialisation${main}") for main in ("Overflows", "Uses"))
    assert (b"Could not initialize class" in broken[1], plain[1]) == (True, b"ThaiBuddhist\n")
    served.start()
    assert_same(served.run("warm", "Initialisation$Overflows"), broken)
    served.wait(lambda: "a class of the JDK could not be initialised" in str(served.events("ended")))
    served.start()
    with all_warm(served, 2):
        for _ in range(2):
            assert_same(served.run("warm", "Initialisation$Uses"), plain)


def test_an_exit_while_threads_initialise_classes_of_the_jdk_leaves_none_in_error(served):
    """A thread that was told to end on its way into an initialiser left its class in error; one that came to wait for it ran on, with an exception of the JDK."""
    ended = len(served.events("ended"))
    signal.alarm(120 + 3 * ROUNDS_OF_RACE)
    for run in range(ROUNDS_OF_RACE):
        served.start()
        assert served.run("warm", "Initialisation$Ends", [str(run * 5 % 250)]) == (3, b"", b"", {}), run
        served.await_free()
        served.stop()
    reasons = collections.Counter(event[4] for event in served.events("ended")[ended:])
    # On a busy machine one that is in the middle of it may not end in time, which costs its server.
    assert not any("could not be initialised" in reason for reason in reasons), reasons
    assert sum(n for reason, n in reasons.items() if "does not end" in reason) <= ROUNDS_OF_RACE // 4, reasons


def test_threads_that_are_busy_in_the_jdk_end_each_when_it_can(served):
    """All had to be where they can end at one moment, which busy ones never were: each such run cost its server. On a busy machine some still do."""
    plain = served.run("plain", "Threads$Busy")
    served.start()
    ended = len(served.events("ended"))
    for run in range(8):
        served.start()
        assert_same(served.run("warm", "Threads$Busy"), plain, f"run {run}")
    served.await_free()
    assert len(served.events("ended")) <= ended + 4, served.events("ended")[ended:]


def test_a_thread_in_a_long_call_of_the_jdk_lets_no_other_run_on_after_an_exit(served):
    served.start()
    for kind in ("plain", "warm"):
        before = len(served.events("warm"))
        status, out, err, files = served.run(kind, "Threads$LongCall")
        assert (status, out, err) == (3, b"", b"") and len(served.events("warm")) == before + (kind == "warm")
        last = int(files["ticks"].split()[-1])
        assert last - int(files["exit"]) < 500_000_000, kind


def test_a_thread_in_a_long_loop_changes_nothing_even_if_the_server_has_to_go(served):
    plain = served.run("plain", "Threads$Counts")
    for _ in range(2):
        served.start()
        assert_same(served.run("warm", "Threads$Counts"), plain)
        served.await_free()


def test_a_class_given_to_the_loader_of_the_class_path_is_not_there_in_the_next_run(served):
    """It cannot be taken out of that loader, so the server has to go."""
    plain = [served.run("plain", "Loading$Defined", [number]) for number in ("1", "2")]
    assert plain[0][1] == b"1\ngiven already\n"
    for number in ("1", "2"):
        served.start()
        ended = len(served.events("ended"))
        assert_same(served.run("warm", "Loading$Defined", [number]), plain[int(number) - 1], number)
        served.wait(lambda ended=ended: len(served.events("ended")) > ended)


def test_a_package_that_a_run_opens_is_closed_in_the_next_run(served):
    """The VM cannot close it, so the server has to go."""
    options = ["--add-opens=java.base/java.lang=ALL-UNNAMED"]
    plain = {arguments: served.run("plain", "Modular", arguments, options) for arguments in ((), ("open",))}
    assert [plain[()][1], plain["open",][1]] == [b"closed\n", b"open\n"]
    for _ in range(2):
        served.start(options=options)
        with all_warm(served, 2):
            for _ in range(2):
                assert_same(served.run("warm", "Modular", (), options), plain[()])
        ended, warm = len(served.events("ended")), len(served.events("warm"))
        assert_same(served.run("warm", "Modular", ("open",), options), plain["open",])
        assert len(served.events("warm")) == warm + 1
        served.wait(lambda ended=ended: len(served.events("ended")) > ended)
        assert "the module graph changed: module java.base exports java.util (open) to all unnamed modules" in served.events("ended")[-1][4]


def test_a_module_that_a_run_puts_into_the_applications_loader_can_be_put_there_in_the_next_run(served):
    plain = served.run("plain", "Decided$Layer")
    assert plain[:2] == (0, b"[module added]\n"), plain
    for _ in range(2):
        served.start()
        ended, warm = len(served.events("ended")), len(served.events("warm"))
        assert_same(served.run("warm", "Decided$Layer"), plain)
        assert len(served.events("warm")) == warm + 1
        served.wait(lambda ended=ended: len(served.events("ended")) > ended)
        assert "a layer was made on the application's class loader" in served.events("ended")[-1][4]


def test_native_memory_that_a_run_leaves_is_freed_after_the_next_one(served):
    """71 MB by each; a server has room for 256."""
    plain = served.run("plain", "Kept$Leaks")
    assert plain[:2] == (0, b"15\n"), plain
    served.stop()
    served.start()
    with all_warm(served, 8):
        for run in range(8):
            assert_same(served.run("warm", "Kept$Leaks"), plain, f"run {run}")


def test_native_memory_that_a_function_of_c_has_freed_is_not_freed_again(served):
    """The C library ended the server as it found out, or took what another thread had by then."""
    assert in_turns(served, [("Kept$FreedByC", ())], rounds=4)[0][:2] == (0, b"freed\n")


@pytest.mark.parametrize("arguments,runs,reason", [((), 3, "runs have left 3"), (("file",), 1, "a file is still mapped: ")], ids=["memory", "file"])
def test_what_only_the_end_of_a_process_frees_costs_the_server_in_time(served, arguments, runs, reason):
    plain = served.run("plain", "Kept$Global", arguments)
    served.stop()
    served.start()
    ended = len(served.events("ended"))
    for run in range(runs):
        assert len(served.events("ended")) == ended, served.events("ended")[ended:]
        assert_same(served.run("warm", "Kept$Global", arguments), plain, f"run {run}")
        if run < runs - 1:
            served.await_free()
    served.wait(lambda: len(served.events("ended")) > ended)
    assert served.events("ended")[-1][4].startswith(reason), served.events("ended")[-1]


def test_a_number_in_a_static_of_the_jdk_that_nothing_puts_back_costs_the_server(served):
    arguments = ["java.util.concurrent.ConcurrentHashMap", "NCPU"]
    plain = served.run("plain", "Global$Number", arguments)
    assert plain[0] == 0 and plain[1].strip().isdigit(), plain
    for _ in range(2):
        served.start()
        ended = len(served.events("ended"))
        assert_same(served.run("warm", "Global$Number", arguments), plain)
        served.wait(lambda ended=ended: len(served.events("ended")) > ended)
        assert served.events("ended")[-1][4] == "a static of the JDK has changed: java.util.concurrent.ConcurrentHashMap.NCPU"


def test_a_lock_on_a_file_is_free_for_the_next_run_and_for_others(served, tmp_path):
    (tmp_path / "lock").touch()
    plain = served.run("plain", "Kept$Locked", [str(tmp_path / "lock")])
    served.start()
    for _ in range(3):
        assert_same(served.run("warm", "Kept$Locked", [str(tmp_path / "lock")]), plain)
        served.await_free()
        assert_same(served.run("plain", "Kept$Locked", [str(tmp_path / "lock")]), plain)


def test_a_thread_of_an_ended_run_says_nothing_any_more(served):
    plain = served.run("plain", "Threads$Speaks")
    served.start()
    for _ in range(3):
        assert_same(served.run("warm", "Threads$Speaks"), plain)
        time.sleep(0.3)
        assert (served.work / "spoken").read_text() == ""


def test_random_numbers_are_others_in_each_run(served):
    plain = served.run("plain", "Kept$Randoms")[1].splitlines()
    served.start()
    seen = set(plain[:6])
    for run in range(5):
        status, out, err, _ = served.run("warm", "Kept$Randoms")
        lines = out.splitlines()
        assert (status, err, lines[6]) == (0, b"", plain[6])
        assert not seen & set(lines[:6]), run
        seen |= set(lines[:6])


def memory_of(pid):
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            area, rights, *_ = line.split()
            if rights.startswith("rw"):
                start, end = (int(number, 16) for number in area.split("-"))
                try:
                    os.lseek(memory.fileno(), start, os.SEEK_SET)
                    yield memory.read(end - start) or b""
                except OSError:  # reserved only
                    continue


def test_what_a_run_was_given_is_not_in_the_memory_of_the_server_after_it(served):
    """Found by reading: the server kept the environments of two runs, and what it freed of a request was not overwritten."""
    served.start()
    argument, variable = "an-argument-of-one-run-8127", "a-variable-of-one-run-5530"
    before = set(served.pids())
    assert served.run("warm", "Kept$Secret", [argument], environment={"SECRET": variable})[0] == 0  # which prints neither
    served.await_free()
    for pid in before & set(served.pids()):
        found = {text: sum(area.count(text.encode()) + area.count(text.encode("utf-16-le")) for area in memory_of(pid)) for text in (argument, variable)}
        assert found == {argument: 0, variable: 0}
    assert before & set(served.pids())


@pytest.mark.parametrize("options", [(), ("-Xms256m", "-XX:+UseParallelGC"), ("-Xms256m", "-XX:+UseSerialGC")], ids=str)
def test_what_a_run_had_in_its_old_generation_is_not_in_the_memory_of_the_server_after_it(served, options):
    """Found by reading: collections leave dead objects between live ones there, with what is in them."""
    secret = "old-when-it-died-20261" * 3
    given = "".join(chr(ord(c) - 1) for c in secret)
    served.start(options=options)
    for run in range(3):
        before = set(served.pids())
        assert served.run("warm", "Kept$Old", [given], options)[:3] == (0, b"66\n", b"")
        served.await_free()
        assert before & set(served.pids())
        for pid in before & set(served.pids()):
            assert sum(area.count(text) for area in memory_of(pid) for text in (secret.encode(), secret.encode("utf-16-le"))) == 0, run


def test_what_a_run_had_in_its_heap_is_not_in_the_memory_of_the_server_after_it(served):
    served.start()
    secret = "kept-by-nobody-20251" * 3
    given = "".join(chr(ord(c) - 1) for c in secret)
    before = {pid for pid in served.pids()}
    assert served.run("warm", "Kept$Secret", [given])[:3] == (0, b"60\n", b"")
    served.await_free()
    for pid in before & set(served.pids()):
        found = [area.count(text) for area in memory_of(pid) for text in (secret.encode(), secret.encode("utf-16-le"))]
        assert sum(found) == 0
    assert before & set(served.pids())
