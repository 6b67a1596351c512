# SPDX-License-Identifier: Apache-2.0
"""CPU load of a JVM over time, as its own flight recorder has it."""
import json
import re
import subprocess
from datetime import datetime


def option(file):
    """The JVM option that records nothing but the load, once a second."""
    return f"-XX:StartFlightRecording=filename={file},settings=none,+jdk.CPULoad#enabled=true,+jdk.CPULoad#period=1s"


def read(jdk, file):
    """[[seconds since the first entry, cores of user code, cores of the kernel]]; empty when the JVM left no recording."""
    if not file.is_file() or not file.stat().st_size:
        return []
    done = subprocess.run([jdk / "bin" / "jfr", "print", "--json", "--events", "jdk.CPULoad", file], capture_output=True, text=True)
    return points(done.stdout) if done.returncode == 0 else []


def points(text):
    """The entries of what `jfr print --json` says; the loads are shares of the whole machine."""
    found = [event["values"] for event in json.loads(text)["recording"]["events"]]
    times = [_seconds(values["startTime"]) for values in found]
    return [[round(at - times[0], 2), values["jvmUser"], values["jvmSystem"]] for at, values in zip(times, found)]


def _seconds(text):
    # Python reads microseconds, the recorder writes nanoseconds.
    return datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", text).replace("Z", "+00:00")).timestamp()
