# SPDX-License-Identifier: Apache-2.0
"""Runs a job of bench/jobs with Spark's own spark-submit in local mode and returns one raw run."""
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import balancerlog, cpuload, eventlog, gclog, pagecache, paths, process, profile
from .cgroup import NoCgroup
from .trace import Trace

_CONF = ("spark.ui.enabled=false", "spark.driver.host=127.0.0.1", "spark.driver.bindAddress=127.0.0.1",
         # The better serialiser for every setting: also stock's disk blocks and everybody's shuffle profit.
         "spark.serializer=org.apache.spark.serializer.KryoSerializer", "spark.kryoserializer.buffer.max=512m")


@dataclass(frozen=True)
class Job:
    """A job of bench/jobs: its name there, its arguments, and the name it has in results (the same unless told).

    program: of one without Spark, what makes its command line (setting, job, JVM options, scratch directory).
    """
    workload: str
    arguments: tuple
    label: str = ""
    program: Callable | None = None

    @property
    def name(self):
        return self.label or self.workload


@dataclass(frozen=True)
class Limits:
    """limit_mb: memory limit of the cgroup, None for no limit. timeout_s: a run that takes longer is killed. cores: local[n].

    executors: JVMs of so many cores and the setting's heap each, on this machine, instead of the driver's own; 0 for local[n].
    read_mb_s: what the group may read from the device in a second, None for no limit.
    """
    limit_mb: int | None
    timeout_s: float
    cores: int = 2
    executors: int = 0
    read_mb_s: int | None = None


@dataclass(frozen=True)
class Watch:
    """What else a run writes. events: Spark's event log. cpu: a recording of the CPU load. balancer: memory over time, the CPU time of
    the balancer's thread and, of settings that have it on, its log."""
    events: bool = False
    cpu: bool = False
    balancer: bool = False


def command(setting, job, limits, scratch, gc_log, profile_file=None, more=((), ())):
    """The spark-submit command line of a run. scratch: directory for Spark's local files and for H2. more: (JVM options, conf)."""
    options = [*setting.jvm_options(scratch), gclog.log_option(gc_log), *more[0]]
    if profile_file:
        options.append(profile.agent_option(paths.profiler_library(), profile_file))
    if job.program:
        return job.program(setting, job, options, scratch)
    words = [paths.spark_home() / "bin" / "spark-submit", "--master", _master(setting, limits),
             "--driver-memory", f"{setting.heap_mb}m", "--driver-java-options", " ".join(options)]
    for entry in (*_CONF, f"spark.local.dir={scratch}", *setting.spark_conf(), *more[1], *_executors(setting, limits, scratch)):
        words += ["--conf", entry]
    if setting.has_plugin():
        words += ["--driver-class-path", paths.plugin_jar()]
    words += ["--class", "dev.spillway.bench.Main", paths.jobs_jar(), job.workload, "--level", setting.level]
    for key, value in job.arguments:
        words += [f"--{key}", str(value)]
    return [str(word) for word in words]


def _master(setting, limits):
    return f"local-cluster[{limits.executors},{limits.cores},{setting.heap_mb}]" if limits.executors else f"local[{limits.cores}]"


def _executors(setting, limits, scratch):
    if not limits.executors:
        return []
    conf = [f"spark.executor.memory={setting.heap_mb}m", f"spark.executor.cores={limits.cores}",
            f"spark.executor.extraJavaOptions={' '.join(setting.jvm_options(scratch))}"]
    return [*conf, f"spark.executor.extraClassPath={paths.plugin_jar()}"] if setting.has_plugin() else conf


def _spark_home(limits, scratch):
    """Spark's directory; for executors one of links, since they work below it and leave their output there."""
    if not limits.executors:
        return paths.spark_home()
    home = Path(scratch) / "spark"
    home.mkdir()
    for entry in paths.spark_home().iterdir():
        if entry.name != "work":
            (home / entry.name).symlink_to(entry)
    return home


def run(setting, job, limits, *, kind, round_number, logs, with_profile=False, drop_cache=True, watch=Watch()):
    """One run: page cache emptied, fresh cgroup, spark-submit, logs kept below `logs`; returns the raw run."""
    stem = re.sub(r"[^a-z0-9]+", "-", f"{job.name}-{setting.name}-{kind}-{round_number}".lower())
    logs = Path(logs)
    logs.mkdir(parents=True, exist_ok=True)
    gc_log, output, stacks, cpu, decisions = (logs / f"{stem}.{suffix}" for suffix in ("gc.log", "out", "stacks", "jfr", "balancer.log"))
    balanced, trace = watch.balancer and setting.is_balanced(), Trace(balancerlog.THREAD) if watch.balancer else None
    with_profile = with_profile and paths.profiler_library() is not None
    scratch = tempfile.mkdtemp(prefix="run-", dir=paths.work_dir())
    raw = {"job": job.name, "config": setting.name, "kind": kind, "round": round_number, "limit_mb": limits.limit_mb,
           "timeout_s": limits.timeout_s, "load_before": os.getloadavg()[0],
           "arguments": dict(job.arguments), "jvm": list(setting.jvm), "conf": list(setting.conf)}
    events = Path(scratch) / "events"
    for old in (cpu, decisions):
        old.unlink(missing_ok=True)
    try:
        options = [*([cpuload.option(cpu)] if watch.cpu else []), *([balancerlog.log_option(decisions)] if balanced else [])]
        more = options, eventlog.conf(events) if watch.events else ()
        words = command(setting, job, limits, scratch, gc_log, stacks if with_profile else None, more)
        env = {**os.environ, "JAVA_HOME": str(setting.java_home()), "SPARK_HOME": str(_spark_home(limits, scratch)),
               "SPARK_LOCAL_IP": "127.0.0.1"}
        raw["cache_dropped"] = pagecache.drop() if drop_cache else False
        raw.update(process.run(words, log=output, limit_bytes=limits.limit_mb and limits.limit_mb << 20,
                               in_group=limits.limit_mb is not None, timeout_s=limits.timeout_s, env=env, directory=scratch,
                               read_bps=limits.read_mb_s and limits.read_mb_s << 20, trace=trace))
        if watch.events:
            raw.update(eventlog.read(events))
        if watch.cpu:
            raw["cpu_load"] = cpuload.read(setting.java_home(), cpu)
    except NoCgroup as e:
        return {**raw, "status": "not measured", "reason": str(e)}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    raw.update(_from_logs(gc_log, output, stacks if with_profile else None))
    if trace:
        raw.update(trace.values())
    if balanced:
        raw["balancer"] = {**balancerlog.read(decisions.read_text(errors="replace") if decisions.is_file() else ""), "log": decisions.name}
    raw.update({name: getattr(setting, name) for name in ("heap_mb", "memory_fraction", "storage_fraction", "h2_mb")})
    return _checked(raw, dict(job.arguments).get("table", 0), job.program is None)


def _checked(raw, table_mb, of_spark):
    """A run that ended well but did not do what it stands for has failed. table_mb: of the table that the job was told to hold (`--table`).

    Data that fit into the heap need not move: there the plug-in must say that it is on.
    """
    if raw["status"] != "ok":
        return raw
    if "result" not in raw:
        raw.update(status="failed", reason="the job printed no result")
    elif (held := raw["result"].get("table_mb", 0)) != table_mb:
        raw.update(status="failed", reason=f"the job held a table of {held} MB, not of {table_mb}: is the jobs jar an old one? Run `make bench-jobs`")
    elif "leaky" in raw["config"] and not raw["leaky_on"]:
        raw.update(status="failed", reason="the leaky buffer was not on, so this is not a run of it")
    elif "eager" in raw["config"] and not raw["eager_on"]:
        raw.update(status="failed", reason="eager spill was not on, so this is not a run of it")
    elif "balancer" in raw and not raw["balancer"]["samples"]:
        raw.update(status="failed", reason="the memory balancer took no sample, so this is not a run of it")
    elif raw["h2_mb"] and raw["limit_mb"]:
        if of_spark and not raw["plugin_on"]:
            raw.update(status="failed", reason="the plug-in was not on, so this is not a run of Spillway")
        elif not raw["moves"] and not raw["job"].startswith("fits-"):
            raw.update(status="failed", reason="nothing was moved to the second heap, so this is not a run of Spillway")
    return raw


def _from_logs(gc_log, output, stacks):
    log = gc_log.read_text(errors="replace") if gc_log.is_file() else ""
    found = gclog.pauses(log)
    read = {"gc": gclog.summary(found), "moves": gclog.moves(log),
            "pauses": [[p["at_s"], p["kind"], p["ms"], p["after_mb"], p["old_kb"]] for p in found]}
    said = output.read_text(errors="replace")
    read["plugin_on"] = "secondHeap=ON" in said
    for key, mechanism in (("leaky_on", "leakyBuffer"), ("eager_on", "eagerSpill")):
        # The driver of a cluster has no banner of its own, but tells what each executor said.
        read[key] = f"{mechanism}=ON" in said or f"{mechanism} is ON on executor" in said
    for line in said.splitlines():
        if line.startswith("RESULT "):
            read["result"] = json.loads(line.removeprefix("RESULT "))
    if stacks and stacks.is_file():
        read["profile"] = profile.share(stacks.read_text())
    return read
