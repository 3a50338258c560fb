"""Imports the modules that deals and games need, so that worker processes start with these modules loaded.

The fork server (see `workers.py`) imports this module once, before it forks the first worker. It shows no errors: the
workers meet the same errors, and report them. Nor do workers, except in their tasks: if a worker dies, its parent says
so.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if "multiprocessing.forkserver" in " ".join(sys.orig_argv):
    sys.excepthook = lambda *_: None
    sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115

with suppress(Exception):
    import old.deals
    import old.games  # noqa: F401
