"""kanamj judge: everything about one hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.draws import chances_lines, chances_of, discard_table
from kanamj.cli.engines import engine_of, read_hand, scorer_of
from kanamj.cli.output import misuse, print_json, print_table, print_tsv, say
from kanamj.errors import Message, several
from kanamj.text import current, shown, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kanamj.engine import Engine
    from kanamj.engine.blocks import BlockWords
    from kanamj.engine.chances import Chances
    from kanamj.engine.judgement import Judgement
    from kanamj.engine.report import HandReport

LISTED = 20
"""So many arrangements, and ways of being tenpai, are listed for programs without --limit."""
ARRANGEMENTS, DISCARDS, ACCEPTS, WAITS, WORDS, WAYS = 5, 5, 21, 6, 2, 6
"""At most so many arrangements, discards, accepts of each, waits, words of a block or wait, and ways of being tenpai
are shown without --limit, to fit a screen."""


def judge(
    hand: Annotated[
        list[str], opt.argument("HAND", "The tiles in the hand without called words; spaces do not matter.")
    ],
    meld: Annotated[list[str], opt.option("--meld -m WORD", "A called word, as its letters.")] = opt.NO_TEXTS,
    seen: Annotated[
        list[str], opt.option("--seen -s LETTERS", "Tiles seen elsewhere, such as discards.")
    ] = opt.NO_TEXTS,
    tiles: opt.ScoredTilesOption = "",
    lexicon: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    form: opt.HandFormOption = "",
    copies: opt.CopiesOption = "strict",
    solver: Annotated[
        str,
        opt.option(
            "NAME",
            "Solver: search, bitmask, subsets, graph, cpsat, batch or tables. [default: the quickest]",
            complete.solvers,
        ),
    ] = "",
    cross_check: Annotated[
        bool, opt.option("--cross-check", "Ask every solver that knows the form, and fail if two disagree.")
    ] = False,
    limit: Annotated[
        int | None,
        opt.number(
            "N",
            "Number of arrangements, discards or waits to show; 0: all. [default: one screen; --json: 20]",
            0,
        ),
    ] = None,
    scoring: opt.ScoringOption = "",
    draws: Annotated[
        int | None,
        opt.number("--draws T", "Show the chances to complete the hand within 1 to T own draws.", 1, 3),
    ] = None,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Judge one hand: does it win, what does it wait for, what should be thrown.

    14 tiles: the words of a win, or a table of discards. 13 tiles: what the hand waits for or accepts. Fewer tiles need
    --form or --meld.

    With --scoring, those rules say what a win is and what it is worth. Discards that lead to tenpai are then compared
    by their mean points over the unseen tiles.

    --tsv prints only the table of discards, waits or arrangements.

    Examples: kanamj judge さくらなみだたまごきつねいぬ · kanamj judge なみだいぬ --meld さくら --form 332
    """
    scorer = None
    if scoring:
        if (form, copies, solver, cross_check) != ("", "strict", "", False):
            raise misuse("--scoring says what a win is; leave out --form, --copies, --solver, --cross-check")
        scorer = scorer_of(scoring, tiles, lexicon, extra, all_words)
        engine: Engine = scorer.engine
    else:
        engine = engine_of(tiles, lexicon, extra, form, copies, solver, all_words)
    text, elsewhere = " ".join(hand), " ".join(seen)
    asked = read_hand(engine, text, meld, draws)
    report = engine.analyze(asked, seen=elsewhere, limit=LISTED if limit is None else limit or None)
    found = None if draws is None else chances_of(asked, elsewhere, draws)
    if found:
        report = found.into(report)
    if cross_check:
        _cross_check(asked)
    said = {}
    if as_json:
        said = report.to_json()
    elif tsv:
        from kanamj.engine.report import main_table

        print_tsv(*main_table(report))
    else:
        _print_report(engine, report, text, found, scoring, limit)
    if scorer and not tsv:
        from kanamj.cli.worth import print_tenpais, print_worths, say_cut
        from kanamj.yaku.worth import tenpais, worths, worths_json

        behind = [*tenpais(scorer, report, meld, elsewhere)]
        worth = dict(worths(scorer, report, meld, behind))
        say_cut(behind, report)
        if as_json:
            said |= {"worth": worths_json(worth), "tenpais": [each.to_json() for each in behind]}
        else:
            print_worths(worth, report.advice, limit)
            print_tenpais(behind)
    if as_json:
        print_json(said)


def _cross_check(asked: Judgement) -> None:
    from kanamj.engine.check.solvers import SOLVERS, cross_check

    for each in asked.judged:
        if not each.question:
            continue
        answers = cross_check(each.question)
        others = [name for name in SOLVERS if name not in answers]
        said = tr(", ").join(f"{name} {answer}" for name, answer in answers.items())
        more = Message("; not asked, as they do not know it: {}", tr(", ").join(others)) if others else ""
        say("cross-check, form {}: {}{}", each.form.name, said, more)


def _print_report(
    engine: Engine, report: HandReport, hand: str, found: Chances | None, scoring: str, limit: int | None
) -> None:
    from kanamj.engine.hand import UNREACHABLE
    from kanamj.engine.report import accepted

    setting = [tr("form {}", ", ".join(map(tr, report.forms))), *filter(None, [report.lexicon])]
    if out := engine.blocks.lexicon and engine.blocks.lexicon.out:
        setting.append(tr(several(len(out), "{} word out", "{} words out")))
    lines = [f"{hand}  {', '.join(setting)}"]
    if scoring:
        lines.append(tr("rules {}, tiles {}", scoring, report.tiles.name))
    if report.melds:
        lines.append(tr("called: {}", "  ".join(meld.text for meld in report.melds)))
    name = " ".join(report.name[: 1 if current() == "ja" else 2])
    if report.distance == UNREACHABLE:
        typer.echo(shown("\n".join([*lines, tr("{}: these words cannot fill the form", name)])))
        return
    if report.distance == 0:
        lines.append(tr("{}: complete", name))
    else:
        lines.append(tr("{}: shanten {}, {} missing", name, report.shanten, report.distance))
    if report.arrangement_count:
        rows = report.arrangements[: ARRANGEMENTS if limit is None else None]
        cut = _cut(len(rows), report.arrangement_count)
        lines.append(tr("arrangements: {}", report.arrangement_count) + cut)
    if report.vocabulary:
        needed = report.vocabulary
        rank = Message("{}, word {:,} of {:,}", needed.rarest.text, needed.size, needed.of)
        words = Message("easy words only") if needed.easy else rank
        lines.append(tr("needs {}, to be tenpai" if report.distance else "needs {}", words))
    if report.nearest:
        pieces = "  ".join(piece.text for piece in report.nearest)
        spare = tr("  spare {}", report.spare) if report.spare else ""
        lines.append(tr("nearest: {}", pieces) + spare)
    if report.ways:
        lines.append(tr("kinds of wait: {}", _kinds(report, report.kinds_of_wait, tr(", "))))
    if report.accepts:
        total = sum(accept.unseen for accept in report.accepts)
        there = "waits: {}, {} unseen" if report.waits else "accepts: {}, {} unseen"
        kinds = several(len(report.accepts), *_FACES[_face(report)])
        lines.append(tr(there, kinds, several(total, "{} tile", "{} tiles")))
        lines += [] if report.waits else [accepted(report.accepts)]
    if found:
        lines += chances_lines(report, found)
    typer.echo(shown("\n".join(lines)))
    if report.waits:
        _print_waits(engine, report, limit)
    elif report.arrangements:
        most = max(map(len, rows))
        heads = ["", *(tr("block {}", n + 1) for n in range(most))]
        texts = ([_few_words(block) if limit is None else block.text for block in blocks] for blocks in rows)
        print_table(heads, [[n, *row, *[""] * (most - len(row))] for n, row in enumerate(texts, 1)])
    elif report.discards:
        listed = DISCARDS if limit is None else limit or None
        heads, table = discard_table(report, ACCEPTS if limit is None else None)
        more = len(table[:listed]) < len(table)
        title = tr("the {} best of {} discards; --limit 0 shows all", listed, len(table)) if more else ""
        print_table(heads, table[:listed], title)
    if meanings := _meanings(report):
        print_table(["word", "what it means"], meanings)
    if report.ways and limit is None and report.way_count > WAYS:
        typer.echo(tr("ways of being tenpai: {}; --limit 0 shows all", report.way_count))
    elif report.ways:
        _print_ways(engine, report)
    _say_hidden(engine, report)


def _few_words(block: BlockWords) -> str:
    from kanamj.lexicon.entry import words_text

    return words_text(block.words[:WORDS], block.letters) + " …" * (len(block.words) > WORDS)


def _meanings(report: HandReport) -> list[list[object]]:
    """One word per block of the first arrangement, and its gloss; blocks whose words have none are left out."""
    from kanamj.lexicon.entry import word_text

    blocks = report.arrangements[0] if report.arrangements else ()
    told = ([word for word in block.words if word.gloss] for block in blocks)
    return [[word_text(words[0]), words[0].gloss] for words in told if words]


def _say_hidden(engine: Engine, report: HandReport) -> None:
    """Say which complete blocks are shown without words, because all their words have a flag."""
    complete = [block for blocks in (report.melds, *report.arrangements) for block in blocks]
    complete += [piece.spelled for piece in report.nearest if piece.spelled]
    letters = {block.letters: engine.tiles.parse(block.letters) for block in complete if not block.words}
    if hidden := [text for text, kinds in letters.items() if not engine.blocks.is_shown(tuple(kinds))]:
        say("{}: the words of these letters have a flag; --all-words shows them", tr(", ").join(hidden))


def _print_waits(engine: Engine, report: HandReport, limit: int | None) -> None:
    """Print the table of waits. If not all are shown, those with the most unseen tiles are.

    limit: as the option; None for as many waits as fit a screen, each with its best-known words."""
    from kanamj.lexicon.entry import words_text

    waits, all_of_them, title = list(report.waits), len(report.waits), ""
    listed = WAITS if limit is None else limit or all_of_them
    ranks, parse = engine.blocks.ranks(engine.sizes), engine.tiles.parse
    if few := listed < all_of_them:
        waits = sorted(waits, key=lambda wait: -wait.unseen)[:listed]
        title = tr("the {} best of {} waits; --limit 0 shows all", listed, all_of_them)
    rows = []
    for wait in waits:
        texts = [block.text for block in wait.completes]
        if few and limit is None:
            known = sorted(wait.completes, key=lambda each: ranks.get(parse(each.letters), len(ranks)))
            texts = [words_text(block.words[:1], block.letters) for block in known[:WORDS]]
            texts += ["…"] * (len(known) > WORDS)
        rows.append([wait.tile, wait.unseen, _kinds(report, wait.kinds_of_wait), " ".join(texts)])
    heads = ["wait", "unseen", "kind", "words" if _face(report) == "letter" else "blocks"]
    print_table(heads, rows, title)


def _face(report: HandReport) -> str:
    """What a kind of tile is called: "letter" in word mahjong, "kind" in riichi."""
    return "letter" if report.tiles.notation == "kana" else "kind"


_FACES = {"letter": ("{} letter", "{} letters"), "kind": ("{} kind", "{} kinds")}
_OF_TILES = {"trio": "sequence", "promote": "triplet"}
"""Kinds of wait that are named after words -> what they are called in riichi."""


def _kinds(report: HandReport, kinds: Iterable[str], between: str = " ") -> str:
    """Kinds of wait, as people call them."""
    names = {} if report.tiles.notation == "kana" else _OF_TILES
    return between.join(tr(names.get(kind, kind)) for kind in kinds)


def _cut(listed: int, count: int) -> str:
    """Says that only the first ones are listed; "" if all are."""
    return tr(", the first {} shown (--limit)", listed) if listed < count else ""


def _print_ways(engine: Engine, report: HandReport) -> None:
    face, spell = engine.tiles.format, engine.blocks.spell
    rows = [
        [
            _kinds(report, [way.kind]),
            "  ".join(spell(block).text for block in way.complete),
            face(way.rest),
            face(sorted({kind for kind, _ in way.draws})),
        ]
        for way in report.ways
    ]
    cut = _cut(len(report.ways), report.way_count)
    title = tr("ways of being tenpai") + (cut and f": {report.way_count}{cut}")
    print_table(["kind", "stands", "left", "waits"], rows, title)
