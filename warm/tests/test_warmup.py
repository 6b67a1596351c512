# SPDX-License-Identifier: Apache-2.0
"""`spillway warmup` finds the report's jar in its image and becomes the image's java; the image here is a stand-in."""
import json
import os
import shutil
import subprocess
import time

import pytest

from conftest import ROOT
from launcher import clean_environment

JAVA = """#!/bin/sh
umask
for word; do echo "word $word"; done
env | grep JAVA_ | sort
exit 7
"""


@pytest.fixture
def home(spillway, tmp_path):
    """A stand-in for an image: its java prints what it was given."""
    for name in ("bin", "lib", "warm/bin"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "bin/java").write_text(JAVA)
    (tmp_path / "bin/java").chmod(0o755)
    (tmp_path / "lib/spillway-warmup.jar").write_text("")
    (tmp_path / "warm/lib").symlink_to("../lib")
    shutil.copy2(spillway, tmp_path / "warm/bin/spillway")
    return tmp_path


def run(home, *words, **variables):
    return subprocess.run([home / "warm/bin/spillway", "warmup", *words], env=clean_environment() | variables, capture_output=True, text=True)


def test_the_words_go_to_the_images_java(home):
    ran = run(home, "--out", "a b", "--", "java", "--help")
    assert ran.returncode == 7 and ran.stderr == ""
    words = [line[5:] for line in ran.stdout.splitlines() if line.startswith("word ")]
    jar = words.index("-jar")
    assert words[jar + 1:] == [str(home / "lib/spillway-warmup.jar"), "--out", "a b", "--", "java", "--help"]
    assert all(word.startswith("-XX:") for word in words[:jar])


def test_options_in_the_environment_are_set_aside(home):
    ran = run(home, "--", "java", JDK_JAVA_OPTIONS="-Da=b c", JAVA_TOOL_OPTIONS="", _JAVA_OPTIONS="-Xmx1g")
    seen = [line for line in ran.stdout.splitlines() if "=" in line and not line.startswith("word")]
    assert [line for line in seen if line.startswith("SPILLWAY_")] == [
        "SPILLWAY_WARMUP_JAVA_TOOL_OPTIONS=", "SPILLWAY_WARMUP_JDK_JAVA_OPTIONS=-Da=b c", "SPILLWAY_WARMUP__JAVA_OPTIONS=-Xmx1g"]
    assert not [line for line in seen if line.startswith(("JDK_", "JAVA_TOOL", "_JAVA"))]


def test_the_program_keeps_the_users_mask(home):
    before = os.umask(0o027)
    try:
        assert run(home, "--", "java").stdout.splitlines()[0] == "0027"
    finally:
        os.umask(before)


def test_without_an_image_or_a_jar_it_says_so(home, spillway):
    (home / "lib/spillway-warmup.jar").unlink()
    ran = run(home, "--", "java")
    assert ran.returncode == 2 and "spillway-warmup.jar: No such file" in ran.stderr and ran.stdout == ""
    (home / "warm/lib").unlink()
    ran = run(home, "--", "java")
    assert ran.returncode == 2 and "no JDK behind this directory" in ran.stderr


def test_sigterm_to_the_command_ends_the_program_and_there_is_a_report(spillway_image, tmp_path):
    (tmp_path / "Waits.java").write_text(
        'public class Waits { public static void main(String[] a) throws Exception { System.out.println("on"); Thread.sleep(60_000); } }')
    subprocess.run([spillway_image / "bin/javac", "Waits.java"], cwd=tmp_path, check=True)
    started = subprocess.Popen([spillway_image / "warm/bin/spillway", "warmup", "--out", "report", "--", spillway_image / "bin/java", "Waits"],
                               cwd=tmp_path, env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert started.stdout.readline() == "on\n"
    started.terminate()
    _, errors = started.communicate()
    assert started.returncode == 143, errors
    assert (tmp_path / "report/report.json").exists()


def test_the_image_measures_a_program(spillway_image, tmp_path):
    jar = spillway_image / "lib/spillway-warmup.jar"
    assert jar.exists(), f"{ROOT}: make warm puts {jar} there"
    (tmp_path / "Program.java").write_text(
        'public class Program { public static void main(String[] a) { System.out.println(a[0]); System.exit(9); } }')
    subprocess.run([spillway_image / "bin/javac", "Program.java"], cwd=tmp_path, check=True)
    ran = subprocess.run([spillway_image / "warm/bin/spillway", "warmup", "--out", "report", "--", spillway_image / "warm/bin/java", "Program", "x y"],
                         cwd=tmp_path, env=clean_environment(), capture_output=True, text=True)
    assert ran.returncode == 9 and ran.stdout == "x y\n", ran.stderr
    assert "without its warm-up" in ran.stderr
    assert {p.name for p in (tmp_path / "report").iterdir()} == {"report.json", "report.txt", "timeline.svg"}


@pytest.mark.long
def test_what_warm_runs_save_of_a_command_with_two_jvms_is_measured(spillway_image, tmp_path):
    (tmp_path / "Program.java").write_text("public class Program { public static void main(String[] a) { System.out.println(a[0]); } }")
    subprocess.run([spillway_image / "bin/javac", "-d", "classes", "Program.java"], cwd=tmp_path, check=True)
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    time.sleep(2.1)  # a class path that has just changed is not trusted
    environment = clean_environment() | {"XDG_RUNTIME_DIR": str(runtime), "JAVA_HOME": str(spillway_image)}
    script = '"$JAVA_HOME/bin/java" -cp classes Program one; java -Xmx200m -cp classes Program two; exit 5'
    ran = subprocess.run([spillway_image / "warm/bin/spillway", "warmup", "--all", "--out", "report", "--compare", "3", "--", "bash", "-c", script],
                         cwd=tmp_path, env=environment, capture_output=True, text=True)
    subprocess.run([spillway_image / "warm/bin/spillway", "pool", "stop", "--force"], env=environment, check=True, capture_output=True)
    assert ran.returncode == 5 and ran.stdout == "one\ntwo\n", ran.stderr
    whole = json.loads((tmp_path / "report/application.json").read_text())
    assert len(whole["application"]["jvms"]) == 2
    assert len(whole["comparison"]["plain"]) == len(whole["comparison"]["warm"]) == whole["comparison"]["served"] == 3
    assert "a warm run saves" in ran.stderr and (tmp_path / "report/application.svg").exists()


def test_what_a_warm_run_saves_is_measured_with_the_images_own_pool(spillway_image, tmp_path):
    (tmp_path / "Program.java").write_text(
        'public class Program { public static void main(String[] a) { for (String s : a) System.out.println(s.chars().boxed().toList()); System.exit(3); } }')
    subprocess.run([spillway_image / "bin/javac", "-d", "classes", "Program.java"], cwd=tmp_path, check=True)
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    time.sleep(2.1)  # a class path that has just changed is not trusted
    environment = clean_environment() | {"XDG_RUNTIME_DIR": str(runtime)}
    ran = subprocess.run([spillway_image / "warm/bin/spillway", "warmup", "--out", "report", "--compare", "3", "--",
                          spillway_image / "bin/java", "-cp", "classes", "Program", "xy"],
                         cwd=tmp_path, env=environment, capture_output=True, text=True)
    subprocess.run([spillway_image / "warm/bin/spillway", "pool", "stop", "--force"], env=environment, check=True, capture_output=True)
    assert ran.returncode == 3 and ran.stdout == "[120, 121]\n", ran.stderr
    comparison = json.loads((tmp_path / "report/report.json").read_text())["comparison"]
    assert len(comparison["plain"]) == len(comparison["warm"]) == comparison["served"] == 3
    assert "a warm run saves" in ran.stderr and "3 of the latter were warm" in ran.stderr
