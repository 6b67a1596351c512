# SPDX-License-Identifier: Apache-2.0
"""The client of the warm pool by itself: `java` that ends at once, with the client before it and without. The difference is its start, reading the
command line, the pool's log, and going over to plain java."""
import os
import shutil

from . import warmtimer
from .warmvariants import PLAIN, WARM

JOB = "client"
# No server takes such a run, so none is started.
WORDS = ("-XX:+NoSuchOption", "Hello")
ROUNDS = 40
_TIMEOUT_S = 10


def measure(client, directory, environment):
    """Raw runs of both variants in turns. client: the file. directory: not there yet. environment: that of the runs, but for the pool's place."""
    image, home, work, logs, runtime = (directory / name for name in ("image", "home", "work", "logs", "run"))
    for made in (image / "bin", image / "lib", home / "bin", work, logs, runtime):
        made.mkdir(parents=True)
    runtime.chmod(0o700)
    for name in ("bin/java", "lib/spillway-warm-server"):
        shutil.copy2(shutil.which("true"), image / name)
    (home / "lib").symlink_to(image / "lib")
    shutil.copy2(client, home / "bin" / "java")
    commands = {PLAIN: image / "bin" / "java", WARM: home / "bin" / "java"}
    for turn in range(ROUNDS + 1):
        for place in range(len(commands)):
            config = list(commands)[(turn + place) % len(commands)]
            done = warmtimer.run([commands[config], *WORDS], environment | {"XDG_RUNTIME_DIR": str(runtime)}, work, logs, _TIMEOUT_S)
            raw = {"job": JOB, "config": config, "kind": "measured" if turn else "warm-up", "round": turn, "exit": done.exit, "wall_s": round(done.wall_s, 6),
                   "cpu_s": round(done.cpu_s, 4), "max_rss_mb": round(done.max_rss_mb, 1)}
            yield raw | ({"status": "ok"} if done.exit == 0 else {"status": "failed", "reason": f"status {done.exit} {os.fsdecode(done.stderr).strip()[-200:]}"})
