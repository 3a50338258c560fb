"""The help of a command, in the language of people.

typer makes it of docstrings and options, whose Japanese is in `ja.tsv`. For Japanese, the formatter is another one: it
says each text in Japanese, and ends lines where Japanese may end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import typer

from kanamj.text import current, tr

_Formatter: Any = typer.Context.formatter_class
_PIECE = re.compile(r"[「『]*(?:\[[^]]{1,30}\]|[!-~]+|\S)[、。」』)・ーっゃゅょッャュョ]* *")
"""Between two pieces a line may end."""


def help_text(made: Callable[[Any], str], context: typer.Context) -> str:
    """Returns the help of the command of a context.

    made: the function of typer that makes it.
    """
    if current() == "ja":
        context.formatter_class = JapaneseFormatter
    return without_types(made(context))


def without_types(help: str) -> str:
    """Returns the help of a command with HAND where typer writes {HAND} and HAND <list[str]>."""
    without = re.sub(r" <(?:str|path|list\[\w+\])>( *)", lambda type: type[1] and " " * len(type[0]), help)
    return re.sub(r"\{([A-Z|]+)\}", r"\1", without)


class JapaneseFormatter(_Formatter):  # type: ignore[misc]  # typer does not name the class
    """Writes the parts of a help in Japanese, in lines that are at most as wide as the terminal."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:  # noqa: ARG002
        super().write_usage(prog, args, tr("Usage") + ": ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(tr(heading))

    def write_text(self, text: str) -> None:
        indent = " " * self.current_indent
        self.write("\n\n".join(_lines(indent, _said(each), self.width) for each in text.split("\n\n")) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        rows, indent = [*rows], " " * self.current_indent
        column = min(max(len(name) for name, _ in rows), col_max) + col_spacing
        for name, text in rows:
            before = indent + name.ljust(column)
            if len(name) > column - col_spacing:
                self.write(f"{indent}{name}\n")
                before = indent + " " * column
            self.write(_lines(before, _said(text), self.width) + "\n")


def _lines(before: str, text: str, width: int) -> str:
    """The text in lines of at most this width: the first behind `before`, the others as far to the right."""
    from rich.cells import cell_len

    lines, room = [""], width - len(before)
    for piece in _PIECE.findall(text):
        if cell_len(lines[-1] + piece.rstrip()) > room and lines[-1]:
            lines.append("")
        lines[-1] += piece
    return before + f"\n{' ' * len(before)}".join(line.rstrip() for line in lines)


def _said(text: str) -> str:
    """A paragraph, or the text of an option, in Japanese."""
    text, _, notes = text.partition("  [")
    text = tr(" ".join(text.split()))
    for example in ("Examples:", "Example:"):
        text = text.replace(example, tr(example), 1) if text.startswith(example) else text
    return f"{text}  [{'; '.join(map(_note, notes[:-1].split('; ')))}]" if notes else text


def _note(note: str) -> str:
    """A note of typer: "required", or a default. What one would type stays; several words are for people."""
    name, _, value = note.partition(": ")
    if name != "default":
        return tr(note)
    value = value.removeprefix("(").removesuffix(")") if " " in value else value
    return tr("default: {}", tr(value) if " " in value else value)
