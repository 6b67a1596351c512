# SPDX-License-Identifier: Apache-2.0
"""What a program sets in properties is read by classes of java.base when they are first used: in each run anew, and by no later run. And which statics of the JDK
can come to refer to something else: each is put back, or does no harm."""
import fnmatch
import re

import pytest

from conftest import ROOT
from served import Served, assert_same, reasons, warm_turns

PROGRAMS = ROOT / "warm/tests/programs"
RESET = ROOT / "jvm/src/hotspot/share/runtime/warm/warmJdkClasses.cpp"


@pytest.fixture(scope="module")
def served(tmp_path_factory, spillway_image):
    made = Served(tmp_path_factory.mktemp("properties"), spillway_image)
    made.compile(["-XDignore.symbol.file", *(PROGRAMS / f"{name}.java" for name in ("Algorithms", "Cleaned", "Ends", "Late", "Nothing", "Reads", "References", "Statics"))])
    yield made
    made.stop()


def kept():
    """[(pattern of a class, reason)]: classes that stay as they are though initialising them reads properties."""
    return reasons("jdk-properties.txt")


def is_kept(name):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern, _ in kept())


def names(served, kind, main, *arguments):
    status, out, err, _ = served.run(kind, main, arguments)
    assert status == 0, err
    return {line.replace("/", ".") for line in out.decode().split()}


def before_main(served):
    """Classes that plain java initialises before it calls main, by its log: a program that asks has initialised some itself."""
    status, out, err, _ = served.run("plain", "Nothing", options=["-Xlog:class+init=info"])
    before, _, after = out.decode().partition("'Nothing'")
    assert status == 0 and after, err
    return {name.replace("/", ".") for name in re.findall(r"Initializing '([^']+)'", before)}


def reset_entries():
    table = re.search(r"reset_classes\[\] = \{(.*?)\};", RESET.read_text(), re.S).group(1)
    return re.findall(r'"([^"]+)"', table)


def is_reset(name):
    entry = name.replace(".", "/")
    return any(entry == one or entry.startswith(one if one.endswith("/") else one + "$") for one in reset_entries())


def test_classes_that_read_properties_are_reset_or_have_a_reason_not_to_be(served):
    reading, before = names(served, "plain", "Reads"), before_main(served)
    assert len(reading) > 100 and len(before) > 100
    left = {name for name in reading - before if not is_reset(name)}
    unexplained = {name for name in left if not is_kept(name)}
    assert not unexplained, " ".join(sorted(unexplained))
    assert all(any(fnmatch.fnmatchcase(name, pattern) for name in left) for pattern, _ in kept()), "a reason for nothing"


def test_a_static_of_the_jdk_that_can_refer_to_something_else_is_put_back_or_has_a_reason_not_to_be(served):
    """The VM compares numbers and texts only; what a reference leads to it looks at only where an object of the program's classes is found."""
    modules = re.search(r"kept_modules\[\] = \{ (.*) \}", (ROOT / "jvm/src/hotspot/share/runtime/warm/warmClasses.cpp").read_text())[1]
    status, out, err, _ = served.run("plain", "References", re.findall(r'"(.*?)"', modules))
    assert status == 0, err
    left = {name for name in out.decode().split() if not is_reset(name.partition("#")[0])}
    table = reasons("jdk-references.txt")
    assert len(left) > 100 and [pattern for pattern, _ in table] == sorted(pattern for pattern, _ in table)
    assert not {name for name in left if not any(fnmatch.fnmatchcase(name, pattern) for pattern, _ in table)}
    assert all(any(fnmatch.fnmatchcase(name, pattern) for name in left) for pattern, _ in table), "a reason for nothing"


def test_what_is_said_to_put_a_static_back_names_its_field():
    server = ROOT / "warm/server/src/main/java/dev/spillway/warm"
    for pattern, reason in reasons("jdk-references.txt"):
        if by := re.fullmatch(r"put back \((\w+)\)", reason):
            source, field = (server / f"{by[1]}.java").read_text(), pattern.partition("#")[2]
            named = field in source or "*" in field or by[1] == "JdkState"  # which has setters only
            assert named and pattern.partition("#")[0].split("$")[0].split(".")[-1] in source, (pattern, reason)


def test_a_server_has_used_no_class_that_reads_properties_before_main_which_plain_java_has_not(served):
    served.start()
    reading, used = names(served, "plain", "Reads"), names(served, "plain", "Statics", "list")
    assert not [name for name in (names(served, "warm", "Statics", "list") & reading) - used if not is_kept(name)]


def test_the_table_of_classes_is_sorted_as_its_search_needs_it():
    assert reset_entries() == sorted(reset_entries())


@pytest.mark.parametrize("order", [[(), ("set",), ("set",), (), ()], [("set",), (), ("set",)]], ids=["first as it comes", "first changed"])
def test_properties_set_by_a_program_count_for_its_run_only(served, order):
    plain = {arguments: served.run("plain", "Late", arguments) for arguments in ((), ("set",))}
    assert plain[()][1] != plain["set",][1]
    served.stop()
    served.wait(lambda: not served.servers())
    served.start()
    ended, before = len(served.events("ended")), len(served.events("warm"))
    for run, arguments in enumerate(order):
        assert_same(served.run("warm", "Late", arguments), plain[arguments], f"run {run}")
    served.await_free()
    assert len(served.events("ended")) == ended, served.events("ended")[ended:]
    assert len(served.events("warm")) == before + len(order)


@pytest.mark.parametrize("order", [((), ("allow",)), (("allow",), ())], ids=["first as it comes", "first allowed"])
def test_algorithms_that_a_program_allows_are_disabled_in_the_next_run(served, order):
    served.stop()
    options = ("--add-exports=java.base/sun.security.util=ALL-UNNAMED",)
    warm_turns(served, "Algorithms", [(arguments, options) for arguments in order], options_of_server=options)


def test_threads_of_cleaners_are_numbered_anew(served):
    served.stop()
    warm_turns(served, "Cleaned", [((), ())], rounds=3)
