# SPDX-License-Identifier: Apache-2.0
"""Runs one experiment of bench/h2 in a JVM of its own and returns one raw run."""
import json
import shutil
import subprocess
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from . import gclog, pagecache, paths, process, swap
from .cgroup import NoCgroup


@dataclass(frozen=True)
class Variant:
    """One way to run an experiment.

    series: experiments that are compared with each other. name: unique in the series. x: what the plots show on their axis.
    jdk: 'stock' or 'spillway'. heap_mb: -Xms and -Xmx. h2_mb: SecondHeapSize, 0 is off. jvm: more JVM options.
    repeat: runs in each round; the same for all of a series. experiment, arguments: for Main. limit_mb: cgroup limit. h2_on: 'disk' or 'tmpfs'. swap_mb: swap file for this run.
    """
    series: str
    name: str
    experiment: str
    arguments: dict
    heap_mb: int
    x: float = 0
    jdk: str = "spillway"
    h2_mb: int = 0
    jvm: tuple = ()
    limit_mb: int | None = None
    h2_on: str = "disk"
    swap_mb: int = 0
    timeout_s: float = 600
    repeat: int = 1


def compile_program():
    """Compiles the program with the hints it uses; returns the class directory."""
    target = paths.work_dir() / "h2-classes"
    shutil.rmtree(target, ignore_errors=True)
    sources = sorted((paths.ROOT / "bench" / "h2" / "src").rglob("*.java"))
    hints = paths.ROOT / "hints" / "src" / "main" / "java"
    sources += [p for p in sorted(hints.rglob("*.java")) if p.name != "module-info.java"]
    subprocess.run([paths.stock_jdk() / "bin" / "javac", "--release", "17", "-d", target, *sources], check=True)
    return target


def run(variant, round_number, classes, logs):
    """One run in a fresh directory and group with an empty page cache."""
    logs = Path(logs)
    logs.mkdir(parents=True, exist_ok=True)
    stem = f"{variant.series}-{variant.name}-{round_number}".replace(" ", "-").replace("/", "-")
    gc_log, output = logs / f"{stem}.gc.log", logs / f"{stem}.out"
    base = "/dev/shm" if variant.h2_on == "tmpfs" else paths.work_dir()
    scratch = tempfile.mkdtemp(prefix="spillway-h2-", dir=base)
    raw = {"job": variant.series, "config": variant.name, "kind": "measured", "round": round_number, "x": variant.x,
           "heap_mb": variant.heap_mb, "h2_mb": variant.h2_mb, "limit_mb": variant.limit_mb, "arguments": variant.arguments,
           "jvm": list(variant.jvm)}
    try:
        raw["cache_dropped"] = pagecache.drop()
        with swap.SwapFile(scratch, variant.swap_mb) if variant.swap_mb else nullcontext():
            raw.update(process.run(_command(variant, classes, scratch, gc_log), log=output, swap=bool(variant.swap_mb),
                                   limit_bytes=variant.limit_mb and variant.limit_mb << 20, directory=scratch,
                                   in_group=variant.limit_mb is not None, timeout_s=variant.timeout_s))
    except (NoCgroup, swap.NoSwap) as e:
        return {**raw, "status": "not measured", "reason": str(e)}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return _with_logs(raw, gc_log.read_text(errors="replace") if gc_log.is_file() else "", output.read_text(errors="replace"))


def _command(variant, classes, scratch, gc_log):
    jdk = paths.spillway_jdk() if variant.jdk == "spillway" else paths.stock_jdk()
    words = [jdk / "bin" / "java", "-XX:+UseParallelGC", f"-Xms{variant.heap_mb}m", f"-Xmx{variant.heap_mb}m",
             # A small young generation of fixed size: the data go to the old one, which has room for them.
             f"-Xmn{min(400, variant.heap_mb // 3)}m", "-XX:-UseAdaptiveSizePolicy", gclog.log_option(gc_log),
             *[o.replace("{scratch}", scratch) for o in variant.jvm]]
    if variant.h2_mb:
        words += [f"-XX:SecondHeapSize={variant.h2_mb}m", f"-XX:SecondHeapPath={scratch}"]
    words += ["-cp", classes, "dev.spillway.bench.h2.Main", variant.experiment]
    for key, value in variant.arguments.items():
        words += [f"--{key}", str(value).replace("{scratch}", scratch)]
    return words


def _with_logs(raw, log, output):
    found = gclog.pauses(log)
    raw.update(pauses=[[p["at_s"], p["kind"], p["ms"], p["after_mb"], p["old_kb"]] for p in found], moves=gclog.moves(log),
               gc=gclog.summary(found))
    for line in output.splitlines():
        if line.startswith("RESULT "):
            raw["values"] = json.loads(line.removeprefix("RESULT "))
    if raw["status"] == "ok" and ("values" not in raw or raw["values"].get("check", 0) != 0):
        raw.update(status="failed", reason="the program's own check of its data failed" if "values" in raw else "no result")
    elif raw["status"] != "ok":
        raw["reason"] = output.strip()[-400:]
    return raw
