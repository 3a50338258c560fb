"""Write README.md of results: python scripts/results_index.py [--folder DIR] [--note FILE]

The page has settings, figures, and the command that makes each part again. The note is a text above the tables.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kanamj.errors import ManifestError
from kanamj.results import MANIFEST, Manifest, write_folder
from kanamj.studies import Deals, Games, for_people, percent, read_table, share
from kanamj.text import markdown_cell, shown

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).with_name("research")))
from arranging import Arranging
from exact332.count import CountWords
from exact332.solve import SolveWords
from fair_tiles import FairTiles
from rare import Rare
from riichi import Riichi
from seats import Seats
from table1 import PAPER
from unseen_waits import UnseenWaits

KIND = "index"
COMMAND = "python scripts/results_index.py"
PAGE = "README.md"
ROOT = Path(__file__).resolve().parents[1]
ResultFolder = tuple[str, Path, Manifest]
Shown = tuple[str, list[str], list[list[Any]]]
"""How a folder is shown: its setting in a few words, the heads, and the rows."""
SHANTEN = {-1: "和了 −1", 0: "聴牌 0", 1: "一向聴 1", 2: "2", 3: "3"}


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
    page = "\n".join(_lines(parts, note))
    write_folder(folder, {PAGE: page}, Manifest(KIND, COMMAND, parameters={"note": note}), replace=True)
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
    for kind, (title, about, show) in STUDIES.items():
        if chosen := [part for part in parts if part[2].kind == kind]:
            found = [(name, *show(path)) for name, path, _ in chosen]
            yield from ["", f"## {title}", "", about, *_section(found)]
    for kind, (title, about, shares) in SUMMARIES.items():
        if chosen := [part for part in parts if part[2].kind == kind]:
            yield from ["", f"## {title}", "", about, *_summaries(chosen, shares)]
    yield from ["", "## All files, and how they are made", "", *_files(parts), ""]


def _section(found: Sequence[tuple[str, str, list[str], list[list[Any]]]]) -> Iterator[str]:
    """The tables of some folders (name, setting, heads, rows). Tables of one row are joined."""
    if all(len(rows) == 1 for *_, rows in found):
        yield ""
        yield from _table_head(["setting", *found[0][2]])
        yield from (_row([_link(setting, name), *row]) for name, setting, _, (row,) in found)
        return
    for name, setting, heads, rows in found:
        yield from ["", f"{_link(setting, name)}:", ""]
        yield from _table_head(heads)
        yield from map(_row, rows)


def _summaries(parts: Sequence[ResultFolder], shares: Sequence[str]) -> Iterator[str]:
    """The lines of one table per part, made from its file summary.csv. shares: the columns to show in percent."""
    for name, path, manifest in parts:
        table, deals = read_table(path / "summary.csv"), manifest.parameters.get("deals")
        counted = deals if isinstance(deals, int) else None
        header, rows = for_people(table, shares, counted)
        yield ""
        yield f"{_link(name, name)}{f', {counted:,} deals' if counted else ''}:"
        yield ""
        yield from _table_head(header)
        yield from map(_row, rows)


def _files(parts: Sequence[ResultFolder]) -> Iterator[str]:
    yield from _table_head(["folder", "holds", "files", "licence", "made by"])
    for name, path, manifest in parts:
        files = ", ".join(
            _link(file, f"{name}/{file}") if output.kept else markdown_cell(file)
            for file, output in manifest.outputs.items()
        )
        words = list_with_licence(path, manifest)
        licence = f"that of its words: {_link('NOTICE', f'../wordlists/{words}/NOTICE')}" if words else "MIT"
        yield _row([name, manifest.kind, files, licence, _code(manifest.command)], raw=(2, 3, 4))


def list_with_licence(part: Path, manifest: Manifest) -> str:
    """The shipped list whose words are in a part of the results, and under whose licence it is therefore; "" if it has
    figures only, which are under that of kanamj."""
    name = str(manifest.parameters.get("lexicon", ""))
    if not (ROOT / "wordlists" / name / "NOTICE").is_file() or not name:
        return ""
    tables = [part / file for file in manifest.outputs if file.endswith(".csv")]
    has_words = any(
        "words" in read_table(table).columns and "key" in read_table(table).columns for table in tables
    )
    records = any(file.endswith(".jsonl") for file in manifest.outputs)
    return name if has_words or records or manifest.kind == "data set" else ""


def deals(folder: Path) -> Shown:
    found: Any = Deals.read(folder)
    shares = [share("share", found.n, found.counts.get(at, 0)) for at in SHANTEN]
    cells = [percent(each["share"], (each["low"], each["high"])) for each in shares]
    mean = "{mean_shanten:.4f} ± {mean_shanten_stderr:.4f}".format(**found.mean)
    return found.setting, ["deals", *SHANTEN.values(), "mean shanten"], [[f"{found.n:,}", *cells, mean]]


def counted(folder: Path) -> Shown:
    found = CountWords.read(folder)
    given, hands = found.parameters, {row["shanten"]: row["hands"] for row in found.rows("exact")}
    total, means = sum(hands.values()), []
    for at in (0, 1):
        rows = [row for row in found.rows("accepts") if (row["what"], row["shanten"]) == ("tiles", at)]
        means += [f"{sum(row['n'] * row['hands'] for row in rows) / hands[at]:.2f}"] if rows else []
    cells = [f"{100 * hands[at] / total:.3f} %" if at in hands else "–" for at in SHANTEN]
    heads = ["hands", *SHANTEN.values(), "mean tiles accepted (聴牌, 一向聴)"]
    setting = f"{given['lexicon']}, {given['hand']} tiles, {given['tiles']}"
    return setting, heads, [[f"{total:,}", *cells, ", ".join(means)]]


def solved(folder: Path) -> Shown:
    rows = SolveWords.read(folder).rows("solitaire")
    return folder.relative_to(folder.parents[1]).as_posix(), [*rows[0]], [[*row.values()] for row in rows]


def games(folder: Path) -> Shown:
    found: Any = Games.read(folder)
    given = found.parameters
    ends = dict(for_people(found.tables["ends"][["how", "share", "stderr"]], n=found.n)[1])
    _, agents = for_people(found.tables["agents"][["agent", "share", "stderr"]], n=found.n)
    names = {"tsumo": "tsumo", "ron": "ron", "wall": "nobody wins"}
    row = [f"{found.n:,}", f"{found.median_turn or 0:g}", *(ends[how] for how in names)]
    heads = ["games", "median turn", *names.values(), "wins per seat, by agent"]
    setting = f"{given['rules']['name']} rules, {given['agents']}, {given['lexicon']}"
    return setting, heads, [[*row, ", ".join(map(" ".join, agents))]]


def arranged(folder: Path) -> Shown:
    found = Arranging.read(folder)
    given, hands = found.parameters, found.counted["complete"]
    setting = f"{given['lexicon']}, form {given['forms']}, {hands:,} complete deals, {given['passes']} passes"
    _, rows = for_people(found.tables["policies"], ("share", "within"), hands)
    named = [["/".join(filter(None, row[:3])), *row[3:]] for row in rows]
    return setting, ["policy", "one pass", "within all passes"], named


def table_of(name: str, columns: str = "") -> Callable[[Path], Shown]:
    """What shows the columns of a table, all if none are named."""

    def show(folder: Path) -> Shown:
        table = read_table(folder / f"{name}.csv")
        heads, rows = for_people(table)
        kept = [at for at, head in enumerate(heads) if not columns or head in columns.split()]
        return folder.name, [heads[at] for at in kept], [[row[at] for at in kept] for row in rows]

    return show


STUDIES: dict[str, tuple[str, str, Callable[[Path], Shown]]] = {
    Deals.kind: (
        "The first hand, dealt",
        "The shanten of random hands, shares with 95 % intervals. ± is the standard error of the mean. Of the paper's "
        f"{sum(PAPER.values()):,} hands {100 * PAPER[-1] / sum(PAPER.values()):.1f} % are complete; compare them with "
        "the row `v1.1, 14 tiles, copies ignored` (`--lexicon hrgjncs/v1.1 --copies ignore`).",
        deals,
    ),
    CountWords.kind: (
        "The beginners' game, counted whole",
        "All hands of the form 332 are counted; nothing is sampled.",
        counted,
    ),
    SolveWords.kind: (
        "The beginners' game, solved for one player",
        "The mean chance of dealt hands of seven tiles to be complete within some draws. Thrown tiles go back.",
        solved,
    ),
    Games.kind: (
        "Games",
        "Games between agents. The turn of a win is the turn of the player who drew or threw the winning tile. A share "
        "is followed by its 95 % interval.",
        games,
    ),
    Arranging.kind: (
        "Arranging",
        "Complete deals were arranged word by word, without taking a word back: the share that one pass arranges, and "
        "the share within all passes, each with its 95 % interval. The name of a policy says which letter is taken "
        "first / which word with it / where words are counted (`docs/arranging.md`).",
        arranged,
    ),
    Rare.kind: (
        "Rare hands",
        "Shares of deals that are far from complete, by hands drawn with weights; plain_deals would have the same "
        "error (`docs/counting.md`).",
        table_of("rare"),
    ),
    FairTiles.kind: (
        "A fairer set of tiles",
        "The set of the game and a chosen one of as many tiles (`docs/rules.md`).",
        table_of("sets", "set complete known tenpai waits spread won_first won_last discards"),
    ),
    Riichi.kind: (
        "When riichi pays",
        "What players gain who declare riichi as soon as so large a share of the unseen tiles wins, in sticks of 1,000 "
        "per player and game, by words known (`docs/strength.md`).",
        table_of("rules"),
    ),
    Seats.kind: (
        "What a seat is worth",
        "Points per game of each seat, seat 0 deals; the komi that makes seats equal, found on the first half of the "
        "games, and what a seat is still worth with it on the other half (`docs/strength.md`).",
        table_of("seats"),
    ),
    UnseenWaits.kind: (
        "The waits that one does not see",
        "How many of the letters that win a tenpai hand are seen if it is laid in so many ways (`docs/the-paper.md`).",
        table_of("seen"),
    ),
}
"""Kind of the manifest -> title, first sentence, and how a folder is shown."""
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
        "order of `scripts/research/order.py` or in other ways. `docs/learning.md` explains the columns. A share is "
        "followed by its 95 % interval.",
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
        str(cell) if i in raw or isinstance(cell, _Link) else markdown_cell("" if cell is None else str(cell))
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
