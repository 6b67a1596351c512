# SPDX-License-Identifier: Apache-2.0
"""Compilers, build tools and programs of other languages on warm servers, as their own scripts start them, in alternation."""
import os
import re
import shutil
import signal
import subprocess
import time

import pytest

from conftest import ROOT
from served import Served, assert_same, files_below, stay_warm

HERE = ROOT / "warm/tests/languages"
RUNS = int(os.environ.get("SPILLWAY_WARM_LANGUAGE_RUNS", "2"))
TIMES = re.compile(rb"(?m)^(\[INFO\] (Total time|Finished at): ).*$")


@pytest.fixture(scope="module")
def kotlin():
    """The class path of Kotlin's compiler, which Maven gets once."""
    jars = ROOT / "build/kotlin"
    if not jars.is_dir():
        signal.alarm(600)
        part = ROOT / "build/kotlin.part"
        subprocess.run(["mvn", "-B", "-ntp", "-q", "-f", HERE / "pom.xml", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies",
                        f"-DoutputDirectory={part}"], check=True, timeout=600)
        part.rename(jars)
    return sorted(jars.glob("*.jar"))


@pytest.fixture(scope="module")
def scala(spark):
    """The class path of Scala's compiler, which is among Spark's jars."""
    return [jar for name in ("compiler", "library", "reflect") for jar in (spark / "jars").glob(f"scala-{name}_*.jar")] or \
           [jar for name in ("compiler", "library", "reflect") for jar in (spark / "jars").glob(f"scala-{name}-*.jar")]


@pytest.fixture(scope="module")
def served(tmp_path_factory, spillway_image):
    made = Served(tmp_path_factory.mktemp("languages"), spillway_image)
    yield made
    made.stop()


def path(jars):
    return ":".join(map(str, jars))


def run(served, kind, words, project=None):
    """One run in an empty directory, or one that has only the project: exit status, stdout, stderr, files."""
    served.await_free()
    served.empty_work()
    if project is not None:
        shutil.copytree(project, served.work, dirs_exist_ok=True)
    home = served.commands[kind].parents[1]
    words = [served.commands[kind] if word == "java" else word for word in words]
    ran = subprocess.run(words, env=served.environment({"JAVA_HOME": str(home), "MAVEN_OPTS": ""}), cwd=served.work, capture_output=True, timeout=120)
    return ran.returncode, TIMES.sub(rb"\1", ran.stdout), ran.stderr, files_below(served.work)


def compile_with(served, compiler, target):
    subprocess.run([served.image / "bin/java", *compiler[1:-3], "-d", target, compiler[-1]], check=True)
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted


def alternate(served, programs, project=None):
    """Each program as plain java and then, in alternation, on warm servers; the first run of each key has none."""
    plain = [run(served, "plain", words, project) for words in programs]

    def each(number):
        for words, expected in zip(programs, plain, strict=True):
            assert_same(run(served, "warm", words, project), expected, f"run {number} of {words}"[:200])

    stay_warm(served, each, RUNS, 180)
    return plain


@pytest.mark.long
def test_scala_programs_and_their_compiler(served, scala, tmp_path):
    signal.alarm(300 + 30 * RUNS)
    compiler = ["java", "-cp", path(scala), "scala.tools.nsc.Main", "-usejavacp", "-d", ".", str(HERE / "Shapes.scala")]
    (status, _, errors, classes), = alternate(served, [compiler])
    assert status == 0 and "languages/Shapes.class" in classes, errors
    compile_with(served, compiler, tmp_path)
    program = ["java", "-cp", path([*scala, tmp_path]), "languages.Shapes"]
    runs = alternate(served, [[*program, "circle"], [*program, "a,b,c", "d"]])
    assert [r[0] for r in runs] == [0, 1] and b"unit is made" in runs[0][1] and b"MatchError" in runs[1][2], runs


@pytest.mark.long
def test_kotlin_programs_and_their_compiler(served, kotlin, tmp_path):
    signal.alarm(300 + 30 * RUNS)
    compiler = ["java", "-cp", path(kotlin), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-reflect", "-no-stdlib",
                "-cp", path(jar for jar in kotlin if "stdlib" in jar.name), "-d", ".", str(HERE / "Words.kt")]
    (status, _, errors, classes), = alternate(served, [compiler])
    assert status == 0 and "languages/WordsKt.class" in classes, errors
    compile_with(served, compiler, tmp_path)
    program = ["java", "-cp", path([*kotlin, tmp_path]), "languages.WordsKt"]
    runs = alternate(served, [[*program, "some,of,these", "words"], program])
    assert [r[0] for r in runs] == [0, 1] and b"5 changes" in runs[0][1] and b"no words" in runs[1][2], runs


@pytest.mark.long
def test_a_maven_build_of_a_module_of_this_project(served, tmp_path):
    signal.alarm(300 + 30 * RUNS)
    project = tmp_path / "project"
    shutil.copytree(ROOT / "hints", project / "hints", ignore=shutil.ignore_patterns("target"))
    for name in ("pom.xml", "VERSION", "LICENSE"):
        shutil.copy2(ROOT / name, project)
    build = ["mvn", "-B", "-ntp", "-f", "hints/pom.xml", "-Dmaven.test.skip=true", "package"]
    run(served, "plain", build, project)  # gets the plug-ins
    (status, out, errors, files), = alternate(served, [[build[0], "-o", *build[1:]]], project)
    assert status == 0 and any(name.endswith(".jar") for name in files), out + errors
