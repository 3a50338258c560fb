"""The page `README.md` of a folder of results: settings, figures, and the command that makes each part again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from kanamj.errors import ManifestError
from kanamj.results import MANIFEST, Manifest, fill, hold_folder, staged
from kanamj.safe_text import markdown_cell, shown
from kanamj.studies.arranging import KIND as ARRANGING
from kanamj.studies.arranging import Arranging
from kanamj.studies.csvtext import read_table
from kanamj.studies.deal_results import KIND as DEALS
from kanamj.studies.deal_results import read_deals
from kanamj.studies.exact_words import KIND as EXACT
from kanamj.studies.exact_words import read_exact
from kanamj.studies.games import KIND as GAMES
from kanamj.studies.games import Games
from kanamj.studies.stats import Share, in_percent, percent
from kanamj.version import __version__

KIND = "index"
COMMAND = "kanamj report index DIR"
PAGE = "README.md"
CLASSES = (-1, 0, 1, 2, 3)
IN_BRACKETS = "A share is followed by its 95 % interval."
NAMES = {-1: "和了 −1", 0: "聴牌 0", 1: "一向聴 1", 2: "2", 3: "3"}
Part = tuple[str, Path, Manifest]


def write_index(folder: Path, note: str | None = None, *, replace: bool = False) -> list[str]:
    """Write `README.md` into a folder of results, which may hold other files. Returns the names of the listed parts.

    A part is a folder that has a manifest: `folder`, a folder in it, or one in these. note: a text above the tables;
    None keeps the note of the page that is replaced. replace: True replaces a page that this function wrote. Raises
    ManifestError if there is no part, if a file is not what its manifest says, or if a README.md is in the way.
    """
    parts = _parts(folder)
    if not parts or folder.samefile(folder / ".."):  # a folder of results is not the root of the file system
        raise ManifestError(
            f"{folder} is not a folder of results: no folder in it has a manifest. Give the folder above the results"
        )
    with hold_folder(folder), staged(folder, replace=replace, kind=KIND) as place:
        if note is None and (folder / MANIFEST).is_file():
            note = str(Manifest.read(folder).parameters.get("note", ""))
        page = "\n".join(_lines(parts, note or ""))
        parameters = {"note": note} if note else {}
        fill(place, {PAGE: page}, Manifest(KIND, COMMAND, __version__, parameters=parameters))
    return [name for name, _, _ in parts]


def _parts(folder: Path) -> list[Part]:
    """The parts of a folder of results: (name, path, manifest) of each; see `write_index`."""
    found = []
    for path in sorted(path for above in ("", "*/", "*/*/") for path in folder.glob(above + MANIFEST)):
        name = path.parent.relative_to(folder)
        if not any(part.startswith(".") for part in name.parts):
            found.append((name.as_posix(), path.parent, Manifest.read(path)))
    return [part for part in found if part[2].kind != KIND]


def _lines(parts: Sequence[Part], note: str) -> Iterator[str]:
    yield "# Results"
    yield ""
    yield (
        "`kanamj report index` wrote this page; only the note was typed by hand. Each folder has a `MANIFEST.toml` "
        "with inputs, parameters, version and hashes."
    )
    yield from ["", note] if note else []
    for kind, title, tell in _SECTIONS:
        if chosen := [part for part in parts if part[2].kind == kind]:
            yield from ["", f"## {title}", "", *tell(chosen)]
    yield from ["", "## All files, and how they are made", "", *_files(parts), ""]


def _deals(parts: Sequence[Part]) -> Iterator[str]:
    yield f"The shanten of random hands. {IN_BRACKETS} ± is the standard error of the mean."
    yield ""
    yield from _table_head(["setting", "deals", *NAMES.values(), "mean shanten"])
    for name, path, _ in parts:
        dealt = read_deals(path)
        mean = f"{dealt.mean.value:.4f} ± {dealt.mean.stderr:.4f}" if dealt.mean else ""
        shares = [Share(dealt.counts.get(at, 0), dealt.n) for at in CLASSES]
        cells = [percent(share.value, share.interval) for share in shares]
        yield _row([_link(dealt.title, name), f"{dealt.n:,}", *cells, mean])


def _exact(parts: Sequence[Part]) -> Iterator[str]:
    yield "All hands of the form 332 are counted; nothing is sampled."
    yield ""
    yield from _table_head(["setting", "hands", *NAMES.values(), "mean tiles accepted (聴牌, 一向聴)"])
    for name, path, _ in parts:
        counted = read_exact(path)
        given = counted.parameters
        title = f"{given['lexicon']}, {given['hand']} tiles, {given['tiles']}"
        shares = [
            f"{100 * counted.counts[at] / counted.total:.3f} %" if at in counted.counts else "–"
            for at in CLASSES
        ]
        means = [counted.mean_accepts(counted.by_tiles, at) for at in (0, 1)]
        accepted = ", ".join(f"{mean:.2f}" for mean in means if mean is not None)
        yield _row([_link(title, name), f"{counted.total:,}", *shares, accepted])


def _games(parts: Sequence[Part]) -> Iterator[str]:
    yield (
        "Games between agents. The turn of a win is the turn of the player who drew or threw the winning tile. "
        f"{IN_BRACKETS}"
    )
    yield ""
    yield from _table_head(
        ["setting", "games", "median turn", "tsumo", "ron", "nobody wins", "wins per seat, by agent"]
    )
    for name, path, manifest in parts:
        played = Games.read(path)
        given = manifest.parameters
        ends, agents = (
            in_percent(played.tables[table], ["share"], played.n).objects() for table in ("ends", "agents")
        )
        wins = ", ".join(f"{row['agent']} {row['share']}" for row in agents)
        title = f"{given['rules']['name']} rules, {given['agents']}, {given['lexicon']}"
        shares = [row["share"] for row in ends]
        yield _row([_link(title, name), f"{played.n:,}", f"{played.median_turn or 0:g}", *shares, wins])


def _chances(parts: Sequence[Part]) -> Iterator[str]:
    yield (
        "The exact chances of random hands; `docs/chances.md` explains the columns and says what they teach. "
        "A mean chance, or a share, is followed by its 95 % interval."
    )
    yield from _summaries(parts, "best", "kept", "not_best")


def _hardness(parts: Sequence[Part]) -> Iterator[str]:
    yield (
        "The least vocabulary of dealt hands: how many of the easiest words they need to be complete (shanten -1) or "
        "tenpai (0). The table has quantiles with their 95 % intervals. `docs/definitions.md` has the definition."
    )
    yield from _summaries(parts)


def _lessons(parts: Sequence[Part]) -> Iterator[str]:
    yield (
        "How near to complete dealt hands are for players who know some of the easiest words, and learn more in the "
        f"order of `kanamj study order` or in other ways. `docs/learning.md` explains the columns. {IN_BRACKETS}"
    )
    yield from _summaries(parts, "tenpai")


def _summaries(parts: Sequence[Part], *shares: str) -> Iterator[str]:
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


def _arranging(parts: Sequence[Part]) -> Iterator[str]:
    yield (
        "Complete deals were arranged word by word, without taking a word back. A cell has the share that one pass "
        "arranges; then the share within all passes. The name of a policy says which letter is taken first / which "
        f"word with it / where words are counted (`docs/arranging.md`). {IN_BRACKETS}"
    )
    yield ""
    found = [(name, Arranging.read(path)) for name, path, _ in parts]
    yield from _table_head(["policy", *(_link(name, name) for name, _ in found)])
    shares: dict[str, dict[str, str]] = {}
    for name, results in found:
        for row in in_percent(results.tables["policies"], ["share", "within"], results.complete).objects():
            policy = "/".join(filter(None, (row["first"], row["then"], row["counted"])))
            shares.setdefault(policy, {})[name] = f"{row['share']}; {row['within']}"
    for policy, cells in shares.items():
        yield _row([policy, *(cells.get(name, "") for name, _ in found)])
    given = [(results.parameters, results.complete) for _, results in found]
    hands = [f"{complete:,}" for _, complete in given]
    yield _row(
        [
            "complete deals, passes",
            *(f"{n}, {one['passes']}" for n, (one, _) in zip(hands, given, strict=True)),
        ]
    )


def _files(parts: Sequence[Part]) -> Iterator[str]:
    yield from _table_head(["folder", "holds", "files", "made by"])
    for name, _, manifest in parts:
        files = ", ".join(
            _link(file, f"{name}/{file}") if output.kept else markdown_cell(file)
            for file, output in manifest.outputs.items()
        )
        yield _row([name, manifest.kind, files, _code(manifest.command)], raw=(2, 3))


_SECTIONS: tuple[tuple[str, str, Callable[[Sequence[Part]], Iterator[str]]], ...] = (
    (DEALS, "The first hand, dealt", _deals),
    (EXACT, "The beginners' game, counted whole", _exact),
    (GAMES, "Games", _games),
    ("chances", "Chances", _chances),
    ("hardness", "How hard a hand is", _hardness),
    ("lessons", "Which words to learn", _lessons),
    (ARRANGING, "Arranging", _arranging),
)


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
