# SPDX-License-Identifier: Apache-2.0
"""The client's reading of command lines against that of the real launcher."""
import random
import zipfile

import pytest

from launcher import GIVEN_UP, assert_same_reading, by_client

SPARK = ["-XX:+IgnoreUnrecognizedVMOptions", "--add-modules=jdk.incubator.vector", "--add-opens=java.base/java.lang=ALL-UNNAMED",
         "-Djdk.reflect.useDirectMethodHandle=false", "-Dio.netty.tryReflectionSetAccessible=true", "--enable-native-access=ALL-UNNAMED"]

# Words, and whether the run may be warm.
CASES = [
    (["Main"], True),
    (["-cp", "a.jar:b", "Main", "x", "-y", "@z"], True),
    (["-cp", "lib/*", "Main"], True),
    (["-cp", "empty/*:lib/*:", "Main"], True),
    (["-cp", "*", "Main"], True),
    (["--class-path=lib/*", "Main"], True),
    (["--class-path", "", "Main"], True),
    (["-classpath", "a", "-cp", "b", "Main"], True),
    (["-Djava.class.path=a.jar", "Main"], True),
    (["-jar", "a.jar", "-jar", "b.jar"], True),
    (["-cp", "x", "-jar", "a.jar"], True),
    (["-jar", "-Xmx1g", "a.jar", "1"], True),
    (["-server", "-Xmx64m", "-XX:+UseSerialGC", "-ea:a...", "Main", "", " ", "é"], True),
    ([*SPARK, "-cp", "conf/:lib/*", "-Xmx1g", "org.apache.spark.deploy.SparkSubmit", "--class", "X", "x.jar"], True),
    (["@words", "tail"], True),
    (["@@literal"], True),
    (["@"], True),
    (["Main", "@words"], True),
    (["--disable-@files", "Main", "@words"], True),
    (["--add-opens", "java.base/java.lang=ALL-UNNAMED", "Main"], True),
    (["--enable-native-access", "ALL-UNNAMED", "Main"], True),
    (["-m", "mod/Main", "a"], False),
    (["--module=mod", "a"], False),
    (["--module-path", "lib", "-m", "mod"], False),
    (["-p", "lib", "Main"], False),
    (["--patch-module", "a=b", "Main"], False),
    (["Source.java", "a"], False),
    (["--source", "25", "Source.java", "a"], False),
    (["--source", "25", "-cp", "x", "odd-name"], False),
    (["-javaagent:a.jar", "Main"], False),
    (["-agentlib:jdwp=transport=dt_socket", "Main"], False),
    (["-Xlog:gc:file=x", "Main"], False),
    (["-XX:+PrintFlagsFinal", "Main"], False),
    (["-XX:OnOutOfMemoryError=kill", "Main"], False),
    (["-XX:Flags=f", "Main"], False),
    (["-XX:SharedArchiveFile=a.jsa", "Main"], True),
    (["-XX:SharedArchiveFile=a.jsa:b.jsa", "Main"], False),
    (["-XX:VMOptionsFile=f", "Main"], False),
    (["-Xunheard-of", "Main"], False),
    (["-Dcom.sun.management.jmxremote.port=1", "Main"], False),
    (["-Djava.security.manager=allow", "Main"], False),
    (["-Duser.dir=/tmp", "Main"], False),
    (["-XX:+UseParallelGC", "Main"], True),
    (["-XX:+UseG1GC", "Main"], False),
    (["-XX:+UseZGC", "Main"], False),
    (["-D=x", "Main"], False),
]


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """A directory with what the cases name."""
    d = tmp_path_factory.mktemp("grammar")
    (d / "lib").mkdir()
    (d / "empty").mkdir()
    for name in ("a.jar", "b.jar", "lib/c.jar", "lib/d.JAR", "lib/e.zip", "-Xmx1g"):
        with zipfile.ZipFile(d / name, "w") as jar:
            jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n")
    for name in ("Source.java", "odd-name"):
        (d / name).write_text("class Source {}")
    (d / "words").write_text("-cp 'a b':c # comment\n-Dx=\"y \\\n   z\\t\\\\\"\nMain one\n")
    return d


@pytest.mark.parametrize("words,warm", CASES, ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_case(stub_jdk, spillway, here, words, warm):
    ours = assert_same_reading(stub_jdk, spillway, words, here)
    assert (ours["cold"] is None) == warm, ours["cold"]


@pytest.mark.parametrize("words", [[], ["-version"], ["--help"], ["-cp"], ["-cp", "-x", "Main"], ["-jar"], ["-m"], ["--source"], ["@missing"], ["-cp", "@missing", "Main"],
                                   ["--list-modules"], ["-XshowSettings:vm", "Main"], ["-verbosegc", "Main"], ["-splash:x", "Main"],
                                   ["--dry-run", "Main"], ["-showversion", "Main"], ["-d", "java.base"], ["--source 25", "Source.java"],
                                   ["-XXaltjvm=x", "Main"], ["--add-opens", "-x"], ["--class-path"], ["-ss1m", "Main"]], ids=" ".join)
def test_left_to_the_launcher(spillway, here, words):
    assert by_client(spillway, words, here)["cold"] in GIVEN_UP | {"source launcher"}


@pytest.mark.parametrize("environment,words", [
    ({"CLASSPATH": "a.jar:lib/*"}, ["Main"]),
    ({"CLASSPATH": ""}, ["Main"]),
    ({"CLASSPATH": "x"}, ["-cp", "y", "Main"]),
    ({"JDK_JAVA_OPTIONS": "-Xmx1g '-Dx=a b' -Dy=\"c\"d"}, ["Main", "-z"]),
    ({"JDK_JAVA_OPTIONS": " @opts "}, ["Main"]),
    ({"JDK_JAVA_OPTIONS": ""}, ["Main"]),
    ({"JDK_JAVA_OPTIONS": "-cp"}, ["lib/*", "Main"]),
    ({"JDK_JAVA_OPTIONS": "--disable-@files"}, ["@Main"]),
    ({"JDK_JAVA_OPTIONS": "-jar"}, ["a.jar"]),
    ({"JDK_JAVA_OPTIONS": "Main"}, []),
    ({"JDK_JAVA_OPTIONS": "'open"}, ["Main"]),
    ({"JDK_JAVA_OPTIONS": "@words"}, ["Main"]),
], ids=str)
def test_variables(stub_jdk, spillway, here, environment, words):
    (here / "opts").write_text("-Dfrom=file -ea\n")
    assert_same_reading(stub_jdk, spillway, words, here, environment)


def test_properties_of_the_run_and_of_the_server(spillway, here):
    environment = {"JAVA_TOOL_OPTIONS": "-Dfirst=1 -Duser.language=de", "_JAVA_OPTIONS": "-Dlast=1 -Djava.class.path=last.jar"}
    ours = by_client(spillway, ["-Da=1", "-Djava.io.tmpdir=/x", "-Xmx1g", "-Da", "-cp", "c", "Main"], here, environment)
    assert ours["cold"] is None
    assert ours["properties"] == ["first=1", "a=1", "a", "last=1"]
    assert ours["server options"] == ["-Djava.io.tmpdir=/x", "-Xmx1g", "-Djava.class.path=c"]
    assert ours["class path"] == "last.jar"


@pytest.mark.parametrize("variable", ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"])
@pytest.mark.parametrize("option, reason", [("-Duser.dir=/tmp", "option not known to be safe"), ("-XX:+UseG1GC", "collector that cannot be reset"),
                                            ("-XX:-UseParallelGC", "collector that cannot be reset"),
                                            # A server beside the run, and idle ones, would take as much memory as the run.
                                            ("-XX:+AlwaysPreTouch", "option not known to be safe"), ("-XX:+UseLargePages", "option not known to be safe")])
def test_options_that_make_a_run_cold_do_so_in_variables(spillway, here, variable, option, reason):
    assert by_client(spillway, ["Main"], here, {variable: option})["cold"] == reason


# Of these plain java says something else with the collector that it chooses itself.
@pytest.mark.parametrize("option", ["-Xmn20m", "-XX:NewSize=20m", "-XX:MaxNewSize=20m", "-XX:NewRatio=3"])
def test_a_size_of_the_young_generation_is_for_plain_java_unless_a_collector_is_chosen(spillway, here, option):
    assert by_client(spillway, [option, "Main"], here)["cold"] == "size of the young generation without a collector"
    assert by_client(spillway, [option, "-XX:+UseSerialGC", "Main"], here)["cold"] is None
    assert by_client(spillway, [option, "Main"], here, {"JAVA_TOOL_OPTIONS": "-XX:+UseParallelGC"})["cold"] is None


def test_an_option_that_is_read_after_the_servers_own_is_for_plain_java(spillway, here):
    option = "-XX:+OmitStackTraceInFastThrow"
    assert by_client(spillway, ["Main"], here, {"_JAVA_OPTIONS": option})["cold"] == "option that a server sets otherwise"
    assert by_client(spillway, [option, "Main"], here, {"JAVA_TOOL_OPTIONS": option, "_JAVA_OPTIONS": "-XX:-OmitStackTraceInFastThrow"})["cold"] is None


WORDS = ["Main", "-cp", "lib/*", "a.jar", "--class-path=b", "-jar", "-m", "mod/x", "--module=y", "-p", "-Dx=1", "-Dy", "-D", "-Xmx1g", "-ea",
         "@words", "@@x", "@", "", " ", "--add-opens", "--add-opens=a/b=c", "--add-modules", "ALL-DEFAULT", "--disable-@files", "-server", "--",
         "-", "Source.java", "--source", "25", "--enable-preview", "-XX:+UseSerialGC", "--x=y", "--describe-module", "-version", "--illegal"]


@pytest.mark.parametrize("seed", range(8))
def test_random_command_lines(stub_jdk, spillway, here, seed):
    choose = random.Random(seed)
    read = 0
    for _ in range(20):
        words = choose.choices(WORDS, k=choose.randint(1, 7))
        environment = {"JDK_JAVA_OPTIONS": " ".join(choose.choices(WORDS, k=choose.randint(0, 2)))} if choose.random() < 0.3 else None
        ours = assert_same_reading(stub_jdk, spillway, words, here, environment)
        read += ours["cold"] not in GIVEN_UP
    assert read > 0


@pytest.mark.parametrize("seed", range(5))
def test_random_argument_files(stub_jdk, spillway, here, tmp_path, seed):
    choose = random.Random(seed)
    read = 0
    for _ in range(20):
        text = "".join(choose.choices("ab \t\n\r\f'\"\\#n", k=choose.randint(0, 40)))
        # newline="" keeps carriage returns.
        with open(tmp_path / "file", "w", newline="") as f:
            f.write("Main " + text)
        ours = assert_same_reading(stub_jdk, spillway, [f"@{tmp_path}/file", "last"], here)
        read += ours["cold"] is None
    assert read > 0


def test_long_argument_file(stub_jdk, spillway, here, tmp_path):
    """Longer than the launcher's read buffer, with quotes and escapes across its ends."""
    words = [f'"{i} \\t{"x" * (i % 37)}"' for i in range(2000)]
    (tmp_path / "file").write_text("Main\n" + "\n".join(words))
    ours = assert_same_reading(stub_jdk, spillway, [f"@{tmp_path}/file"], here)
    assert len(ours["arguments"]) == 2000
