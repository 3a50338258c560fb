"""Write README.md of results: python scripts/results_index.py [--folder DIR] [--note FILE]

The page has settings, figures, and the command that makes each part again. The note is a text above the tables.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kanamj.errors import ManifestError
from kanamj.studies import Results, for_people
from kanamj.text import markdown_cell, shown

sys.path.append(str(Path(__file__).with_name("research")))
from arranging import Arranging
from exact332.count import CountWords
from exact332.solve import SolveWords
from old.csvtext import Table, read_table
from old.deals import Deals
from old.folders import MANIFEST, Manifest, fill, hold_folder, staged
from old.games import Games
from old.stats import in_percent

KIND = "index"
COMMAND = "python scripts/results_index.py"
PAGE = "README.md"
ROOT = Path(__file__).resolve().parents[1]
ResultFolder = tuple[str, Path, Manifest]


def write_index(folder: Path, note: str) -> list[str]:
    """Write `README.md` into a folder of results, which may hold other files. Returns the names of the listed parts.

    A part is a folder that has a manifest: `folder`, a folder in it, or one in these. note: a text above the tables. A
    page that this function wrote is replaced. Raises ManifestError if there is no part, if a file is not what its
    manifest says, or if another README.md is in the way.
    """
    parts = _parts(folder)
    if not parts:
        raise ManifestError(
            f"{folder} is not a folder of results: no folder in it has a manifest. Give the folder above the results"
        )
    with hold_folder(folder), staged(folder, replace=True, kind=KIND) as place:
        page = "\n".join(_lines(parts, note))
        fill(place, {PAGE: page}, Manifest(KIND, COMMAND, parameters={"note": note}))
    return [name for name, _, _ in parts]


def _parts(folder: Path) -> list[ResultFolder]:
    """The parts of a folder of results: (name, path, manifest) of each; see `write_index`."""
    found = []
    for path in sorted(path for above in ("", "*/", "*/*/") for path in folder.glob(above + MANIFEST)):
        name = path.parent.relative_to(folder)
        if not any(part.startswith(".") for part in name.parts):
            found.append((name.as_posix(), path.parent, Manifest.read(path)))
    return [part for part in found if part[2].kind != KIND]


def _lines(parts: Sequence[ResultFolder], note: str) -> Iterator[str]:
    yield "# Results"
    yield ""
    yield (
        "`scripts/results_index.py` wrote this page; only the note was typed by hand. Each folder has a "
        "`MANIFEST.toml` with inputs, parameters, version and hashes."
    )
    yield from ["", note] if note else []
    for study in STUDIES:
        if chosen := [part for part in parts if part[2].kind == study.kind]:
            yield from ["", f"## {study.title}", "", *_section(study, chosen)]
    for kind, (title, about, shares) in SUMMARIES.items():
        if chosen := [part for part in parts if part[2].kind == kind]:
            yield from ["", f"## {title}", "", about, *_summaries(chosen, shares)]
    yield from ["", "## All files, and how they are made", "", *_files(parts), ""]


def _section(study: Any, parts: Sequence[ResultFolder]) -> Iterator[str]:
    """The lines about the folders of one study. Tables of one row are joined."""
    yield study.about
    found = [(name, study.read(path)) for name, path, _ in parts]
    tables = [(name, results.setting or name, results.summary()) for name, results in found]
    if all(len(table.rows) == 1 for _, _, table in tables):
        yield ""
        yield from _table_head(["setting", *tables[0][2].columns])
        yield from (_row([_link(setting, name), *table.rows[0]]) for name, setting, table in tables)
        return
    for name, setting, table in tables:
        yield from ["", f"{_link(setting, name)}:", ""]
        yield from _table_head(table.columns)
        yield from map(_row, table.rows)


def _summaries(parts: Sequence[ResultFolder], shares: Sequence[str]) -> Iterator[str]:
    """The lines of one table per part, made from its file summary.csv. shares: the columns to show in percent."""
    for name, path, manifest in parts:
        table, deals = read_table(path / "summary.csv"), manifest.parameters.get("deals")
        counted = deals if isinstance(deals, int) else None
        header, rows = in_percent(table, [share for share in shares if share in table.columns], counted)
        yield ""
        yield f"{_link(name, name)}{f', {counted:,} deals' if counted else ''}:"
        yield ""
        yield from _table_head(header)
        yield from map(_row, rows)


def _files(parts: Sequence[ResultFolder]) -> Iterator[str]:
    yield from _table_head(["folder", "holds", "files", "made by"])
    for name, _, manifest in parts:
        files = ", ".join(
            _link(file, f"{name}/{file}") if output.kept else markdown_cell(file)
            for file, output in manifest.outputs.items()
        )
        yield _row([name, manifest.kind, files, _code(manifest.command)], raw=(2, 3))


class OfArranging:
    """The section about arranging."""

    kind, title = Arranging.kind, "Arranging"
    about = (
        "Complete deals were arranged word by word, without taking a word back: the share that one pass arranges, and "
        "the share within all passes, each with its 95 % interval. The name of a policy says which letter is taken "
        "first / which word with it / where words are counted (`docs/arranging.md`)."
    )

    def __init__(self, found: Results) -> None:
        self.found, given = found, found.parameters
        hands = found.counted["complete"]
        form = f"{given['lexicon']}, form {given['forms']}"
        self.setting = f"{form}, {hands:,} complete deals, {given['passes']} passes"

    @classmethod
    def read(cls, folder: Path) -> OfArranging:
        return cls(Arranging.read(folder))

    def summary(self) -> Table:
        _, rows = for_people(
            self.found.tables["policies"], ("share", "within"), self.found.counted["complete"]
        )
        named = [["/".join(filter(None, row[:3])), *row[3:]] for row in rows]
        return Table(("policy", "one pass", "within all passes"), named)


STUDIES: tuple[Any, ...] = (Deals, CountWords, SolveWords, Games, OfArranging)
SUMMARIES = {
    "chances": (
        "Chances",
        "The exact chances of random hands; `docs/chances.md` explains the columns and says what they teach. A mean "
        "chance, or a share, is followed by its 95 % interval.",
        ("best", "kept", "not_best"),
    ),
    "hardness": (
        "How hard a hand is",
        "The least vocabulary of dealt hands: how many of the easiest words they need to be complete (shanten -1) or "
        "tenpai (0). The table has quantiles with their 95 % intervals. `docs/definitions.md` has the definition.",
        (),
    ),
    "yaku-summary": (
        "What wins are worth",
        "Complete hands dealt, scored by the rules `pro`, and by changed numbers (166-own): mean points in sticks of "
        "1,000 as a player sees the hand first, by the best choice, and with riichi; what the last two add (gain); "
        "mean han, and the share of hands with a yaku (any). `docs/yaku.md` explains them.",
        ("complete", "any"),
    ),
    "lessons": (
        "Which words to learn",
        "How near to complete dealt hands are for players who know some of the easiest words, and learn more in the "
        "order of `kanamj study order` or in other ways. `docs/learning.md` explains the columns. A share is followed "
        "by its 95 % interval.",
        ("tenpai",),
    ),
}
"""Kind of the manifest -> title, first sentences, and columns in percent, for folders whose file summary.csv is
shown."""


def _table_head(names: Sequence[str]) -> Iterator[str]:
    yield _row(names)
    yield _row(["---"] * len(names))


def _row(cells: Sequence[object], raw: Sequence[int] = ()) -> str:
    """A row of a Markdown table. raw: the indices of cells that are Markdown already (no need to list a `_Link`)."""
    texts = [
        str(cell) if i in raw or isinstance(cell, _Link) else markdown_cell(str(cell))
        for i, cell in enumerate(cells)
    ]
    return f"| {' | '.join(texts)} |"


class _Link(str):
    """A Markdown link that `_link` made."""


def _link(text: str, target: str) -> _Link:
    """A link whose text is escaped and whose target is a path below the page."""
    safe = "".join(
        letter if letter.isalnum() or letter in "/._-" else f"%{ord(letter):02X}" for letter in target
    )
    return _Link(f"[{markdown_cell(text)}]({safe})")


def _code(text: str) -> str:
    """A command as Markdown code. Backticks, pipes and line ends are replaced, because they would end the code."""
    return f"`{shown(text).replace(chr(10), ' ').replace('`', chr(39)).replace('|', chr(92) + '|')}`"


def main(folder: Path = ROOT / "results", note: Path = ROOT / "scripts" / "results_note.md") -> None:
    """Write the page."""
    print("README.md lists", *write_index(folder, note.read_text(encoding="utf-8").strip()))


if __name__ == "__main__":
    from start import start

    start(main, folder="the folder of results", note="the text above the tables")
