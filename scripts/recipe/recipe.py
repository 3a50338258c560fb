"""The words of the shipped lists, from the archives and from what was decided by hand.

What was decided by hand is in `wordlists/recipe`. The licences are in `wordlists/common/NOTICE`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median

from kanamj.disk import sha256_of
from kanamj.errors import KanamjError
from kanamj.lexicon.build import KIND, BuildResult, build_lexicon, lexicon_files
from kanamj.lexicon.entry import BEYOND, CHILDREN, FLAGS
from kanamj.lexicon.files import read_text
from kanamj.lexicon.filters import READING, Filter, exclude_filter, keep, length_filter, run_filters
from kanamj.lexicon.glosses import NAME as GLOSSES
from kanamj.lexicon.glosses import read_glosses
from kanamj.lexicon.kana import is_reading, parse_reading
from kanamj.lexicon.shelf import shipped_folder
from kanamj.lexicon.sources import Word, read_own_words, read_rows
from kanamj.lexicon.store import SIZES
from kanamj.results import Manifest, write_folder
from kanamj.tiles import HIRAGANA_120, TileSet

from .archives import ARCHIVES, IPADIC, JUMAN, MOZC, MOZC_MATRIX, UNIDIC
from .costs import ADVERBIAL, PLAIN, VERBAL, Contexts, mozc_costs
from .ease import ease_ranks, listed_there, school_grades
from .glosses import gloss_file
from .mecab import parse_matrix
from .nouns import (
    Lemma,
    Pair,
    categories,
    ipadic_nouns,
    juman_entries,
    juman_names,
    juman_nouns,
    unidic_nouns,
)
from .rules import COMMON, CORE, CUTS, WIDE, Nominees, is_kanji, same_word

NEVER_FIRST = "ゃゅょっーん"
COMMAND = "scripts/build_wordlists.py ARCHIVES"
LICENCE = "BSD-style terms of JUMAN, IPADIC, UniDic and Mozc, MIT of kanji-lists; see NOTICE"
PASSES = {
    "scenes.tsv": CORE,
    "compounds.tsv": CORE,
    "pairs.tsv": CORE,
    "meanings.tsv": CORE,
    "known.tsv": COMMON,
    "household.tsv": WIDE,
}
"""Lists of words that no rule keeps, each with the list that its words come into. The first line of each says what was
read to make it, so that it can be done again with another source. `added_by_passes` says which of their words come in.
"""
NEW_MEANINGS = "meanings.tsv"
HAND_KEPT = ("additions.tsv", *PASSES, "exclude.tsv", "fields.tsv", "objections.tsv")
HAND_KEPT += ("children.tsv", "first.tsv", "themes.tsv", "glosses.tsv")
NO_FLAG = "shown"  # in fields.tsv: a field that is shown, so that its words do not have the flag of another spelling
NOTES = (
    "Readings, spellings, Mozc costs and a rank of ease; modified, see the filters; endorsed by no dictionary's maker.",
    "The long vowel mark stays where the dictionary reads it, 麻雀 まーじゃん and 珈琲 こーひー among them.",
    "words.tsv, cost: Mozc's as a common noun (lower is commoner); where Mozc has it under an id of its own, what it "
    "costs among its neighbours, less what a common noun does; for words added by hand that Mozc does not have as "
    "nouns an estimate, marked in the column sources.",
    "words.tsv, sources: the dictionaries that have the pair as a noun; hand: added by hand; estimated: so is its "
    "cost. cut: core, common or wide, the narrowest list that has the word.",
    "words.tsv, accent: UniDic's aType, the mora after which the pitch falls, 0 for none. origin: UniDic's, "
    "和 Japanese, 漢 Chinese, 外 another language, 混 mixed, and the word it comes from. kind: JUMAN's categories.",
    "words.tsv, ease: the rank by which people learn the words of common, 1 the first: those that a child of eight "
    "knows (children.tsv), then the others; each by the school grade of kanji, JUMAN's categories, the cost and lists "
    "of our own. flag: why a word is judged but not shown unasked: sex, "
    "lavatory, insult, touchy, dark, or wide for what only the list wide has.",
)


def read_common(folder: Path) -> Iterator[Word]:
    """Every noun of the archives in `folder`, and every word that was added by hand.

    A word has a comparable or estimated cost, and these facts: sources, cut (the narrowest that the rules put it in; ""
    for none), flag, accent, origin, kind, ease. Raises KanamjError if what was decided by hand matches no word.
    """
    nominees = read_nominees(folder)
    excluded, flags = read_decided("exclude.tsv"), read_fields()
    passes = {name: read_decided(name) for name in PASSES}
    cuts = nominees.keepers(nominees.pairs())
    by_hand = {(word.reading, word.spelling) for word in read_own_words(recipe_file("additions.tsv"))}
    there = {reading for reading, _ in (*_left_in(excluded, cuts), *by_hand)}
    added = dict.fromkeys(by_hand, CORE.name) | added_by_passes(passes, there)
    estimated = estimated_costs(nominees.costs, added)
    costs = nominees.costs | estimated
    only_wide = {pair for pair, cut in added.items() if cut == WIDE.name}
    cuts |= {pair: cut for pair, cut in added.items() if pair not in only_wide}
    cuts |= nominees.natural(_left_in(excluded, cuts), costs)
    left = _left_in(excluded, cuts)
    first, themes, grades = read_decided("first.tsv"), read_decided("themes.tsv"), school_grades(folder)
    ours = {reading for reading, spelling in (*first, *themes) if parse_reading(spelling) == reading}
    cheap = {pair[0]: costs[pair] for pair in left if parse_reading(pair[1]) == pair[0]}

    def natural(pair: Pair) -> bool:
        """Whether people write kana: our lists say so, or the costs do and primary school does not teach a kanji."""
        hard = any(is_kanji(character) and character not in grades for character in pair[1])
        return pair[0] in ours or (hard and cheap.get(pair[0], costs[pair]) < costs[pair])

    twins = twice_in_kana({pair: costs[pair] for pair in left}, added, nominees.same_entry, natural)
    for pair in twins:
        cuts[pair] = ""
        left.pop(pair)
    for (
        twin
    ) in twins:  # a word costs what its commonest spelling costs, though that one is left out (キツネ, 狐)
        for pair in (pair for pair in left if pair[0] == twin[0] and nominees.same_entry(pair, twin)):
            costs[pair] = min(costs[pair], costs[twin])
    for name in (name for name, cut in PASSES.items() if cut == CORE):
        cuts |= dict.fromkeys(listed_there(passes[name], left).values(), CORE.name)
    readings = {reading for reading, _ in left}
    only_wide = {pair for pair in only_wide if pair[0] not in readings}
    widely = nominees.known_widely(readings | {reading for reading, _ in only_wide})
    cuts |= dict.fromkeys((*only_wide, *widely), WIDE.name)
    for name, decided in (("additions.tsv", by_hand), ("exclude.tsv", excluded), ("fields.tsv", flags)):
        _check_hits(name, decided, cuts)
    check_objections(nominees, {*by_hand, *(pair for pairs in passes.values() for pair in pairs)})
    flags = spread_flags(nominees, flags, _left_in(excluded, cuts))
    words = []
    for pair in sorted({*nominees.pairs(), *cuts}):
        cut = cuts.get(pair, "")
        if cut == CORE.name and _kind(excluded, pair) == COMMON.name:
            cut = COMMON.name
        facts = {
            "sources": _sources(nominees, pair, added, estimated),
            "cut": cut,
            "flag": flags.get(pair, "") or (BEYOND if cut == WIDE.name else ""),
            "kind": categories(nominees.juman.get(pair, frozenset())),
            **_lemma_facts(nominees, pair),
        }
        words.append(Word(*pair, costs[pair], facts))
    passed, _ = run_filters(
        words, [*common_filters(COMMON.name), READING, length_filter(SIZES[0], SIZES[-1])]
    )
    kept = list(passed)
    for name, listed in (("first.tsv", first), ("themes.tsv", themes)):
        _check_listed(name, listed, [(word.reading, word.spelling) for word in kept])
    _check_glosses({(word.reading, word.spelling) for word in kept})
    second = passes[NEW_MEANINGS].keys()
    known = _known_to_children([word for word in kept if not word.facts["flag"]])
    ease = ease_ranks(kept, grades, nominees, first, themes, passes["scenes.tsv"], second, known)
    for word in words:
        rank = ease.get((word.reading, word.spelling))
        yield word._replace(facts={**word.facts, "ease": str(rank)}) if rank else word


def added_by_passes(passes: Mapping[str, Iterable[Pair]], there: Collection[str]) -> dict[Pair, str]:
    """The words that come in by PASSES -> the list they come into.

    A word comes in if neither `there` nor an earlier pass has its reading; a word of `meanings.tsv` comes in beside it.
    """
    readings, added = set(there), dict[Pair, str]()
    for name, pairs in passes.items():
        new = [pair for pair in pairs if name == NEW_MEANINGS or pair[0] not in readings]
        added = dict.fromkeys(new, PASSES[name].name) | added
        readings |= {reading for reading, _ in new}
    return added


def twice_in_kana(
    costs: Mapping[Pair, int],
    added: Collection[Pair],
    same_entry: Callable[[Pair, Pair], bool] = lambda _pair, _other: False,
    natural: Callable[[Pair], bool] = lambda _pair: False,
) -> set[Pair]:
    """The spellings to leave out so that no word is there twice, once in kana (くり, クリ, 栗).

    Of the kana spellings of a reading, one stays: one added by hand, or the cheapest. If it means one of the other
    words of the reading, it stays instead of that word if it was added by hand, or if it is `natural` to write that
    word in kana. Else it is left out, as it is if it may mean several words (さい is 際 and 差異); but katakana that
    were added by hand stay (サイ), and so do kana if the other word was added, too.
    """
    kana: dict[str, Pair] = {}
    out = set()
    for pair in sorted(costs, key=lambda pair: (pair not in added, costs[pair], pair)):
        if parse_reading(pair[1]) == pair[0] and kana.setdefault(pair[0], pair) != pair:
            out.add(pair)
    meant: dict[Pair, list[Pair]] = {}
    for pair in costs:
        head = kana.get(pair[0])
        if head and parse_reading(pair[1]) != pair[0] and same_entry(head, pair):
            meant.setdefault(head, []).append(pair)
    for head, pairs in meant.items():
        one = min(pairs, key=lambda pair: (pair not in added, costs[pair]))
        alone = all(same_entry(pair, one) for pair in pairs)
        if alone and one not in added and (head in added or natural(one)):
            out.update(pairs)
        elif head not in added or (head[0] == head[1] and one not in added):
            out.add(head)
    return out


def spread_flags(nominees: Nominees, flags: Mapping[Pair, str], left: Iterable[Pair]) -> dict[Pair, str]:
    """Word -> its flag. A flag is of a word, so the other spellings of the word (癌, がん) have it as well.

    A line of `fields.tsv` for a spelling goes before the flag of another spelling.
    """
    spelled: dict[str, list[Pair]] = {}
    for pair in left:
        spelled.setdefault(pair[0], []).append(pair)
    found = {}
    for pairs in spelled.values():
        for pair in pairs:
            others = (
                _kind(flags, other) for other in pairs if other != pair and nominees.same_entry(pair, other)
            )
            flag = _kind(flags, pair) or next((flag for flag in others if flag not in ("", NO_FLAG)), "")
            if flag not in ("", NO_FLAG):
                found[pair] = flag
    return found


def _lemma_facts(nominees: Nominees, pair: Pair) -> dict[str, str]:
    """The accent and the origin of a word, from the entry of UniDic that it is the head of, or from its first entry."""
    lemmas = nominees.unidic.lemmas.get(pair, ())
    lemma = min(lemmas, key=lambda lemma: lemma.spelling != pair[1], default=Lemma("", "", ""))
    return {"accent": lemma.accent, "origin": lemma.origins}


def read_decided(name: str) -> dict[Pair, str]:
    """(reading, spelling or `*` for all) -> what was decided, the third column of a list kept by hand."""
    path = recipe_file(name)
    decided = {(reading, spelling or "*"): what for reading, spelling, what in read_rows(path, 3)}
    for pair in decided:
        if pair[0].endswith("っ"):
            _refuse(name, pair, "has a reading that ends in っ, which nobody says")
    return decided


def read_fields() -> dict[Pair, str]:
    """(reading, spelling or `*` for all) -> the flag of its field in `fields.tsv`, or NO_FLAG.

    Raises KanamjError for an unknown flag, a word that is not reading/spelling, and a word of two fields.
    """
    found: dict[Pair, str] = {}
    for line in read_text(recipe_file("fields.tsv")).splitlines():
        field, flag, _, words = line.split("\t")
        if field.startswith("#"):
            continue
        if flag not in (*FLAGS, NO_FLAG):
            raise KanamjError(f"fields.tsv: {field} is {flag}; write {NO_FLAG} or a flag: {', '.join(FLAGS)}")
        for word in words.split():
            reading, _, spelling = word.partition("/")
            if not is_reading(reading) or not spelling:
                raise KanamjError(f"fields.tsv: {field} has {word}; write reading/spelling, or reading/*")
            if found.setdefault((reading, spelling), flag) != flag:
                _refuse("fields.tsv", (reading, spelling), "is in two fields with two answers")
    return found


def check_objections(nominees: Nominees, written: Iterable[Pair]) -> None:
    """Raise KanamjError if a source objects to a word that only a hand has, and `objections.tsv` does not answer it.

    written: the words that hands wrote. Nobody needs to answer if a dictionary has the word as a noun.
    """
    answered, objections = read_decided("objections.tsv"), dict(nominees.objections(sorted(written)))
    for pair, objection in objections.items():
        if pair not in answered:
            raise KanamjError(
                f"{pair[0]} {pair[1]}: {objection}; correct the word, or say in objections.tsv why it stays"
            )
    for pair in answered.keys() - objections.keys():
        _refuse("objections.tsv", pair, "is a word to which no source objects")


def _known_to_children(words: Iterable[Word]) -> set[Pair]:
    """The words that `children.tsv` calls known. Raises KanamjError if it has a word that the list does not show."""
    there = {(word.reading, word.spelling) for word in words}
    read = read_decided("children.tsv")
    for pair in read.keys() - there:
        _refuse("children.tsv", pair, "matches no word that the list shows")
    known = {pair for pair, verdict in read.items() if verdict == "known"}
    if len(known) != CHILDREN:
        raise KanamjError(
            f"children.tsv calls {len(known)} words known; write that as CHILDREN in kanamj/lexicon/entry.py"
        )
    return known


def _left_in(excluded: Mapping[Pair, str], cuts: Mapping[Pair, str]) -> dict[Pair, str]:
    return {pair: cut for pair, cut in cuts.items() if cut and _kind(excluded, pair) in ("", COMMON.name)}


def _kind(decided: Mapping[Pair, str], pair: Pair) -> str:
    return decided.get(pair) or decided.get((pair[0], "*"), "")


def _check_hits(name: str, decided: Iterable[Pair], cuts: Mapping[Pair, str]) -> None:
    there = {reading for (reading, _), cut in cuts.items() if cut}
    for pair in decided:
        if not (pair[0] in there if pair[1] == "*" else cuts.get(pair)):
            _refuse(name, pair, "matches no word of the list")


def _check_listed(name: str, listed: Iterable[Pair], words: Iterable[Pair]) -> None:
    listed, found = list(listed), listed_there(listed, words)
    met: dict[Pair, Pair] = {}
    for pair in listed:
        if pair not in found:
            _refuse(name, pair, "matches no word of the list")
        elif met.setdefault(found[pair], pair) != pair:
            _refuse(name, pair, f"is the same word as {met[found[pair]][1]}")


def _check_glosses(words: Collection[Pair]) -> None:
    lines = [
        f"line {line}, {reading} {spelling}"
        for line, reading, spelling, _ in read_glosses(recipe_file(GLOSSES))
        if (reading, spelling) not in words
    ]
    if lines:
        raise KanamjError(f"{GLOSSES} has words that common does not have, remove them: {'; '.join(lines)}")


def _refuse(name: str, pair: Pair, why: str) -> None:
    raise KanamjError(f"{name}: {pair[0]} {pair[1]} {why}; remove the line, or correct it")


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
    juman = JUMAN.load(folder)
    named = frozenset().union(juman_names(juman), ipadic.names, unidic.names)
    return Nominees(mozc, contexts, costs, juman_nouns(juman), ipadic, unidic, juman_entries(juman), named)


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
            neighbours = known.get(len(pair[0])) or [COMMON.highest]
            found[pair] = min([*same, int(median(neighbours))])
    return found


def common_filters(cut: str) -> list[Filter]:
    """The filters of a shipped list, in order."""
    inside = list(CUTS)[: list(CUTS).index(cut) + 1]
    rule = f"a rule of the recipe keeps it at a cost of {CUTS[cut].highest}"
    return [
        letters_filter(HIRAGANA_120),
        first_letter_filter(NEVER_FIRST),
        keep("cost", rule, lambda word: word.facts["cut"] in inside),
        exclude_filter({pair for pair, kind in read_decided("exclude.tsv").items() if kind != COMMON.name}),
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
    """The path of a list that is kept by hand: `exclude.tsv`, `additions.tsv`, `fields.tsv` …"""
    return shipped_folder() / "recipe" / name


def write_list(folder: Path, cut: str, words: Iterable[Word]) -> BuildResult:
    """Write the list of a cut from the words of `read_common`; returns what was built."""
    filters = [*common_filters(cut), READING, length_filter(SIZES[0], SIZES[-1])]
    built = build_lexicon(cut, words, filters)
    source = {"source": "common"} | ({"cut": cut} if cut != "common" else {})
    inputs = {archive.file: archive.sha256 for archive in ARCHIVES}
    inputs |= {name: sha256_of(recipe_file(name)) for name in HAND_KEPT}
    given = source | built.parameters()
    manifest = Manifest(KIND, COMMAND, licence=LICENCE, inputs=inputs, parameters=given, notes=NOTES)
    texts = lexicon_files(built.lexicon) | {"NOTICE": common_notice()} | gloss_file(built.lexicon)
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
