# SPDX-License-Identifier: Apache-2.0
"""What surrounds a run is its own and that of no run before: directory, environment, command line, options, limits."""
import os
import subprocess
import time

import pytest

from served import all_warm, assert_same, by_shell, in_turns, warm_turns

NATIVE = ["--enable-native-access=ALL-UNNAMED"]
# Cold runs leave no start behind, which could end another test's server for want of room.
NO_START = {"SPILLWAY_WARM_SERVERS": "0"}


def run_words(served, kind, words, directory=None, environment=None):
    """A run with a command line of its own."""
    if kind == "warm":
        served.await_free()
    ran = subprocess.run([served.commands[kind], *words], env=served.environment(environment or {}), cwd=directory or served.work, input=b"", capture_output=True,
                         timeout=60)
    return ran.returncode, ran.stdout, ran.stderr, {}


def warm_words(served, words, directory=None, environment=None):
    """Has a server ready for it."""
    served.await_free()
    subprocess.run([served.home / "bin/spillway", "pool", "warm", "--", served.commands["warm"], *words], env=served.environment(environment or {}),
                   cwd=directory or served.work, check=True, capture_output=True, timeout=60)


def make_place(directory, text):
    os.makedirs(os.path.join(os.fsencode(directory), b"below"))
    for name in (b"here", b"below/here"):
        with open(os.path.join(os.fsencode(directory), name), "w") as file:
            file.write(text + "\n")
    return directory


def test_a_run_is_where_its_client_is(served, tmp_path):
    places = [make_place(tmp_path / name, name) for name in ("one", "two words", "three")]
    (tmp_path / "link").symlink_to("three")
    places.append(tmp_path / "link")
    words = ["-cp", served.programs, "ContextPlace"]
    # What a shell says of its place need not be true.
    environments = [{"PWD": str(place)} for place in places[:2]] + [{}, {"PWD": str(tmp_path / "link")}]
    plain = [run_words(served, "plain", words, *where) for where in zip(places, environments, strict=True)]
    assert len({out for _, out, *_ in plain}) == 4 and all(b"read by Path two words\n" in plain[1][1] and err == b"" for _, _, err, _ in plain), plain
    served.start()
    with all_warm(served, 8):
        for run in range(8):
            turn = run * 3 % 4
            assert_same(run_words(served, "warm", words, places[turn], environments[turn]), plain[turn], f"run {run}")


@pytest.mark.parametrize("locale,name", [("C", "ünï"), ("C.UTF-8", "ünï"), ("C.UTF-8", b"odd-\xff"), ("C", b"odd-\xff")], ids=str)
def test_a_directory_whose_name_may_not_be_text_is_seen_as_by_plain_java(served, tmp_path, locale, name):
    place = make_place(os.path.join(os.fsencode(tmp_path), os.fsencode(name)), "odd")
    words, environment = ["-cp", served.programs, "ContextPlace"], {"LC_ALL": locale}
    plain = run_words(served, "plain", words, place, environment)
    served.start(environment=environment)
    with all_warm(served, 2):
        for run in range(2):
            assert_same(run_words(served, "warm", words, place, environment), plain, f"run {run}")


def test_a_relative_class_path_means_another_one_in_another_directory(served, tmp_path):
    places = [make_place(tmp_path / name, name) for name in ("one", "other")]
    for place in places:
        (place / "classes").mkdir()
        for compiled in served.programs.glob("ContextPlace*.class"):
            (place / "classes" / compiled.name).write_bytes(compiled.read_bytes())
        (place / "classes/place").write_text(f"resource of {place.name}")
    time.sleep(2.1)  # a class path that changed less than two seconds ago is not trusted
    words = ["-cp", "classes", "ContextPlace"]
    plain = [run_words(served, "plain", words, place) for place in places]
    for place in places:
        warm_words(served, words, place)
    with all_warm(served, 6):
        for run in range(6):
            assert_same(run_words(served, "warm", words, places[run % 2]), plain[run % 2], f"run {run}")
    assert b"resource of one" in plain[0][1] and b"resource of other" in plain[1][1]


def test_a_directory_that_cannot_be_listed_is_as_on_plain_java(served, tmp_path):
    """The VM does not find back to it when it has looked into another one at its start, so such a run goes to plain java."""
    place = make_place(tmp_path / "closed", "closed")
    powerless = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []
    command = ["bash", "-c", 'cd "$0" && chmod "$1" . && shift && exec "$@"', place]

    def run(kind, mode):
        place.chmod(0o700)
        served.await_free()
        ran = subprocess.run([*command, mode, *powerless, *map(str, served.words(kind, "ContextPlace"))], env=served.environment(NO_START), capture_output=True,
                             stdin=subprocess.DEVNULL, timeout=60)
        return ran.returncode, ran.stdout, ran.stderr, {}

    try:
        plain = {mode: run("plain", mode) for mode in ("0311", "0")}
        subprocess.run([*powerless, served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "ContextPlace")], env=served.environment({}), check=True,
                       capture_output=True, timeout=60)
        for mode in ("0311", "0"):
            # What is there to be seen is the VM's own, and another with each of them.
            assert run("warm", mode)[1].splitlines()[0] == plain[mode][1].splitlines()[0], mode
            assert served.events("cold")[-1][3] == "working directory cannot be opened"
        with all_warm(served, 1):
            run("warm", "0511")
    finally:
        place.chmod(0o700)


def test_variables_of_any_kind_are_those_of_the_run(served):
    names = ["CONTEXT_LONG", "CONTEXT_BYTES", "CONTEXT_EMPTY", "CONTEXT_EQUALS", "PATH"]
    environments = [{"CONTEXT_LONG": "x" * 120_000, "CONTEXT_BYTES": "\udcfe\udcff", "CONTEXT_EMPTY": ""}, {},
                    {"CONTEXT_LONG": "short", "CONTEXT_BYTES": "bytes", "CONTEXT_EQUALS": "a=b=", "CONTEXT_EMPTY": " "}]
    plain = [served.run("plain", "ContextVariables", names, NATIVE, environment) for environment in environments]
    assert all(status == 0 and err == b"" for status, _, err, _ in plain) and len({out for _, out, *_ in plain}) == 3, plain
    served.start(options=NATIVE)
    with all_warm(served, 6):
        for run in range(6):
            assert_same(served.run("warm", "ContextVariables", names, NATIVE, environments[run % 3]), plain[run % 3], f"run {run}")


def test_arguments_of_any_number_and_any_bytes_are_those_of_the_run(served):
    turns = [("Context$Arguments", arguments) for arguments in ([str(n) for n in range(100_000)], [], ["\udcff", "a\udcfeb", "ü", "\t", "--", "-cp", "*", "@@"])]
    plain = in_turns(served, turns)
    assert plain[0][1].startswith(b"100000 ") and plain[1][1].startswith(b"0 "), plain[1:]


def test_words_of_a_file_are_those_of_a_command_line(served, tmp_path):
    (tmp_path / "words").write_text(f'-cp "{served.programs}" -Da="x y" # of the run\nContext$Arguments\n"a b" \'c\' ""\n')
    words = ["@words", "last", "@none"]
    plain = run_words(served, "plain", words, tmp_path)
    assert plain[1].startswith(b"5 ") and b"[@none]" in plain[1], plain
    warm_words(served, words, tmp_path)
    with all_warm(served, 2):
        for _ in range(2):
            assert_same(run_words(served, "warm", words, tmp_path), plain)


def test_a_class_path_of_the_environment_is_that_of_the_run(served):
    environment, words = {"CLASSPATH": str(served.programs)}, ["State$Properties"]
    plain = run_words(served, "plain", words, environment=environment)
    assert plain[0] == 0, plain
    warm_words(served, words, environment=environment)
    with all_warm(served, 2):
        for _ in range(2):
            assert_same(run_words(served, "warm", words, environment=environment), plain)


@pytest.mark.parametrize("environment", [
    {"JAVA_TOOL_OPTIONS": "-Da=tool -Db=tool"}, {"_JAVA_OPTIONS": "-Da=last"},
    {"JAVA_TOOL_OPTIONS": "-Da=tool", "JDK_JAVA_OPTIONS": "-Da=launcher '-Db=two words'", "_JAVA_OPTIONS": "-Db=last"}], ids=str)
def test_options_in_variables_count_and_are_told_in_each_run(served, environment):
    options = ["-Da=line"]
    plain = served.run("plain", "Context$Options", (), options, environment)
    assert plain[0] == 0 and all(f"icked up {name}".encode() in plain[2] for name in environment), plain
    served.start(environment=environment, options=options)
    with all_warm(served, 3):
        for run in range(3):
            assert_same(served.run("warm", "Context$Options", (), options, environment), plain, f"run {run}")


def test_how_long_addresses_are_kept_is_what_the_run_says(served):
    options = ["--add-exports=java.base/sun.net=ALL-UNNAMED"]
    plain = in_turns(served, [("ContextTimes", []), ("ContextTimes", ["7"]), ("ContextTimes", ["0"])], options)
    assert plain[1][1].endswith(b"\n7 7\n") and not plain[0][1].endswith(b"\n7 7\n"), plain


@pytest.mark.parametrize("options", [
    ["-XX:+UseParallelGC", "-Xmx72m", "-ea"], ["-XX:+UseSerialGC", "-Xmx48m", "-ea", "-da:ContextLimits"], [], ["-Xmx77m"], ["-Xms64m", "-Xmx64m"]], ids=" ".join)
def test_memory_and_checks_are_those_asked_for(served, options):
    warm_turns(served, "ContextLimits", [((), options)], options_of_server=options)


@pytest.mark.parametrize("main,arguments", [("LargeHeap$OneArray", ["58"]), ("LargeHeap$ManyObjects", ["56"])])
def test_what_fits_the_heap_of_plain_java_fits_that_of_a_server(served, main, arguments):
    """A server has the Parallel collector instead of G1, whose old generation would be two thirds of the heap."""
    warm_turns(served, main, [(arguments, ["-Xmx64m"])], options_of_server=["-Xmx64m"])


@pytest.mark.parametrize("options", [["-Xmx5001m", "-Xms1021m"], ["-Xmx16m"], ["-Xms100m", "-Xmx100m"], []], ids=" ".join)
def test_sizes_that_a_program_is_told_are_those_of_g1(served, options):
    warm_turns(served, "LargeHeap$OneArray", [(["1"], options)], options_of_server=options)


def test_more_than_the_heap_is_exhausted_memory_as_in_plain_java(served):
    options, arguments = ["-Xmx64m"], ("LargeHeap$OneArray", ["90"])
    plain = served.run("plain", *arguments, options)
    assert plain[0] == 1 and b"Java heap space" in plain[2], plain
    served.start(options=options)
    before = len(served.events("warm"))
    assert_same(served.run("warm", *arguments, options), plain, "warm")
    served.wait(lambda: len(served.events("warm")) == before + 1)


def test_priority_processors_and_core_size_are_those_of_the_client(served):
    processor = min(os.sched_getaffinity(0))
    script = f'ulimit -c 0; exec nice -n 3 taskset -c {processor} "$@"'
    plain = by_shell(served, "plain", script, "ContextLimits")
    assert plain[0] == 0 and b"processors 1" in plain[1] and b"\n0\n0\n" in plain[1], plain
    command = [served.home / "bin/spillway", "pool", "warm", "--", *served.words("warm", "ContextLimits")]
    # They are in the key.
    subprocess.run(["bash", "-c", script, "shell", *map(str, command)], env=served.environment({}), check=True, capture_output=True, timeout=60)
    with all_warm(served, 2):
        for run in range(2):
            warm = by_shell(served, "warm", script, "ContextLimits")
            # On one processor a VM chooses another collector, which has other memory, and so does a server.
            assert_same(warm, plain, f"run {run}")


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    made = tmp_path_factory.mktemp("sources")
    (made / "Hello.java").write_text('void main(String[] args) { System.out.println(Other.text() + args.length); System.exit(Other.CODE); }\n')
    (made / "Other.java").write_text('class Other { static final int CODE = 3; static String text() { return "of another file "; } }\n')
    (made / "Wrong.java").write_text("class Wrong { void main() { int text = \"text\"; } }\n")
    return made


@pytest.mark.parametrize("words", [
    ["-version"], ["--version"], ["-fullversion"], ["-help"], ["-X"], [], ["--list-modules"], ["--describe-module", "java.logging"], ["-XshowSettings:locale", "-version"],
    ["Hello.java", "a b", "c"], ["--source", "25", "Hello.java"], ["Wrong.java"], ["Missing.java"], ["-m", "jdk.compiler/com.sun.tools.javac.Main", "--version"],
    ["-m", "no.such.module"], ["-jar", "missing.jar"], ["-XX:NoSuchFlag=1", "Hello"], ["-Xunheard-of", "Hello"], ["-Xmx1", "Hello"], ["-Xmxlots", "Hello"], ["-cp"],
    ["--add-modules", "no.such.module", "Hello"], ["-XX:+UseSerialGC", "-XX:+UseParallelGC", "Hello"],
], ids=" ".join)
def test_what_is_left_to_plain_java_is_as_there(served, sources, words):
    warm = len(served.events("warm"))
    assert_same(run_words(served, "warm", words, sources, NO_START), run_words(served, "plain", words, sources))
    assert len(served.events("warm")) == warm
