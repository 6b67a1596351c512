# SPDX-License-Identifier: Apache-2.0
"""What a run does to its statics, to its call sites, to the JDK's defaults and by its threads, the next one does not see. Each program runs
as on plain java in several ways in turns on one server, and all of them among each other."""
import socket

import pytest

from served import all_warm, assert_same, warm_turns

PLAIN = [((), ())]
N = [((), ["-Dn=5"]), ((), [])]


def ways(*arguments):
    return [((argument,), ()) for argument in arguments]


@pytest.mark.parametrize("main,turns", [
    ("Isolated$Contents", PLAIN), ("Isolated$Plans", PLAIN),
    ("Ordered$Uses", [((), ()), (("in another order",), ())]), ("Ordered$Together", [((), ()), (("fails",), ())]),
    ("Wired$References", N), ("Wired$Values", N), ("Wired$Proxied", N), ("Wired$Marks", PLAIN),
], ids=str)
def test_statics_and_what_is_linked_to_them_are_those_of_the_run(served, main, turns):
    warm_turns(served, main, turns)


@pytest.mark.parametrize("main,turns", [("Wired$Written", N), ("Wired$Adapted", PLAIN), ("Wired$Hacked", PLAIN)], ids=str)
def test_what_the_jdk_makes_of_a_class_is_made_anew(served, main, turns):
    """Lambdas that are written, interfaces by handles, and a static final that is changed behind the VM's back."""
    warm_turns(served, main, turns)


@pytest.mark.parametrize("main,turns", [
    ("Defaults", PLAIN), ("Defaults$Manager", PLAIN), ("Configured", [((), ()), *ways("one", "two")]),
    ("Once$Sockets", PLAIN), ("Once$Datagrams", PLAIN), ("Once$Connections", PLAIN), ("Once$Others", PLAIN),
    ("Requests$Hosts", [(("127.0.0.5",), ()), (("127.0.0.6", "sometimes.test"), ())]),
], ids=str)
def test_defaults_of_the_process_are_as_new(served, main, turns):
    warm_turns(served, main, turns)


def test_a_password_for_a_server_is_not_known_to_the_next_run(served):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = str(s.getsockname()[1])
    assert served.run("plain", "Requests$Passwords", [port])[1] == b"401 Unauthorized\n" * 3
    warm_turns(served, "Requests$Passwords", [((port, "alice"), ()), ((port,), ()), ((port, "bob"), ())])


def test_a_security_manager_is_refused_as_by_plain_java(served):
    options = ["-Djava.security.manager=allow"]
    plain = served.run("plain", "Ends$Returns", (), options)
    assert plain[0] == 1, plain
    served.start()
    assert_same(served.run("warm", "Ends$Returns", (), options), plain)
    assert served.events("cold")[-1][3] == "option not known to be safe"


def test_threads_have_the_names_of_a_new_process(served):
    warm_turns(served, "Lingering$Named", PLAIN)


def test_endless_tasks_of_the_common_pool_end_with_their_run(served):
    warm_turns(served, "Lingering$Tasks", PLAIN)


@pytest.mark.parametrize("arguments", [["sleeps"], ["blocks"], ["runs", "3"], ["pinned", "3"]], ids=" ".join)
def test_a_virtual_thread_in_the_middle_of_something_says_nothing_after_the_end(served, arguments):
    """The server may have to go."""
    plain = served.run("plain", "Lingering$Virtual", arguments)
    assert plain[:3] == (int(arguments[1]) if len(arguments) > 1 else 0, b"ends\n", b""), plain
    served.start()
    before = len(served.events("warm"))
    assert_same(served.run("warm", "Lingering$Virtual", arguments), plain)
    served.await_free()
    assert len(served.events("warm")) == before + 1, served.events()[-5:]
    served.start()
    assert_same(served.run("warm", "Ends$Virtual"), served.run("plain", "Ends$Virtual"))
    assert len(served.events("warm")) == before + 2, served.events()[-5:]


def test_a_thread_that_sleeps_in_native_code_changes_nothing_even_if_the_server_has_to_go(served):
    options = ["--enable-native-access=ALL-UNNAMED"]
    plain = served.run("plain", "Lingering$Native", (), options)
    assert plain[:3] == (3, b"ends\n", b""), plain
    served.start(options=options)
    before = len(served.events("warm"))
    assert_same(served.run("warm", "Lingering$Native", (), options), plain)
    assert len(served.events("warm")) == before + 1


# Each leaves what another one would show.
MIXED = [("Defaults", []), ("Isolated$Plans", []), ("State$OfJdk", []), ("Configured", ["mixed"]), ("Late", ["set"]), ("Defaults", []),
         ("State$Net", []), ("Once$Connections", []), ("Global$Providers", []), ("Requests$Hosts", ["127.0.0.7"]), ("Configured", []), ("Late", []),
         ("Once$Others", []), ("State$Net", []), ("Lingering$Named", []), ("State$Logging", []), ("Threads$Names", []), ("Ordered$Uses", []),
         ("Jars", ["mixed"]), ("Once$Sockets", []), ("Registered$Http", [])]


def test_programs_that_change_what_another_one_shows_run_among_each_other(served):
    plain = [served.run("plain", main, arguments) for main, arguments in MIXED]
    served.start()
    with all_warm(served, 2 * len(MIXED)):
        for order in (range(len(MIXED)), reversed(range(len(MIXED)))):
            for number in order:
                main, arguments = MIXED[number]
                assert_same(served.run("warm", main, arguments), plain[number], f"{main} {arguments}")
