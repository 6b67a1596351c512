# SPDX-License-Identifier: Apache-2.0
"""What has to be there before `make bench-warm` can measure: jars, a warm JAVA_HOME, a real HDFS, Spark's command line."""
import hashlib
import os
import shutil
import subprocess
import time
from pathlib import Path

from . import hdfs, paths, thrift, warmprograms
from .warmprograms import BEELINE, DRIVER, FILES, HDFS, LISTED, LOCAL, LONG, QUERIES, TOOLS
from .warmvariants import IMAGE, PLAIN, WARM

SOURCES = paths.ROOT / "bench" / "warm"
LOG4J = paths.ROOT / "warm" / "tests" / "spark" / "log4j2.properties"
# MB on disk beside the files themselves.
_ROOM_MB = 500
_REMOVED = ("CLASSPATH", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "LD_LIBRARY_PATH")
# Room for a server of each kind; none is to end because it was idle.
_LIMITS = {"SPILLWAY_WARM_SERVERS": "16", "SPILLWAY_WARM_MEMORY": "16384", "SPILLWAY_WARM_IDLE": "1000000"}


def environment(inherited, runtime, more):
    """That of all runs: nothing that changes a JVM, the pool or Spark comes from the user."""
    kept = {name: value for name, value in inherited.items() if name not in _REMOVED and not name.startswith(("SPILLWAY_", "SPARK_", "HADOOP_"))}
    return kept | _LIMITS | {"XDG_RUNTIME_DIR": str(runtime)} | more


def warm_home(image, directory):
    """The JAVA_HOME of the image's pool: its own, else one that is made of it."""
    if not (image / "lib" / "spillway-warm-server").is_file():
        raise paths.Missing(f"{image} has no warm server: run `make warm`")
    if (image / "warm" / "bin" / "java").is_file():
        return image / "warm"
    subprocess.run([paths.ROOT / "warm" / "make-home", image, directory], check=True)
    return directory


def fingerprint(files):
    """Some digits that differ where one of the files does."""
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in files)).hexdigest()[:12]


class Setup:
    """programs: {name: Program} of the wanted ones and of those they are trained on. missing: {name: why it cannot run here}."""

    def __init__(self, directory, wanted):
        shutil.rmtree(directory, ignore_errors=True)
        self.work, self.logs, self.archives, self._directory, self._cluster, self._thrift = (*(directory / n for n in ("work", "logs", "archives")), directory, None, None)
        for made in (self.work, self.logs, self.archives, directory / "local"):
            made.mkdir(parents=True)
        runtime = directory / "run"
        runtime.mkdir(mode=0o700)
        stock = paths.stock_jdk()
        self.homes = {PLAIN: stock, IMAGE: paths.spillway_jdk(), WARM: warm_home(paths.spillway_jdk(), directory / "home")}
        self.environment = environment(os.environ, runtime, {})
        self.programs, self.missing = {}, {}
        for names, make in ((TOOLS, self._tools), ((LONG,), self._long), ((*QUERIES, DRIVER), self._spark), ((BEELINE,), self._beeline), ((*HDFS, *FILES), self._hdfs),
                            (FILES, lambda: self._files([name for name in FILES if name in wanted]))):
            if any(name in wanted for name in names):
                self._try(names, make)
        time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted

    def _try(self, names, make):
        """Makes programs; where that fails they are missing."""
        try:
            self.programs.update((program.name, program) for program in make())
        except KeyboardInterrupt:
            self.stop()
            raise
        except (paths.Missing, OSError, RuntimeError, AssertionError, subprocess.SubprocessError) as e:
            said = getattr(e, "stderr", None)
            self.missing.update(dict.fromkeys(names, f"{e} {said or ''}".strip()[:400]))

    def _tools(self):
        jar = self._jar("hello", "Hello", [])
        sources = sorted((paths.ROOT / "hints" / "src" / "main" / "java").rglob("*.java"))
        classes = self._directory / "classes" / "javac"
        classes.mkdir(parents=True)
        return warmprograms.tools(jar, sources, classes, SOURCES / "in-turn")

    def _long(self):
        return [warmprograms.long(self._jar("long", "LongJob", []))]

    def _spark(self):
        spark = self._spark_environment()
        jar = self._jar("queries", "Queries", ["-cp", f"{spark}/jars/*"])
        words = warmprograms.submit_words(spark / "bin" / "spark-submit", jar, self._directory / "warehouse", LOG4J, 2)
        driver = self._command_of(words)
        return [*warmprograms.queries(words, driver, spark / "jars"), warmprograms.driver(driver)]

    def _beeline(self):
        spark = self._spark_environment()
        self._thrift = thrift.Server(self._directory / "thrift", self.homes[PLAIN] / "bin" / "java", spark, LOG4J, self.environment)
        self._thrift.start()
        *words, _ = self._command_of((spark / "bin" / "beeline", *self._thrift.arguments(thrift.PROBE)), self._thrift.for_beeline)
        return [warmprograms.beeline((*words, thrift.QUERY))]

    def _spark_environment(self):
        spark = paths.spark_home()
        self.environment |= {"SPARK_HOME": str(spark), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost",
                             "SPARK_LOCAL_DIRS": str(self._directory / "local")}
        return spark

    def _command_of(self, words, more=None):
        """The words after `java` of the command that one of Spark's scripts makes. more: of the environment."""
        shown = subprocess.run(words, env=self.environment | (more or {}) | {"JAVA_HOME": str(self.homes[PLAIN]), "SPARK_PRINT_LAUNCH_COMMAND": "1"},
                               cwd=self.work, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180)
        if shown.returncode != 0:
            raise RuntimeError(f"{Path(words[0]).name} ends with status {shown.returncode}: {shown.stderr.strip()[-400:]}")
        return warmprograms.driver_words(shown.stderr)

    def _hdfs(self):
        client, version = hdfs.client_jars(paths.spark_home())
        java = self.homes[PLAIN] / "bin" / "java"
        server = hdfs.server_jar(version, paths.ROOT / "build" / "hadoop")
        self._cluster = hdfs.Hdfs(self._directory / "hdfs", java, client, server, packed=True)
        self._cluster.start()
        self._shell("-mkdir", LISTED)
        return warmprograms.hdfs(self._shell_words, self._stored(1, f"{LISTED}/{LOCAL}"))

    def hdfs_program(self, source):
        """Words after `java` that run a program of ours as a client of the HDFS that was started, without its arguments."""
        path = self._cluster.class_path
        return ("-cp", f"{self._jar(source.lower(), source, ['-cp', path])}:{path}", source)

    def _files(self, names):
        """What these programs read or write, and no more: it may be gigabytes."""
        if not self._cluster:
            raise RuntimeError("HDFS does not run")
        free_mb = shutil.disk_usage(self._directory).free >> 20
        needed_mb = _ROOM_MB + 2 * sum(count * mb for count, mb in map(FILES.get, names))
        if free_mb < needed_mb:
            raise RuntimeError(f"{free_mb} MB are free on disk, {needed_mb} are needed")
        stored = {mb: self._stored(mb, warmprograms.large(mb)) for mb in sorted({FILES[name][1] for name in names})}
        return warmprograms.files(self._shell_words, SOURCES / "at-once", stored, names)

    def _stored(self, mb, path):
        """A local file of random bytes that is in HDFS, too."""
        local = self._directory / f"{LOCAL}-{mb}"
        with local.open("wb") as out:
            for _ in range(mb):
                out.write(os.urandom(1 << 20))
        self._shell("-put", str(local), path)
        return local

    def _shell_words(self, *words):
        return self._cluster.plain(*words)[1:]

    def _shell(self, *words):
        subprocess.run(self._cluster.plain(*words), env=self.environment, check=True, capture_output=True, timeout=180)

    def _jar(self, name, source, options):
        classes, jar = self._directory / "classes" / name, self._directory / f"{name}.jar"
        tools = self.homes[PLAIN] / "bin"
        subprocess.run([tools / "javac", "--release", "17", *options, "-d", classes, SOURCES / f"{source}.java"], check=True, capture_output=True, text=True)
        subprocess.run([tools / "jar", "--create", "--file", jar, "-C", classes, "."], check=True, capture_output=True, text=True)
        return jar

    def versions(self):
        """What tells whether two results are of the same pool and the same programs."""
        image = paths.spillway_jdk()
        return {"warm pool": fingerprint([image / "lib" / "spillway-warm-server", self.homes[WARM] / "bin" / "java"]),
                "programs": fingerprint([*sorted(path for path in SOURCES.glob("*") if path.is_file()), Path(warmprograms.__file__), Path(hdfs.__file__), Path(__file__)])}

    def after(self, program):
        """Puts back what a run has left; None, or what is not as it should be. Never timed."""
        if program.puts:
            removed = subprocess.run(self._cluster.plain("-rm", "-skipTrash", *program.puts), env=self.environment, capture_output=True, timeout=60)
            if removed.returncode != 0:
                return "what was put is not there"
        return None

    def before(self, program):
        """Empties the directory that a run fills."""
        if program.emptied:
            for left in program.emptied.iterdir():
                shutil.rmtree(left) if left.is_dir() else left.unlink()

    def stop(self):
        for started in (self._cluster, self._thrift):
            if started:
                started.stop()
