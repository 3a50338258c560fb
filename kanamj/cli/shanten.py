"""kanamj shanten: the shanten of many hands, one line per hand."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import options as opt
from kanamj.cli.engines import engine_of
from kanamj.cli.output import misuse, print_json, say
from kanamj.errors import Message, several
from kanamj.text import shown

if TYPE_CHECKING:
    from kanamj.engine import Engine

LINES_AT_ONCE = 8192
_ONE_CELL = str.maketrans("\t\r\n", "   ")


def shanten(
    hands: Annotated[
        list[str], opt.argument("HAND", "The hands; - reads one per line from standard input.")
    ] = opt.NO_TEXTS,
    file: Annotated[
        str, opt.option("--input -i FILE", "Read one hand per line from this file; - is stdin.")
    ] = "",
    tiles: opt.TilesOption = "hiragana-120",
    lexicon: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    form: opt.HandFormOption = "",
    copies: opt.CopiesOption = "strict",
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Print the shanten of many hands, one line per hand: `hand<TAB>shanten` (-1 complete, 0 tenpai, 98 if the words of
    the list cannot complete the hand).

    A file may have millions of lines. Empty lines and lines that begin with # are skipped. A bad hand is left out and
    reported on stderr, with the number of its line; the exit code is then 1. --tsv adds a header line.

    Examples: kanamj shanten さくらなみだたまごきつねいぬ · kanamj shanten --tiles riichi-136 --input hands.txt
    """
    if hands == ["-"] and not file:
        hands, file = [], "-"
    if "-" in hands or bool(hands) == bool(file):
        raise misuse("give hands, or --input FILE (- for stdin)")
    engine = engine_of(tiles, lexicon, extra, form, copies)
    bad: list[int] = []
    if hands:
        numbered = enumerate(hands, 1)
        rows: Iterable[tuple[str, int]] = [
            (hand, engine.shanten(hand)) for _, hand in _good(engine, numbered, bad, "hand")
        ]
    else:
        rows = _from_lines(engine, _lines(file), bad)
    if as_json:
        print_json([{"hand": hand, "shanten": number} for hand, number in rows])
    else:
        if tsv:
            sys.stdout.write("hand\tshanten\n")
        for hand, number in rows:
            sys.stdout.write(f"{shown(hand.translate(_ONE_CELL))}\t{number}\n")
    if bad:
        thing = ("{} bad hand", "{} bad hands") if hands else ("{} bad line", "{} bad lines")
        say("error: {}, reported above", several(len(bad), *thing))
        raise typer.Exit(1)


def _lines(file: str) -> Iterator[tuple[int, str]]:
    """Yields (line number, text) for each line of a file that has a hand. file: a path, or - for stdin."""
    from kanamj.lexicon.files import lines_as_they_come

    for number, line in enumerate(lines_as_they_come(Path(file)), 1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def _from_lines(
    engine: Engine, lines: Iterator[tuple[int, str]], bad: list[int]
) -> Iterator[tuple[str, int]]:
    """Yields (hand, shanten) for each line that is a hand. The numbers of the other lines are added to `bad`."""
    while batch := list(islice(lines, LINES_AT_ONCE)):
        answers = _many(engine, batch)
        if answers is None:
            good = list(_good(engine, batch, bad))
            answers = _many(engine, good)
            if answers is None:
                answers = [(text, engine.shanten(text)) for _, text in good]
        yield from answers


def _good(
    engine: Engine, batch: Iterable[tuple[int, str]], bad: list[int], thing: str = "line"
) -> Iterator[tuple[int, str]]:
    """Yields the pairs (number, text) whose text is a hand. For the others, stderr says why they are not.

    batch: lines, or arguments of the command, with their numbers. bad: gets the numbers of the others. thing:
    what the messages call one of them, "line" or "hand".
    """
    from kanamj.errors import KanamjError

    for number, text in batch:
        try:
            engine.ask(text)
        except KanamjError as error:
            bad.append(number)
            if thing == "line":
                say("line {}: {}", number, error)
                continue
            is_file = len(text) < 256 and Path(text).is_file()  # the system refuses longer names
            more = Message(". To read the hands in that file: --input {}", text) if is_file else ""
            say("hand {} ({}): {}{}", number, text, error, more)
        else:
            yield number, text


def _many(engine: Engine, batch: list[tuple[int, str]]) -> list[tuple[str, int]] | None:
    """(hand, shanten) of each line. None, without a message, if one of the lines is not a hand."""
    from kanamj.errors import ArrayError, TileError

    texts = [text for _, text in batch]
    try:
        return list(zip(texts, engine.shanten_many(texts).tolist(), strict=True))
    except (ArrayError, TileError):
        return None
