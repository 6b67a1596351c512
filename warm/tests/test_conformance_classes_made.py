# SPDX-License-Identifier: Apache-2.0
"""Classes that libraries make while a program runs (Javassist, Janino, which are among Spark's jars): with the same names in each run."""
import pytest

from conftest import ROOT
from served import assert_same, warm_turns, with_jars

MAKERS = ROOT / "warm/tests/libraries/Makers.java"
JARS = ["javassist-", "janino-", "commons-compiler-"]


@pytest.fixture(scope="module")
def served(tmp_path_factory, spark, spillway_image):
    jars = [next(spark.glob(f"jars/{name}[0-9]*.jar"), None) for name in JARS]
    if None in jars:
        pytest.skip(f"Spark has not all of these jars: {JARS}")
    made = with_jars(tmp_path_factory.mktemp("makers"), spillway_image, MAKERS, jars)
    yield made
    made.stop()


def test_classes_in_loaders_of_their_own_are_made_anew(served):
    warm_turns(served, "Makers$Source", [(("one",), ()), (("two",), ())])


def test_classes_in_the_loader_of_the_class_path_are_made_anew_at_the_price_of_the_server(served):
    for name in ("one", "two"):
        plain = served.run("plain", "Makers$Subclass", [name])
        assert plain[:2] == (0, f"proxied hello {name} 1 true\n".encode()), plain
        served.start(main="Makers$Subclass")
        ended, before = len(served.events("ended")), len(served.events("warm"))
        assert_same(served.run("warm", "Makers$Subclass", [name]), plain, name)
        served.wait(lambda ended=ended: len(served.events("ended")) > ended)
        assert len(served.events("warm")) == before + 1
