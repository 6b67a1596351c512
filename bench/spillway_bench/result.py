# SPDX-License-Identifier: Apache-2.0
"""out/<target>/result.json: every raw run, the machine, the versions and the goals that follow from the runs."""
import json
import os
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


def read(target):
    """The document of a target, None if there is none; raises jsonschema.ValidationError on a malformed one."""
    path = paths.out_dir(target) / "result.json"
    if not path.is_file():
        return None
    document = json.loads(path.read_text())
    jsonschema.validate(document, schema())
    return document
