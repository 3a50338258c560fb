"""How a stopped command ends: soon, with one sentence printed, and with no child process left running.

SIGINT (Ctrl-C) and SIGTERM raise KeyboardInterrupt where the program is, so that it can put files and folders in order
before it ends. A kernel, or a library that does not check for signals, would go on for minutes. So a thread ends the
process after `GRACE` seconds in any case, as SIGKILL would; folders of results stay intact even then. The exit code is
130 for both signals.
"""

from __future__ import annotations

import atexit
import os
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress

GRACE = 1.0
"""Seconds that a stopped program has to put its files and folders in order."""
STOPPED = 130
STOPS = (signal.SIGINT, signal.SIGTERM)

_sentence: list[Callable[[], str]] = [lambda: "stopped; no file was left half written"]
_stopped, _ended = threading.Event(), threading.Event()
_said = threading.Lock()
_wake: list[socket.socket] = []


def say_if_stopped(sentence: Callable[[], str]) -> None:
    """Set the sentence that is printed if the process is stopped later; it tells the user what is kept."""
    _sentence[0] = sentence


def run_until_stopped(program: Callable[[], None]) -> None:
    """Run a program until it ends or a signal stops it. Raises SystemExit with code 130 if a signal stopped it."""
    atexit.register(_end_as_stopped)  # runs last, as it is the first to be registered
    woken, wake = socket.socketpair()
    _wake.append(wake)
    wake.setblocking(False)
    # Python sends the signal here as a byte, at once: even while a kernel runs, which makes `_interrupt` wait.
    signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
    _in_background(lambda: _end_when_woken(woken))
    try:
        for stop in STOPS:
            if signal.getsignal(stop) != signal.SIG_IGN:  # a shell's background job ignores SIGINT
                signal.signal(stop, _interrupt)
        program()
    except SystemExit as end:
        _flush()
        if code := int(str(end.code or 0)):  # after an error, do not wait for threads that still work
            _in_background(lambda: _end_soon(code))
        raise
    except BaseException as error:
        # A module that is being imported may turn KeyboardInterrupt into another error.
        if isinstance(error, KeyboardInterrupt) or _stopped.is_set():
            sys.exit(STOPPED)
        raise
    finally:
        _ended.set()
        if _stopped.is_set():
            _say()


def _interrupt(*_: object) -> None:
    for stop in STOPS:
        signal.signal(stop, signal.SIG_IGN)
    # Half-finished objects may print warnings when they are destroyed; one sentence is enough.
    sys.unraisablehook = lambda _: None
    warnings.simplefilter("ignore")
    _stopped.set()
    if not _ended.is_set():
        raise KeyboardInterrupt


def _in_background(work: Callable[[], None]) -> None:
    with suppress(
        RuntimeError, MemoryError
    ):  # no memory for a thread: the process ends when its program does
        threading.Thread(target=work, daemon=True).start()


def _end_when_woken(woken: socket.socket) -> None:
    while woken.recv(1)[0] not in STOPS:
        pass
    _stopped.set()
    _end_soon(STOPPED)


def _end_soon(code: int) -> None:
    time.sleep(GRACE)
    if _stopped.is_set():
        _say()
    processes = sys.modules.get("multiprocessing.process")
    for child in processes.active_children() if processes else ():
        child.kill()
    os._exit(code)


def _end_as_stopped() -> None:
    """If the process was stopped, exit with code 130, at once. Python could wait for a compiler, or end by SIGINT."""
    if _stopped.is_set():
        _flush()
        os._exit(STOPPED)


def _flush() -> None:
    with suppress(OSError, ValueError):
        if sys.stdout is not None:  # None if it was closed before the program began
            sys.stdout.flush()


def _say() -> None:
    if _said.acquire(blocking=False):
        show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""  # a progress bar may have hidden it
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{show_cursor}{_sentence[0]()}\n")
            sys.stderr.flush()
