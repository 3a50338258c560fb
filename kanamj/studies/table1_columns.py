"""The columns of Table 1: distributions of shanten that were dealt, counted, or printed in the paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kanamj.errors import FileFormatError, KanamjError, Message, joined, not_one_of
from kanamj.results import Manifest
from kanamj.studies import paper, read_table, rows_of
from kanamj.studies.deals import COUNTS, EXACT, DealResults, Deals
from kanamj.studies.stats import Proportion

PAPER, FOUR_LEAST, FOUR_GENERAL, THREE = "paper", "four-least", "four-general", "three"


@dataclass(frozen=True)
class Column:
    """One distribution of shanten, which is a column of the table. counts: shanten -> hands.

    exact: True if all hands were counted, False if hands were dealt. printed: shanten -> share as the paper prints it;
    empty if the paper prints none. like_paper: True if hands were dealt with the form, tiles and number of tiles of the
    paper; the word list and the copies rule may differ. label: what pictures show instead of the title; "" for the
    title. words: True for word mahjong, False for ordinary mahjong.
    """

    name: str
    title: str
    counts: Mapping[int, int]
    exact: bool = False
    printed: Mapping[int, str] = field(default_factory=dict)
    like_paper: bool = False
    label: str = ""
    words: bool = True

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    def share(self, shanten: int) -> Proportion:
        return Proportion(self.counts.get(shanten, 0), self.n)


def paper_column() -> Column:
    """The column of the 30,000 deals of the paper."""
    return Column(PAPER, Message("the paper's 30,000 deals"), paper.WORD_COUNTS)


def deals_column(folder: Path) -> Column:
    """The column of the deals in a folder."""
    dealt = Deals.read(folder)
    assert isinstance(dealt, DealResults)
    return results_column(folder.resolve().name, dealt)


def results_column(name: str, dealt: DealResults) -> Column:
    """The column of these deals."""
    setting = [dealt.parameters[name] for name in ("forms", "hand", "tiles")]
    like_paper = setting == ["33332", 14, "hiragana-120"]
    return Column(name, dealt.setting, dealt.counts, like_paper=like_paper)


def folder_column(folder: Path) -> Column:
    """The column of the deals, or of the exact counts, in a folder."""
    if not (folder / EXACT).is_file():
        return deals_column(folder)
    manifest = Manifest.read(folder)
    manifest.check(folder)
    given, table = manifest.parameters, read_table(folder / EXACT)
    rows = rows_of(table)
    if [*table.columns[:2]] != ["shanten", "hands"] or not all(
        type(row[name]) is int for row in rows for name in ("shanten", "hands")
    ):
        raise FileFormatError(
            "has no whole numbers of hands by shanten; count them again", path=folder / EXACT
        )
    words = [given["lexicon"], Message("{} tiles", given["hand"]), Message("form {}", given["form"])]
    words += [given["tiles"]] if given["tiles"] != "hiragana-120" else []
    title = joined([*words, Message("all counted")], Message(", "))
    return Column(folder.resolve().name, title, {row["shanten"]: row["hands"] for row in rows}, exact=True)


def exact_columns() -> list[Column]:
    """The three columns of ordinary mahjong, in the order of the paper; all hands of 14 tiles are counted.

    They are: four players, shanten by the nearest form; four players, by the general form (four sets and a pair);
    three players, by the nearest form.
    """
    from kanamj.engine.riichi import GENERAL
    from kanamj.engine.riichi.counts import LEAST, count_hands

    four, three = ({form: each.counts for form, each in count_hands(n, 14).items()} for n in (4, 3))
    return [
        Column(name, title, counts, exact=True, printed=printed, label=label, words=False)
        for name, title, counts, printed, label in (
            (FOUR_LEAST, "四麻(最小;七対子国士合)", four[LEAST], paper.FOUR_LEAST, "four players, nearest"),
            (FOUR_GENERAL, "四麻(一般形のみ)", four[GENERAL], paper.FOUR_GENERAL, "four players, general"),
            (THREE, "三麻(2萬-8萬除外)", three[LEAST], paper.THREE, "three players, nearest"),
        )
    ]


def deal_folders(folders: Sequence[Path], first: str = "") -> list[Path]:
    """The folders with deals or exact counts of word mahjong, among `folders` and the folders directly inside them.

    They are in the order of `folders`; those inside one folder are sorted: the paper's list comes first, as the paper
    judged; then the shipped lists, and of a list the whole game. first: the name of a folder with deals, which then
    comes before all others.

    Raises KanamjError if none of them has deals, or if `first` is not among those that have.
    """
    found = [
        inside
        for folder in folders
        for inside in [folder, *sorted(filter(_has_counts, folder.glob("*/")), key=_place)]
        if _has_counts(inside)
    ]
    dealt = [folder.resolve().name for folder in found if (folder / COUNTS).is_file()]
    if not dealt:
        raise KanamjError(
            "no deals in {}; make some: kanamj simulate deals --n 1e7 --out DIR", ", ".join(map(str, folders))
        )
    if first and first not in dealt:
        raise KanamjError(not_one_of(first, "a folder of deals among those given", dealt))
    return sorted(found, key=lambda folder: bool(first) and folder.resolve().name != first)


def _has_counts(folder: Path) -> bool:
    return (folder / COUNTS).is_file() or (folder / EXACT).is_file()


def _place(folder: Path) -> tuple[object, ...]:
    """A sort key: the place of a folder among the columns of the table."""
    given = Manifest.read(folder).parameters
    lexicon, hand = str(given.get("lexicon")), given.get("hand")
    several = "," in str(given.get("forms"))
    tiles = hand if isinstance(hand, int) else 0
    published = given.get("lexicon_sha256") == paper.LIST
    order = (
        not published,
        given.get("copies") != "ignore" and published,
        lexicon != "core",
        lexicon != "common",
    )
    return *order, lexicon, several, -tiles, folder.name
