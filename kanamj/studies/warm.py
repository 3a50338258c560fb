"""Importing this imports what deals and games need. The fork server does it once, before it forks the first worker.

An error is left to the workers: they meet it too, and it can be reported there. So the server says nothing itself.
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
