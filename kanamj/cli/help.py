"""The help of a command, in the language of people.

The English is what typer makes of docstrings and options. For Japanese its lines are made as wide as they need to be;
then each line is a paragraph, or an option with its text, and is said by `ja.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import typer

from kanamj.text import current, tr


def help_text(made: Callable[[Any], str], context: typer.Context) -> str:
    """The help of the command of a context. made: what makes its English."""
    if current() == "en":
        return without_types(made(context))
    command, wide = context.command, {"terminal_width": 10**5}
    settings = {**command.context_settings, **wide}
    text = made(typer.Context(command, info_name=context.info_name, parent=context.parent, **settings))
    width = context.make_formatter().width
    return "\n".join(_said(line, width) for line in without_types(text).split("\n"))


def without_types(help: str) -> str:
    """The help of a command with HAND where typer writes {HAND} and HAND <list[str]>."""
    without = re.sub(r" <(?:str|path|list\[\w+\])>( *)", lambda type: type[1] and " " * len(type[0]), help)
    return re.sub(r"\{([A-Z|]+)\}", r"\1", without)


_LINE = re.compile(r"(?P<before> +(?:\S+(?: \S+)* {2,})?)(?P<text>.*?)(?P<notes>  \[.*\])?")
_PIECE = re.compile(r"[「『]*(?:\[[^]]{1,30}\]|[!-~]+|\S)[、。」』)・ーっゃゅょッャュョ]* *")
"""Between two pieces a line may end."""


def _said(line: str, width: int) -> str:
    """A line of the English help in Japanese, as lines that are at most so wide."""
    from rich.cells import cell_len

    found = _LINE.fullmatch(line)
    if not found:
        head, colon, rest = line.partition(":")
        return tr(head) + colon + rest
    text = re.sub("^Examples?:", lambda head: tr(head[0]), tr(found["text"]))
    notes = (found["notes"] or "").replace("required", tr("required"))
    notes = re.sub(r"default: \(?(.*?)\)?(?=[;\]])", _said_default, notes)
    lines, before = [""], found["before"]
    for piece in _PIECE.findall(text + notes):
        if cell_len(before + lines[-1] + piece.rstrip()) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece
    return before + f"\n{' ' * len(before)}".join(each.rstrip() for each in lines)


def _said_default(found: re.Match[str]) -> str:
    """A default is what one would type, and stays; one of several words is for people."""
    return tr("default: {}", tr(found[1]) if " " in found[1] else found[1])
