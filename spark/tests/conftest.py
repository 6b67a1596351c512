# SPDX-License-Identifier: Apache-2.0
"""The plug-in's scripts are not on Python's path."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
