# SPDX-License-Identifier: Apache-2.0
"""Fixtures: the built client, the boot JDK, and the stub VM that shows how the real launcher reads a command line."""
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from spillway_bench import paths

from pool import Home
from served import TIMES, Served

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "warm"


@pytest.fixture(scope="session", autouse=True)
def usual_signals():
    """A program started in the background of a script ignores SIGINT and SIGQUIT, and so would all that the tests start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM, signal.SIGTSTP, signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture(autouse=True)
def an_end():
    """A test that waits for a program for ever fails."""
    def fail(number, frame):
        raise TimeoutError(f"the test has not ended after {2 * TIMES} minutes")
    signal.signal(signal.SIGALRM, fail)
    signal.alarm(120 * TIMES)
    yield
    signal.alarm(0)


@pytest.fixture(scope="session")
def jdk():
    """The directory of a JDK 25."""
    found = subprocess.run([ROOT / "jvm/build/boot-jdk"], capture_output=True, text=True)
    if found.returncode != 0:
        pytest.skip(found.stderr)
    home = Path(found.stdout.strip())
    if 'JAVA_VERSION="25' not in (home / "release").read_text():
        pytest.skip(f"{home} is not a JDK 25")
    return home


@pytest.fixture(scope="session")
def spillway_image(tmp_path_factory):
    """The directory of the built image; a copy where several processes run tests, since linking its files changes times that are part of a server's key."""
    image = ROOT / "dist/jdk"
    if not (image / "bin/java").exists():
        pytest.skip("there is no dist/jdk; make jvm builds it")
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return image
    return shutil.copytree(image, tmp_path_factory.mktemp("image") / "jdk", symlinks=True)


@pytest.fixture(scope="session")
def spark():
    """SPARK_HOME of the Spark that the tests run."""
    try:
        return paths.spark_home()
    except paths.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def stub_jdk(jdk, tmp_path_factory):
    """A JDK with the real launcher and a stub for its VM."""
    home = tmp_path_factory.mktemp("stub-jdk")
    (home / "bin").mkdir()
    (home / "lib/server").mkdir(parents=True)
    shutil.copy2(jdk / "bin/java", home / "bin/java")
    for name in ("libjli.so", "libjava.so", "jvm.cfg"):
        shutil.copy2(jdk / "lib" / name, home / "lib" / name)
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", f"-I{jdk}/include", f"-I{jdk}/include/linux",
         "-o", home / "lib/server/libjvm.so", ROOT / "warm/tests/stub_jvm.c"], check=True)
    return home


@pytest.fixture(scope="session")
def spillway():
    """The command `spillway`, the build with checks of memory."""
    return BUILT / "bin" / "spillway-checked"


@pytest.fixture(scope="session")
def classes(tmp_path_factory):
    """A class path that has not changed for two seconds: before, the client does not trust it."""
    directory = tmp_path_factory.mktemp("classes")
    (directory / "Main.class").write_text("class")
    time.sleep(2.05)
    return directory


@pytest.fixture
def home(tmp_path, classes):
    """A JAVA_HOME over the stand-in server, with a pool of its own."""
    made = Home(tmp_path, classes)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def served(tmp_path_factory, spillway_image):
    """The image with a warm server, a pool of its own and all programs of the conformance tests."""
    made = Served(tmp_path_factory.mktemp("served"), spillway_image)
    services = made.programs / "META-INF/services"
    services.mkdir(parents=True)
    (services / "java.util.concurrent.Callable").write_text("Loading$Provider\n")
    (services / "java.nio.charset.spi.CharsetProvider").write_text("Lasting$Charsets\n")
    made.compile(sorted((ROOT / "warm/tests/programs").glob("*.java")))
    yield made
    made.stop()
