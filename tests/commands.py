"""The commands of the command line, as typer has them."""

from __future__ import annotations

from typing import Any

import typer

from kanamj.cli.commands import app_of

APP = app_of()
COMMAND_LINE: Any = typer.main.get_command(APP)


def _commands() -> dict[str, Any]:
    """Every command of the command line by its words: `lexicon find`."""

    def walk(command: Any, words: list[str]) -> dict[str, Any]:
        below = getattr(command, "commands", None)
        if not below:
            return {" ".join(words): command}
        return {name: each for word in below for name, each in walk(below[word], [*words, word]).items()}

    return walk(COMMAND_LINE, [])


COMMANDS = _commands()
