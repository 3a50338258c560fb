"""kanamj judge: one hand, everything about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kanamj.cli.engines import CopiesOption, FormOption, TilesOption, engine_of
from kanamj.cli.options import NO_FILES, NO_TEXTS, ExtraOption, JsonOption, LexiconOption, TsvOption
from kanamj.cli.output import print_json, print_table, print_tsv, say

if TYPE_CHECKING:
    from kanamj.engine.blocks import Spelled
    from kanamj.engine.report import Accept, HandReport
    from kanamj.engine.single import SingleHandEngine

WORDS_SHOWN = 3


def judge(
    hand: Annotated[
        str, typer.Argument(metavar="HAND", help="The tiles in the hand, called words not included.")
    ],
    meld: Annotated[
        list[str], typer.Option("--meld", "-m", metavar="WORD", help="A called word.")
    ] = NO_TEXTS,
    seen: Annotated[
        str,
        typer.Option("--seen", "-s", metavar="LETTERS", help="Tiles visible elsewhere, such as discards."),
    ] = "",
    tiles: TilesOption = "hiragana-120",
    lexicon: LexiconOption = "common",
    extra: ExtraOption = NO_FILES,
    form: FormOption = "",
    copies: CopiesOption = "strict",
    solver: Annotated[
        str, typer.Option("--solver", metavar="NAME", help="search, bitmask, subsets, graph, cpsat or batch.")
    ] = "search",
    cross_check: Annotated[
        bool,
        typer.Option(
            "--cross-check", help="Ask every solver, and fail if two differ. Seven pairs take half a minute."
        ),
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, help="Most arrangements and ways of waiting shown.")
    ] = 20,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Judge one hand: does it win and with which words, what does it wait for, what to throw away.

    14 tiles: the arrangements of a win, else a table of discards with what each would draw to. 13 tiles: what the
    hand waits for or accepts, and the kind of wait. Fewer tiles go with --form or --meld.

    JSON fields: hand, melds, tiles, forms, shanten (-1 和了, 0 聴牌), distance, name, arrangements, arrangement_count,
    nearest, kinds_of_wait, waits, accepts, ways, way_count, discards. --tsv prints the table of discards, waits or
    arrangements alone.

    Examples: kanamj judge さくらなみだたまごきつねいぬ · kanamj judge なみだいぬ --meld さくら --form 332
    """
    engine = engine_of(tiles, lexicon, extra, form, copies, solver)
    report = engine.analyze(hand, meld, seen, limit)
    if cross_check:
        _cross_check(engine, hand, meld)
    if as_json:
        print_json(
            {
                "hand": report.hand,
                "tiles": engine.tiles.name,
                "copies": copies,
                **report_fields(engine, report),
            }
        )
    elif tsv:
        print_tsv(*_main_table(report))
    else:
        _print_report(engine, report, hand)


def _cross_check(engine: SingleHandEngine, hand: str, meld: list[str]) -> None:
    from kanamj.engine.check.solvers import cross_check

    for question in engine.setting.ask(hand, meld).questions:
        answers = cross_check(question)
        form = "".join(str(size) for size in question.sizes)
        say(f"cross-check, form {form}: " + ", ".join(f"{name} {answer}" for name, answer in answers.items()))


JAPANESE = "一二三四五六七八九"
ROMAJI = ("ii", "ryan", "san", "suu", "uu", "roku", "chii", "paa", "kyuu")


def shanten_name(shanten: int) -> tuple[str, str]:
    """The name of a shanten in Japanese and in romaji.

    >>> shanten_name(-1), shanten_name(1)
    (('和了', 'agari'), ('一向聴', 'iishanten'))
    """
    if shanten == -1:
        return "和了", "agari"
    if shanten == 0:
        return "聴牌", "tenpai"
    if shanten > len(JAPANESE):
        return "和了形なし", "out of reach"
    return f"{JAPANESE[shanten - 1]}向聴", f"{ROMAJI[shanten - 1]}shanten"


def report_fields(engine: SingleHandEngine, report: HandReport) -> dict[str, Any]:
    """The report as the JSON fields the help of `judge` lists."""
    japanese, romaji = shanten_name(report.shanten)
    face = engine.tiles.format
    return {
        "melds": [_spelled_fields(meld) for meld in report.melds],
        "forms": list(report.forms),
        "shanten": report.shanten,
        "distance": report.distance,
        "name": {"ja": japanese, "romaji": romaji},
        "arrangement_count": report.arrangement_count,
        "arrangements": [[_spelled_fields(block) for block in blocks] for blocks in report.arrangements],
        "nearest": {
            "pieces": [
                {
                    "tiles": piece.tiles,
                    "missing": piece.missing,
                    "words": _spelled_fields(piece.spelled)["words"] if piece.spelled else [],
                }
                for piece in report.nearest
            ],
            "spare": report.spare,
        },
        "kinds_of_wait": list(report.kinds_of_wait),
        "waits": [
            {
                "tile": wait.tile,
                "unseen": wait.unseen,
                "kinds": list(wait.kinds_of_wait),
                "completes": [_spelled_fields(block) for block in wait.completes],
            }
            for wait in report.waits
        ],
        "accepts": [_accept_fields(accept) for accept in report.accepts],
        "way_count": report.way_count,
        "ways": [
            {
                "kind": way.kind,
                "complete": [face(block) for block in way.complete],
                "rest": face(way.rest),
                "draws": [{"tile": face([kind]), "completes": face(block)} for kind, block in way.draws],
            }
            for way in report.ways
        ],
        "discards": [
            {
                "tile": discard.tile,
                "shanten": discard.shanten,
                "distance": discard.distance,
                "unseen": discard.unseen,
                "accepts": [_accept_fields(accept) for accept in discard.accepts],
            }
            for discard in report.discards
        ],
    }


def _spelled_fields(block: Spelled) -> dict[str, Any]:
    words = [{"reading": word.reading, "spelling": word.spelling} for word in block.words]
    return {"letters": block.letters, "words": words}


def _accept_fields(accept: Accept) -> dict[str, Any]:
    return {"tile": accept.tile, "unseen": accept.unseen}


def _main_table(report: HandReport) -> tuple[list[str], list[list[object]]]:
    """The table of a report: arrangements, discards, waits or accepts, whichever it has."""
    if report.arrangements:
        rows: list[list[object]] = [
            [number, *(_words(block) for block in blocks)]
            for number, blocks in enumerate(report.arrangements, 1)
        ]
        return ["", *(f"block {i + 1}" for i in range(max(map(len, report.arrangements))))], rows
    if report.discards:
        return ["discard", "shanten", "unseen", "accepts"], [
            [discard.tile, discard.shanten, discard.unseen, _accepted(discard.accepts)]
            for discard in report.discards
        ]
    if report.waits:
        return ["wait", "unseen", "kind", "words that come about"], [
            [
                wait.tile,
                wait.unseen,
                " ".join(wait.kinds_of_wait),
                " ".join(_words(block) for block in wait.completes),
            ]
            for wait in report.waits
        ]
    return ["accept", "unseen"], [[accept.tile, accept.unseen] for accept in report.accepts]


def _accepted(accepts: tuple[Accept, ...]) -> str:
    """Letters with the copies unseen, those that can still come first."""
    ordered = sorted(accepts, key=lambda accept: (-accept.unseen, accept.kind))
    return " ".join(f"{accept.tile}{accept.unseen}" for accept in ordered)


def _words(block: Spelled) -> str:
    """A block with its words, the commonest few: `さくら 桜`."""
    if not block.words:
        return block.letters
    shown: dict[str, list[str]] = {}
    for word in block.words[:WORDS_SHOWN]:
        spellings = shown.setdefault(word.reading or block.letters, [])
        if word.spelling != word.reading:
            spellings.append(word.spelling)
    more = "…" if len(block.words) > WORDS_SHOWN else ""
    texts = (
        f"{reading}({'・'.join(spellings)})" if spellings else reading for reading, spellings in shown.items()
    )
    return "/".join(texts) + more


def _print_report(engine: SingleHandEngine, report: HandReport, hand: str) -> None:
    japanese, romaji = shanten_name(report.shanten)
    lines = [f"{hand}  form {', '.join(report.forms)}"]
    if report.melds:
        lines.append("called: " + "  ".join(_words(meld) for meld in report.melds))
    missing = "complete" if report.distance == 0 else f"shanten {report.shanten}, {report.distance} missing"
    lines.append(f"{japanese} {romaji}: {missing}")
    if report.arrangement_count:
        shown = len(report.arrangements)
        cut = f", the first {shown} shown (--limit)" if shown < report.arrangement_count else ""
        lines.append(f"arrangements: {report.arrangement_count}{cut}")
    if report.nearest:
        pieces = [
            _words(piece.spelled) if piece.spelled else f"[{piece.tiles or '-'} +{piece.missing}]"
            for piece in report.nearest
        ]
        lines.append("nearest: " + "  ".join(pieces) + (f"  spare {report.spare}" if report.spare else ""))
    if report.ways:
        lines.append("kinds of wait: " + ", ".join(report.kinds_of_wait))
    if report.accepts:
        total = sum(accept.unseen for accept in report.accepts)
        name = "waits" if report.waits else "accepts"
        lines.append(f"{name}: {len(report.accepts)} letters, {total} tiles unseen")
        if not report.waits:
            lines.append(_accepted(report.accepts))
    typer.echo("\n".join(lines))
    if report.arrangements or report.discards or report.waits:
        columns, rows = _main_table(report)
        print_table(columns, rows)
    if report.ways:
        _print_ways(engine, report)


def _print_ways(engine: SingleHandEngine, report: HandReport) -> None:
    face, spell = engine.tiles.format, engine.setting.blocks.spell
    rows = [
        [
            way.kind,
            "  ".join(_words(spell(block)) for block in way.complete),
            face(way.rest),
            face(sorted({kind for kind, _ in way.draws})),
        ]
        for way in report.ways
    ]
    shown = len(report.ways)
    more = f": {report.way_count}, the first {shown} shown (--limit)" if shown < report.way_count else ""
    print_table(["kind", "stands", "left", "waits"], rows, f"ways of being tenpai{more}")


__all__ = ["judge", "report_fields", "shanten_name"]
