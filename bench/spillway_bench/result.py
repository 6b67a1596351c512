# SPDX-License-Identifier: Apache-2.0
"""out/<target>/result.json: every raw run, the machine, the versions and the goals that follow from the runs."""
import json
import os
import shutil
from importlib import resources

import jsonschema

from . import paths


def schema():
    return json.loads(resources.files(__package__).joinpath("result.schema.json").read_text())


def write(target, document):
    """Checks the document against the schema and writes it in one step; returns the path."""
    jsonschema.validate(document, schema())
    path = paths.out_dir(target) / "result.json"
    temporary = path.with_suffix(".json.new")
    temporary.write_text(json.dumps(document, indent=1) + "\n")
    os.replace(temporary, path)
    return path


def put_aside(target):
    """Moves what the last session of a target left to out/<target>.old, in place of what is there; the path, None if it left no result."""
    path = paths.out_dir(target)
    if not (path / "result.json").is_file():
        return None
    old = path.with_name(path.name + ".old")
    shutil.rmtree(old, ignore_errors=True)
    path.rename(old)
    return old


class Malformed(ValueError):
    """A result that cannot be read or lacks something; the text is one line."""


def read(target):
    """The document of a target, None if there is none; raises Malformed."""
    path = paths.out_dir(target) / "result.json"
    if not path.is_file():
        return None
    try:
        document = json.loads(path.read_text())
        jsonschema.validate(document, schema())
    except (OSError, ValueError) as e:
        raise Malformed(_line(e)) from e
    except jsonschema.ValidationError as e:
        raise Malformed(_line(f"{e.json_path}: {e.message}")) from e
    return document


def facts(document):
    """What goals may use beside the raw runs: the settings, and the versions under that name."""
    return {**document["settings"], "versions": document["versions"]}


def _line(text):
    """The first line, and not all of it: some messages quote the whole document."""
    first = str(text).splitlines()[0]
    return first if len(first) <= 200 else first[:200] + "..."
