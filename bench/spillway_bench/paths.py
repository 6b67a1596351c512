# SPDX-License-Identifier: Apache-2.0
"""Where things are: the project, its JDKs, Spark, jars and output. Every path can be overridden by environment."""
import functools
import importlib.util
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Missing(Exception):
    """Something that has to be built or installed first; the text says how."""


def out_dir(target):
    """Directory of the results of a target, created: out/<target>, or below SPILLWAY_OUT."""
    path = Path(os.environ.get("SPILLWAY_OUT", ROOT / "out")) / target
    path.mkdir(parents=True, exist_ok=True)
    return path


def work_dir():
    """Scratch directory on a disk (H2 files, Spark's local files, generated input): build/bench or SPILLWAY_BENCH_DIR."""
    path = Path(os.environ.get("SPILLWAY_BENCH_DIR", ROOT / "build" / "bench"))
    path.mkdir(parents=True, exist_ok=True)
    return path


def is_jdk(path):
    return path is not None and (Path(path) / "bin" / "java").is_file()


def spillway_jdk():
    """The Spillway image: SPILLWAY_JDK, or dist/jdk of `make jvm`."""
    path = Path(os.environ.get("SPILLWAY_JDK", ROOT / "dist" / "jdk"))
    if not is_jdk(path):
        raise Missing(f"no Spillway JDK in {path}: run `make jvm`, or set SPILLWAY_JDK")
    return path


def stock_jdk():
    """A stock JDK 25: STOCK_JDK, dist/jdk-stock of `make jvm-stock`, BOOT_JDK, JAVA_HOME, an installed one, the build's boot JDK."""
    for path in _stock_candidates():
        if is_jdk(path) and _feature_version(Path(path)) == "25":
            return Path(path)
    raise Missing("no stock JDK 25 found in STOCK_JDK, dist/jdk-stock, BOOT_JDK, JAVA_HOME, among the installed ones or by "
                  "jvm/build/boot-jdk: run `make jvm-stock`, or set STOCK_JDK to one")


def _stock_candidates():
    yield from (os.environ.get("STOCK_JDK"), ROOT / "dist" / "jdk-stock", os.environ.get("BOOT_JDK"), os.environ.get("JAVA_HOME"))
    yield from _installed_jdks()
    yield _boot_jdk(ROOT)


def _installed_jdks():
    return sorted(Path("/usr/lib/jvm").glob("*25*"))


@functools.cache
def _boot_jdk(root):
    """The JDK that boots the build of the image, None if there is none: it looks in more places, which takes it a second."""
    try:
        done = subprocess.run([root / "jvm" / "build" / "boot-jdk"], capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def _feature_version(jdk):
    release = jdk / "release"
    if not release.is_file():
        return None
    values = dict(line.split("=", 1) for line in release.read_text().splitlines() if "=" in line)
    return values.get("JAVA_VERSION", "").strip('"').split(".")[0]


def spark_home():
    """Spark of the pyspark package, or SPARK_HOME."""
    if "SPARK_HOME" in os.environ:
        return Path(os.environ["SPARK_HOME"])
    spec = importlib.util.find_spec("pyspark")
    if spec is None:
        raise Missing("pyspark is not installed: pip install -r bench/requirements.txt")
    return Path(spec.origin).parent


def jobs_jar():
    return built(ROOT / "bench" / "jobs" / "target" / "spillway-bench-jobs.jar", "make bench-jobs")


def plugin_jar():
    """The Spark plug-in jar, which also contains the hints: SPILLWAY_PLUGIN_JAR, or the one below spark/target."""
    if "SPILLWAY_PLUGIN_JAR" in os.environ:
        return built(Path(os.environ["SPILLWAY_PLUGIN_JAR"]), "make java")
    found = [p for p in sorted((ROOT / "spark" / "target").glob("spillway-spark*.jar"))
             if not p.name.endswith(("-tests.jar", "-sources.jar", "-javadoc.jar")) and "original" not in p.name]
    if not found:
        raise Missing("no Spark plug-in jar below spark/target: run `make java`")
    return found[-1]


def profiler_library():
    """The async-profiler agent unpacked by the build of bench/jobs, or None if it has none for this machine."""
    arch = {"x86_64": "x64", "aarch64": "arm64"}.get(os.uname().machine, "none")
    path = ROOT / "bench" / "jobs" / "target" / "profiler" / f"linux-{arch}" / "libasyncProfiler.so"
    return path if path.is_file() else None


def built(path, how):
    """The path of something that `how` builds; Missing if it is not there."""
    if not path.is_file():
        raise Missing(f"{path} does not exist: run `{how}`")
    return path
