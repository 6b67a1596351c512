# SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
"""The build scripts on a tiny source tree: what they rebuild, what they refuse, and the one message they give."""
import functools
import hashlib
import http.server
import os
import shutil
import subprocess
import threading
import types
from pathlib import Path

import pytest

BUILD = Path(__file__).resolve().parent.parent
FILE = "src/hotspot/a.cpp"
PATCH = f"""Say two instead of one, because of this test.

--- a/{FILE}
+++ b/{FILE}
@@ -1,3 +1,3 @@
 first
-one
+two
 last
"""


class Project:
    """A copy of the build scripts with a source tree of three files."""

    def __init__(self, base):
        self.root = base / "project"
        self.cache = base / "cache"
        shutil.copytree(BUILD, self.root / "jvm/build", ignore=shutil.ignore_patterns("tests"))
        self.write("VERSION", "0.0.0\n")
        self.source = base / "openjdk"
        numbers = "DEFAULT_VERSION_FEATURE=25\nDEFAULT_VERSION_INTERIM=0\nDEFAULT_VERSION_UPDATE=3\n"
        for name, text in {
            "make/conf/version-numbers.conf": numbers, FILE: "first\none\nlast\n", "src/hotspot/b.cpp": "b\n", "test/t": "t\n",
        }.items():
            (self.source / name).parent.mkdir(parents=True, exist_ok=True)
            (self.source / name).write_text(text)
        self.write("jvm/build/version", "JDK_VERSION=25.0.3+9\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def patch(self, text=PATCH):
        self.write("jvm/patches/0001-two.patch", text)
        self.write("jvm/patches/series", "0001-two.patch\n")

    def tree(self, name=FILE):
        return self.root / "build/jdk/src" / name

    def run(self, script, *arguments, **variables):
        environment = dict(os.environ, SPILLWAY_CACHE=str(self.cache), JDK_SOURCE=str(self.source), **variables)
        return subprocess.run([self.root / "jvm/build" / script, *arguments], env=environment, text=True, capture_output=True)

    def sync(self, **variables):
        """source, then tree: the finished process of the first that fails, or of tree."""
        first = self.run("source", **variables)
        return first if first.returncode else self.run("tree", **variables)


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def test_tree_is_source_plus_patches_plus_overlay(project):
    project.patch()
    project.write("jvm/src/hotspot/h2/new.cpp", "new\n")
    assert project.sync().returncode == 0
    assert project.tree().read_text() == "first\ntwo\nlast\n"
    assert project.tree("src/hotspot/h2/new.cpp").read_text() == "new\n"
    assert (project.root / "build/jdk/stock-src" / FILE).read_text() == "first\none\nlast\n"


def test_unchanged_files_keep_their_time(project):
    project.patch()
    project.write("jvm/src/hotspot/new.cpp", "new\n")
    project.write("jvm/src/hotspot/other.cpp", "other\n")
    project.sync()
    names = [FILE, "src/hotspot/b.cpp", "src/hotspot/other.cpp"]
    before = [project.tree(n).stat().st_mtime_ns for n in names]
    project.write("jvm/src/hotspot/new.cpp", "newer\n")
    assert project.sync().returncode == 0
    assert project.tree("src/hotspot/new.cpp").read_text() == "newer\n"
    assert [project.tree(n).stat().st_mtime_ns for n in names] == before


def test_what_leaves_the_series_or_the_overlay_leaves_the_tree(project):
    project.patch()
    project.write("jvm/src/hotspot/new.cpp", "new\n")
    project.sync()
    (project.root / "jvm/src/hotspot/new.cpp").unlink()
    project.write("jvm/patches/series", "# empty\n")
    assert project.sync().returncode == 0
    assert project.tree().read_text() == "first\none\nlast\n"
    assert not project.tree("src/hotspot/new.cpp").exists()


def test_patch_that_does_not_apply_is_named_with_the_version(project):
    project.patch(PATCH.replace("-one", "-uno"))
    done = project.sync()
    assert done.returncode == 1
    assert "patch 0001-two.patch does not apply to OpenJDK 25.0.3+9" in done.stderr
    assert "docs/updating-jdk.md" in done.stderr


def test_edit_by_hand_stops_the_build_and_can_be_kept(project):
    project.patch()
    project.sync()
    project.tree("src/hotspot/b.cpp").write_text("mine\n")
    done = project.sync()
    assert done.returncode == 1 and "edited by hand" in done.stderr and "src/hotspot/b.cpp" in done.stderr
    assert project.sync(TREE="keep").returncode == 0
    assert project.tree("src/hotspot/b.cpp").read_text() == "mine\n"


def test_refresh_patches_turns_an_edit_into_the_series(project):
    project.patch()
    project.sync()
    project.tree().write_text("first\nthree\nlast\n")
    assert project.run("refresh-patches").returncode == 0
    patch = (project.root / "jvm/patches/0001-two.patch").read_text()
    assert "+three" in patch and patch.startswith("Say two instead of one")
    assert project.sync().returncode == 0
    assert project.tree().read_text() == "first\nthree\nlast\n"


def test_refresh_patches_does_not_empty_a_patch_that_was_never_applied(project):
    project.patch(PATCH.replace("-one", "-uno"))
    project.sync()      # ends at the patch, with an unpatched tree
    before = (project.root / "jvm/patches/0001-two.patch").read_text()
    done = project.run("refresh-patches")
    assert done.returncode == 1 and "0001-two.patch would become empty" in done.stderr
    assert (project.root / "jvm/patches/0001-two.patch").read_text() == before


def test_no_file_is_in_two_patches_since_refresh_patches_could_not_tell_them_apart():
    patches = Path(__file__).resolve().parents[2] / "patches"
    files = [line for patch in sorted(patches.glob("*.patch")) for line in patch.read_text().splitlines() if line.startswith("+++ b/")]
    assert len(files) > 10 and len(files) == len(set(files)), sorted({f for f in files if files.count(f) > 1})


def test_refresh_patches_names_a_file_no_patch_has(project):
    project.patch()
    project.sync()
    project.tree("src/hotspot/b.cpp").write_text("mine\n")
    done = project.run("refresh-patches")
    assert done.returncode == 1 and "src/hotspot/b.cpp" in done.stderr


def test_source_of_another_version_is_refused(project):
    conf = project.source / "make/conf/version-numbers.conf"
    conf.write_text(conf.read_text().replace("UPDATE=3", "UPDATE=4"))
    done = project.sync()
    assert done.returncode == 1
    assert "is OpenJDK 25.0.4, the patch series is written against 25.0.3+9" in done.stderr


def test_source_directory_edited_below_its_top_is_taken_again(project):
    assert project.sync().returncode == 0
    (project.source / FILE).write_text("first\none\nchanged\n")
    assert project.run("source").returncode == 0
    assert (project.root / "build/jdk/stock-src" / FILE).read_text() == "first\none\nchanged\n"


def test_source_may_be_a_tarball(project, tmp_path):
    tarball = tmp_path / "jdk.tar.gz"
    subprocess.run(["tar", "-C", tmp_path, "-czf", tarball, "openjdk"], check=True)
    project.source = tarball
    assert project.sync().returncode == 0
    assert project.tree("test/t").read_text() == "t\n"


def test_missing_source_is_one_message(project):
    project.source = project.root / "nowhere"
    done = project.sync()
    assert done.returncode == 1 and "nowhere does not exist" in done.stderr


TARBALL = "openjdk-25_25.0.3+9.orig.tar.xz"


def pin(project, content):
    digest = hashlib.sha256(content).hexdigest()
    project.write("jvm/build/version", f"JDK_VERSION=25.0.3+9\nJDK_SHA256={digest}\n")


def test_cached_tarball_needs_no_network_and_a_damaged_one_is_not_used(project):
    pin(project, b"tarball")
    project.cache.mkdir()
    (project.cache / TARBALL).write_bytes(b"tarball")
    # A PATH without apt: what is found is found in the cache.
    path = project.root / "path"
    path.mkdir()
    for tool in "bash dirname cat date mkdir nproc sha256sum sed head grep sort printf cut tail mv".split():
        (path / tool).symlink_to(shutil.which(tool))
    done = project.run("fetch", PATH=str(path))
    assert done.returncode == 0 and done.stdout.strip() == str(project.cache / TARBALL)
    (project.cache / TARBALL).write_bytes(b"damaged")
    done = project.run("fetch", PATH=str(path))
    assert done.returncode == 1 and "JDK_SOURCE=" in done.stderr


@pytest.fixture
def mirror(project, tmp_path):
    """A web server with the layout of Debian's archive, as the only mirror that the project's apt knows."""
    pool = tmp_path / "mirror/pool/main/o/openjdk-25"
    pool.mkdir(parents=True)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path / "mirror")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        # The suites of this mirror have nothing to say: only its address is asked for.
        project.write("jvm/build/apt-private", f'#!/bin/sh\n[ "$2" = mirror ] && echo {address}/pool/main\n')
        yield types.SimpleNamespace(pool=pool, address=address)
        server.shutdown()


def test_source_that_no_suite_names_any_more_comes_from_the_mirrors_pool(project, mirror):
    """Debian's suites went on to a newer 25.0.x while the pool still had ours, and the build stopped."""
    pin(project, b"tarball")
    (mirror.pool / TARBALL).write_bytes(b"tarball")
    done = project.run("fetch")
    assert done.returncode == 0, done.stderr
    assert (project.cache / TARBALL).read_bytes() == b"tarball"


def test_source_that_the_pool_has_no_more_comes_from_a_mirror_that_is_named(project, mirror):
    pin(project, b"tarball")
    kept = mirror.pool.parents[3] / "archive/pool/main/o/openjdk-25"
    kept.mkdir(parents=True)
    (kept / TARBALL).write_bytes(b"tarball")
    done = project.run("fetch", JDK_MIRROR=f"{mirror.address}/archive/")
    assert done.returncode == 0, done.stderr


def test_source_with_another_checksum_is_set_aside_and_refused(project, mirror):
    pin(project, b"tarball")
    (mirror.pool / TARBALL).write_bytes(b"something else")
    done = project.run("fetch")
    assert done.returncode == 1 and "jvm/build/version pins" in done.stderr
    assert (project.cache / f"{TARBALL}.wrong").exists() and not (project.cache / TARBALL).exists()


def test_source_that_nobody_has_is_one_message_with_the_ways_out(project, mirror):
    pin(project, b"tarball")
    done = project.run("fetch")
    assert done.returncode == 1 and "no mirror has the source of OpenJDK 25.0.3+9" in done.stderr
    assert "docs/updating-jdk.md" in done.stderr


def test_boot_jdk_that_does_not_start_is_refused(project, tmp_path):
    (tmp_path / "jdk/bin").mkdir(parents=True)
    (tmp_path / "jdk/release").write_text('JAVA_VERSION="25.0.3"\nJAVA_RUNTIME_VERSION="25.0.3+9"\n')
    done = project.run("boot-jdk", BOOT_JDK=str(tmp_path / "jdk"))
    assert done.returncode == 1 and "is not a JDK 24 or 25 that starts" in done.stderr


def cgroup_of(root, own):
    script = f". {Path(__file__).resolve().parents[3] / 'scripts/machine.sh'}; cgroup {root} {own}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=20, check=False).stdout


@pytest.mark.parametrize("own", ["/", "/outer/inner"])
def test_a_cgroup_v2_that_passes_no_memory_controller_on_is_named(tmp_path, own):
    (tmp_path / "outer/inner").mkdir(parents=True)
    (tmp_path / "cgroup.controllers").write_text("cpu memory\n")
    (tmp_path / "cgroup.subtree_control").write_text("cpu\n")
    assert cgroup_of(tmp_path, own).startswith("none no group of cgroup v2 passes the memory controller on")


@pytest.mark.parametrize("own", ["/", "/outer/inner"])
def test_the_nearest_cgroup_v2_that_passes_the_memory_controller_on_is_taken(tmp_path, own):
    (tmp_path / "outer/inner").mkdir(parents=True)
    (tmp_path / "cgroup.controllers").write_text("memory\n")
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory\n")
    assert cgroup_of(tmp_path, own).strip() == f"v2 {tmp_path}"


def test_packages_name_the_x11_headers_that_configure_asks_for():
    """OpenJDK's configure wants them even for a headless build (make/autoconf/help.m4, apt_help x11)."""
    listing = subprocess.run(
        ["bash", "-c", 'root=.; . scripts/packages.sh; printf "%s\\n" "${build_packages[@]}"'],
        cwd=BUILD.parent.parent, text=True, capture_output=True, check=True)
    wanted = {"libx11-dev", "libxext-dev", "libxrender-dev", "libxrandr-dev", "libxtst-dev", "libxt-dev"}
    assert wanted <= set(listing.stdout.split())
