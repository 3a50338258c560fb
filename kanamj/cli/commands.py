"""The names of all commands, and the command line that is made of them.

Each name is a module of this package, which is imported when its command is called. The module has a function of that
name, or COMMANDS, the functions of a group of commands (`study yaku`). A command is a plain function: its parameters
are options and arguments, its docstring is the help.

For a new command, add its name here, and its module; or add a function to the COMMANDS of a group. `options.option`
declares an option; those that several commands have are ready there, and every command has `lang`. `study.py` shows
how a command runs a study. Every option needs a help text with its Japanese in ja.tsv, and every help an example. Then
add the command to "What do you want?" in README.md and to READS or WRITES in tests/contract/test_writes.py, and run
`poe docs`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import getdoc
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from kanamj.cli.help import help_text
from kanamj.cli.options import LangOption

HELP = """Judges, teaches and measures hiragana word mahjong (ひらがじゃん): 14 tiles win when they split into four
three-letter words and one two-letter word.

Data goes to stdout, all else to stderr. In place of a file, - is standard input. Exit codes: 0 done, 1 could not be
done, 2 misused, 130 stopped by Ctrl-C. Results are printed as --json or --tsv too; quiz takes --json only.

Example: kanamj judge さくらなみだたまごきつねいぬ
"""
WIDEST = 100
"""Help is as wide as the terminal, but not wider than this, in columns."""
NAMES = {
    "judge": "One hand: does it win, what does it wait for, what to throw.",
    "score": "What a complete hand is worth: yaku, han and points.",
    "shanten": "The shanten of many hands, one line per hand.",
    "exact": "All hands by shanten, counted exactly.",
    "lexicon": "Word lists: look up, build, keep your own.",
    "data": "Which letters wait for what; sheets and cards to learn from.",
    "quiz": "Questions about hands, with their answers.",
    "verify": "Whether a list or a folder is what its manifest says.",
    "simulate": "Monte Carlo: many deals, many games.",
    "study": "Who plays better, what wins are worth.",
    "review": "Go through a recorded game: what was played, what was best.",
    "rules": "The rules of the game, with your changes.",
    "web": "The page: judge, arrange, look words up, play.",
}
"""The commands in the order of `kanamj --help`, each with its line there."""


def app_of(names: Iterable[str] = NAMES) -> typer.Typer:
    """Returns the command line with these commands; no other is imported."""
    app = group_of((), HELP, name="kanamj", cls=Commands, add_completion=True)
    app.callback()(_kanamj)
    for name in names:
        module, line = import_module(f"kanamj.cli.{name}"), NAMES[name]
        command, commands = getattr(module, name, None), getattr(module, "COMMANDS", ())
        if not commands:
            add_command(app, module.__dict__[name], line)
            continue
        group = group_of(commands, line, no_args_is_help=not command)
        if command:  # what the name does without a further word
            group.callback(invoke_without_command=True, help=getdoc(command))(command)
        app.add_typer(group, name=name, short_help=line)
    return app


def group_of(commands: Iterable[Callable[..., None]], help: str, **settings: Any) -> typer.Typer:
    """Returns a group of commands. Its help is plain text: rich would take `[anki]` and `[default: 14]` for markup."""
    plain = {"rich_markup_mode": None, "pretty_exceptions_enable": False, "add_completion": False}
    names = {"help_option_names": ["--help", "-h"], "max_content_width": WIDEST}
    usual = {"cls": Group, "no_args_is_help": True, **plain}
    group = typer.Typer(help=help, context_settings=names, **{**usual, **settings})
    for command in commands:
        add_command(group, command)
    return group


def add_command(app: typer.Typer, command: Callable[..., None], line: str = "") -> None:
    """Add a function as a command.

    line: what the list of commands says; "" for the first sentence of its help.
    """
    first = re.split(r"(?<=\.)\s", getdoc(command) or "")[0].replace("\n", " ")
    name = command.__name__.rstrip("_")
    app.command(name, cls=Command, short_help=line or first)(command)


class Group(TyperGroup):
    """A group of commands whose help is in the language of people."""

    def get_help(self, ctx: Any) -> str:
        return help_text(super().get_help, ctx)


class Commands(Group):
    """The commands in the order of NAMES."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # as the parent has it
        return [name for name in NAMES if name in self.commands]


class Command(TyperCommand):
    """A command whose help is in the language of people."""

    def get_help(self, ctx: Any) -> str:
        return help_text(super().get_help, ctx)


def _print_version(asked: bool) -> None:
    if asked:
        from kanamj import __version__

        typer.echo(f"kanamj {__version__}")
        raise typer.Exit


def _kanamj(
    version: Annotated[  # its callback prints it
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop."),
    ] = False,
    lang: LangOption = "",  # see LangOption
) -> None:
    pass
