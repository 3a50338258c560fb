"""From the four archives to the words of the shipped lists, with what was decided by hand.

What was decided by hand is in `wordlists/recipe`; the licences are in `wordlists/common/NOTICE`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from kanamj.disk import sha256_of
from kanamj.lexicon.build import KIND, Built, build_lexicon, lexicon_files
from kanamj.lexicon.files import read_text
from kanamj.lexicon.filters import (
    Filter,
    exclude_filter,
    keep,
    length_filter,
    reading_filter,
)
from kanamj.lexicon.shelf import shipped_folder
from kanamj.lexicon.sources import Word, read_exclusions, read_own_words
from kanamj.lexicon.store import SIZES
from kanamj.results import Manifest, write_folder
from kanamj.tiles import HIRAGANA_120, TileSet
from kanamj.version import __version__

from .archives import ARCHIVES, IPADIC, JUMAN, MOZC, MOZC_MATRIX, UNIDIC
from .costs import ADVERBIAL, PLAIN, VERBAL, Contexts, mozc_costs
from .mecab import parse_matrix
from .nouns import Pair, ipadic_nouns, juman_nouns, unidic_nouns
from .rules import CORE, CUTS, Nominees

NEVER_FIRST = "ゃゅょっーん"
COMMAND = "scripts/build_wordlists.py ARCHIVES"
LICENCE = "BSD-style terms of JUMAN, IPADIC, UniDic and Mozc; see NOTICE"
HAND_KEPT = ("additions.tsv", "exclude.tsv")
NOTES = (
    "Readings, spellings and Mozc costs only; modified, see the filters; endorsed by no dictionary's maker.",
    "The long vowel mark stays where the dictionary reads it, 麻雀 まーじゃん and 珈琲 こーひー among them.",
    "words.tsv, cost: Mozc's as a common noun (lower is commoner); where Mozc has it under an id of its "
    "own, what it costs among its neighbours, less what a common noun does; for words added by hand that of another "
    "spelling, if there is no better; -1 where Mozc does not know the word.",
    "words.tsv, sources: the dictionaries that have the pair as a noun; hand: added by hand. cut: core, or common "
    "for a word that only the wide list has.",
)


def read_common(folder: Path) -> Iterator[Word]:
    """Every noun of the archives in `folder`, and the words added by hand.

    Facts: sources, and the narrowest cut the rules put it in ("" for none). cost: comparable, -1 if unknown.
    """
    nominees = read_nominees(folder)
    kept = nominees.keepers(nominees.pairs())
    added = [(word.reading, word.spelling) for word in read_own_words(recipe_file("additions.tsv"))]
    costs = nominees.costs | added_costs(nominees, added)
    by_hand = frozenset(added)
    for pair in sorted({*nominees.pairs(), *by_hand}):
        cut = CORE.name if pair in by_hand else kept.get(pair, "")
        facts = {"sources": _sources(nominees, pair, by_hand), "cut": cut}
        yield Word(*pair, costs.get(pair, -1), facts)


def read_nominees(folder: Path) -> Nominees:
    """What the rules look at, out of the archives in `folder`."""
    mozc = mozc_costs(MOZC.load(folder))
    contexts = Contexts.of(parse_matrix(MOZC.read(folder, MOZC_MATRIX)), mozc)
    ipadic = ipadic_nouns(IPADIC.load(folder))
    unidic = unidic_nouns(UNIDIC.load(folder))
    costs = {pair: cost for pair in mozc.pairs() if (cost := mozc.get(pair)) is not None}
    for pair, word in mozc.one_word.items():
        noun = VERBAL if pair in ipadic.verbal else ADVERBIAL if pair in ipadic.adverbial else PLAIN
        cost = contexts.comparable(word, noun)
        costs[pair] = min(cost, costs.get(pair, cost))
    return Nominees(mozc, contexts, costs, juman_nouns(JUMAN.load(folder)), ipadic, unidic)


def added_costs(nominees: Nominees, added: list[Pair]) -> dict[Pair, int]:
    """Costs of words added by hand that Mozc does not have as nouns: under another id, or in another spelling."""
    others = nominees.mozc.others
    spelled: dict[str, int] = {}
    for (reading, _), cost in nominees.costs.items():
        spelled[reading] = min(cost, spelled.get(reading, cost))
    found = {}
    for pair in added:
        if pair in nominees.costs:
            continue
        if pair in others:
            found[pair] = nominees.contexts.comparable(others[pair])
        elif pair[0] in spelled:
            found[pair] = spelled[pair[0]]
    return found


def common_filters(cut: str) -> list[Filter]:
    """The filters of the shipped list of this cut, in order."""
    inside = {"core"} if cut == "core" else set(CUTS)
    rule = f"a rule of the recipe keeps it at a cost of {CUTS[cut].highest}"
    return [
        letters_filter(HIRAGANA_120),
        first_letter_filter(NEVER_FIRST),
        keep("cost", rule, lambda word: word.facts["cut"] in inside),
        exclude_filter(read_exclusions(recipe_file("exclude.tsv"))),
    ]


def first_letter_filter(refused: str) -> Filter:
    """Readings that do not begin with one of these letters."""
    rule = f"does not begin with {' '.join(refused)}"
    return keep("first-letter", rule, lambda word: word.reading[:1] not in refused)


def letters_filter(tiles: TileSet) -> Filter:
    """Readings of letters that have a tile, however often."""
    faces = tiles.index.keys()
    return keep("letters", f"every letter is a tile of {tiles.name}", lambda word: faces >= set(word.reading))


def recipe_file(name: str) -> Path:
    """Where what was decided by hand is kept: `exclude.tsv` and `additions.tsv`."""
    return shipped_folder() / "recipe" / name


def write_list(folder: Path, cut: str, words: Iterable[Word]) -> Built:
    """Write the list of this cut out of what `read_common` gave; what was built."""
    filters = [*common_filters(cut), reading_filter(), length_filter(SIZES[0], SIZES[-1])]
    built = build_lexicon(cut, words, filters)
    source = {"source": "common"} | ({"cut": cut} if cut != "common" else {})
    inputs = {archive.file: archive.sha256 for archive in ARCHIVES}
    inputs |= {name: sha256_of(recipe_file(name)) for name in HAND_KEPT}
    manifest = Manifest(KIND, COMMAND, __version__, LICENCE, inputs, source | built.parameters(), notes=NOTES)
    texts = lexicon_files(built.lexicon) | {"NOTICE": common_notice()}
    write_folder(folder, texts, manifest, replace=True)
    return built


def common_notice() -> str:
    """The notices of the four dictionaries, to go with every list made of them."""
    return read_text(shipped_folder() / "common" / "NOTICE")


def _sources(nominees: Nominees, pair: Pair, by_hand: frozenset[Pair]) -> str:
    holders = {
        "hand": by_hand,
        "juman": nominees.juman,
        "ipadic": nominees.ipadic.common,
        "unidic": nominees.unidic.common,
    }
    return " ".join(name for name, pairs in holders.items() if pair in pairs)
