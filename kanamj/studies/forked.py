"""What a fork server imports first, and all it imports: modules that workers need, by the names in KANAMJ_PRELOAD.

Importing them may compile kernels for a minute. Meanwhile the server would not notice that its parent has ended, and
would answer Ctrl-C with a traceback; so a thread watches, and ends with the last import: nothing is forked beside it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from importlib import import_module

PRELOAD = "KANAMJ_PRELOAD"


def _end_with_parent(parent: int, imported: threading.Event) -> None:
    while not imported.wait(0.1):
        if os.getppid() != parent:
            os._exit(1)


def _import_all(names: list[str]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.excepthook = lambda *_: None  # of a process whose parent was stopped while it sent the task
    imported = threading.Event()
    watch = threading.Thread(target=_end_with_parent, args=(os.getppid(), imported), daemon=True)
    watch.start()
    for name in names:
        with suppress(Exception):  # the workers meet it too, and say so
            import_module(name)
    imported.set()
    watch.join()


if "multiprocessing.forkserver" in sys.modules and PRELOAD in os.environ:
    _import_all(os.environ[PRELOAD].split(","))
