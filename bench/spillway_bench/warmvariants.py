# SPDX-License-Identifier: Apache-2.0
"""The variants of `make bench-warm`: a program's command line in each, and the training runs of those that have an archive."""
from . import warmtimer
from .warmprograms import LONG, QUERIES, TRAINED_ON, with_driver_options

PLAIN, IMAGE, APPCDS, AOT, AOT_OTHER, WARM = "plain", "image", "appcds", "aot", "aot-other", "warm"
NAMES = (PLAIN, IMAGE, APPCDS, AOT, AOT_OTHER, WARM)
ARCHIVES = {APPCDS: "jsa", AOT: "aot", AOT_OTHER: "aot"}
LAUNCHER = "launcher"
TRAIN_S = 600


def variants(name):
    """Those in which a program runs. What a server's VM costs is seen against the same build of the VM only."""
    if name == LONG:
        return (IMAGE, WARM)
    return tuple(config for config in NAMES if config != IMAGE and (config != AOT_OTHER or (name in QUERIES and name != TRAINED_ON)))


def turns(names, rounds, cold_rounds):
    """(round, program, variant), interleaved: all variants of a program in turn, each round beginning with another one. A JVM that is new in each run
    does not get better over the rounds, so all but ours take part in so many of them only, spread evenly, the last one among them."""
    for turn in range(1, rounds + 1):
        all_take_part = turn * cold_rounds // rounds > (turn - 1) * cold_rounds // rounds
        for name in names:
            own = variants(name) if all_take_part else (WARM,)
            yield from ((turn, name, own[(turn + place) % len(own)]) for place in range(len(own)))


def options(config, archive):
    """The VM's options that use an archive. Both forms end the VM where the archive cannot be used, which would else look like a slow run. What
    the VM warns of is kept out of the program's output."""
    used = {APPCDS: ("-Xshare:on", f"-XX:SharedArchiveFile={archive}")}.get(config, ("-XX:AOTMode=on", f"-XX:AOTCache={archive}"))
    return (*used, "-Xlog:disable", "-Xlog:all=warning:stderr") if config in ARCHIVES else ()


def training(config, archive):
    """The option with which a run makes the archive when it ends."""
    return f"-XX:ArchiveClassesAtExit={archive}" if config == APPCDS else f"-XX:AOTCacheOutput={archive}"


def archive(archives, config, trained):
    """The file that is trained on a program, None for variants without one."""
    return archives / f"{trained}.{ARCHIVES[config]}" if config in ARCHIVES else None


def command(config, program, homes, archives):
    """(words, changes of the environment) of a program in a variant. homes: {variant: JAVA_HOME}, under PLAIN that of all without one."""
    home = homes.get(config, homes[PLAIN])
    flags = options(config, archive(archives, config, program.trained))
    if not program.script:
        return [str(home / "bin" / "java"), *flags, *program.words], {"JAVA_HOME": str(home)}
    if not program.launcher:
        script, number, *rest = program.words
        return [script, number, *flags, *rest], {"JAVA_HOME": str(home)}
    launcher = options(config, archive(archives, config, LAUNCHER))
    environment = {"JAVA_HOME": str(home)} | ({"SPARK_LAUNCHER_OPTS": " ".join(launcher)} if launcher else {})
    return [*with_driver_options(program.words, flags)], environment


def lessons(config, program, programs):
    """{trained: words after `java`} of the archives that a program uses in a variant. programs: by name."""
    if config not in ARCHIVES:
        return {}
    found = {program.trained: programs[program.trained].lesson}
    return found | ({LAUNCHER: program.launcher} if program.launcher else {})


def train(java, config, words, made, environment, directory, logs):
    """Makes an archive by a run of its program; why there is none, else None."""
    made.unlink(missing_ok=True)
    done = warmtimer.run([java, training(config, made), *words], environment, directory, logs, TRAIN_S)
    return None if made.is_file() else f"no archive was made: {last_words(done)}"


def last_words(done):
    """What a program said at its end, for a person; of a VM that refused something, its own words."""
    lines = (done.stdout + b"\n" + done.stderr).decode(errors="replace").splitlines()
    errors = [line for line in lines if "[error" in line]
    said = " ".join(" ".join(errors or lines).split())
    return f"status {done.exit} {said[:300] if errors else said[-300:]}".strip()
