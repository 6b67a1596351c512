# SPDX-License-Identifier: Apache-2.0
"""What a result was measured on: the machine and the versions of everything that took part."""
import os
import platform
import subprocess
from importlib import metadata
from pathlib import Path

import psutil

from . import paths


def describe(directory):
    """Processor, memory, kernel, load and the file system of a directory."""
    return {"cpu": _cpu_model(), "cpus": os.cpu_count(), "memory_bytes": psutil.virtual_memory().total,
            "kernel": platform.release(), "load_before": os.getloadavg()[0], **_file_system(directory)}


def versions(**jdks):
    """Versions of the JDKs (given by name), of Spark and of the project's commit."""
    result = {name: _java_version(jdk) for name, jdk in jdks.items() if jdk is not None}
    for package in ("pyspark", "numpy", "scipy", "matplotlib"):
        result[package] = _package(package)
    result["spillway"] = (paths.ROOT / "VERSION").read_text().strip()
    result["commit"] = commit(paths.ROOT)
    return result


def commit(directory):
    """The commit of a work tree, with -dirty when something in it is changed or new; 'unknown' outside of git."""
    git = ("git", "--no-optional-locks", "-C", str(directory))
    name = _output(*git, "rev-parse", "--short", "HEAD")
    if not name:
        return "unknown"
    return f"{name}-dirty" if _output(*git, "status", "--porcelain") else name


# What benchmarks measure, as opposed to what measures and what tests.
PRODUCT = ("pom.xml", "jvm", ":(exclude)jvm/test", "hints", "leaky", "spark", "bench/jobs", "bench/neo4j", ":(exclude,glob)**/src/test/**")


def same_product(commit, other, root=paths.ROOT):
    """Whether two commits, as commit() names them, have the same product; a dirty or unknown one is like no other."""
    if any(name is None or name == "unknown" or name.endswith("-dirty") for name in (commit, other)):
        return False
    git = ("git", "--no-optional-locks", "-C", str(root), "diff", "--quiet", commit, other, "--")
    return subprocess.run([*git, *PRODUCT], capture_output=True, check=False).returncode == 0


def _cpu_model():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "Model")):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def _file_system(directory):
    directory = Path(directory).resolve()
    disks = [d for d in psutil.disk_partitions(all=True) if directory.is_relative_to(d.mountpoint)]
    if not disks:
        return {"file_system": "unknown"}
    return {"file_system": max(disks, key=lambda d: len(d.mountpoint)).fstype}


def _java_version(jdk):
    return _output(str(Path(jdk) / "bin" / "java"), "-Xshare:auto", "-Xinternalversion").split(", built")[0] or "unknown"


def _package(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
