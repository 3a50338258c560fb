"""Write anew what READMEs and documents show, and docs/command-line.md: python scripts/readme.py [--check]

A ```console block has lines `$ command`, each followed by what the command prints. The commands are run in the
checkout, and the blocks are rewritten. A block behind a line `<!-- timed: … -->` shows timings: it is left alone, and
is redone by hand with the command in that line. A line of a ```python block that ends with `# -> value` shows the value
of its expression; the blocks of a page are run one after another, in an empty folder. `--check` writes nothing, names
the pages that differ, and exits with 1 if there are any.

A table of results is written behind a comment that says in TOML what of which file is shown: `share%` is a share in
percent with its 95 % interval, from the standard error in the column `stderr`. `n` names the parameter with the number
of trials, where no parameter has the name of the share; without both a share of 0 is taken as certain. `decimals`
rounds other numbers, but those of `whole` to whole ones. `caption` is written above the table; {complete} is that
parameter of the manifest beside the file.

    <!-- table
    file = "results/arranging/core/policies.csv"
    rows = 3
    n = "complete"
    caption = "{complete} complete hands; brackets: 95 % intervals"
    columns = {first = "letter", "share%" = "arranged"}
    words = {fewest = "of the fewest words"}
    -->
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from kanamj.cli import main as kanamj
from kanamj.cli.commands import app_of, without_types
from kanamj.results import Manifest
from kanamj.studies import interval, percent, read_table, rows_of

sys.path.append(str(Path(__file__).with_name("research")))  # docs/solved.md imports from there
ROOT = Path(__file__).resolve().parents[1]
COMMANDS = ROOT / "docs" / "command-line.md"
PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted({*(ROOT / "docs").rglob("*.md")} - {COMMANDS})]
WAITING = ("kanamj: compiling kernels", "kanamj: chances: ", "Getting ready", "準備をしています")
"""Beginnings of lines that are printed only where kernels are not compiled yet, or the machine is slow."""
APP = app_of()
"""All commands, for `python -m typer`."""
BLOCK = re.compile(r"(?P<timed><!-- timed: [^\n]*-->\n)?```console\n(?P<body>.*?)```\n", re.DOTALL)

PYTHON = re.compile(r"(?<=^```python\n).*?(?=^```)", re.DOTALL | re.MULTILINE)
TABLE = re.compile(
    r"(?P<comment><!-- table\n(?P<how>.*?)-->\n)(?:\n(?=[*|]))?(?:\*[^\n]*\*\n\n)?(?:\|[^\n]*\n)*(?:\n(?=.))?",
    re.DOTALL,
)


def tabled(block: re.Match[str]) -> str:
    how = tomllib.loads(block["how"])
    if not (ROOT / how["file"]).is_file():  # results that are still to be made
        return block[0]
    given = Manifest.read((ROOT / how["file"]).parent).parameters
    words = how.get("words", {})
    lines = [[*how["columns"].values()], ["---"] * len(how["columns"])]
    for row in rows_of(read_table(ROOT / how["file"]))[: how.get("rows")]:
        values = {
            name: in_percent(row, share, given.get(share, given.get(how.get("n"))))
            if share != name
            else row[name]
            for name in how["columns"]
            for share in [name.removesuffix("%")]
        }
        cells = [
            f"{each:.{0 if name in how.get('whole', ()) else how['decimals']}f}"
            if isinstance(each, float) and "decimals" in how
            else ""
            if each is None
            else str(each)
            for name, each in values.items()
        ]
        lines.append([words.get(cell, cell) for cell in cells])
    numbers = {name: f"{n:,}" for name, n in given.items() if isinstance(n, int)}
    caption = f"*{how['caption'].format(**numbers)}*\n\n" if "caption" in how else ""
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"{block['comment']}\n{caption}{table}\n"  # without the blank line what follows were a row


def in_percent(row: dict[str, Any], share: str, n: Any) -> Any:
    value, error = row[share], row.get(f"{share}_stderr", row.get("stderr") if share == "share" else None)
    if not isinstance(value, int | float):
        return value
    return percent(value, interval(value, error, n) if error is not None else (value, value))


def redone(block: re.Match[str]) -> str:
    if block["timed"]:
        return block[0]
    commands = [line for line in block["body"].splitlines() if line.startswith("$ ")]
    shown = "".join(f"{command}\n{output(command[2:])}" for command in commands)
    return f"```console\n{shown}```\n"


def output(command: str) -> str:
    """What a command prints, without blanks at the ends of lines and without empty lines."""
    first, pipe, rest = command.partition(" | ")
    shown = "".join(line for line in printed(first).splitlines(keepends=True) if not line.startswith(WAITING))
    if pipe:
        shown = shell(rest, shown)
    return "".join(line.rstrip() + "\n" for line in shown.splitlines() if line.strip())


def evaluated(text: str) -> str:
    """The page with the values that its Python shows."""
    names: dict[str, object] = {}
    return PYTHON.sub(lambda block: run(block[0], names), text) if "  # -> " in text else text


def run(code: str, names: dict[str, object]) -> str:
    lines = code.splitlines()
    with tempfile.TemporaryDirectory() as home, contextlib.chdir(home):
        for node in ast.parse(code).body:
            last = (node.end_lineno or 1) - 1
            before, arrow, _ = lines[last].partition("  # -> ")
            if isinstance(node, ast.Expr) and arrow:
                value = eval(compile(ast.Expression(node.value), "page", "eval"), names)
                lines[last] = f"{before}{arrow}{value!r}"
            else:
                exec(compile(ast.Module([node], []), "page", "exec"), names)
    return "\n".join([*lines, ""])


@cache
def printed(command: str) -> str:
    """What a command prints on stdout and stderr. A command is run once, however often it is shown.

    A plain `kanamj …` runs in this process, which saves half a second per command. Any other command runs in a shell.
    """
    if not command.startswith("kanamj ") or set("$<>&;`'\"*") & set(command):
        return shell(command)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    before, sys.argv = sys.argv, shlex.split(command)
    with (
        contextlib.redirect_stdout(stream),
        contextlib.redirect_stderr(stream),
        contextlib.suppress(SystemExit),
    ):
        kanamj()
    sys.argv = before
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined]


def shell(command: str, typed: str = "") -> str:
    """What a command prints in a shell where `kanamj` is that of this environment; its temporary files are removed."""
    place = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            ["bash", "-c", command],
            env={**os.environ, "PATH": place, "TMPDIR": home, "KANAMJ_DATA": home},
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    return done.stdout


def main(check: bool = False) -> int:
    os.chdir(ROOT)
    os.environ.update(COLUMNS="100", NO_COLOR="1")
    differing = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        os.environ["KANAMJ_LANG"] = "ja" if page.match("ja/*.md") or page.match("*.ja.md") else "en"
        printed.cache_clear()
        fresh = evaluated(TABLE.sub(tabled, BLOCK.sub(redone, text))).rstrip() + "\n"
        if fresh != text:
            differing.append(page.relative_to(ROOT).as_posix())
            if not check:
                page.write_text(fresh, encoding="utf-8")
    if not check:  # its layout differs with the version of typer
        page = shell(f"python -m typer --app APP {__file__} utils docs --name kanamj --title 'Command line'")
        COMMANDS.write_text(without_types(page).rstrip() + "\n", encoding="utf-8")
    if differing:
        print("differs from what the commands print:" if check else "redone:", *differing)
    return 1 if differing and check else 0


if __name__ == "__main__":
    from start import start

    start(main, check="write nothing, name the pages that differ")
