# SPDX-License-Identifier: Apache-2.0
"""Makes the runs of `make bench-warm`, one at a time: each is timed, compared with plain java, and, on a warm server, followed to the end of its reset."""
import time

from . import warmclient, warmprograms, warmtimer, warmvariants
from .console import console
from .warmpool import Pool, note_ends, nth, told
from .warmvariants import AOT_OTHER, ARCHIVES, PLAIN, WARM, last_words

TIMEOUT_S = 180
CLIENT_WITH = "hello"  # the program with which the client is measured by itself, too
TRIES = 8  # runs of a script until all of its JVMs are warm: a class path is read, or a server started, one at a time


class Bench:
    """Prepares every program in every variant, then runs them in turns."""

    def __init__(self, setup, pool, session):
        self._setup, self._pool, self._session = setup, pool, session
        self._reference, self._trained, self._out = {}, {}, set()

    def run(self, names, rounds, cold_rounds):
        if CLIENT_WITH in names:
            self._client()
        for name in names:
            self._prepare(name)
        self._pool.await_quiet()
        for turn, name, config in warmvariants.turns(names, rounds, cold_rounds):
            if (name, config) in self._out:
                continue
            # Of a script that starts several JVMs at once nobody knows how many servers it needs.
            if (turn, config) == (1, WARM) and not self._setup.programs[name].jvms:
                any(self._add(name, WARM, 0, "warm-up")["warm"] for _ in range(TRIES))
            self._add(name, config, turn)
        self._note_last_ends()
        for number, name in enumerate(self._taught(names)):
            self._teach(name, self._setup.work.parent / f"run{number}")

    def _taught(self, names):
        """The queries that are run on a server of their own, too."""
        there = [name for name in names if name in warmprograms.QUERIES and name in self._setup.programs and (name, WARM) not in self._out]
        return [name for name in there if name != warmprograms.TRAINED_ON] if warmprograms.TRAINED_ON in self._setup.programs else []

    def _teach(self, name, runtime):
        """A query on a server that has run one other query, the one on which its AOT cache of another was trained. runtime: a pool's place, not there yet."""
        runtime.mkdir(mode=0o700)
        usual = self._pool
        self._pool = Pool(self._setup.homes[WARM], usual.environment | {"XDG_RUNTIME_DIR": str(runtime)})
        try:
            self._start(self._setup.programs[warmprograms.TRAINED_ON])
            lesson = self._one(warmprograms.TRAINED_ON, WARM, 0, "lesson")
            taught = self._one(name, WARM, 1, "taught")
            # Kept in the query's own runs, as another run of that other one replaces only its own.
            alone = lesson["status"] == "ok" and lesson["warm"] and lesson["servers"] == taught["servers"]
            self._session.add(taught | ({"after": warmprograms.TRAINED_ON} if alone else {"reason": taught.get("reason") or f"not after {warmprograms.TRAINED_ON} alone"}))
            self._note_last_ends()
        finally:
            self._pool.stop()
            self._pool = usual

    def _note_last_ends(self):
        self._pool.await_quiet()
        time.sleep(1)  # the keeper of a server that has ended says so a moment later
        self._pool.news()
        note_ends(self._session.runs, self._pool.events)

    def _client(self):
        """Without a line for each of its runs, which are many and short."""
        for raw in warmclient.measure(self._setup.homes[WARM] / "bin" / "java", self._setup.work.parent / warmclient.JOB, self._setup.environment):
            self._session.runs.append(raw)

    def _prepare(self, name):
        """Runs plain java for what it does, trains the others and tries them once, has a server started."""
        reason = self._setup.missing.get(name)
        first = None if reason else self._add(name, PLAIN, 0, "warm-up")
        if not reason and (first["status"] != "ok" or first["exit"] != 0):
            reason = f"plain java does not run it: {first.get('reason', first['exit'])}"
        for config in warmvariants.variants(name):
            status, why = ("not measured", reason) if reason else ("left out", self._ready(name, config))
            if why:
                self._out.add((name, config))
                self._session.add({"job": name, "config": config, "kind": "measured", "round": 0, "status": status, "reason": why})

    def _ready(self, name, config):
        """Why a variant cannot run a program; None for ours, which runs everything, if need be by plain java."""
        program = self._setup.programs[name]
        if config == WARM:
            self._start(program)
        if config not in ARCHIVES:
            return None
        for trained, words in warmvariants.lessons(config, self._program(name, config), self._setup.programs).items():
            why = self._train(config, trained, words)
            if why:
                return why
        tried = self._add(name, config, 0, "warm-up")
        return None if tried["status"] == "ok" else f"does not do the same as plain java: {tried['reason']}"

    def _train(self, config, trained, words):
        made = warmvariants.archive(self._setup.archives, config, trained)
        if made not in self._trained:
            java, lesson = self._setup.homes[PLAIN] / "bin" / "java", self._setup.programs.get(trained)
            if lesson:
                self._setup.before(lesson)
            self._trained[made] = warmvariants.train(java, config, words, made, self._setup.environment, self._setup.work, self._setup.logs)
            if lesson:
                self._setup.after(lesson)
        return self._trained[made]

    def _start(self, program):
        """Has a server ready; without one, the runs go to plain java and say why."""
        for words in program.jvms:
            before, begun = self._pool.servers(), time.monotonic()
            why = self._pool.prepare([self._setup.homes[WARM] / "bin" / "java", *words])
            seconds = time.monotonic() - begun
            if self._pool.servers() - before:
                self._session.add({"job": program.name, "config": WARM, "kind": "start", "round": 0, "status": "ok", "wall_s": round(seconds, 3)})
            if why:
                console.print(f"{program.name}: no warm server: {why}", soft_wrap=True, markup=False)

    def _program(self, name, config):
        program = self._setup.programs[name]
        return warmprograms.trained_on_another(program) if config == AOT_OTHER else program

    def _add(self, name, config, turn, kind="measured"):
        """Makes a run and keeps it."""
        raw = self._one(name, config, turn, kind)
        self._session.add(raw)
        return raw

    def _one(self, name, config, turn, kind):
        program, setup = self._program(name, config), self._setup
        words, changes = warmvariants.command(config, program, setup.homes, setup.archives)
        self._pool.news()
        note_ends(self._session.runs, self._pool.events)
        setup.before(program)
        done = warmtimer.run(words, self._pool.environment | changes, setup.work, setup.logs, TIMEOUT_S)
        raw = {"job": name, "config": config, "kind": kind, "round": turn, "wall_s": round(done.wall_s, 6), "exit": done.exit,
               "cpu_s": round(done.cpu_s, 3), "max_rss_mb": round(done.max_rss_mb, 1)}
        if config == WARM:
            raw.update(self._served(name, done))
        began = None if program.script else warmprograms.began(done.stdout)
        if began:
            raw["main_s"] = round((began - done.start_ns) / 1e9, 6)
        half = warmprograms.second_half(done.stdout)
        if half:
            raw["half_s"] = round(half / 1e9, 6)
        if "cold" in raw:
            raw["reason"] = f"cold: {raw['cold']}"
        raw.update(self._judged(program, done))
        return raw

    def _served(self, name, done):
        """How the pool served the run that has just ended; waits until its servers are free again."""
        found = told(self._pool.news())
        found["nth"] = nth(self._session.runs, name, found["servers"])
        waits = [warmtimer.await_lock(self._pool.lock(server), done.end_ns) for server in found["servers"]]
        if waits and None not in waits:
            found["free_s"] = round(max(waits), 6)
        if not found["warm"]:
            self._pool.await_quiet()  # a server may be starting now
        return found

    def _judged(self, program, done):
        """The status of a run: it has to do what the first run by plain java did."""
        did = (done.exit, warmprograms.digest(done.stdout, program.emptied))
        wrong = None if done.timed_out else self._setup.after(program)
        if done.timed_out:
            return {"status": "timeout", "reason": f"not done after {TIMEOUT_S} s"}
        if did != self._reference.setdefault(program.name, did):
            wrong = f"another exit status or output than plain java: {last_words(done)}"
        return {"status": "failed", "reason": wrong} if wrong else {"status": "ok"}
