# SPDX-License-Identifier: Apache-2.0
"""Ports of this machine."""
import socket


def free():
    """A port that nobody had a moment ago."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]
