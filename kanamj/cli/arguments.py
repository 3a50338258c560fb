"""Refuses what typer would take without a word: an option of one value that is given twice, standard input that is to
be read twice, and --json with --tsv."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from kanamj.errors import Message


def check_arguments(command: Any, words: Sequence[str], parent: typer.Context | None = None) -> None:
    """Raises what typer raises for misuse.

    command: as `typer.main.get_command` returns it.
    words: what follows the name of the command.
    parent: the context of the group that the command is in.
    """
    context = typer.Context(command, parent, info_name=command.name, **command.context_settings)
    values, rest, given = command.make_parser(context).parse_args([*words])
    for each in given:
        takes_one = each.param_type_name == "option" and not each.multiple and not each.is_flag
        if takes_one and given.count(each) > 1:
            name = each.get_error_hint()
            context.fail(Message("Option {} takes one value, and is given twice.", name))
    listed = [each if isinstance(each, list | tuple) else [each] for each in values.values()]
    if sum(each.count("-") for each in listed) > 1:
        context.fail(Message("- is standard input, and is read once; give a file in place of the other -"))
    for one, other in (("as_json", "tsv"), ("html", "as_json")):
        if {one, other} <= {*values}:
            options = ("--" + name.removeprefix("as_") for name in (one, other))
            context.fail(Message("give {} or {}, not both", *options))
    commands: dict[str, Any] = getattr(command, "commands", {})
    if rest and rest[0] in commands:
        check_arguments(commands[rest[0]], rest[1:], context)
