# SPDX-License-Identifier: Apache-2.0
"""Without a server nobody sees a difference: a directory made over a real JDK behaves as that JDK."""
import os
import subprocess

import pytest

from conftest import ROOT
from launcher import clean_environment

PROGRAM = """
public class Program {
    public static void main(String[] args) throws Exception {
        System.out.println(String.join("|", args) + System.getProperty("a") + System.getProperty("java.home") + System.getenv("SEEN")
            + System.in.read() + new java.io.File("").getAbsolutePath() + ProcessHandle.current().info().arguments().isPresent());
        System.err.println("to stderr");
        System.exit(7);
    }
}
"""


@pytest.fixture(scope="module")
def made(jdk, tmp_path_factory):
    directory = tmp_path_factory.mktemp("made") / "home"
    subprocess.run([ROOT / "warm/make-home", jdk, directory], check=True)
    return directory


def test_shape(made, jdk):
    assert {p.name for p in made.iterdir()} == {p.name for p in jdk.iterdir()}
    assert {p.name for p in (made / "bin").iterdir()} == {p.name for p in (jdk / "bin").iterdir()} | {"spillway"}
    again = subprocess.run([ROOT / "warm/make-home", jdk, made], capture_output=True, text=True)
    assert again.returncode == 1 and "is there already" in again.stderr
    nested = subprocess.run([ROOT / "warm/make-home", made, made.parent / "nested"], capture_output=True, text=True)
    assert nested.returncode == 1 and "not a JDK" in nested.stderr


@pytest.fixture(scope="module")
def program(jdk, tmp_path_factory):
    directory = tmp_path_factory.mktemp("program")
    (directory / "Program.java").write_text(PROGRAM)
    subprocess.run([jdk / "bin/javac", "-J-XX:TieredStopAtLevel=1", "Program.java"], cwd=directory, check=True)
    return directory


@pytest.mark.parametrize("words,changes", [
    (["-version"], {}),
    ([], {}),
    (["-Da=1", "NoSuchClass"], {"JDK_JAVA_OPTIONS": "-Xmx64m"}),
    (["-Xmx64m", "-Da=1", "Program", "x y", "", "*"], {"SEEN": "yes"}),
    (["-XX:NoSuchFlag=1", "Program"], {}),
], ids=str)
def test_same_as_the_jdk(made, jdk, program, tmp_path, words, changes):
    environment = clean_environment(changes) | {"XDG_RUNTIME_DIR": str(tmp_path)}
    os.chmod(tmp_path, 0o700)
    results = [subprocess.run([home / "bin/java", *words], cwd=program, env=environment, input=b"z", capture_output=True, timeout=60)
               for home in (jdk, made)]
    assert (results[0].returncode, results[0].stdout, results[0].stderr) == (results[1].returncode, results[1].stdout, results[1].stderr)


@pytest.mark.parametrize("command", [
    '"$0" @<(echo -version)', 'echo -version | "$0" @/dev/stdin', 'exec 3< <(echo -version); JDK_JAVA_OPTIONS=@/dev/fd/3 "$0" NoSuchClass',
    'mkfifo fifo; echo -version >fifo & "$0" @fifo; wait'], ids=str)
@pytest.mark.parametrize("server", [False, True])
def test_argument_file_that_is_a_pipe_is_left_to_plain_java(made, jdk, tmp_path, command, server):
    """Also where the image has a server, so that the command line is looked at."""
    image = tmp_path / "image"
    image.mkdir()
    for entry in jdk.iterdir():
        (image / entry.name).symlink_to(entry)
    if server:
        for name, entries in (("lib", jdk / "lib"), ("bin", jdk / "bin")):
            (image / name).unlink()
            (image / name).mkdir()
            for entry in entries.iterdir():
                (image / name / entry.name).symlink_to(entry)
        (image / "lib/spillway-warm-server").write_text("#!/bin/sh\nexit 1\n")
        (image / "lib/spillway-warm-server").chmod(0o755)
    subprocess.run([ROOT / "warm/make-home", image, tmp_path / "home"], check=True)
    environment = clean_environment({"XDG_RUNTIME_DIR": str(tmp_path / "run"), "SPILLWAY_WARM_SERVERS": "0"})
    (tmp_path / "run").mkdir(mode=0o700)
    results = []
    for home in (jdk, tmp_path / "home"):
        place = tmp_path / f"place{len(results)}"
        place.mkdir()
        results.append(subprocess.run(["bash", "-c", command, home / "bin/java"], cwd=place, env=environment, capture_output=True, timeout=20,
                                      stdin=subprocess.DEVNULL))
    assert (results[0].returncode, results[0].stdout, results[0].stderr) == (results[1].returncode, results[1].stdout, results[1].stderr)


def test_the_reason_is_told(made, jdk, tmp_path):
    os.chmod(tmp_path, 0o700)
    environment = clean_environment({"XDG_RUNTIME_DIR": str(tmp_path)})
    subprocess.run([made / "bin/java", "NoSuchClass"], env=environment, capture_output=True, timeout=60)
    told = subprocess.run([made / "bin/spillway", "pool", "why"], env=environment, capture_output=True, text=True, timeout=20).stdout
    assert "     1  this JDK has no warm server" in told


def test_links_to_the_client_work(made, tmp_path):
    (tmp_path / "java").symlink_to(made / "bin/java")
    ran = subprocess.run([tmp_path / "java", "-version"], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0 and 'version "25' in ran.stderr
