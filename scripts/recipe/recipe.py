"""The words of the shipped lists, from the archives and from what was decided by hand.

What was decided by hand is in `wordlists/recipe`. The licences are in `wordlists/common/NOTICE`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median

from kanamj.disk import sha256_of
from kanamj.errors import KanamjError
from kanamj.folders import Manifest, write_folder
from kanamj.lexicon.build import KIND, BuildResult, build_lexicon, lexicon_files
from kanamj.lexicon.files import read_text
from kanamj.lexicon.filters import (
    READING,
    Filter,
    exclude_filter,
    keep,
    length_filter,
    run_filters,
)
from kanamj.lexicon.kana import parse_reading
from kanamj.lexicon.shelf import shipped_folder
from kanamj.lexicon.sources import Word, read_own_words, read_rows
from kanamj.lexicon.store import SIZES
from kanamj.tiles import HIRAGANA_120, TileSet
from kanamj.version import __version__

from .archives import ARCHIVES, IPADIC, JUMAN, MOZC, MOZC_MATRIX, UNIDIC
from .costs import ADVERBIAL, PLAIN, VERBAL, Contexts, mozc_costs
from .ease import ease_ranks, school_grades
from .mecab import parse_matrix
from .nouns import Pair, ipadic_nouns, juman_nouns, unidic_nouns
from .rules import CORE, CUTS, WIDE, Nominees, same_word

NEVER_FIRST = "ゃゅょっーん"
COMMAND = "scripts/build_wordlists.py ARCHIVES"
LICENCE = "BSD-style terms of JUMAN, IPADIC, UniDic and Mozc, MIT of kanji-lists; see NOTICE"
HAND_KEPT = ("additions.tsv", "exclude.tsv", "flags.tsv", "first.tsv", "themes.tsv")
NOTES = (
    "Readings, spellings, Mozc costs and a rank of ease; modified, see the filters; endorsed by no dictionary's maker.",
    "The long vowel mark stays where the dictionary reads it, 麻雀 まーじゃん and 珈琲 こーひー among them.",
    "words.tsv, cost: Mozc's as a common noun (lower is commoner); where Mozc has it under an id of its own, what it "
    "costs among its neighbours, less what a common noun does; for words added by hand that Mozc does not have as "
    "nouns an estimate, marked in the column sources.",
    "words.tsv, sources: the dictionaries that have the pair as a noun; hand: added by hand; estimated: so is its "
    "cost. cut: core, or common for a word that only the wide list has.",
    "words.tsv, ease: the rank by which people learn the words of common, 1 the first, from the school grade of "
    "kanji, JUMAN's categories, the cost and lists of our own. flag: why a word is judged but not shown unasked: sex, "
    "lavatory, insult, touchy, dark.",
)


def read_common(folder: Path) -> Iterator[Word]:
    """Every noun of the archives in `folder`, and every word that was added by hand.

    A word has a comparable or estimated cost, and these facts: sources, cut (the narrowest that the rules put it in; ""
    for none), flag, ease. Raises KanamjError if an exclusion or a flag matches no word.
    """
    nominees = read_nominees(folder)
    excluded, flags = read_decided("exclude.tsv"), read_decided("flags.tsv")
    added = frozenset((word.reading, word.spelling) for word in read_own_words(recipe_file("additions.tsv")))
    estimated = estimated_costs(nominees.costs, added)
    costs = nominees.costs | estimated
    cuts = nominees.keepers(nominees.pairs()) | dict.fromkeys(added, CORE.name)
    cuts |= nominees.natural(_left_in(excluded, cuts), costs)
    for pair in twice_in_kana({pair: costs[pair] for pair in _left_in(excluded, cuts)}, added):
        cuts[pair] = ""
    _check_hits("additions.tsv", added, cuts)
    _check_hits("exclude.tsv", excluded, cuts)
    _check_hits("flags.tsv", flags, cuts)
    words = []
    for pair in sorted({*nominees.pairs(), *cuts}):
        cut = cuts.get(pair, "")
        facts = {
            "sources": _sources(nominees, pair, added, estimated),
            "cut": WIDE.name if cut and _kind(excluded, pair) == WIDE.name else cut,
            "flag": _kind(flags, pair),
        }
        words.append(Word(*pair, costs[pair], facts))
    kept, _ = run_filters(words, [*common_filters(WIDE.name), READING, length_filter(SIZES[0], SIZES[-1])])
    first, themes = read_decided("first.tsv"), read_decided("themes.tsv")
    ease = ease_ranks(kept, school_grades(folder), nominees.juman, first, themes)
    for word in words:
        rank = ease.get((word.reading, word.spelling))
        yield word._replace(facts={**word.facts, "ease": str(rank)}) if rank else word


def twice_in_kana(costs: Mapping[Pair, int], added: Collection[Pair]) -> set[Pair]:
    """The kana spellings of a reading (くり, クリ) to leave out: all but one added by hand, or all but the cheapest."""
    first: dict[str, Pair] = {}
    dearer = set()
    for pair in sorted(costs, key=lambda pair: (pair not in added, costs[pair], pair)):
        if parse_reading(pair[1]) == pair[0]:
            if pair[0] in first:
                dearer.add(pair)
            first.setdefault(pair[0], pair)
    return dearer


def read_decided(name: str) -> dict[Pair, str]:
    """(reading, spelling or `*` for all) -> what was decided, the third column of a list kept by hand."""
    path = recipe_file(name)
    return {(reading, spelling or "*"): decided for reading, spelling, decided in read_rows(path, 3)}


def _left_in(excluded: Mapping[Pair, str], cuts: Mapping[Pair, str]) -> dict[Pair, str]:
    return {pair: cut for pair, cut in cuts.items() if _kind(excluded, pair) in ("", WIDE.name)}


def _kind(decided: Mapping[Pair, str], pair: Pair) -> str:
    return decided.get(pair) or decided.get((pair[0], "*"), "")


def _check_hits(name: str, decided: Iterable[Pair], cuts: Mapping[Pair, str]) -> None:
    there = {reading for (reading, _), cut in cuts.items() if cut}
    for pair in decided:
        if not (pair[0] in there if pair[1] == "*" else cuts.get(pair)):
            raise KanamjError(
                f"{name}: {pair[0]} {pair[1]} matches no word of the list; remove the line, or correct it"
            )


def read_nominees(folder: Path) -> Nominees:
    """All that the rules look at, from the archives in `folder`."""
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


def estimated_costs(costs: Mapping[Pair, int], added: Collection[Pair]) -> dict[Pair, int]:
    """Estimated costs of the words that were added by hand and that Mozc does not have as nouns.

    It is the cost of the same word in another spelling (昼御飯 for 昼ご飯), or the median of the added words with as
    many letters, whichever is lower: a rare spelling says little about a word. Costs that Mozc has under the id of a
    verb (つまみ, 縮み) are not used: made comparable, they were between 2,400 and 10,700.
    """
    spelled: dict[str, list[tuple[int, str]]] = {}
    for (reading, spelling), cost in costs.items():
        spelled.setdefault(reading, []).append((cost, spelling))
    known: dict[int, list[int]] = {}
    for pair in added:
        if pair in costs:
            known.setdefault(len(pair[0]), []).append(costs[pair])
    found = {}
    for pair in added:
        if pair not in costs:
            same = [
                cost
                for cost, other in spelled.get(pair[0], ())
                if parse_reading(other) == pair[0] or same_word(pair[1], other)
            ]
            neighbours = known.get(len(pair[0])) or [WIDE.highest]
            found[pair] = min([*same, int(median(neighbours))])
    return found


def common_filters(cut: str) -> list[Filter]:
    """The filters of a shipped list, in order."""
    inside = {"core"} if cut == "core" else set(CUTS)
    rule = f"a rule of the recipe keeps it at a cost of {CUTS[cut].highest}"
    return [
        letters_filter(HIRAGANA_120),
        first_letter_filter(NEVER_FIRST),
        keep("cost", rule, lambda word: word.facts["cut"] in inside),
        exclude_filter({pair for pair, kind in read_decided("exclude.tsv").items() if kind != WIDE.name}),
    ]


def first_letter_filter(refused: str) -> Filter:
    """Keeps readings that do not begin with one of these letters."""
    rule = f"does not begin with {' '.join(refused)}"
    return keep("first-letter", rule, lambda word: word.reading[:1] not in refused)


def letters_filter(tiles: TileSet) -> Filter:
    """Keeps readings whose letters all have a tile, however many copies of it there are."""
    faces = tiles.index.keys()
    return keep("letters", f"every letter is a tile of {tiles.name}", lambda word: faces >= set(word.reading))


def recipe_file(name: str) -> Path:
    """The path of a list that is kept by hand: `exclude.tsv`, `additions.tsv`, `flags.tsv` …"""
    return shipped_folder() / "recipe" / name


def write_list(folder: Path, cut: str, words: Iterable[Word]) -> BuildResult:
    """Write the list of a cut from the words of `read_common`; returns what was built."""
    filters = [*common_filters(cut), READING, length_filter(SIZES[0], SIZES[-1])]
    built = build_lexicon(cut, words, filters)
    source = {"source": "common"} | ({"cut": cut} if cut != "common" else {})
    inputs = {archive.file: archive.sha256 for archive in ARCHIVES}
    inputs |= {name: sha256_of(recipe_file(name)) for name in HAND_KEPT}
    manifest = Manifest(KIND, COMMAND, __version__, LICENCE, inputs, source | built.parameters(), notes=NOTES)
    texts = lexicon_files(built.lexicon) | {"NOTICE": common_notice()}
    write_folder(folder, texts, manifest, replace=True)
    return built


def common_notice() -> str:
    """The notices of the four dictionaries and of kanji-lists; they go with every list made from them."""
    return read_text(shipped_folder() / "common" / "NOTICE")


def _sources(nominees: Nominees, pair: Pair, by_hand: Collection[Pair], estimated: Collection[Pair]) -> str:
    holders: dict[str, Collection[Pair]] = {
        "hand": by_hand,
        "estimated": estimated,
        "juman": nominees.juman,
        "ipadic": nominees.ipadic.common,
        "unidic": nominees.unidic.common,
    }
    return " ".join(name for name, pairs in holders.items() if pair in pairs)
