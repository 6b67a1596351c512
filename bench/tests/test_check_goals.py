# SPDX-License-Identifier: Apache-2.0
"""What `make check-goals` says of results that are old, stopped or spoilt."""
import json

import pytest
from test_goals import demo_runs

from spillway_bench import check_goals, paths, result
from spillway_bench.__main__ import main
from spillway_bench.session import Session


def lines(capsys):
    return [line.strip() for line in capsys.readouterr().out.splitlines()]


def spoilt(change):
    """A result of the demo after change(document)."""
    session = Session("demo", {"limit_mb": 1024}, check_goals.GOALS["demo"])
    session.runs.extend(demo_runs())
    session.save()
    document = json.loads(json.dumps(session.document))
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"runs": []}', '"\\ud800"'])
def test_what_is_no_result_is_one_clear_line(places, capsys, text):
    (paths.out_dir("demo") / "result.json").write_text(text)
    assert main(["check-goals"]) == 1
    assert [line for line in lines(capsys) if "demo" in line][0].startswith("demo / result.json: malformed: ")


@pytest.mark.parametrize("change", [lambda d: d["runs"][-1].pop("gc"), lambda d: d["runs"][-1].update(gc=None),
                                    lambda d: d["runs"][0]["result"].update(cached=[]), lambda d: d["runs"][1].update(status="fine")])
def test_a_result_with_spoilt_runs_is_one_clear_line(places, capsys, change):
    text = spoilt(change)
    (paths.out_dir("demo") / "result.json").write_text(text)
    assert main(["check-goals"]) == 1
    said = [line for line in lines(capsys) if line.startswith("demo")]
    assert len(said) == 1 and said[0].startswith("demo / result.json: malformed: ") and len(said[0]) < 400


def test_a_result_from_before_these_settings_is_checked(places, capsys):
    (paths.out_dir("demo") / "result.json").write_text(spoilt(lambda document: document["settings"].pop("limit_mb")))
    assert main(["check-goals"]) == 1
    assert "demo: 0 of 8 goals met" in lines(capsys)


def test_only_a_session_that_ended_has_a_time(places):
    session = Session("demo", {"limit_mb": 1}, check_goals.GOALS["demo"])
    session.save()
    assert "seconds" not in result.read("demo")["settings"]
    session.finish()
    assert 0 <= result.read("demo")["settings"]["seconds"] <= session.seconds() + 0.1
