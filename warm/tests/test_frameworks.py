# SPDX-License-Identifier: Apache-2.0
"""Programs with frameworks that change what is everybody's (Logback, Groovy, ByteBuddy) or depend on the locale, in turns on one server."""
import signal
import subprocess

import pytest

from conftest import ROOT
from served import assert_same, in_turns, with_jars

HERE = ROOT / "warm/tests/frameworks"
LOCALES = [["-Duser.language=de", "-Duser.country=DE"], ["-Duser.language=tr"], ["-Duser.language=hi", "-Duser.country=IN"], ["-Duser.language=en", "-Duser.country=US"],
           ["-Duser.language=th", "-Duser.country=TH", "-Duser.extensions=nu-thai"], ["-Duser.language=de", "-Duser.country=CH", "-Djava.locale.providers=SPI,CLDR"]]
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def served(tmp_path_factory, spillway_image):
    jars = ROOT / "build/frameworks"
    signal.alarm(600)
    if not jars.is_dir():
        part = jars.with_suffix(".part")
        subprocess.run(["mvn", "-B", "-ntp", "-q", "-f", HERE / "pom.xml", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies",
                        f"-DoutputDirectory={part}"], check=True, timeout=600)
        part.rename(jars)
    made = with_jars(tmp_path_factory.mktemp("frameworks"), spillway_image, HERE / "Frameworks.java", sorted(jars.glob("*.jar")))
    yield made
    made.stop()


def test_logback_starts_anew_in_each_run(served):
    plain = in_turns(served, [("Frameworks$Logs", ["WARN"]), ("Frameworks$Logs", ["TRACE"])], [f"-Dlogback.configurationFile={HERE}/logback.xml"])
    assert plain[0][1].startswith(b"null false\n") and b"IllegalStateException: in WARN" in plain[0][1] and b"message" not in plain[0][1], plain[0]
    assert plain[1][1].count(b"trace ") == 50 and "frameworks.log" in plain[1][3], plain[1]


def test_a_method_that_a_groovy_script_adds_to_string_is_gone_in_the_next_run(served):
    plain = in_turns(served, [("Frameworks$Script", ["5"]), ("Frameworks$Script", ["7"])])
    assert plain[0][1] == b"none\n55 ABC5\n", plain[0]


def test_a_class_that_bytebuddy_makes_is_of_its_run(served):
    plain = in_turns(served, [("Frameworks$Made", ["one"]), ("Frameworks$Made", ["two"])])
    assert plain[0][1] == b"one\n", plain[0]


@pytest.mark.parametrize(("main", "shown", "reason"), [("Injected", b"not made yet\nintercepted\n", "the program gave a class to a loader that all runs share"),
                                                       ("Redefined", b"as written\nredefined\n", "a tool has attached")])
def test_a_class_that_bytebuddy_changes_for_all_retires_the_server(served, main, shown, reason):
    plain = served.run("plain", f"Frameworks${main}")
    assert plain[:2] == (0, shown), plain
    for _ in range(2):
        served.start()
        ended, warm = len(served.events("ended")), len(served.events("warm"))
        assert_same(served.run("warm", f"Frameworks${main}"), plain)
        assert len(served.events("warm")) == warm + 1
        served.wait(lambda ended=ended: len(served.events("ended")) > ended)
        assert reason in str(served.events("ended")[-1]), served.events("ended")[-1]


@pytest.mark.parametrize("options", LOCALES, ids=" ".join)
def test_texts_are_those_of_the_locale_of_the_run(served, options):
    """Each has a server of its own; the program leaves another locale as the default one."""
    served.stop()
    plain = in_turns(served, [("Frameworks$Texts", [])], options, rounds=3)
    assert plain[0][0] == 0 and plain[0][1].count(b"\n") == 4, plain[0]
