# SPDX-License-Identifier: Apache-2.0
"""Odd ends of programs, and programs that cannot begin: on a warm server as on plain java, run after run."""
import os
import subprocess
import time

import pytest

from served import all_warm, assert_same, in_turns

RETURNS = ("Ends$Returns", [])


def test_an_exit_of_another_thread_ends_main_whatever_it_waits_for(served):
    turns = [("ExitsElsewhere", [how, thread]) for how, thread in
             (("parks", "daemon"), ("joins", "user"), ("locks", "daemon"), ("monitor", "user"), ("sleeps", "daemon"), ("loops", "user"))]
    assert all(result == (5, b"", b"", {}) for result in in_turns(served, turns))


def test_an_exit_while_main_counts_without_a_safepoint_ends_it_as_on_plain_java(served):
    """It may cost the server, which waits for a second at most."""
    plain = served.run("plain", "ExitsElsewhere", ["counts", "user"])
    assert plain == (5, b"", b"", {})
    for _ in range(2):
        served.start()
        warm = len(served.events("warm"))
        assert_same(served.run("warm", "ExitsElsewhere", ["counts", "user"]), plain)
        assert len(served.events("warm")) == warm + 1


def test_main_that_gets_a_lock_at_the_end_goes_no_further_when_its_code_is_compiled(served):
    """It did, in about every twelfth run: the VM looked for a class that its code lacked, and forgot with other exceptions that the run had ended."""
    main, arguments = "ExitsElsewhere", ["monitor", "user"]
    served.start()
    with all_warm(served, 40):
        assert [served.run("warm", main, arguments) for _ in range(40)] == [(5, b"", b"", {})] * 40


@pytest.mark.parametrize("thread", ["daemon", "user"])
def test_an_exit_of_another_thread_ends_main_that_reads(served, thread):
    def run(kind):
        served.await_free()
        # Its input stays open.
        with subprocess.Popen(served.words(kind, "ExitsElsewhere", ["reads", thread]), env=served.environment({}), cwd=served.work,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as client:
            return client.wait(30), client.stdout.read(), client.stderr.read()

    served.start()
    assert run("plain") == (5, b"", b"")
    with all_warm(served, 3):
        assert [run("warm") for _ in range(3)] == [(5, b"", b"")] * 3


def test_hooks_run_together_however_the_program_ends(served):
    plain = in_turns(served, [("ExitsHooks", [how]) for how in ("returns", "throws", "exits", "thread")])
    assert [status for status, *_ in plain] == [0, 1, 3, 0], plain
    assert all(out.endswith(b"all hooks have met\nmade true\n") and b"in a hook" in err and files == {} for _, out, err, files in plain), plain


def test_files_are_deleted_at_the_end_in_reverse_order(served):
    """Directories that are left show it."""
    kept = ["kept", "other", "other/file"]
    served.start()
    turns = [("returns", 0, kept), ("throws", 1, kept), ("exits", 3, kept), ("halts", 4, ["gone", "gone/file", "kept", "kept/file", "other", "other/file"])]
    for kind in ("plain", "warm", "warm"):
        warm = len(served.events("warm"))
        for how, status, left in turns:
            assert served.run(kind, "ExitsDeletes", [how])[0] == status
            assert sorted(str(path.relative_to(served.work)) for path in served.work.rglob("*")) == left, (kind, how)
        assert len(served.events("warm")) == warm + (len(turns) if kind == "warm" else 0)


def test_a_main_of_an_odd_kind_is_called_or_refused_each_time(served):
    kinds = ("ReturnsInt", "OtherArguments", "Private", "NeedsArgument", "PrivateConstructor", "Abstract", "Inner", "OfInterface", "OfEnum", "Inherits", "Both",
             "WithoutArguments", "FailingConstructor", "FailingInstance", "NoSuchClass")
    plain = in_turns(served, [(f"ExitsMains${kind}", ["a"]) for kind in kinds] + [("java.lang.Object", []), ("ExitsMains/Both", []), RETURNS])
    assert {status for status, *_ in plain} == {0, 1}, plain


@pytest.fixture(scope="module")
def broken(served, tmp_path_factory):
    """A class path with classes that cannot be loaded or linked."""
    made = tmp_path_factory.mktemp("broken")
    good = {path.stem: path.read_bytes() for path in served.programs.glob("ExitsBroken*.class")}
    del good["ExitsBroken$Parent"]
    classes = good | {"Newer": good["ExitsBroken"][:6] + b"\0\xff" + good["ExitsBroken"][8:], "Truncated": good["ExitsBroken"][:100],
                      "NoClass": b"\xca\xfe\xd0\x0d" + good["ExitsBroken"][4:], "OtherName": good["ExitsBroken"], "Empty": b""}
    # iconst_1, ireturn: the second becomes areturn.
    code = b"\0\0\0\2\4\xac"
    assert good["ExitsBroken"].count(code) == 1 and good["ExitsBroken$Calls"].count(b"present") == 1
    classes["ExitsBroken"] = good["ExitsBroken"].replace(code, b"\0\0\0\2\4\xb0")
    classes["ExitsBroken$Calls"] = good["ExitsBroken$Calls"].replace(b"present", b"missing")
    for name, content in classes.items():
        (made / f"{name}.class").write_bytes(content)
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    return made


def test_a_class_that_cannot_be_loaded_or_linked_fails_each_time_as_the_first_time(served, broken):
    mains = {"Newer": b"UnsupportedClassVersionError", "Truncated": b"ClassFormatError", "NoClass": b"ClassFormatError", "OtherName": b"wrong name",
             "Empty": b"ClassFormatError", "ExitsBroken": b"VerifyError", "ExitsBroken$Child": b"ExitsBroken$Parent", "ExitsBroken$Calls": b"NoSuchMethodError"}
    # The last class path counts.
    plain = {main: served.run("plain", "-cp", [broken, main]) for main in mains}
    for main, says in mains.items():
        assert plain[main][0] == 1 and says in plain[main][2], plain[main]
    subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "-cp", [broken, "Newer"])], env=served.environment({}), check=True,
                   capture_output=True, timeout=60)
    with all_warm(served, 2 * len(mains)):
        for run in range(2):
            for main in mains:
                assert_same(served.run("warm", "-cp", [broken, main]), plain[main], f"run {run} {main}")


def test_an_initialiser_that_failed_for_want_of_a_variable_succeeds_when_it_is_there(served):
    environments = [{}, {"EXITS_SIZE": "5"}, {"EXITS_SIZE": "x"}, {"EXITS_SIZE": "6"}]
    plain = [served.run("plain", "ExitsNeeds", environment=environment) for environment in environments]
    assert [status for status, *_ in plain] == [1, 0, 1, 0] and plain[3][1] == b"6\n" * 4, plain
    served.start()
    with all_warm(served, 2 * len(environments)):
        for run in range(2 * len(environments)):
            turn = run % len(environments)
            assert_same(served.run("warm", "ExitsNeeds", environment=environments[turn]), plain[turn], f"run {run}")


# Sizes that only the VM reads are for other threads than main.
@pytest.mark.parametrize("options, variable", [("-Xint", ""), ("-Xint -Xss3m", ""), ("-Xint -XX:ThreadStackSize=3072", ""), ("-Xint", "-Xss3m"),
                                               ("-Xint -Xss2048k", "-Xss4m")])
def test_a_stack_is_as_deep_as_on_plain_java(served, options, variable):
    """Interpreted: how much a compiled call takes depends on when it was compiled."""
    environment = {"JAVA_TOOL_OPTIONS": variable} if variable else {}

    def depths(kind):
        status, out, err, _ = served.run(kind, "ExitsDepth", (), options.split(), environment)
        assert status == 0 and err == (f"Picked up JAVA_TOOL_OPTIONS: {variable}\n".encode() if variable else b""), err
        return [int(line) for line in out.split()]

    plain = depths("plain")
    served.start(options=options.split(), environment=environment)
    with all_warm(served, 3):
        for run in range(3):
            warm = depths("warm")
            assert all(0.95 * a <= b <= 1.05 * a for a, b in zip(plain, warm, strict=True)), (run, plain, warm)


@pytest.mark.parametrize("main", ["Ends$Exits", "Ends$Hooks", "State$FailingInitialiser"])
def test_the_twentieth_run_is_as_the_first(served, main):
    arguments = ["3"] if main == "Ends$Exits" else []
    plain = served.run("plain", main, arguments)
    served.start()
    with all_warm(served, 20):
        for run in range(20):
            assert_same(served.run("warm", main, arguments), plain, f"run {run}")
            assert os.listdir(served.work) == []
