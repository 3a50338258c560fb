"""Makes an engine of the options of a command, and reads its hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from kanamj.cli.output import misuse, say
from kanamj.errors import Message
from kanamj.tiles import HIRAGANA_120, TileSet

if TYPE_CHECKING:
    from kanamj.engine import Engine
    from kanamj.engine.judgement import Judgement
    from kanamj.lexicon import Lexicon
    from kanamj.yaku import Scorer


def words_of(
    lexicon: str | Path,
    extra: Iterable[Path] = (),
    tiles: TileSet | None = None,
    *,
    own: bool = False,
    all_words: bool = False,
) -> Lexicon:
    """Returns the word list of these options.

    own: True adds the user's own words.
    tiles: if they cannot spell much of the list, this is said.
    """
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.waits import hardly_spelled

    words = load_lexicon(lexicon, extra, own, all_words)
    if tiles and tiles.notation == "kana" and (why := hardly_spelled(words, tiles, str(lexicon))):
        say(why)
    return words


def engine_of(
    tiles: str,
    lexicon: str,
    extra: list[Path],
    form: str,
    copies: str,
    solver: str = "",
    all_words: bool = False,
) -> Engine:
    """Returns the engine that judges hands of this tile set ("": that of the game), with the user's own words.

    Raises KanamjError for an unknown tile set, lexicon, form, copies rule or solver.
    """
    from kanamj import engine
    from kanamj.lexicon.tile_file import tiles_of

    chosen = tiles_of(tiles) if tiles else HIRAGANA_120
    kana = chosen.notation == "kana"
    words = words_of(lexicon, extra, chosen, own=True, all_words=all_words) if kana else None
    return engine.engine_of(chosen, words, form, copies, solver)


def scorer_of(scoring: str, tiles: str, lexicon: str, extra: list[Path], all_words: bool) -> Scorer:
    """Returns the scorer of hands by these scoring rules, with the user's own words.

    tiles: "" for the tiles of the rules.

    Raises KanamjError for unknown rules, tile set or lexicon.
    """
    from kanamj.lexicon.tile_file import tiles_of
    from kanamj.yaku.scoring import TILES, Scorer

    chosen = tiles_of(tiles) if tiles else TILES
    return Scorer(scoring, words_of(lexicon, extra, chosen, own=True, all_words=all_words), chosen)


def read_hand(engine: Engine, hand: str, meld: list[str], draws: int | None) -> Judgement:
    """Returns the hand, ready to be judged.

    meld: the called words.
    draws: the value of --draws.

    Raises HandSizeError for a hand of the wrong size, with a message that names the options that help; BadParameter
    (exit code 2) instead if `draws` is given.
    """
    from kanamj.errors import HandSizeError, KanamjError, TileError

    try:
        return engine.ask(hand, meld)
    except TileError:
        if hand.endswith((".txt", ".tsv", ".csv")):
            raise KanamjError(
                "{0} is the name of a file; for its hands, one per line: kanamj shanten --input {0}", hand
            ) from None
        raise
    except HandSizeError as error:
        usual = [form.name for form in engine.forms] == ["33332"] and len(meld) < 3
        left = 8 - 3 * len(meld)  # a called word, even a kan, takes the place of three tiles
        another = Message("another --form")
        if usual:
            another = Message("another form (--form 332 takes {} or {})", left - 1, left)
        said = error.message
        if engine.tiles.notation == "kana":
            said = Message("{}. Other numbers need {} or called words (--meld)", error, another)
        if draws is not None:
            raise misuse("--draws: {}", said) from None
        raise HandSizeError(said, tiles=error.tiles, fits=error.fits) from None
