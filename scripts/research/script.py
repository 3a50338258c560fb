"""How the scripts of this folder start: with options, help, progress and errors as the commands of kanamj have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from kanamj.cli import main
from kanamj.cli.commands import group_of
from kanamj.stopping import run_until_stopped


def command_line(script: str, *commands: Callable[..., None], help: str = "") -> Any:
    """The command line of a script, for `start`.

    script: what starts it, such as "python scripts/research/values.py". commands: functions as those of `kanamj.cli`.
    If there are several, the first word of the command line is the name of one.
    """
    command = typer.main.get_command(group_of(commands, help))
    command.name = script
    return command


def start(command: Any) -> None:
    """Run a command line, and exit as kanamj does."""
    run_until_stopped(lambda: main(command))
