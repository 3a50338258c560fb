"""Reads the words of a command line against the declared commands and options, before typer does.

Refused are unknown commands and options, with the one that may be meant or the one that has taken their place
(`moved.py`), and a second value of an option that takes one: typer would silently take the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import typer

from kanamj.cli.moved import check_moved
from kanamj.cli.options import words_before
from kanamj.text import tr


def check_arguments(command: Any, words: Sequence[str]) -> None:
    """Raise MovedError, or what typer raises for misuse, if a command or one of its commands does not take the words.

    command: as `typer.main.get_command` returns it. words: what follows its name.
    """
    _check(typer.Context(command, info_name=command.name, **command.context_settings), [*words])


def _check(context: typer.Context, words: list[str]) -> None:
    command: Any = context.command
    commands: dict[str, Any] | None = getattr(command, "commands", None)
    options = {name: each for each in command.get_params(context) for name in each.opts + each.secondary_opts}
    rest, given = [*words], set()
    while rest and rest[0] != "--":
        word = rest.pop(0)
        if not word.startswith("-") or word == "-":
            if commands is None:
                continue
            if word not in commands:
                _refuse_command(context, [word, *rest])
            return _check(typer.Context(commands[word], parent=context, info_name=word), rest)
        name, has_value, _ = word.partition("=")
        if name not in options and not name.startswith("--"):  # -m さくら may be written -mさくら
            name, has_value = word[:2], word[2:]
        if name not in options:
            check_moved(words_before(context), words)
            _refuse_option(context, name, options)
        if options[name].is_flag:
            continue
        if options[name].name in given and not options[name].multiple:
            context.fail(tr("Option {} takes one value, and is given twice.", repr(name)))
        given.add(options[name].name)
        del rest[: not has_value]
    return None


def _refuse_command(context: typer.Context, words: list[str]) -> None:
    """Say where an unknown command is now, or what may be meant: a command with a name like it, a command of a group,
    or a command for the word or hand that was typed."""
    check_moved(words_before(context), words)
    commands: dict[str, Any] = context.command.commands  # type: ignore[attr-defined]  # a group has them
    meant = [repr(name) for name in get_close_matches(words[0], commands)]
    if not context.parent and not meant:
        group = [name for name, each in commands.items() if words[0] in getattr(each, "commands", ())]
        kana = [] if words[0].isascii() else ["lexicon find" if len("".join(words)) < 7 else "judge"]
        meant = [repr(" ".join([context.command_path, name, *words])) for name in (group or kana)[:1]]
    if not meant:
        context.fail(tr("No such command {}.", repr(words[0])))
    context.fail(tr("No such command {}. Did you mean {}?", repr(words[0]), ", ".join(meant)))


def _refuse_option(context: typer.Context, name: str, options: dict[str, Any]) -> None:
    said = "No such option: {name}."
    meant = get_close_matches(name, options)
    if meant:
        said = "No such option: {name}. Did you mean {other}?"
    elif hasattr(context.command, "commands"):
        said = "No such option: {name}. The options of a command follow its name."
    context.fail(tr(said, name=name, other=", ".join(meant)))
