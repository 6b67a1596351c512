# SPDX-License-Identifier: Apache-2.0
"""What `make bench-warm` runs. A program is what follows `java` on the command line, so that every variant can run it."""
import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

QUERIES = tuple(f"sql-{number}" for number in range(1, 11))
TOOLS, HDFS, DRIVER, LONG, BEELINE = ("hello", "hello-20", "javac"), ("hdfs-ls", "hdfs-cat", "hdfs-put"), "driver", "long", "beeline"
# {name: (processes at once, MB of the file of each)}
SIZES = {"64": (1, 64), "1024": (1, 1024), "4x1": (4, 1), "4x64": (4, 64), "2x1024": (2, 1024)}
READS, WRITES = ({f"hdfs-{command}-{name}": size for name, size in SIZES.items()} for command in ("cat", "put"))
FILES = READS | WRITES
NAMES = (*TOOLS, LONG, *HDFS, *FILES, *QUERIES, DRIVER, BEELINE)
# What others are trained on, and the query that is run without launcher, too.
TRAINED_ON, DRIVEN = "sql-1", "sql-2"
QUICK = ("hello", "javac")
# Runs of hello-20, each right after the one before, as in a shell's loop.
LOOP = 20

LOCAL, LISTED, PUT = "megabyte", "/listed", "/put"
# Of 16 s: a new JVM has compiled the job long before the second half.
BATCHES = 1800
_CLOCK, _HALF = b"main began at ", b"second half took "
_LAUNCHER = ("-Xmx128m", "-cp", "{jars}", "org.apache.spark.launcher.Main", "org.apache.spark.deploy.SparkSubmit")


@dataclass(frozen=True)
class Program:
    """words: after `java`, or, with a script, the script and its arguments. emptied: a directory that is emptied before each run and belongs to the
    result. archive: the program whose AppCDS archive and AOT cache it uses. launcher, driver: words after `java` of the JVMs that the script starts one
    after the other. puts: files that a run leaves in HDFS."""
    name: str
    words: tuple
    script: bool = False
    emptied: Path | None = None
    archive: str = ""
    launcher: tuple = ()
    driver: tuple = ()
    puts: tuple = ()

    @property
    def trained(self):
        return self.archive or self.name

    @property
    def lesson(self):
        """Words after `java` of the run that makes its archive."""
        return self.driver or self.words

    @property
    def jvms(self):
        """Words after `java` of each of its JVMs, where they are known: a script may start some more."""
        return tuple(filter(None, (self.launcher, self.driver))) if self.script else (self.words,)


def tools(jar, sources, classes, in_turn):
    """hello and javac have the same class path and options, so they share a server. in_turn: the script."""
    hello = ("-cp", str(jar), "Hello", "argument")
    return [Program("hello", hello), Program("hello-20", (str(in_turn), str(LOOP), *hello), script=True, archive="hello"),
            Program("javac", ("-cp", str(jar), "com.sun.tools.javac.Main", "-d", str(classes), *map(str, sources)), emptied=classes)]


def long(jar):
    """A long job, with the collector that a server has: of its time, what is left when all is compiled is compared."""
    return Program(LONG, ("-XX:+UseParallelGC", "-cp", str(jar), "LongJob", str(BATCHES)))


def hdfs(shell, local):
    """shell: words after `java` of HDFS's shell, for its arguments."""
    return [Program("hdfs-ls", tuple(shell("-ls", LISTED))), Program("hdfs-cat", tuple(shell("-cat", f"{LISTED}/{LOCAL}"))),
            Program("hdfs-put", tuple(shell("-put", str(local), PUT)), puts=(PUT,))]


def large(mb):
    """The file of so many MB in HDFS."""
    return f"{LISTED}/{LOCAL}-{mb}"


def files(shell, at_once, locals_, names):
    """Reads and writes of whole files, some by several processes at once. at_once: the script. locals_: {MB: file} of these programs."""
    def program(name, count, words, puts=()):
        return Program(name, (str(at_once), str(count), *shell(*words)), script=True, archive="hdfs-cat", puts=puts)
    return [*(program(name, count, ("-cat", large(mb))) for name, (count, mb) in READS.items() if name in names),
            *(program(name, count, ("-put", str(locals_[mb]), f"{PUT}@"), tuple(f"{PUT}{n}" for n in range(1, count + 1)))
              for name, (count, mb) in WRITES.items() if name in names)]


def submit_words(script, jar, warehouse, log4j, number):
    """The command line of spark-submit for a query; `with_driver_options` adds to the options in it."""
    return (str(script), "--master", "local[2]", "--conf", "spark.ui.enabled=false", "--conf", "spark.sql.shuffle.partitions=4",
            "--conf", f"spark.sql.warehouse.dir={warehouse}", "--driver-java-options", f"-Dlog4j.configurationFile={log4j}",
            "--class", "Queries", str(jar), str(number))


def with_driver_options(words, options):
    """A spark-submit command line with further options for the driver's JVM."""
    place = words.index("--driver-java-options") + 1
    return (*words[:place], " ".join([words[place], *options]), *words[place + 1:])


def driver_words(stderr):
    """The words after `java` of the command that spark-submit made, from what it prints with SPARK_PRINT_LAUNCH_COMMAND."""
    lines = [line for line in stderr.splitlines() if line.startswith("Spark Command: ")]
    if not lines:
        raise RuntimeError(f"the script does not show its command: {stderr.strip()[-400:]}")
    # Spark separates the words by spaces and quotes none.
    return tuple(lines[0].removeprefix("Spark Command: ").split()[1:])


def queries(words, driver, jars):
    """The ten queries by the script: bash, the launcher's JVM, the driver. words: the script's and its arguments, driver: the words after `java` of the
    command that it makes, both with the number of a query as the last one."""
    launcher = tuple(word.format(jars=f"{jars}/*") for word in _LAUNCHER)

    def program(name):
        number = name.removeprefix("sql-")
        own = (*words[:-1], number)
        return Program(name, own, script=True, launcher=(*launcher, *own[1:]), driver=(*driver[:-1], number))
    return [program(name) for name in QUERIES]


def driver(words):
    """One query without script and launcher. words: the driver's, with the number of a query as the last one."""
    return Program(DRIVER, (*words[:-1], DRIVEN.removeprefix("sql-")), archive=DRIVEN)


def beeline(words):
    """Hive's command-line client with a query for Spark's Thrift server. words: after `java`."""
    return Program(BEELINE, tuple(words))


def trained_on_another(program):
    """The same program with archives that were trained on another query, or None where that says nothing."""
    other = program.name in QUERIES and program.name != TRAINED_ON
    return replace(program, archive=TRAINED_ON) if other else None


def began(stdout):
    """Nanoseconds of the monotonic clock when main of Hello began, None for other programs."""
    return _told(_CLOCK, stdout)


def second_half(stdout):
    """Nanoseconds of the second half of LongJob's batches, None for other programs."""
    return _told(_HALF, stdout)


def _told(prefix, stdout):
    lines = [line for line in stdout.splitlines() if line.startswith(prefix)]
    return int(lines[-1].removeprefix(prefix)) if lines else None


def digest(stdout, emptied=None):
    """What has to be the same in every run: standard output without times, and the files that were made."""
    found = hashlib.sha256(b"".join(line for line in stdout.splitlines(keepends=True) if not line.startswith((_CLOCK, _HALF))))
    for path in sorted(emptied.rglob("*")) if emptied else ():
        if path.is_file():
            found.update(f"\n{path.relative_to(emptied)}\n".encode() + path.read_bytes())
    return found.hexdigest()


def chosen(names):
    """The programs of these names in the order of NAMES, so that the first query a server sees is the first; ValueError for a name that there is not."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise ValueError(f"no program {', '.join(unknown)}; there are: {', '.join(NAMES)}")
    return [name for name in NAMES if name in names]
