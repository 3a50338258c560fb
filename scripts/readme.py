"""Write anew what READMEs, documents and notebooks show, and docs/command-line.md: python scripts/readme.py [OPTIONS]

A ```console block has lines `$ command`, each followed by what the command prints. The commands are run in the
checkout, and the blocks are rewritten. A block behind a line `<!-- timed: … -->` shows timings: it is left alone, and
is redone by hand with the command in that line. A line of a ```python block that ends with `# -> value` shows the value
of its expression; the blocks of a page are run one after another, in an empty folder. `--check` writes nothing, names
the pages that differ, and exits with 1 if there are any. `--brief` does not run blocks behind a line `<!-- long -->`,
which take seconds, nor the Python of a page that has such a block. `--quick` runs nothing: it only does tables and
numbers.

A table of results is written behind a comment that says in TOML what of which file is shown: `share%` is a share in
percent with its 95 % interval, from the standard error in the column `stderr`; `mean±` is a number with its standard
error, and if the error is 0, with what `alike` says. `n` names the parameter with the number of trials, where no
parameter has the name of the share; without both a share of 0 is taken as certain. `where` keeps the rows that have one
of some values in a column, `rows` the first ones of these. `decimals` rounds other numbers, but those of `whole` to
whole ones. `caption` is written above the table; {complete} is that parameter of the manifest beside the file. Without
`decimals`, a number with its error has three significant digits, and its error two; so have the columns named in
`significant`.

    <!-- table
    file = "results/arranging/core/policies.csv"
    rows = 3
    n = "complete"
    caption = "{complete} complete hands; brackets: 95 % intervals"
    columns = {first = "letter", "share%" = "arranged"}
    words = {fewest = "of the fewest words"}
    -->

A number in a sentence is tied to results by a comment directly behind it, without a blank, with an expression of
Python. Its value, formatted as in an f-string, takes the place of the number (or of 「a word」, or of hiragana). A
page names once what its expressions ask: a name is a `Table`, or, if it begins with `=`, an expression, too. A comment
that begins with `?` writes nothing: the page is wrong if its expression is not true. So it holds words such as "a
third" or "more than". A page about results lists its other numbers, with the reason why they do not move
(tests/house/test_docs.py).

    <!-- fixed
    "words that a bot knows" = "400 1,600"
    -->
    <!-- cells
    tries = "results/strength/summary/tries.csv"
    -->
    From any letter 97.7 %<!--= tries("anywhere", tries=20):.1% --> are arranged, and more<!--? tries("in_a_row",
    tries=20) > tries("anywhere", tries=20) --> in a row. All 100,000<!--= tries("tried"):, --> hands were dealt.
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
import textwrap
import tomllib
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import typer.main

import kanamj as kanamj_library
from kanamj.cli import main as kanamj
from kanamj.cli.commands import app_of
from kanamj.cli.help import without_types
from kanamj.results import Manifest
from kanamj.studies import interval, percent, read_table, rows_of

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).with_name("research")))  # docs/solved.md imports from there
import notebooks
from table1 import compare

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = ROOT / "docs" / "command-line.md"
PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted({*(ROOT / "docs").rglob("*.md")} - {COMMANDS})]
WAITING = tuple(
    f"kanamj: {said}" for said in ("compiling kernels", "はじめての準備をしています", "chances: ", "確率: ")
)
"""Beginnings of lines that are printed only where kernels are not compiled yet, or the machine is slow."""
BLOCK = re.compile(
    r"(?P<mark><!-- (?P<kind>timed|long)\b[^\n]*-->\n)?```console\n(?P<body>.*?)```\n", re.DOTALL
)

PYTHON = re.compile(r"(?<=^```python\n).*?(?=^```)", re.DOTALL | re.MULTILINE)
TABLE = re.compile(
    r"(?P<comment><!-- table\n(?P<how>.*?)-->\n)(?:\n(?=[*|]))?(?:\*[^\n]*\*\n\n)?(?:\|[^\n]*\n)*(?:\n(?=.))?",
    re.DOTALL,
)
CELLS = re.compile(r"<!-- cells\n(.*?)-->", re.DOTALL)
TIED = re.compile(
    r"(?P<shown>(?:[−+±]|(?<!\S)-)?(?:\d[\d,.]*|\.\d+)(?:e[-+]\d+)?(?: ?%)?(?: \([^()]*\))?|「[^」]*」|[ぁ-ゖー]+)?"
    r"<!--(?P<kind>[=?])(?P<how>.*?)-->",
    re.DOTALL,
)


class Table:
    """A table of results, or the words of a shipped list (`wordlists/core`), as the expressions of a page ask it.

    `table(column, **where)` is the cell of the only row that has these values in other columns, or a list of the cells
    of several such rows. "share%" is what a table of a page shows: percent with an interval. What is no column is a
    parameter in the manifest beside the file.
    """

    def __init__(self, file: str) -> None:
        if file.endswith(".csv"):
            self.rows = rows_of(read_table(ROOT / file))
            self.given = Manifest.read((ROOT / file).parent).parameters
        else:
            entries = kanamj_library.load_lexicon(Path(file).name).entries.values()
            self.rows, self.given = [word._asdict() for words in entries for word in words], {}

    def __call__(self, column: str, n: str | None = None, /, **where: object) -> Any:
        name = column.removesuffix("%")
        if name not in self.rows[0]:
            return self.given[name]
        rows = [row for row in self.rows if all(str(row[key]) == str(value) for key, value in where.items())]
        cells = [
            in_percent(row, name, self.given.get(name, self.given.get(n or "")))
            if name != column
            else row[name]
            for row in rows
        ]
        if not cells:
            raise KeyError(f"no row with {where}")
        return cells[0] if len(cells) == 1 else cells


def tied(text: str, wrong: list[str]) -> str:
    """The page with its numbers from results. What is not true, or cannot be said, is added to `wrong`."""
    files = {name: file for block in CELLS.findall(text) for name, file in tomllib.loads(block).items()}
    names: dict[str, Any] = {"kanamj": kanamj_library, "compare": compare}
    for name, file in files.items():
        if file.startswith("="):
            names[name] = eval(file[1:], names)
        elif (ROOT / file).exists():
            names[name] = Table(file)

    def number(block: re.Match[str]) -> str:
        how, shown = block["how"].strip(), block["shown"] or ""
        try:
            if block["kind"] == "?":
                if not eval(how, names):
                    wrong.append(f"not true any more: {how}")
                return block[0]
            value = str(eval(f'f"""{{{how}}}"""', names))
        except Exception as error:
            if (
                not isinstance(error, NameError) or error.name not in files
            ):  # results that are still to be made
                wrong.append(f"{how}: {error!r}")
            return block[0]
        if not shown:
            wrong.append(f"no number directly before: {how}")
        value = value.replace("%", " %") if " %" in shown and " %" not in value else value
        value = f"「{value}」" if shown.startswith("「") else value
        return f"{value}<!--={block['how']}-->"

    return TIED.sub(number, text)


def tabled(block: re.Match[str]) -> str:
    how = tomllib.loads(block["how"])
    if not (ROOT / how["file"]).is_file():  # results that are still to be made
        return block[0]
    given = Manifest.read((ROOT / how["file"]).parent).parameters
    digits: Any = how.get("decimals")
    words, alike = how.get("words", {}), how.get("alike", "")
    lines = [[*how["columns"].values()], ["---"] * len(how["columns"])]
    where = {name: {*map(str, values)} for name, values in how.get("where", {}).items()}
    rows = rows_of(read_table(ROOT / how["file"]))
    rows = [row for row in rows if all(str(row[name]) in values for name, values in where.items())]
    for row in rows[: how.get("rows")]:
        values = {
            name: in_percent(row, share, given.get(share, given.get(how.get("n", ""))))
            if name.endswith("%")
            else with_error(row, share, 0 if share in how.get("whole", ()) else digits, alike)
            if share != name
            else row[name]
            for name in how["columns"]
            for share in [name.rstrip("%±")]
        }
        cells = [
            f"{each:.3g}"
            if name in how.get("significant", ()) and each is not None
            else f"{each:.{0 if name in how.get('whole', ()) else digits}f}"
            if isinstance(each, float) and digits is not None
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


def with_error(row: dict[str, Any], name: str, digits: int | None, alike: str) -> str | None:
    if row[name] is None:
        return None
    error = row[f"{name}_stderr"]
    shown, ends = (".3g", ".2g") if digits is None else (f".{digits}f",) * 2
    return f"{row[name]:{shown}}" + (f" ± {error:{ends}}" if error else f" ({alike})" if alike else "")


def in_percent(row: dict[str, Any], share: str, n: Any) -> Any:
    value, error = row[share], row.get(f"{share}_stderr", row.get("stderr") if share == "share" else None)
    if not isinstance(value, int | float):
        return value
    return percent(value, interval(value, error, n) if error is not None else (value, value))


def redone(block: re.Match[str], brief: bool) -> str:
    if block["kind"] == "timed" or (brief and block["kind"]):
        return block[0]
    commands = [line for line in block["body"].splitlines() if line.startswith("$ ")]
    shown = "".join(f"{command}\n{output(command[2:])}" for command in commands)
    return f"{block['mark'] or ''}```console\n{shown}```\n"


def output(command: str) -> str:
    """What a command prints, without blanks at the ends of lines and without empty lines at the end."""
    first, pipe, rest = command.partition(" | ")
    shown = "".join(line for line in printed(first).splitlines(keepends=True) if not line.startswith(WAITING))
    if pipe:
        shown = shell(rest, shown)
    return "".join(line.rstrip() + "\n" for line in shown.rstrip().splitlines())


def evaluated(text: str, brief: bool) -> str:
    """The page with the values that its Python shows."""
    names: dict[str, object] = {}
    if brief and "<!-- long -->\n```python" in text:
        return text
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
    kept = io.BytesIO()
    stream = io.TextIOWrapper(kept, encoding="utf-8", write_through=True)
    before, sys.argv = sys.argv, shlex.split(command)
    with (
        contextlib.redirect_stdout(stream),
        contextlib.redirect_stderr(stream),
        contextlib.suppress(SystemExit),
    ):
        kanamj()
    sys.argv = before
    return kept.getvalue().decode()


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


def page_of_commands() -> str:
    """Every command and option: the first paragraph of its help, and the examples. Of an option that several commands
    have in the same words, these are said once."""
    top: Any = typer.main.get_command(app_of())
    commands = {name: (command, items(command)) for name, command in commands_of(top, "kanamj")}
    notes: dict[tuple[str, str], list[str]] = {}
    for _, found in commands.values():
        for name, text, note in found:
            if name[0] == "-":
                notes.setdefault((name, text), []).append(note)
    several = sorted(notes.items(), key=lambda option: option[0][0].split()[-2:])
    usual = {option: max(found, key=found.count) for option, found in several if len(found) > 1}
    ((lang, *_),) = (each for each in usual if "--lang" in each[0])
    lines = ["# Command line", "", *paragraphs(top), "## Options of several commands", ""]
    lines += ["Every command has `--lang` and `--help`, which says more of it.", ""]
    lines += [f"* `{name}`: {text}{note}" for (name, text), note in usual.items()]
    for title, (command, found) in commands.items():
        lines += ["", f"{'#' * len(title.split())} `{title}`", "", *paragraphs(command, "Example")]
        lines += [f"* `{name}`: {text}{note}" for name, text, note in found if (name, text) not in usual]
        also = [
            f"`{re.findall('--[a-z-]+', name)[0]}`{(note or ' [no default]') * (note != usual[name, text])}"
            for name, text, note in found
            if (name, text) in usual and name != lang
        ]
        lines += [f"* As above: {', '.join(also)}"] * bool(also)
    return re.sub("\n{3,}", "\n\n", "\n".join([*lines, ""]))


def commands_of(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    for word in command.list_commands(None) if hasattr(command, "commands") else ():
        inner = command.commands[word]
        yield f"{name} {word}", inner
        yield from commands_of(inner, f"{name} {word}")


def paragraphs(command: Any, beginning: str = "") -> list[str]:
    """The lines of the first paragraph of a help, and of those with this beginning; an empty line behind each."""
    first, *others = (" ".join(each.split()) for each in command.help.split("\n\n"))
    found = [first, *(each for each in others if each.startswith(beginning))]
    return [line for each in found for line in (*textwrap.wrap(each, 120, break_on_hyphens=False), "")]


def items(command: Any) -> list[tuple[str, str, str]]:
    """Of each argument and option of a command: its name with its value, its text, and a note such as its default."""
    records = [each.get_help_record(typer.Context(command)) for each in command.params]
    texts = [
        (without_types(name).strip(), *re.split(r"(?= \[)", text, maxsplit=1), "") for name, text in records
    ]
    return [
        (name, text.strip(), note.translate({ord("("): "", ord(")"): ""})) for name, text, note, *_ in texts
    ]


def main(check: bool = False, quick: bool = False, brief: bool = False) -> int:
    os.chdir(ROOT)
    stale = 0 if quick else notebooks.main(check)  # first: what follows changes the surroundings
    os.environ.update(COLUMNS="100", NO_COLOR="1")
    differing: list[str] = []
    wrong: list[str] = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        os.environ["KANAMJ_LANG"] = "ja" if page.match("ja/*.md") or page.match("*.ja.md") else "en"
        printed.cache_clear()
        untrue: list[str] = []
        fresh = tied(TABLE.sub(tabled, text), untrue)
        if not quick:
            fresh = evaluated(BLOCK.sub(partial(redone, brief=brief), fresh), brief)
        fresh = fresh.rstrip() + "\n"
        wrong += [f"{page.relative_to(ROOT)}: {each}" for each in untrue]
        if fresh != text:
            differing.append(page.relative_to(ROOT).as_posix())
            if not check:
                page.write_text(fresh, encoding="utf-8")
    if not check and not quick:  # its notes, such as [x>=0], differ with the version of typer
        COMMANDS.write_text(page_of_commands(), encoding="utf-8")
    if differing:
        print("differs from what the commands print:" if check else "redone:", *differing)
    print(*wrong, sep="\n", end="\n" * bool(wrong))
    return 1 if stale or wrong or (differing and check) else 0


if __name__ == "__main__":
    from start import start

    start(
        main,
        check="write nothing, name the pages that differ",
        quick="only tables and numbers: run nothing",
        brief="leave out what takes seconds",
    )
