# SPDX-License-Identifier: Apache-2.0
"""Ending a benchmark from outside."""
import os
import signal

import pytest

from spillway_bench import __main__ as program
from spillway_bench import check_goals


def test_a_termination_is_taken_like_ctrl_c(monkeypatch, capsys):
    monkeypatch.setattr(check_goals, "run", lambda: os.kill(os.getpid(), signal.SIGTERM))
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert program.main(["check-goals"]) == 130
    except SystemExit:
        pytest.fail("ended without cleaning up")
    finally:
        signal.signal(signal.SIGTERM, before)
    assert "stopped" in capsys.readouterr().out
