"""Write docs/command-line.md from the commands themselves: python scripts/docs_commands.py [FILE]"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer

HEAD = """# Command line

Data go to stdout, everything else to stderr. Exit code 0: fine; 1: it could not be done; 2: misused; 130: stopped by
Ctrl-C.
`--json` and `--tsv` are there wherever a table is printed. This page is written from the commands (`kanamj COMMAND
--help` says the same).
"""


def write_commands(path: Path) -> None:
    """Write the page; it is left alone where it says so already."""
    from kanamj.cli import app

    text = HEAD + "".join(_sections(typer.main.get_command(app), ["kanamj"]))
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _sections(command: Any, words: list[str]) -> list[str]:
    below = getattr(command, "commands", None)
    if below:
        parts = [] if len(words) == 1 else [f"\n## {' '.join(words)}\n\n{_text(command)}\n"]
        return parts + [part for word, child in below.items() for part in _sections(child, [*words, word])]
    level = "##" if len(words) == 2 else "###"
    lines = [f"\n{level} {' '.join(words)}\n\n{_text(command)}\n"]
    rows = [_row(parameter) for parameter in command.params if not parameter.hidden]
    if rows:
        lines.append("\n| | what it is |\n|---|---|\n" + "".join(rows))
    return lines


def _text(command: Any) -> str:
    """The help, its example as a block."""
    text = " ".join((command.help or "").replace("\x08", "").split())
    said, sign, examples = text.replace(" Examples: ", " Example: ").partition(" Example: ")
    lines = "\n".join(examples.split(" · "))
    return f"{said}\n\n```\n{lines}\n```" if sign else said


def _row(parameter: Any) -> str:
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if parameter.param_type_name == "argument":
        names = parameter.metavar or parameter.name.upper()
    elif parameter.metavar and not parameter.is_flag:
        names += f" {parameter.metavar}"
    said = (getattr(parameter, "help", "") or "").replace("|", "\\|").replace("\n", " ")
    escaped = names.replace("|", "\\|")
    return f"| `{escaped}` | {said} |\n"


if __name__ == "__main__":
    home = Path(__file__).resolve().parents[1] / "docs" / "command-line.md"
    write_commands(Path(sys.argv[1]) if len(sys.argv) > 1 else home)
