# SPDX-License-Identifier: Apache-2.0
"""When two runs share a server and when not."""
import os
import subprocess
import time
import zipfile

import pytest

from pool import BIN, COLD, Home

NO_START = {"SPILLWAY_WARM_SERVERS": "0"}


def write_jar(path, content="x", **attributes):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as jar:
        lines = [f"{k.replace('_', '-')}: {v}" for k, v in attributes.items()]
        jar.writestr("META-INF/MANIFEST.MF", "\r\n".join(["Manifest-Version: 1.0", *lines, "", ""]))
        jar.writestr("content", content)


# What numactl --interleave=all does: set_mempolicy(MPOL_INTERLEAVE, node 0).
INTERLEAVED = ("import ctypes, os, platform, sys; number = 237 if platform.machine() == \"aarch64\" else 238; node = ctypes.c_ulong(1); "
               "ctypes.CDLL(None).syscall(number, 3, ctypes.byref(node), ctypes.c_ulong(64)); os.execv(sys.argv[1], sys.argv[1:])")


def is_warm(home, words, environment=None):
    ran = subprocess.run([home.java, *words], env=home.environment(**NO_START, **(environment or {})), cwd=home.work, capture_output=True,
                         stdin=subprocess.DEVNULL, timeout=20)
    assert ran.returncode in (0, COLD), ran
    return ran.returncode == 0


@pytest.fixture(scope="module")
def keyed(tmp_path_factory, classes):
    """A home with one ready server."""
    made = Home(tmp_path_factory.mktemp("keyed"), classes)
    made.warm_up(options=["-Xmx64m", "-Dmine=1"])
    yield made
    made.stop()


def words(home, *options, main="Report"):
    return [*options, "-cp", str(home.classes), main]


def test_same_key(keyed):
    assert is_warm(keyed, words(keyed, "-Xmx64m"))
    assert is_warm(keyed, words(keyed, "-Dmine=2", "-Xmx64m", main="Pid"))
    assert is_warm(keyed, words(keyed, "-Xmx64m"), {"PATH": os.environ["PATH"] + ":/x", "ANYTHING": "new"})
    assert is_warm(keyed, words(keyed, "-Xmx64m"), {"CLASSPATH": "elsewhere"}) is False  # a VM option of its own
    assert is_warm(keyed, words(keyed), {"JDK_JAVA_OPTIONS": "-Xmx64m"})


@pytest.mark.parametrize("options,environment", [
    (["-Xmx65m"], {}), ([], {}), (["-Xmx64m", "-Djava.io.tmpdir=/x"], {}), (["-Xmx64m", "-ea"], {}), (["-Xmx64m"], {"LANG": "xx"}),
    (["-Xmx64m"], {"LC_ALL": "C"}), (["-Xmx64m"], {"TZ": "Asia/Tokyo"}), (["-Xmx64m"], {"JAVA_TOOL_OPTIONS": "-Dx=1"}),
    (["-Xmx64m"], {"_JAVA_OPTIONS": "-Xmx1g"}), (["-Xmx64m"], {"LD_LIBRARY_PATH": "/x"}), (["-Xmx64m"], {"MALLOC_ARENA_MAX": "1"}),
    (["-Xmx64m"], {"RESOLV_MULTI": "on"}),
], ids=str)
def test_other_key(keyed, options, environment):
    assert not is_warm(keyed, words(keyed, *options), environment)
    assert keyed.events("cold")[-1][3] == "no server of this key yet"


@pytest.mark.parametrize("prefix", ["ulimit -S -n 512;", "ulimit -s 4096;", "exec nice -n 3", "exec taskset 1", "exec unshare -u", "exec setpriv --no-new-privs",
                                    "exec ionice -c 3", "echo 900 >/proc/self/oom_score_adj;", "echo 70000 >/proc/self/timerslack_ns;",
                                    "exec setpriv --securebits +keep_caps_locked", f"exec python3 -c '{INTERLEAVED}'"])
def test_other_limits_and_namespaces(keyed, prefix):
    command = [keyed.java, *words(keyed, "-Xmx64m")]
    environment = keyed.environment(**NO_START)
    ran = subprocess.run(["bash", "-c", f'{prefix} "$@"', "bash", *command], env=environment, capture_output=True, stdin=subprocess.DEVNULL, timeout=20)
    if ran.returncode not in (0, COLD) or (prefix.startswith("exec taskset") and os.cpu_count() == 1):
        pytest.skip(f"not possible here: {ran.stderr.decode()}")
    assert ran.returncode == COLD and keyed.events("cold")[-1][3] == "no server of this key yet"
    assert is_warm(keyed, words(keyed, "-Xmx64m"))


def test_other_jdk_in_the_same_place(home):
    home.warm_up()
    assert is_warm(home, words(home))
    (home.image / "release").write_text('JAVA_VERSION="25.0.1"\n')
    assert not is_warm(home, words(home))


# Each: what makes the class path in a directory, options that name it, and the change after which the server must not be used.
def replace_jar(d):
    write_jar(d / "new.jar", "y")
    (d / "new.jar").rename(d / "a.jar")


def rewrite_in_place(d):
    """Same size, and the time of modification put back."""
    before = os.stat(d / "a.jar")
    content = (d / "a.jar").read_bytes()
    with open(d / "a.jar", "r+b") as f:
        f.write(content[:-1] + b"\1")
    os.utime(d / "a.jar", ns=(before.st_atime_ns, before.st_mtime_ns))


def in_directory(d):
    (d / "classes/p/q").mkdir(parents=True)
    (d / "classes/p/q/A.class").write_text("a")


def pad(path):
    """As some downloads are: the JDK reads such jars."""
    with open(path, "ab") as f:
        f.write(b"\0" * 100)


CHANGES = {
    "unchanged": (lambda d: write_jar(d / "a.jar"), ["-cp", "a.jar", "Report"], lambda d: (d / "unrelated").write_text("x")),
    "replaced": (lambda d: write_jar(d / "a.jar"), ["-cp", "a.jar", "Report"], replace_jar),
    "in place": (lambda d: write_jar(d / "a.jar"), ["-cp", "a.jar", "Report"], rewrite_in_place),
    "deleted": (lambda d: write_jar(d / "a.jar"), ["-cp", "a.jar", "Report"], lambda d: (d / "a.jar").unlink()),
    "appears": (lambda d: None, ["-cp", "a.jar", "Report"], lambda d: write_jar(d / "a.jar")),
    "class changed": (in_directory, ["-cp", "classes", "Report"], lambda d: (d / "classes/p/q/A.class").write_text("b")),
    "class added": (in_directory, ["-cp", "classes", "Report"], lambda d: (d / "classes/p/B.class").write_text("b")),
    "jar added": (lambda d: write_jar(d / "lib/a.jar"), ["-cp", "lib/*", "Report"], lambda d: write_jar(d / "lib/b.jar")),
    "manifest": (lambda d: (write_jar(d / "a.jar", Class_Path="lib/b.jar"), write_jar(d / "lib/b.jar", Class_Path="c%20c.jar"),
                            write_jar(d / "lib/c c.jar")), ["-cp", "a.jar", "Report"], lambda d: write_jar(d / "lib/c c.jar", "y")),
    "manifest of a linked jar": (lambda d: (write_jar(d / "v/a.jar", Class_Path="b.jar"), write_jar(d / "v/b.jar"), (d / "a.jar").symlink_to("v/a.jar")),
                                 ["-cp", "a.jar", "Report"], lambda d: write_jar(d / "v/b.jar", "y")),
    "manifest of a padded jar": (lambda d: (write_jar(d / "a.jar", Class_Path="b.jar"), pad(d / "a.jar"), write_jar(d / "b.jar")),
                                 ["-cp", "a.jar", "Report"], lambda d: write_jar(d / "b.jar", "y")),
    "manifest appears": (lambda d: write_jar(d / "a.jar", Class_Path="conf/"), ["-cp", "a.jar", "Report"], lambda d: (d / "conf").mkdir()),
    "main jar": (lambda d: write_jar(d / "a.jar", Main_Class="X"), ["-jar", "a.jar"], lambda d: write_jar(d / "a.jar", "y", Main_Class="X")),
    "AOT cache": (lambda d: (write_jar(d / "a.jar"), (d / "cache").write_text("1")), ["-XX:AOTCache=cache", "-cp", "a.jar", "Report"],
                  lambda d: (d / "cache").write_text("2")),
    "file of a property": (lambda d: (write_jar(d / "a.jar"), (d / "p").write_text("1")), ["-Djava.security.properties=p", "-cp", "a.jar", "Report"],
                           lambda d: (d / "p").write_text("2")),
}
REFUSALS = {
    "class path has a special file": (lambda d: os.mkfifo(d / "f"), ["-cp", "f", "Report"]),
    "manifest names a URL": (lambda d: write_jar(d / "a.jar", Class_Path="http://x/y.jar"), ["-cp", "a.jar", "Report"]),
    "jar names no main class": (lambda d: write_jar(d / "a.jar"), ["-jar", "a.jar"]),
    "manifest asks for more than a main class": (lambda d: write_jar(d / "a.jar", Main_Class="X", Launcher_Agent_Class="Y"), ["-jar", "a.jar"]),
    "class path has too many files": (lambda d: [(d / f"{n}").touch() for n in range(10001)], ["Report"]),
}


def start(home, directory, options):
    """Runs cold and leaves the start behind; returns when that is over."""
    def over():
        # Not those that a run of runs_warm leaves behind.
        return len(home.events("started")) + len([e for e in home.events("refused") if e[3] != "servers are switched off"])
    before = over()
    subprocess.run([home.java, *options], cwd=directory, env=home.environment(SPILLWAY_WARM_SERVERS="50"), capture_output=True,
                   stdin=subprocess.DEVNULL, timeout=20)
    home.wait(lambda: over() > before)


def runs_warm(home, directory, options):
    ran = subprocess.run([home.java, *options], cwd=directory, env=home.environment(**NO_START), capture_output=True, stdin=subprocess.DEVNULL,
                         timeout=20)
    # The stand-in cannot run a jar's "main class": it dies, which is warm enough.
    return ran.returncode != COLD


def test_class_paths(home, tmp_path):
    places = {}
    for name, (make, options, _) in CHANGES.items():
        places[name] = tmp_path / "places" / name.replace(" ", "_")
        places[name].mkdir(parents=True)
        make(places[name])
    for name, (make, options) in REFUSALS.items():
        places[name] = tmp_path / "places" / name.replace(" ", "_")
        places[name].mkdir(parents=True)
        make(places[name])
    time.sleep(2.05)
    for name, (_, options, change) in CHANGES.items():
        start(home, places[name], options)
        assert name == "main jar" or runs_warm(home, places[name], options), (name, home.events())
        change(places[name])
        assert runs_warm(home, places[name], options) == (name == "unchanged"), name
    for name, (_, options) in REFUSALS.items():
        start(home, places[name], options)
        assert name in [e[3] for e in home.events("refused")]
        assert not runs_warm(home, places[name], options)
        assert home.events("cold")[-1][3] == name
    assert len(home.events("started")) == len(CHANGES)


def test_class_path_that_has_just_changed_is_not_trusted(home, tmp_path):
    """A second change within the resolution of the file's times would not be seen."""
    write_jar(tmp_path / "a.jar")
    began = time.time()
    start(home, tmp_path, ["-cp", "a.jar", "Report"])
    assert time.time() - began > 1.9
    assert runs_warm(home, tmp_path, ["-cp", "a.jar", "Report"])
