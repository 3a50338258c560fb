"""The command line. Each command parses its options, calls one function of the library, and prints the result.

Data goes to stdout, everything else to stderr. This file starts the program and prints errors.

Commands, by the name of their module; its first line says what it does
- `judge.py`, `shanten.py`, `score.py`, `exact.py`: about hands; `worth.py` is what `judge --scoring` says of a hand.
- `lexicon.py` (with `build.py`), `data.py`: about words; `verify.py` checks what they wrote.
- `simulate.py` and `study.py`: run studies.
- `review.py` (with `reviewtext.py`, its text), `rules.py`, `quiz.py` (with `answers.py`), `web.py`: about games, and
  for players.

What commands share
- `commands.py` names all commands, makes the command line of them, and says how to add one; `help.py` says their help
  in Japanese.
- `arguments.py` refuses an option that is given twice, which typer takes.
- `options.py` declares the options that several commands have. `engines.py` makes engines of their values, `dealing.py`
  the arguments of a study of deals, and `running.py` those of a run; `draws.py` says what `judge --draws` adds.
- `output.py` prints tables, JSON and TSV.
- `complete.py` lists the names that the shell completes.
"""

from __future__ import annotations

import atexit
import errno
import gc
import logging
import os
import re
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import typer
from typer.exceptions import TyperException

from kanamj.cli.arguments import check_arguments
from kanamj.cli.commands import NAMES, app_of
from kanamj.cli.help import without_types
from kanamj.errors import KanamjError, Message, joined
from kanamj.stopping import say_if_stopped
from kanamj.text import choose, shown, tr

# A process that ends need not search its objects for cycles. The search takes a tenth of the time of `judge`.
atexit.register(gc.freeze)


class _Notices(logging.Handler):
    """Shows what the library logs (kernels are compiled, a cache cannot be used) on stderr, one line per message."""

    def emit(self, record: logging.LogRecord) -> None:
        clear = "\r\x1b[2K" if sys.stderr.isatty() else ""  # clears a progress bar, if there is one
        sys.stderr.write(f"{clear}{shown(f'kanamj: {tr(record.msg)}')}\n")
        sys.stderr.flush()


def _show_notices() -> None:
    log = logging.getLogger("kanamj")
    log.setLevel(logging.INFO)
    if not any(isinstance(handler, _Notices) for handler in log.handlers):
        log.addHandler(_Notices())


def _speak_to_any_terminal() -> None:
    """Set up stdin, stdout, stderr and sys.argv so that kana can be read and printed on any terminal.

    Letters that stdout or stderr cannot encode are printed as escapes. A closed stdin is read as empty, and text for a
    closed stderr is lost. Raises KanamjError if stdout is closed.
    """
    sys.stdin = sys.stdin or Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        raise KanamjError("standard output is closed. Give it a place: > FILE, or > /dev/null")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    for place, text in enumerate(sys.argv):
        if any("\udc80" <= letter <= "\udcff" for letter in text):  # bytes that could not be decoded
            sys.argv[place] = os.fsencode(text).decode("utf-8", "replace")


def main(command: Any = None) -> None:
    """Run the command line. For an error, it prints one line on stderr and exits with code 1, or 2 for misuse.

    command: as `typer.main.get_command` returns it, with the name that it is called by; None for that of kanamj.
    """
    try:
        _speak_to_any_terminal()
        _show_notices()
        _choose_language()
        words = sys.argv[1:]
        if command is None:
            named = [name for name in words[:1] if name in NAMES]
            command = typer.main.get_command(app_of(named or NAMES))
        check_arguments(command, words)
        code = command(prog_name=command.name, standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code)
    except KanamjError as error:
        _complain(error.message)
        sys.exit(1)
    except typer.Abort:
        _complain("the input has ended")
        sys.exit(1)
    except TyperException as error:
        _say_misuse(error)
        sys.exit(2)
    except BrokenPipeError:  # the program that reads our output, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OSError, MemoryError, ImportError, RuntimeError, SystemError) as error:
        if not (said := _sentence_of(error)):
            raise
        _complain(said)
        # A broken pool of workers may raise errors again while Python shuts down.
        sys.unraisablehook = lambda _: None
        sys.exit(1)


def _choose_language() -> None:
    """Choose the language before the options are read, so that what is wrong with them is said in it too."""
    asked = [after for word, after in zip(sys.argv, [*sys.argv[1:], ""], strict=True) if word == "--lang"]
    asked += [word.removeprefix("--lang=") for word in sys.argv if word.startswith("--lang=")]
    choose(asked[-1] if asked else "")
    say_if_stopped(lambda: tr("stopped; no file was left half written"))


def _complain(message: str) -> None:
    sys.stderr.write(shown(f"{tr('error')}: {tr(message)}\n"))


_OF_TYPER = (
    "No such command {}. Did you mean {}?",
    "No such command {}.",
    "No such option: {} (Possible options: {})",
    "No such option: {}",
    "Option {} requires an argument.",
    "Option {} does not take a value.",
    "Missing argument {}.",
    "Missing option {}.",
    "Missing command.",
    "Got unexpected extra argument(s) ({})",
)
"""What typer says of misuse, only in English. The first one that fits is said in Japanese too."""


def _say_misuse(error: TyperException) -> None:
    """Says how a command is used, and what is wrong; only the first for a group without a command."""
    message, context = _misuse_of(error), getattr(error, "ctx", None)
    if context and message == (help := context.get_help()):
        sys.stderr.write(shown(help + "\n"))
        return
    if context:
        usage = without_types(context.get_usage()).removeprefix("Usage: ")
        help = f"{context.command_path} {context.help_option_names[0]}"
        sys.stderr.write(shown(tr("Usage: {}\nTry '{}' for help.\n\n", usage, help)))
    sys.stderr.write(shown(tr("Error: {}\n", message)))


def _misuse_of(error: TyperException) -> Message:
    """Returns what is wrong, as a message that has its Japanese: what a command of ours said, else what typer says."""
    if isinstance(error, typer.BadParameter) and error.message:
        wrong = error.param and error.param.get_error_hint()
        said = Message(error.message)
        return Message("Invalid value for {}: {}", wrong, said) if wrong else said
    said = Message(error.format_message())
    for text in _OF_TYPER:
        if found := re.fullmatch(re.escape(text).replace(r"\{\}", "(.+)"), said):
            return Message(text, *found.groups())
    return said


_NO_MEMORY = (
    "allocate memory",
    "map segment",
    "new thread",
    "load shared object",
    "without setting an exception",
    "without exception set",
)
"""Texts in errors that mean that there is not enough memory: to load a library, or to start a thread. The last two are
SystemErrors of Python."""


def _sentence_of(error: Exception) -> str:
    """The message for an error of the system, such as a full disk; "" for other errors, which are faults of kanamj."""
    no_memory = isinstance(error, MemoryError) or getattr(error, "errno", 0) == errno.ENOMEM
    words = f"{error} {error.__cause__} {error.__context__}"
    if no_memory or any(sign in words for sign in _NO_MEMORY):
        return Message("there is not enough memory. Use fewer --workers, a smaller task or a larger machine")
    if isinstance(error, OSError):
        return joined([error, *([error.filename] if error.filename else [])], ": ")
    return ""
