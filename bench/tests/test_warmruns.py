# SPDX-License-Identifier: Apache-2.0
"""How bench-warm judges its runs, with scripts in place of JVMs and of the pool."""
import os
from pathlib import Path

import jsonschema
import pytest

from spillway_bench import result, warmclient, warmpool, warmprograms, warmruns

SERVER = "0" * 32 + "." + "1" * 16
# Makes an archive where it is told to; refuses AOT caches.
STOCK = """#!/bin/sh
for word; do
  case $word in
    -XX:ArchiveClassesAtExit=*) touch "${word#*=}" ;;
    -XX:AOTCacheOutput=*) echo 'refuses caches' >&2; exit 1 ;;
  esac
done
echo "ran $1 $2" >> "$LOG"
for last; do :; done
echo "$last"
"""
WARM = """#!/bin/sh
{warm}
for last; do :; done
echo "$last"
"""
SERVED = f'printf "1\\twarm\\t{SERVER}\\t-\\t-\\n" >> "$XDG_RUNTIME_DIR/spillway-warm/events"'
COLD = 'printf "1\\tcold\\t-\\tunknown option\\t-XX:Odd\\n" >> "$XDG_RUNTIME_DIR/spillway-warm/events"'
RETIRED = f'{SERVED}; printf "1\\tended\\t{SERVER}\\tretired\\tstill reachable\\n" >> "$XDG_RUNTIME_DIR/spillway-warm/events"'


class Setup:
    """A set-up of scripts."""

    def __init__(self, directory, warm):
        self.work, self.logs, self.archives = (directory / name for name in ("work", "logs", "archives"))
        for made in (self.work, self.logs, self.archives, directory / "spillway-warm" / SERVER):
            made.mkdir(parents=True)
        (directory / "spillway-warm" / SERVER / "lock").touch()
        self.environment = {"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(directory), "LOG": str(directory / "log")}
        self.homes = {"plain": home(directory / "plain", STOCK), "warm": home(directory / "warm", WARM.format(warm=warm))}
        self.programs = {"hello": warmprograms.Program("hello", ("-cp", "hello.jar", "Hello", "argument"))}
        self.programs |= {name: warmprograms.Program(name, ("-cp", "queries.jar", "Queries", name)) for name in ("sql-1", "sql-2", "sql-3")}
        self.missing = {"hdfs-ls": "no port"}

    def before(self, program):
        pass

    def after(self, program):
        return None


class Session:
    def __init__(self):
        self.runs = []

    def add(self, run):
        self.runs.append(run)


def home(path, java):
    (path / "bin").mkdir(parents=True)
    pool = f'#!/bin/sh\nmkdir -p "$XDG_RUNTIME_DIR/spillway-warm/{SERVER}"\ntouch "$XDG_RUNTIME_DIR/spillway-warm/{SERVER}/lock"\necho "$3" >> "$LOG"\n'
    for name, text in (("java", java), ("spillway", pool)):
        (path / "bin" / name).write_text(text)
        (path / "bin" / name).chmod(0o755)
    return path


@pytest.fixture
def runs_of(tmp_path):
    def made(warm=SERVED, names=("hello",), rounds=2):
        setup, session = Setup(tmp_path, warm), Session()
        warmruns.Bench(setup, warmpool.Pool(setup.homes["warm"], setup.environment), session).run(names, rounds, rounds)
        jsonschema.validate(session.runs, result.schema()["properties"]["runs"])  # else the result could not be saved
        return [run for run in session.runs if run["job"] != warmclient.JOB]
    return made


def of(runs, config, kind="measured"):
    return [run for run in runs if (run["config"], run["kind"]) == (config, kind)]


def test_every_variant_has_its_rounds_after_a_run_of_plain_java_that_tells_the_result(runs_of, tmp_path):
    runs = runs_of()
    assert [(run["config"], run["status"]) for run in runs if run["kind"] == "warm-up"] == [("plain", "ok"), ("appcds", "ok")]
    assert [(run["round"], run["status"]) for run in of(runs, "plain")] == [(run["round"], run["status"]) for run in of(runs, "appcds")] == [(1, "ok"), (2, "ok")]
    ran = (tmp_path / "log").read_text().splitlines()
    archive = Path(tmp_path / "archives" / "hello.jsa")
    assert ran.count(f"ran -XX:ArchiveClassesAtExit={archive} -cp") == 1 and ran.count(f"ran -Xshare:on -XX:SharedArchiveFile={archive}") == 3


def test_the_client_is_measured_by_a_program_that_ends_at_once_behind_it(tmp_path):
    client = tmp_path / "java"
    client.write_text('#!/bin/sh\necho "$XDG_RUNTIME_DIR $@" >> "$LOG"\nexec "$(realpath "$(dirname "$0")/../lib")/../bin/java" "$@"\n')
    client.chmod(0o755)
    runs = list(warmclient.measure(client, tmp_path / "client", {"PATH": os.environ["PATH"], "LOG": str(tmp_path / "log")}))
    assert len(runs) == 2 * (warmclient.ROUNDS + 1) and {run["status"] for run in runs} == {"ok"}
    assert (tmp_path / "log").read_text().splitlines() == [f"{tmp_path}/client/run {' '.join(warmclient.WORDS)}"] * (warmclient.ROUNDS + 1)
    client.write_text("#!/bin/sh\necho no >&2; exit 3\n")
    failed = [run for run in warmclient.measure(client, tmp_path / "other", {}) if run["config"] == "warm"]
    assert {(run["status"], run["reason"]) for run in failed} == {("failed", "status 3 no")}


def test_a_variant_that_cannot_run_a_program_is_left_out_with_the_reason(runs_of):
    (left,) = of(runs_of(), "aot")
    assert left["status"] == "left out" and left["reason"] == "no archive was made: status 1 refuses caches"


def test_a_program_that_cannot_run_here_is_not_measured_in_any_variant(runs_of):
    runs = runs_of(names=("hdfs-ls",))
    assert {(run["status"], run["reason"]) for run in runs} == {("not measured", "no port")} and len(runs) == 4


def test_a_warm_run_knows_its_server_and_when_that_was_free(runs_of):
    own = of(runs_of(), "warm")
    assert [(run["warm"], run["servers"], run["nth"], run["status"]) for run in own] == [(True, [SERVER], 1, "ok"), (True, [SERVER], 2, "ok")]
    assert all(0 < run["free_s"] < 10 and "ended" not in run for run in own)


def test_a_run_that_was_meant_to_be_warm_and_was_not_says_why(runs_of):
    own = of(runs_of(COLD), "warm")
    assert [(run["warm"], run["reason"], run["status"]) for run in own] == [(False, "cold: unknown option: -XX:Odd", "ok")] * 2
    assert all("free_s" not in run for run in own)


def test_each_query_runs_on_a_server_of_its_own_that_has_run_one_other(runs_of):
    runs = runs_of(names=("sql-1", "sql-2", "sql-3"), rounds=1)
    assert [(run["job"], run["warm"], run.get("after")) for run in runs if run["kind"] == "taught"] == [("sql-2", True, "sql-1"), ("sql-3", True, "sql-1")]


def test_a_query_that_is_run_anew_alone_is_taught_anew(runs_of):
    assert [(run["job"], run.get("after")) for run in runs_of(names=("sql-3",), rounds=1) if run["kind"] == "taught"] == [("sql-3", "sql-1")]


def test_a_query_whose_lesson_was_cold_says_so(runs_of):
    (taught,) = [run for run in runs_of(COLD, names=("sql-3",), rounds=1) if run["kind"] == "taught"]
    assert "after" not in taught and "cold" in taught["reason"]


def test_a_server_that_ends_after_the_last_run_is_noted(runs_of):
    assert of(runs_of(RETIRED, rounds=1), "warm")[0]["ended"] == "retired: still reachable"


@pytest.mark.parametrize("wrong", ["echo more", "exit 3"])
def test_a_warm_run_with_another_result_than_plain_java_has_failed(runs_of, wrong):
    own = of(runs_of(f"{SERVED}; {wrong}"), "warm")
    assert {run["status"] for run in own} == {"failed"} and "than plain java" in own[0]["reason"]


def test_a_cold_run_that_fails_says_both_why_it_was_cold_and_what_went_wrong(runs_of):
    (first, _) = of(runs_of(f"{COLD}; exit 3"), "warm")
    assert first["status"] == "failed" and first["cold"] == "unknown option: -XX:Odd" and first["reason"].startswith("another exit status")
