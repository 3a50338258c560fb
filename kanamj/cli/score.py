"""kanamj score: what a complete hand is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.engines import scorer_of
from kanamj.cli.output import print_json, print_rows, print_table, print_tsv, say
from kanamj.text import shown, tr

if TYPE_CHECKING:
    from kanamj.yaku import Score
    from kanamj.yaku.scoring import Reading

OTHERS = 5
"""How many further choices --why shows."""


def score(
    hand: Annotated[
        list[str], opt.argument("HAND", "The tiles that were not called, with the winning tile.")
    ],
    meld: Annotated[
        list[str], opt.option("--meld -m WORD", "A called word of three letters (pon).")
    ] = opt.NO_TEXTS,
    kan: Annotated[
        list[str], opt.option("WORD", "An open or added kan of four letters or more.")
    ] = opt.NO_TEXTS,
    closed_kan: Annotated[
        list[str], opt.option("WORD", "A concealed kan of four letters or more.")
    ] = opt.NO_TEXTS,
    win: opt.WinOption = "tsumo",
    riichi: Annotated[
        bool,
        opt.option("--riichi", "Riichi was declared; --riichi first: in the first turn, before any call."),
    ] = False,
    ippatsu: Annotated[bool, opt.option("--ippatsu", "Won within one round of riichi.")] = False,
    dealer: Annotated[bool, opt.option("--dealer", "The winner is the dealer.")] = False,
    declare: Annotated[
        list[str],
        opt.option(
            "NAME",
            "A yaku that people judge, or that happened: 同種, 純同種, 作文, 天和, 地和, オープンリーチ.",
            complete.declared,
        ),
    ] = opt.NO_TEXTS,
    players: Annotated[int, opt.number("2|3|4", "Number of players.")] = 4,
    honba: Annotated[int, opt.number("N", "Number of 本場 sticks.")] = 0,
    deposits: Annotated[int, opt.number("N", "Number of riichi sticks on the table.")] = 0,
    scoring: opt.ScoringOption = "pro",
    tiles: opt.ScoredTilesOption = "",
    lexicon: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    why: Annotated[
        bool, opt.option("--why", "Also show the next best choices of words, and the yaku they lack.")
    ] = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Score a complete hand, by the best choice of words and readings: yaku, han, and points in sticks of 1,000.

    A win needs a han that is not a bonus; without one, the answer is 役なし. Flagged words count, but only their
    readings are shown. A called word that the list lacks is read as written.

    --tsv prints only the table of yaku.

    Examples: kanamj score さくらなみだたまごきつねいぬ --why ·
    kanamj score いなりうきわえほんおかめあい --win ron --riichi first --scoring pro,純行=8
    """
    from kanamj.yaku import How

    first = (
        riichi and "first" in hand
    )  # `--riichi first`: typer has no option with a value that may be left out
    scorer = scorer_of(scoring, tiles, lexicon, extra, all_words)
    words = scorer.lexicon
    how = How(
        melds=meld,
        kans=kan,
        closed_kans=closed_kan,
        win=win,
        dealer=dealer,
        riichi="first" if first else riichi,
        ippatsu=ippatsu,
        declare=declare,
        players=players,
        honba=honba,
        deposits=deposits,
    )
    text = " ".join(part for part in hand if not (first and part == "first"))
    found = scorer.score(text, how, OTHERS if why else 0).as_shown(words)
    if unknown := [word for word in found.how.words if word not in words]:
        say(
            "{}: not in list {}; read as written, or as the list reads these letters",
            ", ".join(unknown),
            words.name,
        )
    if as_json:
        print_json(found.to_json())
    elif tsv:
        print_tsv(("yaku", "han", "words"), _rows(found.best))
    else:
        _print_score(found, scorer.tiles.name)


def _rows(reading: Reading) -> list[list[object]]:
    rows: list[list[object]] = [
        [yaku.name, "yakuman" if yaku.yakuman else yaku.han, " ".join(yaku.words)] for yaku in reading.yaku
    ]
    return [*rows, *([["bonus", reading.bonus, ""]] if reading.bonus else [])]


def _print_score(found: Score, tiles: str) -> None:
    from kanamj.cli.worth import score_line
    from kanamj.lexicon.entry import words_text

    won = "  ".join(map(tr, [found.how.win, *["dealer"] * found.how.dealer]))
    called = {"pon": "pon", "kan": "kan", "closed-kan": "closed kan"}
    words = "  ".join(
        f"{tr(called[word.kind])} {text}" if word.kind in called else text
        for word in found.words
        for text in [words_text([word])]
    )
    lines = [
        f"{found.hand}  {found.rules}  {tiles}  {tr('list {}', found.lexicon)}  {won}",
        score_line(found),
        tr("words: {}", words),
    ]
    if found.payments:
        paid = tr(", ").join(f"{tr(payment.payer)} {payment.sticks}" for payment in found.payments)
        said = tr("paid, in sticks of 1,000: {}; the winner gets {}", paid, found.total)
        lines.append(said + (tr(", deposits included") if found.how.deposits else ""))
    typer.echo(shown("\n".join(lines)))
    if found.yaku:
        print_rows(("yaku", "han", "words"), _rows(found.best), texts=("yaku", "han"))
    if found.others:
        print_table(
            ("points, in sticks of 1,000", "han", "yaku", "lacks", "words"),
            [
                [
                    other.points,
                    other.han + other.bonus,
                    [yaku.name for yaku in other.yaku] or "役なし",
                    other.lacks,
                    [word.reading for word in other.words],
                ]
                for other in found.others
            ],
            "the next best choices",
        )
