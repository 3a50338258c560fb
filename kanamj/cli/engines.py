"""Makes an engine of the options of a command, and reads its hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kanamj.tiles import HIRAGANA_120, HIRAGANA_PRO_166, tile_set

if TYPE_CHECKING:
    from kanamj.engine import Engine
    from kanamj.engine.judgement import Judgement
    from kanamj.lexicon import Lexicon
    from kanamj.yaku import Scorer


def words_of(
    lexicon: str | Path, extra: Iterable[Path] = (), *, own: bool = False, all_words: bool = False
) -> Lexicon:
    """The word list of these options. own: True adds the user's own words."""
    from kanamj.lexicon import load_lexicon

    return load_lexicon(lexicon, extra, own, all_words)


def engine_of(
    tiles: str,
    lexicon: str,
    extra: list[Path],
    form: str,
    copies: str,
    solver: str = "search",
    all_words: bool = False,
) -> Engine:
    """The engine that judges hands of this tile set ("": that of the game), with the user's own words.

    Raises KanamjError for an unknown tile set, lexicon, form, copies rule or solver.
    """
    from kanamj import engine

    chosen = tile_set(tiles) if tiles else HIRAGANA_120
    words = words_of(lexicon, extra, own=True, all_words=all_words) if chosen.notation == "kana" else None
    return engine.engine_of(chosen, words, form, copies, solver)


def scorer_of(rules: str, tiles: str, lexicon: str, extra: list[Path], all_words: bool) -> Scorer:
    """What scores hands by these rules, with the user's own words. tiles: "" for the tiles of the rules.

    Raises KanamjError for unknown rules, tile set or lexicon."""
    from kanamj.yaku import Scorer

    words = words_of(lexicon, extra, own=True, all_words=all_words)
    return Scorer(rules, words, tiles or HIRAGANA_PRO_166)


def read_hand(engine: Engine, hand: str, meld: list[str], draws: int | None) -> Judgement:
    """The hand, ready to be judged. meld: the called words. draws: the value of --draws.

    Raises HandSizeError for a hand of the wrong size, with a message that names the options that help; BadParameter
    (exit code 2) instead if `draws` is given.
    """
    from kanamj.errors import HandSizeError

    try:
        return engine.ask(hand, meld)
    except HandSizeError as error:
        usual = [form.name for form in engine.forms] == ["33332"]
        another = "another form (--form 332 takes 7 or 8)" if usual else "another --form"
        said = str(error)
        if engine.tiles.notation == "kana":
            said = f"{error}. Other numbers need {another} or called words (--meld)"
        if draws is not None:
            raise typer.BadParameter(f"--draws: {said}") from None
        raise HandSizeError(said, error.tiles, error.fits) from None
