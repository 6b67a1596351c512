# SPDX-License-Identifier: Apache-2.0
"""The image as it is built has the warm pool in it: JAVA_HOME=<image>/warm is all that it takes."""
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from conftest import ROOT
from launcher import clean_environment
from served import BIN, link_or_copy, put_server

PROGRAM = 'public class Program { public static void main(String[] a) { System.out.println(System.getProperty("java.home") + a.length); } }'


@pytest.fixture
def image(spillway_image, tmp_path):
    """A copy in another place: the image can be moved."""
    made = tmp_path / "moved/image"
    shutil.copytree(spillway_image, made, copy_function=link_or_copy, symlinks=True)
    return made


def test_the_image_has_a_java_home_with_all_that_the_image_has(image):
    home = image / "warm"
    assert {p.name for p in home.iterdir()} == {p.name for p in image.iterdir()} - {"warm"}
    assert {p.name for p in (home / "bin").iterdir()} == {p.name for p in (image / "bin").iterdir()} | {"spillway"}
    assert all(p.exists() and not str(p.readlink()).startswith("/") for p in home.rglob("*") if p.is_symlink() and p.parent in (home, home / "bin"))
    assert (image / "lib/spillway-warm-server").exists()


def test_the_client_needs_nothing_but_the_c_library(image):
    read = subprocess.run(["readelf", "--dynamic", image / "warm/bin/java"], capture_output=True, text=True, check=True).stdout
    assert re.findall(r"\(NEEDED\).*\[(.*)\]", read) in (["libc.so.6"], ["libz.so.1", "libc.so.6"]), "zlib only where the distribution has no archive of it"


def test_the_second_run_with_that_java_home_is_warm(image, tmp_path):
    classes = tmp_path / "classes"
    classes.mkdir()
    (classes / "Program.java").write_text(PROGRAM)
    subprocess.run([image / "bin/javac", "Program.java"], cwd=classes, check=True)
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    (tmp_path / "run").mkdir(mode=0o700)
    environment = clean_environment() | {"XDG_RUNTIME_DIR": str(tmp_path / "run")}
    words = ["-cp", classes, "Program", "a"]
    plain = subprocess.run([image / "bin/java", *words], capture_output=True, check=True).stdout
    spillway = image / "warm/bin/spillway"
    try:
        subprocess.run([spillway, "pool", "warm", "--", image / "warm/bin/java", *words], env=environment, check=True, capture_output=True)
        assert subprocess.run([image / "warm/bin/java", *words], env=environment, capture_output=True, check=True).stdout == plain
        assert "1 warm" in subprocess.run([spillway, "pool", "status"], env=environment, capture_output=True, text=True, check=True).stdout
    finally:
        subprocess.run([spillway, "pool", "stop", "--force"], env=environment)


def test_a_copy_gets_its_server_also_while_that_of_the_image_runs(tmp_path):
    """A copy of links shared the file of the server, and to write to a program that runs fails with ETXTBSY."""
    for name in ("image", "copy"):
        (tmp_path / name / "lib").mkdir(parents=True)
    running = tmp_path / "image/lib/spillway-warm-server"
    shutil.copy2(shutil.which("sleep"), running)
    os.link(running, tmp_path / "copy/lib/spillway-warm-server")
    with subprocess.Popen([running, "60"]) as program:
        try:
            put_server(tmp_path / "copy")
        finally:
            program.kill()
    assert (tmp_path / "copy/lib/spillway-warm-server").read_bytes() == (BIN / "spillway-warm-server").read_bytes()
    assert running.read_bytes() == Path(shutil.which("sleep")).read_bytes()


def test_what_is_no_image_is_refused(tmp_path):
    refused = subprocess.run([ROOT / "warm/install", tmp_path], capture_output=True, text=True)
    assert refused.returncode == 1 and "is not a JDK" in refused.stderr
