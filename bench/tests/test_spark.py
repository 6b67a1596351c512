# SPDX-License-Identifier: Apache-2.0
"""What the harness makes of what a job printed, with a stand-in for spark-submit."""
import json

import pytest

from spillway_bench import espillsuite, paths, spark


@pytest.fixture
def run(monkeypatch, places):
    """Runs a job of which spark-submit prints this result."""
    for name in ("stock_jdk", "jobs_jar", "plugin_jar"):
        monkeypatch.setattr(paths, name, lambda: places)
    submit = places / "spark" / "bin" / "spark-submit"
    submit.parent.mkdir(parents=True)
    monkeypatch.setattr(paths, "spark_home", lambda: places / "spark")

    def run(arguments, result):
        submit.write_text(f"#!/bin/sh\necho 'RESULT {json.dumps(result)}'\n")
        submit.chmod(0o755)
        return spark.run(espillsuite.stock(), spark.Job("terasort", tuple(arguments.items())), spark.Limits(None, 30), kind="measured", round_number=1,
                         logs=places / "logs", drop_cache=False)
    return run


@pytest.mark.parametrize("asked, result", [(280, {}), (280, {"table_mb": 0}), (280, {"table_mb": 140}), (0, {"table_mb": 280})])
def test_a_job_that_holds_another_table_than_it_was_asked_to_has_failed(run, asked, result):
    raw = run({"table": asked}, result)
    assert raw["status"] == "failed" and f"a table of {result.get('table_mb', 0)} MB, not of {asked}" in raw["reason"]
    assert "make bench-jobs" in raw["reason"]


@pytest.mark.parametrize("arguments, result", [({"table": 280}, {"table_mb": 280}), ({}, {"table_mb": 0}), ({}, {})])
def test_a_job_that_holds_the_table_it_was_asked_to_ended_well(run, arguments, result):
    assert run(arguments, result)["status"] == "ok"
