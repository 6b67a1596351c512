# SPDX-License-Identifier: Apache-2.0
"""The page cache: emptied before every run, so that no run reads what another one left behind."""
import os
from pathlib import Path


def drop():
    """Writes dirty pages back and empties the page cache. True if it was done, False without permission."""
    os.sync()
    try:
        Path("/proc/sys/vm/drop_caches").write_text("1\n")
        return True
    except OSError:
        return False
