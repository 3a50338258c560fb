"""How a stopped program ends: soon, with one sentence printed, and with no child process left running.

SIGINT (Ctrl-C) and SIGTERM raise KeyboardInterrupt where the program is, so that it can put files and folders in order.
A kernel, or a library that does not check for signals, would go on for minutes. So a thread ends the process after
`GRACE` seconds in any case, as SIGKILL would; folders of results stay intact even then. The exit code is 130 for both
signals.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress

GRACE = 1.0
"""Seconds that a stopped program has to put its files and folders in order, and an ended one to stop its threads."""
STOPPED = 130
STOPS = (signal.SIGINT, signal.SIGTERM)

_sentence: list[Callable[[], str]] = [lambda: "stopped; no file was left half written"]
_folders: list[str] = []
_stopped, _said = threading.Event(), threading.Lock()


def say_if_stopped(sentence: Callable[[], str]) -> None:
    """Set the sentence that is printed if the process is stopped later; it tells the user what is kept."""
    _sentence[0] = sentence


def delete_if_stopped(folder: str) -> None:
    """Delete a temporary folder of this process if a signal stops it; else `delete_folders` is for it."""
    _folders.append(folder)


def delete_folders() -> None:
    """Delete the temporary folders of this process."""
    while _folders:
        import shutil  # loaded here, as few commands have such a folder

        shutil.rmtree(_folders.pop(), ignore_errors=True)


def run_until_stopped(program: Callable[[], object]) -> None:
    """Run a program until it ends or a signal stops it. Exits with code 130 if a signal stopped it."""
    code = 0
    try:
        _watch()
        try:
            program()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
            raise
        finally:
            _end_later(code)
    except BaseException as error:
        # A module that is being imported may turn KeyboardInterrupt into another error.
        if isinstance(error, KeyboardInterrupt) or _stopped.is_set():
            _exit(STOPPED)
        raise


def _watch() -> None:
    """Have the signals raise KeyboardInterrupt, and a thread end the process if that does not."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    # Python writes the signal here at once, even while a kernel runs, which makes `_interrupt` wait.
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    _in_background(lambda: _end_when_woken(woken))
    for stop in STOPS:
        if signal.getsignal(stop) != signal.SIG_IGN:  # a shell's background job ignores SIGINT
            signal.signal(stop, _interrupt)


def _interrupt(*_: object) -> None:
    _ignore_signals()
    # Half-finished objects may print warnings when they are destroyed; one sentence is enough.
    sys.unraisablehook = lambda _: None
    warnings.simplefilter("ignore")
    _stopped.set()
    raise KeyboardInterrupt


def _ignore_signals() -> None:
    for stop in STOPS:
        signal.signal(stop, signal.SIG_IGN)


def _in_background(work: Callable[[], None]) -> None:
    with suppress(
        RuntimeError, MemoryError
    ):  # no memory for a thread: the process ends when its program does
        threading.Thread(target=work, daemon=True).start()


def _end_when_woken(woken: int) -> None:
    while os.read(woken, 1)[0] not in STOPS:
        pass
    _stopped.set()
    _exit_soon(STOPPED)


def _end_later(code: int) -> None:
    """The program has ended, and signals change nothing more. Threads that still work are not waited for."""
    if not _stopped.is_set():
        _ignore_signals()
        _in_background(lambda: _exit_soon(code))


def _exit_soon(code: int) -> None:
    time.sleep(GRACE)
    _exit(code)


def _exit(code: int) -> None:
    """End the process and its children at once. Python would wait for a compiler, or for threads."""
    if _stopped.is_set() and _said.acquire(blocking=False):
        show_cursor = (
            "\x1b[?25h" if sys.stderr and sys.stderr.isatty() else ""
        )  # a progress bar may have hidden it
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(f"{show_cursor}{_sentence[0]()}\n")
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # None if it was closed before the program began
            stream.flush()
    processes = sys.modules.get("multiprocessing.process")
    for child in processes.active_children() if processes else ():
        child.kill()
    delete_folders()
    os._exit(code)
