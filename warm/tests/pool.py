# SPDX-License-Identifier: Apache-2.0
"""A JAVA_HOME with the client, over an image whose plain java tells that it ran and whose server is the stand-in."""
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from launcher import clean_environment

HERE = Path(__file__).resolve().parent
BIN = HERE.parents[1] / "build/warm/bin"
COLD = 42  # exit status of the plain java below


class Home:
    def __init__(self, directory, classes, tool="spillway-java-checked", stand_in=(sys.executable, HERE / "stand_in.py")):
        self.image, self.home, self.runtime, self.work = (directory / n for n in ("image", "home", "runtime", "work"))
        for d in (self.image / "bin", self.image / "lib/server", self.home / "bin", self.runtime, self.work):
            d.mkdir(parents=True)
        self.runtime.chmod(0o700)
        (self.image / "release").write_text('JAVA_VERSION="25"\n')
        self._script("bin/java", f'#!/bin/sh\nprintf "%s\\n" cold "$@"\nexit {COLD}\n')
        python, server = stand_in
        self._script("lib/spillway-warm-server", f'#!/bin/sh\nexec {python} -S -E {server} "$@"\n')
        (self.home / "lib").symlink_to(self.image / "lib")
        shutil.copy2(BIN / tool, self.home / "bin/java")
        self.classes = classes
        self.java = str(self.home / "bin/java")

    def _script(self, name, text):
        (self.image / name).write_text(text)
        (self.image / name).chmod(0o755)

    def environment(self, **changes):
        kept = {k: v for k, v in clean_environment().items() if not k.startswith("SPILLWAY_")}
        return kept | {"XDG_RUNTIME_DIR": str(self.runtime)} | changes

    def words(self, main, *arguments, options=()):
        return [self.java, *options, "-cp", str(self.classes), main, *arguments]

    def run(self, main, *arguments, options=(), environment=None, **more):
        more.setdefault("stdin", subprocess.DEVNULL)
        more.setdefault("cwd", self.work)
        return subprocess.run(self.words(main, *arguments, options=options), env=self.environment(**(environment or {})),
                              capture_output=True, timeout=20, **more)

    def popen(self, main, *arguments, environment=None, **more):
        more.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.Popen(self.words(main, *arguments), env=self.environment(**(environment or {})), cwd=self.work,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)

    def pool(self, *words, **environment):
        return subprocess.run([BIN / "spillway-checked", "pool", *words], env=self.environment(**environment), capture_output=True, text=True,
                              timeout=20, cwd=self.work)

    @property
    def directory(self):
        return self.runtime / "spillway-warm"

    def servers(self):
        return sorted((d.name for d in self.directory.iterdir() if len(d.name) == 49), key=lambda n: n[32:]) if self.directory.is_dir() else []

    def ready(self, server):
        """Whether nobody holds the server's lock, and it was started to the end."""
        return subprocess.run(["flock", "-n", self.directory / server / "lock", "true"]).returncode == 0

    def events(self, kind=None):
        lines = (self.directory / "events").read_text().splitlines() if (self.directory / "events").exists() else []
        events = [line.split("\t") for line in lines]
        return [e for e in events if kind in (None, e[1])]

    def warm_up(self, environment=None, options=(), servers=1):
        """Goes cold until there are so many ready servers."""
        for _ in range(servers):
            before = len(self.events("started"))
            assert self.run("Report", environment=environment, options=options).returncode in (0, COLD)
            self.wait(lambda: len(self.events("started")) > before)

    def wait(self, condition, seconds=15):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, (self.events(), self.servers())
            time.sleep(0.01)

    def report(self, *arguments, **more):
        """Of a warm run; the server may still have been resetting."""
        self.wait(lambda: any(self.ready(server) for server in self.servers()))
        ran = self.run("Report", *arguments, **more)
        assert ran.returncode == 0, (ran, self.events())
        return json.loads(ran.stdout)

    def stop(self):
        """Ends whatever was left behind, also what is only being started: known by its environment."""
        marks = [f"XDG_RUNTIME_DIR={self.runtime}\0".encode(), f"SPILLWAY_WARM_SERVER_DIR={self.directory}/".encode()]
        found = True
        while found:
            found = False
            for p in Path("/proc").iterdir():
                try:
                    if p.name.isdigit() and any(mark in (p / "environ").read_bytes() for mark in marks):
                        os.kill(int(p.name), 9)
                        found = True
                except OSError:
                    pass
            time.sleep(0.005)
