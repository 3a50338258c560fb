"""Imports the modules that deals and games need, so that worker processes start with these modules loaded.

The fork server (see `workers.py`) imports this module once, before it forks the first worker. It shows no errors: the
workers meet the same errors, and report them.
"""

from __future__ import annotations

import sys
from contextlib import suppress

if "multiprocessing.forkserver" in " ".join(sys.orig_argv):
    sys.excepthook = lambda *_: None

with suppress(Exception):
    import kanamj.engine.batch
    import kanamj.studies.deals
    import kanamj.studies.games  # noqa: F401
