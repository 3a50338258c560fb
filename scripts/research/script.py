"""How the scripts of this folder start: with options, help, progress and errors as the commands of kanamj have them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import typer

from kanamj.cli import main
from kanamj.cli.commands import App
from kanamj.stopping import run_until_stopped


def command_line(script: str, *commands: Callable[..., None], help: str = "") -> Callable[..., Any]:
    """The command line of a script, for `start`.

    script: what starts it, such as "python scripts/research/values.py". commands: functions as those of `kanamj.cli`,
    with `@takes_options`. If there are several, the first word of the command line is the name of one.
    """
    app = App(help=help, no_args_is_help=len(commands) > 1)
    for command in commands:
        app.command(command.__name__)(command)
    return partial(typer.main.get_command(app), prog_name=script)


def start(command: Callable[..., Any]) -> None:
    """Run a command line, and exit as kanamj does."""
    run_until_stopped(lambda: main(command))
