"""Asks a person at the keyboard: with arrows and a history on a real terminal, else as plain lines."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from kanamj.cli.output import say
from kanamj.game.terminal import folded
from kanamj.language import current, of_surroundings, tr

UNDO_SECONDS = 2.0
"""How long a player can take a choice back before the others move."""


def ask(prompt: str) -> str:
    """Print the prompt, and return the line that is typed. Keys that were typed before the prompt are dropped.

    Raises EOFError at the end of the input (Ctrl-D). Ctrl-C stops the process as everywhere (see kanamj.stopping).
    """
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError, OSError):
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)
    if _is_terminal():
        return _prompt(prompt)
    try:
        return input(prompt)
    except EOFError:
        print(flush=True)  # what follows begins a line
        raise


def regrets(done: str) -> bool:
    """Show what is about to be done, for UNDO_SECONDS; True if the key u is typed. Any other key ends the wait.

    Off a real terminal nobody is asked.
    """
    if not _is_terminal():
        return False
    import asyncio

    from prompt_toolkit.application import get_app
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()

    @keys.add("<any>")
    @keys.add("enter")
    @keys.add("c-d")
    def typed(event: Any) -> None:
        event.app.exit(result=event.data)

    async def late() -> None:
        await asyncio.sleep(UNDO_SECONDS)
        get_app().exit(result="")

    wait = {"key_bindings": keys, "pre_run": lambda: get_app().create_background_task(late())}
    return folded(_prompt(f"  {done} ", **wait)) in ("u", "う")


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") not in (None, "", "dumb")


@cache
def _session() -> Any:
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # terminals that do not answer would get a warning
    from prompt_toolkit import PromptSession

    return PromptSession(reserve_space_for_menu=0)


def _prompt(prompt: str, **more: Any) -> str:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.input.typeahead import clear_typeahead

    session = PromptSession() if more else _session()
    clear_typeahead(session.app.input)
    wakes = signal.set_wakeup_fd(-1)  # kanamj.stopping's, which prompt_toolkit would lose
    try:
        return str(session.prompt(prompt, handle_sigint=False, **more))
    except KeyboardInterrupt:
        signal.raise_signal(signal.SIGINT)
        raise
    finally:
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)


@contextlib.contextmanager
def getting_ready() -> Iterator[None]:
    """In the block, one sentence for people stands for all messages that kernels are compiled."""
    said: list[str] = []

    def one(record: logging.LogRecord) -> bool:
        if record.levelno == logging.INFO and not said:
            said.append(tr("Getting ready; the first time this takes up to a minute."))
            say(said[0])
        return record.levelno != logging.INFO

    log = logging.getLogger("kanamj")
    log.addFilter(one)
    try:
        yield
    finally:
        log.removeFilter(one)


def typed_next(command: str) -> str:
    """The command as it is to be typed to go on in this language."""
    return command if current() == of_surroundings() else f"{command} --lang {current()}"
