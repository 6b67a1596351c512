# SPDX-License-Identifier: Apache-2.0
"""Programs with real libraries that register themselves (Log4j's files, Derby's driver), in turns on one server."""
import pytest

from conftest import ROOT
from served import all_warm, assert_same, with_jars

HERE = ROOT / "warm/tests/libraries"
JARS = ["log4j-api", "log4j-core", "derby-", "derbyshared", "derbytools"]


@pytest.fixture(scope="module")
def served(tmp_path_factory, spark, spillway_image):
    jars = [next(spark.glob(f"jars/{name}*.jar")) for name in JARS]
    made = with_jars(tmp_path_factory.mktemp("libraries"), spillway_image, HERE / "Libraries.java", jars)
    yield made
    made.stop()


def test_log_files_and_drivers_are_those_of_the_run(served):
    turns = [("Libraries$Logs", "one"), ("Libraries$Database", "one"), ("Libraries$Logs", "two"), ("Libraries$Database", "one")]
    options = [f"-Dlog4j.configurationFile={HERE}/log4j2.properties"]
    plain = [served.run("plain", main, [argument], options) for main, argument in turns]
    assert "app-1.log" in plain[0][3] and b"failed" in plain[0][2] and plain[0][0] == 0, plain[0]
    assert plain[1][:2] == (0, b"XJ004\n190 one\norg.apache.derby.iapi.jdbc.AutoloadedDriver\n"), plain[1]
    served.start(main="Libraries$Logs", options=options)
    with all_warm(served, 2 * len(turns)):
        for run in range(2 * len(turns)):
            main, argument = turns[run % len(turns)]
            warm, expected = served.run("warm", main, [argument], options), plain[run % len(turns)]
            # Derby's log has times and addresses of objects in it.
            warm[3].pop("derby.log", None), expected[3].pop("derby.log", None)
            assert_same(warm, expected, f"run {run} {main}")
