"""Pages to print on A4, as HTML: the study sheet, with words worth learning, pairs worth keeping, hard letters and
short words; and a sheet of hands to arrange, those that the projector of the page shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

from kanamj.datasets.build import Source
from kanamj.disk import sha256
from kanamj.engine import WordEngine
from kanamj.engine.blocks import BlockWord
from kanamj.errors import KanamjError
from kanamj.learn.dealer import LEVELS, Dealer
from kanamj.learn.order import KNOWN, worth_learning
from kanamj.lexicon import Lexicon
from kanamj.lexicon.entry import Entry, easier_first, for_children, key_of, shown_words, words_text
from kanamj.lexicon.files import read_bytes
from kanamj.lexicon.glosses import Glosses
from kanamj.lexicon.waits import spellable_keys
from kanamj.results import Manifest, check_place, write_folder
from kanamj.text import current, shown, tr
from kanamj.tiles import HIRAGANA_120, TileSet
from kanamj.version import __version__

KIND = "study sheet"
FILE = "sheet.html"
PAIRS, HARD = 200, 20
WORDS_OF_HARD = 12

STYLE = """@page { size: A4; margin: 11mm }
body { font: 9pt/1.35 "Noto Sans JP", "Hiragino Sans", "Yu Gothic", IPAGothic, sans-serif;
  color: #000; margin: 1em auto; max-width: 190mm }
h1 { font-size: 15pt; margin: 0 0 2pt } h2 { font-size: 11pt; margin: 12pt 0 3pt; border-bottom: 1pt solid #000 }
p { margin: 0 0 4pt } .pairs { columns: 4; column-gap: 5mm } .letters { columns: 2; column-gap: 7mm }
.told { columns: 2 } small { display: block; color: #444 }
.pairs div, .letters div { break-inside: avoid; display: flex; gap: 1.2mm; border-bottom: .3pt solid #bbb }
b { font-size: 10.5pt; min-width: 2.2em } i { font-style: normal; color: #444; min-width: 1.9em; text-align: right }
.letters b { min-width: 1.2em } h2 { break-after: avoid } footer { margin-top: 8pt; color: #444; font-size: 7.5pt }"""

STYLE_OF_HANDS = """.hand { break-inside: avoid; display: flex; flex-wrap: wrap; gap: 1mm; align-items: center;
  padding: 3mm 0; border-bottom: .3pt solid #bbb } .hand b { min-width: 2em }
.hand i { width: 10mm; height: 12mm; display: grid; place-items: center; font-size: 16pt; color: #000;
  border: .7pt solid #000; border-radius: 1.2mm; min-width: 0 }
.racks { flex-basis: 100%; display: flex; gap: 5mm; padding: 1mm 0 0 2.6em } .racks span { display: flex; gap: 1mm }
.racks i { border-style: dashed; border-color: #888 } .words { break-before: page }"""
MOST_HANDS = 100


def write_sheet(
    folder: Path,
    lexicon: Lexicon,
    tiles: TileSet = HIRAGANA_120,
    *,
    known: str = "",
    replace: bool = False,
    command: str = "kanamj data sheet --out DIR",
) -> Manifest:
    """Write `sheet.html`, the study sheet of a lexicon, into a folder, with a manifest.

    Its headings are in the language of this process; in one language, the same list gives the same bytes.

    known: what the learner knows, as `order.worth_learning` takes it.
    """
    check_place(folder, replace=replace, kind=KIND)
    page = format_sheet(lexicon, tiles, worth_learning(lexicon, tiles, known))
    of = Path(known or KNOWN)
    parameters = {"lexicon": lexicon.name, "tiles": tiles.name, "known": of.name}
    words = {} if str(of).isdecimal() else {of.name: sha256(read_bytes(of))}
    manifest = Manifest(
        KIND,
        command,
        inputs={f"lexicon {lexicon.name}": lexicon.sha256} | words,
        parameters={**parameters, "language": current()},
    )
    return write_folder(folder, {FILE: page}, manifest, replace=replace)


def write_hands(
    folder: Path,
    engine: WordEngine,
    seed: int,
    level: int = 1,
    n: int = 10,
    *,
    replace: bool = False,
    command: str = "kanamj data sheet --hands 1 --out DIR",
) -> Manifest:
    """Write `sheet.html` with n hands to arrange into a folder, with a manifest. See `format_hands`.

    Raises KanamjError for a level or a number of hands that does not exist.
    """
    check_place(folder, replace=replace, kind=KIND)
    page = format_hands(engine, seed, level, n)
    parameters = {"lexicon": engine.lexicon.name, "tiles": engine.tiles.name, "form": engine.forms[0].name}
    manifest = Manifest(
        KIND,
        command,
        inputs={f"lexicon {engine.lexicon.name}": engine.lexicon.sha256},
        parameters={**parameters, "hands": seed, "level": level, "n": n, "language": current()},
    )
    return write_folder(folder, {FILE: page}, manifest, replace=replace)


def format_hands(engine: WordEngine, seed: int, level: int = 1, n: int = 10) -> str:
    """Returns the HTML of n hands with empty racks, and, on a page of its own, the best-known words of each.

    The hands are those that the projector of the page shows with this number (`seed`) and level, and those of the quiz
    `arrange` with this seed.
    """
    if level not in LEVELS:
        raise KanamjError("{} is not a level; give a number from 1 (easy) to {}", level, max(LEVELS))
    if not 1 <= n <= MOST_HANDS:
        raise KanamjError("{} hands do not fit on the sheet; give 1 to {}", n, MOST_HANDS)
    dealer = Dealer(engine)
    racks = "".join(f"<span>{'<i></i>' * size}</span>" for size in dealer.form.lengths)
    hands, answers = [], []
    for number, hand in enumerate(dealer.series(level, seed, range(1, n + 1)), 1):
        tiles = "".join(f"<i>{letter}</i>" for letter in hand.letters)
        hands.append(f'<div class="hand"><b>{number}</b>{tiles}<div class="racks">{racks}</div></div>\n')
        first, *_ = dealer.answers(hand)["arrangements"]
        words = " ".join(map(_first_word, first))
        answers.append(f"<div><i>{number}</i><span>{_text(words)}</span></div>\n")
    name = _text(engine.lexicon.name)
    told = tr("Split each hand into words. Word list {}, level {}, hands number {}.", name, level, seed)
    return _page(
        engine.lexicon,
        tr("Hands to arrange"),
        f"""<p>{told}</p>
{"".join(hands)}<h2 class="words">{tr("Words")}</h2>
<div class="pairs told">
{"".join(answers)}</div>
""",
        STYLE_OF_HANDS,
    )


def _first_word(block: dict[str, Any]) -> str:
    """The easiest word of a block of `Dealer.answers`, or its letters."""
    return words_text([BlockWord(**word) for word in block["words"][:1]], block["letters"])


def _page(lexicon: Lexicon, title: str, body: str, style: str = "") -> str:
    """The HTML of a sheet."""
    return f"""<!DOCTYPE html>
<html lang="ja"><head><meta charset="utf-8"><title>{tr("Hiragana mahjong: {}", title)}</title>
<meta name="viewport" content="width=device-width"><style>
{STYLE}
{style}</style></head><body>
<h1>{title}</h1>
{body}<footer>kanamj {__version__} · {tr("unofficial")} · {lexicon.sha256[:12]}</footer>
</body></html>
"""


def format_sheet(lexicon: Lexicon, tiles: TileSet = HIRAGANA_120, learn: Sequence[str] = ()) -> str:
    """Returns the HTML of the page.

    learn: the keys of the words worth learning, the most useful first.
    """
    source = Source(lexicon, tiles)
    best, hardest = best_pairs(source, PAIRS), hardest_letters(source, HARD)
    pairs = "".join(
        f"<div><b>{letters}</b><i>{count}</i><span>{_text(word)}</span></div>\n"
        for letters, count, word in best
    )
    hard = "".join(
        f"<div><b>{letter}</b><i>{count}</i><span>{_text(' '.join(words))}</span></div>\n"
        for letter, count, words in hardest
    )
    short = "".join(
        f"<div><b>{letter}</b><span>{_text(' '.join(words))}</span></div>\n"
        for letter, words in two_letter_words(source)
    )
    made_of = _text(lexicon.name), _text(tiles.name)
    return _page(
        lexicon,
        tr("Study sheet"),
        f"""<p>{tr("Word list {}, tiles {}. Numbers: tiles that make the letters a word.", *made_of)}</p>
{_to_learn(source, learn)}<h2>{tr("{} pairs worth keeping", len(best))}</h2>
<div class="pairs">
{pairs}</div>
<h2>{tr("{} hard letters, and how many keys of two and three letters have them", len(hardest))}</h2>
<div class="letters">
{hard}</div>
<h2>{tr("Words of two letters")}</h2>
<div class="letters">
{short}</div>
""",
    )


def _to_learn(source: Source, learn: Sequence[str]) -> str:
    """The HTML of the words worth learning, the most useful first; "" if `learn` is empty."""
    if not learn:
        return ""
    glosses = Glosses(source.lexicon)
    words = "".join(
        f"<div><i>{place}</i><span>{_text(words_text(word))}{_told(glosses, word)}</span></div>\n"
        for place, key in enumerate(learn, 1)
        for word in [shown_words(source.lexicon.shown(key))[:1]]
    )
    columns = "pairs told" if "<small>" in words else "pairs"
    title = tr("{} words worth learning, the most useful first", len(learn))
    return f'<h2>{title}</h2>\n<div class="{columns}">\n{words}</div>\n'


def _told(glosses: Glosses, words: Iterable[Entry]) -> str:
    """The HTML of what these words mean; "" without a gloss."""
    return "".join(f"<small>{_text(gloss)}</small>" for gloss in map(glosses.of, words) if gloss)


def best_pairs(source: Source, number: int) -> list[tuple[str, int, str]]:
    """Returns the pairs of letters that wait for the largest number of tiles to make a three-letter word, most tiles
    first.

    number: how many pairs.

    Each is a tuple (letters, number of tiles that complete them, the easiest completed word). Pairs without a word to
    name (see `_easiest`) are left out, and so are pairs that are flagged words themselves.
    """
    found = []
    flagged = {key for key in source.lexicon.keys(2) if not source.lexicon.shown(key)}
    for letters, waits in source.trios.waits.items():
        if letters in flagged:
            continue
        count = source.tiles.left(waits, letters)
        found.append((-count, letters, [key_of(letters + wait) for wait in waits]))
    pairs = ((letters, -count, _easiest(source, keys)) for count, letters, keys in sorted(found))
    return [*islice((pair for pair in pairs if pair[-1]), number)]


def hardest_letters(source: Source, number: int) -> list[tuple[str, int, list[str]]]:
    """Returns the letters that are in the fewest keys of two and three letters that the tiles can spell, fewest keys
    first.

    number: how many letters. Each is a tuple (letter, number of these keys, the easiest words that have the letter,
    see `_easiest`).
    """
    lexicon = source.lexicon
    keys: dict[str, list[str]] = {face: [] for face in source.tiles.index}
    for size in (2, 3):
        for key in spellable_keys(lexicon, size, source.tiles):
            for letter in {*key}:
                keys[letter].append(key)
    found = []
    for letter in sorted(keys, key=lambda letter: (len(keys[letter]), letter))[:number]:
        easiest = sorted(keys[letter], key=lambda key: min(map(easier_first, lexicon.words_of(key))))
        found.append((letter, len(easiest), _words(source, easiest[:WORDS_OF_HARD])))
    return found


def two_letter_words(source: Source) -> Iterator[tuple[str, list[str]]]:
    """Yields each letter that has two-letter words to name, with these words, sorted by the other letter of the word.

    Each is the easiest word of its two letters, see `_easiest`.
    """
    for letter, waits in sorted(source.pairs.waits.items()):
        if words := _words(source, [key_of(letter + wait) for wait in waits]):
            yield letter, words


def _words(source: Source, keys: Iterable[str]) -> list[str]:
    return [*filter(None, (_easiest(source, [key]) for key in keys))]


def _easiest(source: Source, keys: Iterable[str]) -> str:
    """Among all words of some keys, the word that people learn first: its reading, and its spelling if that differs.

    Left out are flagged words and, if the list has words for children (`for_children`), all others. If nothing
    remains, the text is "".
    """
    words = shown_words(word for key in keys for word in source.lexicon.shown(key))[:1]
    any_word = not _has_childrens(source.lexicon)
    return words_text(word for word in words if any_word or for_children(word))


@lru_cache(maxsize=1)
def _has_childrens(lexicon: Lexicon) -> bool:
    return any(map(for_children, lexicon.readings))


def _text(text: str) -> str:
    return escape(shown(text))
