# SPDX-License-Identifier: Apache-2.0
import gzip

import pytest

from spillway_bench import edges
from spillway_bench.__main__ import main


@pytest.mark.parametrize("text", ["# Nodes: 2\r\n0\t1\r\n1\t0\r\n", "1 2\n", "1,2\n\n2,3,0.5", "-1 2"])
def test_edge_lists_of_snap_are_taken(tmp_path, text):
    plain, packed = tmp_path / "g.txt", tmp_path / "g.txt.gz"
    plain.write_bytes(text.encode())
    packed.write_bytes(gzip.compress(text.encode()))
    assert edges.problem(plain) is None and edges.problem(packed) is None


@pytest.mark.parametrize("name, content, words", [
    ("g.txt", b"# only a comment\n", "no edges"),
    ("g.txt", b"1 2\n# x\nfrom to\n", "line 3, is not an edge"),
    ("g.txt", b"1 2.5e3\n", "line 1"),
    ("g.txt", b"1\n", "line 1"),
    ("g.txt", b" 1 2\n", "line 1"),
    ("g.txt", gzip.compress(b"1 2\n" * 50, mtime=0), "line 1"),
    ("g.txt", bytes(1 << 18), "line 1"),
    ("g.gz", b"1 2\n", "cannot be read as gzip"),
    ("g.gz", gzip.compress(b"1 2\n" * 500, mtime=0)[:-20], "cannot be read as gzip"),
])
def test_what_is_no_edge_list_is_refused_with_the_line(tmp_path, name, content, words):
    path = tmp_path / name
    path.write_bytes(content)
    assert words in edges.problem(path)


def test_a_malformed_edge_list_is_refused_before_anything_runs(tmp_path, capsys):
    path = tmp_path / "g.txt"
    path.write_text("<html>404</html>\n")
    with pytest.raises(SystemExit) as end:
        main(["demo", "--edges", str(path)])
    assert end.value.code == 2 and "is not an edge (two whole numbers): '<html>404</html>'" in capsys.readouterr().err
