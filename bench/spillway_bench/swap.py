# SPDX-License-Identifier: Apache-2.0
"""A swap file for the time of one run: the baseline of a heap that is larger than memory."""
import subprocess
from pathlib import Path


class NoSwap(Exception):
    """No swap file can be used here (permission, file system); what needs one is 'not measured'."""


class SwapFile:
    """Makes and enables a swap file of `mb` megabytes in a directory; disables and removes it at the end."""

    def __init__(self, directory, mb):
        self.path, self.mb = Path(directory) / "swap", mb

    def __enter__(self):
        try:
            for command in (["fallocate", "-l", f"{self.mb}M"], ["chmod", "600"], ["mkswap", "-q"], ["swapon"]):
                subprocess.run([*command, self.path], check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as e:
            self.path.unlink(missing_ok=True)
            raise NoSwap(f"no swap file: {getattr(e, 'stderr', None) or e}") from e
        return self

    def __exit__(self, *exc):
        subprocess.run(["swapoff", self.path], check=True)
        self.path.unlink()
