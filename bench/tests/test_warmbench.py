# SPDX-License-Identifier: Apache-2.0
"""What bench-warm runs and what it reads; with an image that has a warm server also a real run."""
import fcntl
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from spillway_bench import kept, machine, paths, result, warmbench, warmpool, warmprograms, warmsetup, warmtimer, warmvariants
from spillway_bench.__main__ import main

HOMES = {"plain": Path("/stock"), "warm": Path("/warm")}
ARCHIVES = Path("/archives")
QUIET = ("-Xlog:disable", "-Xlog:all=warning:stderr")
SUBMIT = warmprograms.submit_words("/spark/bin/spark-submit", "/q.jar", "/warehouse", "/log4j2.properties", 2)
DRIVER = ("-cp", "/spark/conf/:/spark/jars/*", "-Xmx1g", "org.apache.spark.deploy.SparkSubmit", "/q.jar", "2")
PROGRAMS = {p.name: p for p in [*warmprograms.tools("/hello.jar", ["/A.java"], Path("/classes"), "/in-turn"), *warmprograms.queries(SUBMIT, DRIVER, "/spark/jars"),
                                warmprograms.driver(DRIVER), warmprograms.beeline(("-cp", "/spark/jars/*", "BeeLine"))]}


def words(config, name):
    return warmvariants.command(config, PROGRAMS[name], HOMES, ARCHIVES)[0]


def test_a_variant_is_plain_java_with_options_or_another_home():
    hello = ["-cp", "/hello.jar", "Hello", "argument"]
    assert words("plain", "hello") == ["/stock/bin/java", *hello]
    assert words("warm", "hello") == ["/warm/bin/java", *hello]
    assert words("appcds", "hello") == ["/stock/bin/java", "-Xshare:on", "-XX:SharedArchiveFile=/archives/hello.jsa", *QUIET, *hello]
    assert words("aot", "hello") == ["/stock/bin/java", "-XX:AOTMode=on", "-XX:AOTCache=/archives/hello.aot", *QUIET, *hello]
    assert warmvariants.training("appcds", "/a") == "-XX:ArchiveClassesAtExit=/a" and warmvariants.training("aot", "/a") == "-XX:AOTCacheOutput=/a"


def test_queries_differ_in_their_number_only():
    assert words("plain", "sql-10") == [*SUBMIT[:-1], "10"] and words("plain", "driver") == ["/stock/bin/java", *DRIVER[:-1], "2"]
    assert words("aot", "driver")[1:3] == ["-XX:AOTMode=on", "-XX:AOTCache=/archives/sql-2.aot"]


def test_servers_are_started_for_each_jvm_of_a_query_and_for_a_program_without_script():
    launcher, driver = PROGRAMS["sql-3"].jvms
    assert launcher[:4] == ("-Xmx128m", "-cp", "/spark/jars/*", "org.apache.spark.launcher.Main") and launcher[-1] == "3" and driver == (*DRIVER[:-1], "3")
    assert PROGRAMS["hello"].jvms == (PROGRAMS["hello"].words,) and PROGRAMS["hello-20"].jvms == ()


def test_a_cache_of_another_query_is_that_of_the_first_one():
    other = warmprograms.trained_on_another(PROGRAMS["sql-5"])
    lessons = warmvariants.lessons("aot-other", other, PROGRAMS)
    assert lessons.keys() == {"sql-1", "launcher"} and lessons["sql-1"] == PROGRAMS["sql-1"].driver
    made, _ = warmvariants.command("aot-other", other, HOMES, ARCHIVES)
    assert "-XX:AOTCache=/archives/sql-1.aot" in made[made.index("--driver-java-options") + 1].split() and made[-1] == "5"
    assert warmprograms.trained_on_another(PROGRAMS["sql-1"]) is None and warmprograms.trained_on_another(PROGRAMS["hello"]) is None


def test_the_script_gets_options_for_launcher_and_driver():
    made, environment = warmvariants.command("aot", PROGRAMS["sql-2"], HOMES, ARCHIVES)
    assert environment == {"JAVA_HOME": "/stock", "SPARK_LAUNCHER_OPTS": f"-XX:AOTMode=on -XX:AOTCache=/archives/launcher.aot {' '.join(QUIET)}"}
    assert made[made.index("--driver-java-options") + 1] == \
        f"-Dlog4j.configurationFile=/log4j2.properties -XX:AOTMode=on -XX:AOTCache=/archives/sql-2.aot {' '.join(QUIET)}"
    assert warmvariants.command("warm", PROGRAMS["sql-2"], HOMES, ARCHIVES) == ([*SUBMIT], {"JAVA_HOME": "/warm"})
    lessons = warmvariants.lessons("aot", PROGRAMS["sql-2"], PROGRAMS)
    assert lessons["sql-2"] == PROGRAMS["sql-2"].driver == DRIVER
    assert lessons["launcher"][:4] == ("-Xmx128m", "-cp", "/spark/jars/*", "org.apache.spark.launcher.Main")


def test_a_long_job_runs_on_the_same_vm_with_and_without_a_server():
    assert warmvariants.variants("long") == ("image", "warm")
    program = warmprograms.long("/long.jar")
    made = [warmvariants.command(config, program, HOMES | {"image": Path("/image")}, ARCHIVES)[0] for config in ("image", "warm")]
    assert [words[0] for words in made] == ["/image/bin/java", "/warm/bin/java"] and made[0][1:] == made[1][1:]
    assert warmprograms.second_half(b"120 batches: 5\nsecond half took 7\n") == 7 and warmprograms.second_half(b"argument\n") is None


def test_files_of_hdfs_are_read_and_written_by_a_script_for_several_processes():
    made = {p.name: p for p in warmprograms.files(lambda *words: ("-cp", "/conf", "FsShell", *words), "/at-once", {1: "/local-1", 64: "/local-64", 1024: "/local-1024"},
                                                      warmprograms.FILES)}
    assert set(made) == set(warmprograms.FILES)
    words, environment = warmvariants.command("warm", made["hdfs-put-4x64"], HOMES, ARCHIVES)
    assert words == ["/at-once", "4", "-cp", "/conf", "FsShell", "-put", "/local-64", "/put@"] and environment == {"JAVA_HOME": "/warm"}
    assert made["hdfs-put-4x64"].puts == ("/put1", "/put2", "/put3", "/put4") and not made["hdfs-cat-1024"].puts
    assert warmvariants.command("aot", made["hdfs-cat-64"], HOMES, ARCHIVES)[0][2:4] == ["-XX:AOTMode=on", "-XX:AOTCache=/archives/hdfs-cat.aot"]


def test_only_the_files_of_the_wanted_programs_are_needed():
    made = warmprograms.files(lambda *words: words, "/at-once", {64: "/local-64"}, ["hdfs-put-64"])
    assert [program.name for program in made] == ["hdfs-put-64"]


def at_once(tmp_path, number, source):
    java = tmp_path / "bin" / "java"
    java.parent.mkdir(exist_ok=True)
    java.write_text(f"#!/bin/sh\n{source}\n")
    java.chmod(0o755)
    return warmtimer.run([warmsetup.SOURCES / "at-once", number, "word", "/put@"], os.environ | {"JAVA_HOME": str(tmp_path)}, tmp_path, tmp_path, 30)


def test_processes_that_run_at_once_have_their_numbers_and_one_that_fails_fails_all(tmp_path):
    done = at_once(tmp_path, 3, 'echo "$@"; touch ".$(basename $2)"; while ! [ -e .put1 -a -e .put2 -a -e .put3 ]; do sleep 0.01; done')
    assert done.exit == 0 and done.stdout.split() == [b"11"] * 3, done
    assert at_once(tmp_path, 2, '[ "$2" != /put1 ]').exit == 1


def test_a_loop_of_a_program_uses_its_archive_and_stops_at_a_failure(tmp_path):
    assert words("aot", "hello-20") == ["/in-turn", "20", "-XX:AOTMode=on", "-XX:AOTCache=/archives/hello.aot", *QUIET, "-cp", "/hello.jar", "Hello", "argument"]
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\necho $1 >>runs; [ $(wc -l <runs) -lt 3 ]\n")
    java.chmod(0o755)
    done = warmtimer.run([warmsetup.SOURCES / "in-turn", 5, "word"], os.environ | {"JAVA_HOME": str(tmp_path)}, tmp_path, tmp_path, 30)
    assert done.exit == 1 and (tmp_path / "runs").read_text() == "word\n" * 3


def test_the_drivers_words_are_those_that_spark_submit_shows():
    shown = "WARNING: something\nSpark Command: /stock/bin/java -cp /a/conf/:/a/jars/* -Xmx1g Main /q.jar 1\n========\n"
    assert warmprograms.driver_words(shown) == ("-cp", "/a/conf/:/a/jars/*", "-Xmx1g", "Main", "/q.jar", "1")
    with pytest.raises(RuntimeError, match="does not show"):
        warmprograms.driver_words("Error: no main class")


def test_the_result_of_a_run_is_its_output_without_the_clock_and_its_files(tmp_path):
    assert warmprograms.digest(b"argument\nmain began at 5\n") == warmprograms.digest(b"argument\nmain began at 7\n") != warmprograms.digest(b"other\n")
    assert warmprograms.began(b"argument\nmain began at 5\n") == 5 and warmprograms.began(b"argument\n") is None
    empty = warmprograms.digest(b"", tmp_path)
    (tmp_path / "A.class").write_bytes(b"A")
    made = warmprograms.digest(b"", tmp_path)
    (tmp_path / "A.class").write_bytes(b"B")
    assert len({empty, made, warmprograms.digest(b"", tmp_path)}) == 3


def test_rounds_are_interleaved_and_each_begins_with_another_variant():
    made = list(warmvariants.turns(["hello", "sql-2"], 2, 2))
    assert [name for _, name, _ in made] == (["hello"] * 4 + ["sql-2"] * 5) * 2
    assert {config for turn, name, config in made if (turn, name) == (1, "sql-2")} == set(warmvariants.NAMES) - {"image"}
    assert made[0][2] != made[9][2]


def test_jvms_that_are_new_in_each_run_take_part_in_some_rounds_only_and_in_the_last():
    made = list(warmvariants.turns(["hello"], 20, 8))
    assert [turn for turn, _, config in made if config == "warm"] == list(range(1, 21))
    for config in ("plain", "appcds", "aot"):
        assert [turn for turn, _, other in made if other == config] == [3, 5, 8, 10, 13, 15, 18, 20]


def test_programs_keep_their_order_and_a_mistyped_one_is_refused(capsys):
    assert warmprograms.chosen(["sql-2", "hello", "sql-1"]) == ["hello", "sql-1", "sql-2"]
    assert main(["bench-warm", "--programs", "helo", "--plan"]) == 2
    assert "no program helo" in capsys.readouterr().out


def test_the_plan_shows_what_would_run_and_runs_nothing(places, capsys):
    assert main(["bench-warm", "--quick", "--plan"]) == 0
    said = capsys.readouterr().out
    assert "3 rounds, 3 of them of all variants, 24 runs" in said and "javac         plain, appcds, aot, warm" in said
    assert not (places / "work" / "warm").exists()


SERVER = "0" * 32 + "." + "1" * 16
LOG = f"""1\tstarted\t{SERVER}\t-\t-
2\twarm\t{SERVER}\t-\taccepted after 120 us
3\tended\t{SERVER}\tretired\tstill reachable: 1 of A
4\tcold\t{'0' * 32}\tunknown option\t-XX:Odd
5\tcold\tcut o"""


def test_the_pools_log_says_what_was_warm_and_why_a_run_was_not():
    events = warmpool.parse(LOG)
    assert [event.kind for event in events] == ["started", "warm", "ended", "cold"]
    assert warmpool.told(events[:2]) == {"warm": True, "servers": [SERVER], "connect_s": 0.00012}
    assert warmpool.told(events[3:]) == {"warm": False, "servers": [], "cold": "unknown option: -XX:Odd"}
    assert warmpool.told(events)["warm"] is False  # of a script with two JVMs both have to be warm
    assert warmpool.told([])["warm"] is False


def test_the_end_of_a_server_belongs_to_the_last_run_that_it_had():
    runs = [{"job": "hello", "servers": [SERVER]}, {"job": "javac", "servers": [SERVER]}, {"job": "hello", "servers": ["other"]}, {"job": "hello"}]
    assert warmpool.nth(runs, "hello", [SERVER]) == 2 and warmpool.nth(runs, "sql-1", [SERVER]) == 1 and warmpool.nth(runs, "hello", []) is None
    for _ in range(2):
        warmpool.note_ends(runs, warmpool.parse(LOG))
    assert [run.get("ended") for run in runs] == [None, "retired: still reachable: 1 of A", None, None]


def test_the_log_is_read_on_where_it_was_left(tmp_path):
    pool = warmpool.Pool(tmp_path, {"XDG_RUNTIME_DIR": str(tmp_path)})
    assert pool.news() == []
    pool.directory.mkdir()
    log = pool.directory / "events"
    log.write_text(LOG)
    assert len(pool.news()) == 4 and pool.news() == []
    log.write_text(f"{LOG}\t-\t-\n")
    assert [event.kind for event in pool.news()] == ["cold"] and len(pool.events) == 5


def test_servers_are_found_in_the_pools_list():
    listed = f"{SERVER}  pid 4711  free  age 5s  runs 2  90 MB\n  -Xmx1g\n{SERVER[:-1]}2  pid 0  starting  age 0s  runs 0  0 MB\n"
    assert warmpool.servers(listed) == {SERVER: 4711}


def test_nothing_of_the_user_changes_a_run():
    inherited = {"PATH": "/bin", "JAVA_TOOL_OPTIONS": "-Xint", "SPARK_CONF_DIR": "/c", "SPILLWAY_WARM": "off", "CLASSPATH": "/x"}
    made = warmsetup.environment(inherited, Path("/run"), {"A": "b"})
    assert set(made) == {"PATH", "XDG_RUNTIME_DIR", "A", "SPILLWAY_WARM_SERVERS", "SPILLWAY_WARM_MEMORY", "SPILLWAY_WARM_IDLE"}


def test_an_image_without_a_server_is_told_from_one_with_it(tmp_path):
    with pytest.raises(paths.Missing, match="make warm"):
        warmsetup.warm_home(tmp_path, tmp_path / "home")
    for name in ("lib/spillway-warm-server", "warm/bin/java"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    assert warmsetup.warm_home(tmp_path, tmp_path / "home") == tmp_path / "warm"


class Made:
    """Stands for a set-up."""
    homes = HOMES

    def __init__(self, pool="a"):
        self._pool = pool

    def versions(self):
        return {"warm pool": self._pool, "programs": "b"}


def test_a_result_is_kept_as_a_whole(places, monkeypatch):
    monkeypatch.setattr(kept, "_directory", lambda name: places / "kept" / name)
    monkeypatch.setattr(paths, "spillway_jdk", lambda: Path("/spillway"))
    monkeypatch.setattr(machine, "same_product", lambda one, other: True)
    monkeypatch.setattr(machine, "commit", lambda directory: "1234567")
    session = warmbench.open_session(Made(), ["hello"], 1, 1, merge=False)
    for config in ("plain", "warm"):
        session.runs.append({"job": "hello", "config": config, "kind": "measured", "round": 1, "status": "ok", "wall_s": 0.1, "warm": True, "servers": ["a"]})
    session.document["settings"]["idle_mb"]["hello"] = 90.0
    session.save()
    assert main(["kept", "bench-warm", "--add"]) == 0
    assert [path.name for path in (places / "kept" / "bench-warm").iterdir()] == ["whole-benchmark.json.gz"]
    document = result.read("bench-warm-kept")
    assert len(document["runs"]) == 2 and document["settings"]["idle_mb"] == {"hello": 90.0} and document["settings"]["sessions"][0]["commit"] == "1234567"


def test_a_merged_result_has_the_other_programs_of_the_last_one(places, monkeypatch):
    monkeypatch.setattr(paths, "spillway_jdk", lambda: Path("/spillway"))
    monkeypatch.setattr(machine, "same_product", lambda one, other: True)
    first = warmbench.open_session(Made(), ["hello", "javac"], 2, 2, merge=False)
    for job in ("hello", "javac"):
        first.runs.append({"job": job, "config": "warm", "kind": "measured", "round": 1, "status": "ok", "wall_s": 0.1, "warm": True, "servers": [job]})
    first.document["settings"]["idle_mb"] |= {"hello": 90.0, "javac": 80.0}
    first.save()
    merged = warmbench.open_session(Made(), ["sql-1", "hello"], 2, 2, merge=True)
    assert [run["job"] for run in merged.runs] == ["javac"]
    assert merged.document["settings"] == {"rounds": 2, "cold_rounds": 2, "programs": ["hello", "javac", "sql-1"], "idle_mb": {"hello": 90.0, "javac": 80.0}}
    with pytest.raises(ValueError, match="warm pool"):
        warmbench.open_session(Made("another"), ["sql-1"], 2, 2, merge=True)
    with pytest.raises(ValueError, match="rounds"):
        warmbench.open_session(Made(), ["sql-1"], 3, 3, merge=True)


def test_a_fingerprint_tells_one_file_from_another(tmp_path):
    (tmp_path / "a").write_bytes(b"1")
    (tmp_path / "b").write_bytes(b"2")
    a, b = tmp_path / "a", tmp_path / "b"
    assert len({warmsetup.fingerprint(files) for files in ([a], [b], [a, b], [b, a])}) == 4


def run(tmp_path, source, timeout_s=30):
    return warmtimer.run([sys.executable, "-c", source], dict(os.environ), tmp_path, tmp_path, timeout_s)


def test_a_timed_run_has_status_output_times_and_its_own_directory(tmp_path):
    done = run(tmp_path, "import os, sys, time; time.sleep(0.2); print(os.getcwd()); print('e', file=sys.stderr); sys.exit(3)")
    assert (done.exit, done.stdout, done.stderr, done.timed_out) == (3, f"{tmp_path.resolve()}\n".encode(), b"e\n", False)
    assert 0.2 <= done.wall_s < 20 and 0 < done.cpu_s and done.max_rss_mb > 1
    assert done.start_ns < done.end_ns <= time.monotonic_ns()


def test_a_timed_run_ignores_no_signal_that_python_ignores(tmp_path):
    done = warmtimer.run(["/bin/sh", "-c", "grep SigIgn /proc/self/status"], dict(os.environ), tmp_path, tmp_path, 30)
    assert int(done.stdout.split()[1], 16) & 1 << signal.SIGPIPE - 1 == 0, done.stdout


def test_the_words_of_a_vm_that_refuses_come_before_what_the_program_said(tmp_path):
    refused = run(tmp_path, "import sys; print('[0.1s][error][cds] non-empty directory'); print('x' * 400, file=sys.stderr); sys.exit(1)")
    assert warmvariants.last_words(refused) == "status 1 [0.1s][error][cds] non-empty directory"
    assert warmvariants.last_words(run(tmp_path, "print('done')")) == "status 0 done"


def test_a_run_that_takes_too_long_is_killed_with_what_it_started(tmp_path):
    done = run(tmp_path, "import subprocess, time; p = subprocess.Popen(['sleep', '99']); print(p.pid, flush=True); time.sleep(99)", 1)
    assert done.timed_out and done.exit == -9
    child = Path(f"/proc/{int(done.stdout)}/stat")
    end = time.monotonic() + 10
    while child.exists() and child.read_text().rpartition(")")[2].split()[0] != "Z":
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_lock_is_awaited_until_it_is_free_and_given_back(tmp_path):
    lock = tmp_path / "lock"
    assert warmtimer.await_lock(lock, time.monotonic_ns()) < 1  # its server and its directory are gone
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert warmtimer.await_lock(lock, time.monotonic_ns(), timeout_s=0.05) is None
    assert warmtimer.await_lock(lock, time.monotonic_ns() - 10**9) >= 1
    with lock.open("w") as again:
        fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_hello_runs_warm_and_does_what_plain_java_does(places, spillway):
    if not (spillway / "lib" / "spillway-warm-server").is_file():
        pytest.skip("the image has no warm server; make warm adds it")
    assert main(["bench-warm", "--programs", "hello", "--rounds", "2"]) == 0
    document = result.read("bench-warm")
    own = [raw for raw in document["runs"] if (raw["job"], raw["config"], raw["kind"]) == ("hello", "warm", "measured")]
    assert [(raw["status"], raw["warm"], raw["nth"]) for raw in own] == [("ok", True, 1), ("ok", True, 2)], own
    assert all(0 < raw["main_s"] < raw["wall_s"] and raw["free_s"] > 0 and "ended" not in raw for raw in own)
    assert {raw["config"] for raw in document["runs"] if raw["status"] == "ok"} == {"plain", "appcds", "aot", "warm"}
    assert document["settings"]["idle_mb"].keys() == {own[0]["servers"][-1]}
    assert [raw["job"] for raw in document["runs"] if raw["kind"] == "start"] == ["hello"]
    hello = next(goal for goal in document["goals"] if goal["name"] == "hello")
    assert hello["met"] is not None and "(one run each)" in hello["measured"]
