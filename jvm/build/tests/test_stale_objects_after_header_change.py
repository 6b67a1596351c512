# SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
"""Bug: with ccache's relative paths in dependency files a changed header rebuilt nothing."""

import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "absolute-deps"


def test_relative_paths_become_absolute_and_absolute_ones_stay(tmp_path):
    cwd = tmp_path / "jdk" / "src" / "make" / "hotspot"
    objs = tmp_path / "jdk" / "release" / "objs"
    cwd.mkdir(parents=True)
    objs.mkdir(parents=True)
    (objs / "a.d").write_text("../../../release/objs/a.o: \\\n ../../src/h2/a.hpp \\\n ../gen.hpp /usr/include/stdio.h\n")
    (objs / "a.d.targets").write_text("../../src/h2/a.hpp:\n")
    subprocess.run([SCRIPT, objs, cwd], check=True)
    jdk = tmp_path / "jdk"
    assert (objs / "a.d").read_text() == (
        f"{jdk}/release/objs/a.o: \\\n {jdk}/src/src/h2/a.hpp \\\n {jdk}/src/make/gen.hpp /usr/include/stdio.h\n"
    )
    assert (objs / "a.d.targets").read_text() == f"{jdk}/src/src/h2/a.hpp:\n"


def test_without_relative_paths_nothing_changes(tmp_path):
    (tmp_path / "a.d").write_text("/x.o: /y.hpp\n")
    subprocess.run([SCRIPT, tmp_path, tmp_path], check=True)
    assert (tmp_path / "a.d").read_text() == "/x.o: /y.hpp\n"


def test_a_header_change_rebuilds_the_object(tmp_path):
    cwd = tmp_path / "src" / "make" / "hotspot"
    objs = tmp_path / "release"
    cwd.mkdir(parents=True)
    objs.mkdir()
    header = tmp_path / "src" / "h.hpp"
    header.write_text("")
    (objs / "a.o").write_text("")
    (objs / "a.d").write_text("../../../release/a.o: ../../h.hpp\n")
    (tmp_path / "Makefile").write_text(f"{objs}/a.o:\n\techo rebuilt > $@\n-include {objs}/a.d\n")
    subprocess.run([SCRIPT, objs, cwd], check=True)
    header.touch()
    subprocess.run(["make", "-s", "-f", tmp_path / "Makefile", f"{objs}/a.o"], check=True)
    assert (objs / "a.o").read_text() == "rebuilt\n"


def test_the_precompiled_header_is_rebuilt_too(tmp_path):
    """Bug: dependencies of the precompiled header, in a folder of its own, stayed relative; the next build failed or used the old one."""
    objs = tmp_path / "release"
    (objs / "precompiled").mkdir(parents=True)
    deps = objs / "precompiled" / "precompiled.hpp.gch.d"
    deps.write_text("../../../release/precompiled/precompiled.hpp.gch: ../../h.hpp\n")
    subprocess.run([SCRIPT, objs, tmp_path / "src" / "make" / "hotspot"], check=True)
    assert deps.read_text() == f"{objs}/precompiled/precompiled.hpp.gch: {tmp_path}/src/h.hpp\n"
