"""Reads the words of a command line against the declared commands and options, before typer does.

Refused are unknown commands and options, with the one that may be meant or the one that has taken their place
(`moved.py`), and a second value of an option that takes one: typer would silently take the last one. An argument or
option that is missing, and one too many, are refused here too, because typer says it only in English.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import typer

from kanamj.cli.moved import check_moved
from kanamj.cli.options import words_before
from kanamj.errors import Message


def check_arguments(command: Any, words: Sequence[str]) -> None:
    """Raise MovedError, or what typer raises for misuse, if a command or one of its commands does not take the words.

    command: as `typer.main.get_command` returns it. words: what follows its name.
    """
    _check(typer.Context(command, info_name=command.name, **command.context_settings), [*words])


def _check(context: typer.Context, words: list[str]) -> None:
    command: Any = context.command
    commands: dict[str, Any] | None = getattr(command, "commands", None)
    options = {name: each for each in command.get_params(context) for name in each.opts + each.secondary_opts}
    rest, given, values = [*words], set(), list[str]()
    while rest and rest[0] != "--":
        word = rest.pop(0)
        if not word.startswith("-") or word == "-":
            if commands is None:
                values.append(word)
                continue
            if word not in commands:
                _refuse_command(context, [word, *rest])
            _check(typer.Context(commands[word], parent=context, info_name=word), rest)
            return
        name, has_value, _ = word.partition("=")
        if name not in options and not name.startswith("--"):  # -m さくら may be written -mさくら
            name, has_value = word[:2], word[2:]
        if name not in options:
            check_moved(words_before(context), words)
            _refuse_option(context, name, options)
        option = options[name]
        if option.is_flag and has_value and name.startswith("--"):
            context.fail(Message("Option {} does not take a value.", repr(name)))
        if not option.is_flag:
            if option.name in given and not option.multiple:
                context.fail(Message("Option {} takes one value, and is given twice.", repr(name)))
            if not has_value and not rest:
                context.fail(Message("Option {} requires an argument.", repr(name)))
            del rest[: not has_value]
        given.add(option.name)
    if commands is None and "help" not in given:
        _check_whole(context, given, values + rest[1:])


def _check_whole(context: typer.Context, given: set[str], values: list[str]) -> None:
    """Refuse a command without an option or an argument that it needs, with more values than it takes, or whose result
    is asked for in two formats."""
    if {"as_json", "tsv"} <= given:
        context.fail(Message("give --json or --tsv, not both"))
    parameters: list[Any] = context.command.params
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    for each in parameters:
        is_argument = each in arguments
        if each.required and not (values[arguments.index(each) :] if is_argument else each.name in given):
            text = "Missing argument {}." if is_argument else "Missing option {}."
            context.fail(Message(text, each.get_error_hint()))
    if len(values) > len(arguments) and not any(each.nargs < 0 for each in arguments):
        context.fail(Message("Got unexpected extra argument(s) ({})", " ".join(values[len(arguments) :])))


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
        context.fail(Message("No such command {}.", repr(words[0])))
    context.fail(Message("No such command {}. Did you mean {}?", repr(words[0]), ", ".join(meant)))


def _refuse_option(context: typer.Context, name: str, options: dict[str, Any]) -> None:
    if meant := get_close_matches(name, options):
        context.fail(Message("No such option: {}. Did you mean {}?", name, ", ".join(meant)))
    if hasattr(context.command, "commands"):
        context.fail(Message("No such option: {}. The options of a command follow its name.", name))
    context.fail(Message("No such option: {}.", name))
