"""Imports what deals and games need. The fork server imports this module once, before it forks the first worker.

The server says nothing about an error: the workers meet the same error, and report it.
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
