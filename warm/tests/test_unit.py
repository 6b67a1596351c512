# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of single functions, built with checks of memory."""
import io
import subprocess
import zipfile

import pytest

from pool import BIN


@pytest.mark.parametrize("name", ["sha256", "policy", "default_memory", "evictions", "frames", "noise", "unread", "requests", "group_memory", "network_type"])
def test_function(name):
    subprocess.run([BIN / "unit-checked", name], check=True, timeout=50)


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_damaged_jar(compression):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as jar:
        jar.writestr("a/Main.class", "x" * 100)
        jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nMain-Class: a.M\r\n ain\r\nClass-Path: b.jar c/\r\n\r\nName: x\r\n")
    subprocess.run([BIN / "unit-checked", "damaged_jar"], input=content.getvalue(), check=True, timeout=50)


def test_all_are_run():
    listed = subprocess.run([BIN / "unit-checked"], capture_output=True, text=True, check=True).stdout.split()
    assert sorted(listed) == ["damaged_jar", "default_memory", "evictions", "frames", "group_memory", "network_type", "noise", "policy", "requests", "sha256", "unread"]
