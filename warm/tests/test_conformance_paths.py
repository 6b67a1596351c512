# SPDX-License-Identifier: Apache-2.0
"""Programs in jars, by -jar, wildcards and relative class paths, are on a warm server what they are on plain java."""
import shutil
import subprocess
import time

import pytest

from served import all_warm, assert_same


@pytest.fixture(scope="module")
def jars(served, tmp_path_factory):
    """A directory with app.jar, in it also lib/app.jar and classes, and a jar that names no main class."""
    made = tmp_path_factory.mktemp("jars")
    for name, words in {"app.jar": ["--main-class", "State$Properties"], "nothing.jar": []}.items():
        subprocess.run([served.image / "bin/jar", "--create", "--file", made / name, *words, "-C", served.programs, "."], check=True)
    manifest = made / "opens.mf"
    manifest.write_text("Main-Class: State$Opened\nAdd-Opens: java.base/java.util java.base/sun.nio.ch\nAdd-Exports: java.base/sun.security.util\n"
                        "Enable-Native-Access: ALL-UNNAMED\n")
    subprocess.run([served.image / "bin/jar", "--create", "--file", made / "opens.jar", "--manifest", manifest, "-C", served.programs, "."], check=True)
    (made / "lib").mkdir()
    shutil.copy(made / "app.jar", made / "lib")
    shutil.copytree(served.programs, made / "classes")
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    return made


def run(served, kind, words, directory):
    served.await_free()
    ran = subprocess.run([served.commands[kind], *words], env=served.environment({}), cwd=directory, input=b"", capture_output=True, timeout=60)
    return ran.returncode, ran.stdout, ran.stderr, {}


@pytest.mark.parametrize("words", [["-jar", "app.jar"], ["-jar", "lib/../app.jar", "a"], ["-jar", "opens.jar"], ["-cp", "opens.jar", "State$Opened"],
                                   ["-cp", "lib/*", "State$Properties"], ["-cp", "classes", "State$Properties"],
                                   ["-cp", "lib/*:classes:nowhere.jar", "Loading$Resources"]], ids=" ".join)
def test_a_class_path_of_this_kind_is_served_and_seen_as_by_plain_java(served, jars, words):
    plain = run(served, "plain", words, jars)
    started = subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", served.commands["warm"], *words], env=served.environment({}), cwd=jars,
                             capture_output=True, text=True, timeout=60)
    assert started.returncode == 0, started
    with all_warm(served, 3):
        for turn in range(3):
            assert_same(run(served, "warm", words, jars), plain, f"run {turn}")


def test_a_jar_without_a_main_class_is_refused_as_by_plain_java(served, jars):
    plain = run(served, "plain", ["-jar", "nothing.jar"], jars)
    assert plain[0] == 1 and b"no main manifest attribute" in plain[2]
    for turn in range(2):
        assert_same(run(served, "warm", ["-jar", "nothing.jar"], jars), plain, f"run {turn}")
