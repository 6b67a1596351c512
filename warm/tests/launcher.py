# SPDX-License-Identifier: Apache-2.0
"""Reads one command line with the real launcher and with the client."""
import json
import os
import subprocess

MODES = {"1": "class", "2": "jar", "3": "module", "4": "source"}
# Reasons for which the client does not have to know what the launcher makes of the rest.
GIVEN_UP = {"command line has an error", "argument file cannot be read", "argument file is unusual", "JDK_JAVA_OPTIONS has an error",
            "variable has an error", "option that makes the launcher print", "deprecated option", "another VM", "no program named",
            "variable that changes launcher or VM"}
REMOVED = ("CLASSPATH", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "LD_LIBRARY_PATH")


def clean_environment(changes=None):
    kept = {k: v for k, v in os.environ.items() if k not in REMOVED}
    return kept | (changes or {})


def by_launcher(stub_jdk, words, directory, environment=None):
    """What the launcher hands to the VM, or None when it ends without one; and its stderr."""
    ran = subprocess.run([stub_jdk / "bin/java", *words], cwd=directory, capture_output=True, stdin=subprocess.DEVNULL,
                         env=clean_environment(environment), timeout=20)
    told = {"options": [], "arguments": [], "mode": "none", "main": None}
    pieces = os.fsdecode(ran.stdout).split("\0")
    if ran.returncode != 0 or len(pieces) % 2 == 0:
        return None, ran.stderr
    for kind, value in zip(pieces[0::2], pieces[1::2]):
        if kind in ("option", "argument"):
            told[kind + "s"].append(value)
        else:
            told[kind] = MODES[value] if kind == "mode" else value
    return told, ran.stderr


def by_client(spillway, words, directory, environment=None):
    ran = subprocess.run([spillway, "pool", "why", "--", "java", *words], cwd=directory, capture_output=True,
                         env=clean_environment(environment), timeout=20)
    assert ran.returncode == 0 and ran.stderr == b"", ran.stderr
    return json.loads(os.fsdecode(ran.stdout))


def assert_same_reading(stub_jdk, spillway, words, directory, environment=None):
    """The client either gives up or reads exactly what the launcher reads. Returns its reading."""
    real, stderr = by_launcher(stub_jdk, words, directory, environment)
    ours = by_client(spillway, words, directory, environment)
    if ours["cold"] in GIVEN_UP:
        return ours
    # The launcher looks into the jar at once, the client when it reads the class path.
    if real is None and ours["mode"] == "jar" and b"jarfile" in stderr:
        return ours
    assert real is not None, f"{words}: the launcher refuses ({stderr}), the client reads {ours}"
    for field in ("mode", "main", "options", "arguments"):
        assert ours[field] == real[field], f"{words}: {field}: client {ours[field]}, launcher {real[field]}"
    assert os.fsencode("".join(line + "\n" for line in ours["notices"])) == stderr
    return ours
