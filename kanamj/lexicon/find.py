"""Look words up by reading, spelling or letters. For a word that a list lacks, say why, and which words are near."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kanamj.errors import LexiconError, brief, check_texts, check_type
from kanamj.lexicon.entry import BEYOND, Entry, commoner_first, easier_first, key_of, shown_words
from kanamj.lexicon.files import read_lines
from kanamj.lexicon.glosses import Glosses
from kanamj.lexicon.kana import fold_seion, is_reading, letter_lacking, parse_reading, spoken, unspellable
from kanamj.lexicon.shelf import is_shipped, judge_of, load_lexicon, shipped_folder
from kanamj.lexicon.store import Lexicon
from kanamj.lexicon.why import YOURS, reading_of, said, whats
from kanamj.plain import plain
from kanamj.tiles import HIRAGANA_120, TileSet, kana_of

BLANKS = frozenset("?？＿_○〇◯□*＊")
ENDINGS = frozenset(
    "者家費部金士会率図所屋機券日室紙薬剤術員科代品物店館園場器車船線駅席書箱手口目性感力心欲圏界式祭展賞戦点数度値額税罪隊団派系層型形用水液色音声道"
    "法権案説論文語札板台服着灯鍋人師長係役主生児民王神犬猫地街橋塔時期年分内外本誌版画像歌劇記録学課組好化的"
)
"""What compounds end with that is not always a word of its own."""
_N_BEFORE = re.compile("nn(?=[aiueoy])")
"""As people write ん before a vowel: konnya for こんや."""
NEAR = 12
"""At most this many near words are shown."""


@dataclass(frozen=True)
class MissingWord:
    """A word that is not in the lexicon: why it is not, and which words are near.

    reading, key: "" if `word` is neither kana nor romaji, and no dictionary of the lists tells its reading.
    unspellable: why the tiles cannot spell it, "" if they can. excluded: why `exclude.tsv` leaves it out, "" if it does
    not. wider: the words of the list `wide` with this reading or spelling, if another shipped list was asked. what:
    what the words of this reading are, of `why.WHATS`; () for a noun that the tiles cannot spell: that is the reason.
    parts: the two words that a compound seems to be made of (医療, 費), if nothing else is known.
    """

    word: str
    reading: str
    key: str
    unspellable: str
    excluded: str
    near: tuple[Entry, ...]
    wider: tuple[Entry, ...] = ()
    what: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values; why: language -> why the list lacks the word, as a sentence."""
        return {
            "reading": self.reading,
            "key": self.key,
            "spellable": bool(self.key) and not self.unspellable,
            "unspellable": self.unspellable,
            "excluded": self.excluded,
            "near": plain(self.near),
            "wider": plain(self.wider),
            "what": list(self.what),
            "parts": list(self.parts),
            "why": _sentences(self.what, self.excluded),
        }


def _sentences(what: Iterable[str], excluded: str = "") -> dict[str, str]:
    return {name: text[0].upper() + text[1:] for name, text in said(what, excluded).items()}


@dataclass(frozen=True)
class FindResult:
    """The answer for one word or pattern: the entries with this reading or spelling, or why there are none.

    entries: flagged words are among them only if all words with this reading or spelling have a flag, or if all words
    were asked for. others: words with the same letters in another order, without flagged words. lacking: the first
    letter for which there are too few tiles, as `letter_lacking` returns it. glosses: what each of the entries means;
    "" where there is no gloss. only_sounds: whether a word typed in katakana (カイロ) is there only in kanji (回路).
    what: what a reading is, of `why.WHATS`, whose words are not shown, as all have a flag: いたい is an adjective.
    """

    word: str
    entries: tuple[Entry, ...]
    missing: MissingWord | None = None
    others: tuple[Entry, ...] = ()
    lacking: tuple[str, int, int] | None = None
    glosses: tuple[str, ...] = ()
    only_sounds: bool = False
    what: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """What `kanamj lexicon find WORD --json` prints for one word."""
        found: dict[str, Any] = {
            "word": self.word,
            "found": self.missing is None,
            "others": plain(self.others),
            "lacking": self.lacking and dict(zip(("tile", "held", "copies"), self.lacking, strict=True)),
        }
        if self.missing:
            return found | self.missing.to_json()
        words = zip(self.entries, self.glosses, strict=True)
        shown = {"words": [entry.to_json(gloss) for entry, gloss in words]}
        said_too = {"what": self.what, "why": _sentences(self.what)} if self.what else {}
        return found | shown | {"only_sounds": self.only_sounds} | said_too


def find(
    lexicon: Lexicon, words: Iterable[str], tiles: TileSet = HIRAGANA_120, *, flagged: bool = False
) -> list[FindResult]:
    """One result per reading or spelling: its entries, or why the lexicon lacks it and which words are near.

    words: in kana, in romaji, or as they are spelled. A word with a blank (か？な) is a pattern: the blank is any
    letter. flagged: True adds all flagged words with this reading or spelling.

    >>> toy = Lexicon.from_entries("toy", [Entry("さかな", "魚"), Entry("きょうとう", "共闘")])
    >>> [(found.word, len(found.entries), len(found.others)) for found in find(toy, ["魚", "さかた", "とうきょう"])]
    [('魚', 1, 0), ('さかた', 0, 0), ('とうきょう', 0, 1)]
    """
    answers, glosses = [], Glosses(lexicon)
    for word in check_texts("words", words):
        if is_pattern(lexicon, word):
            found = tuple(_matching(lexicon, word, flagged=flagged))
            missing = None if found else MissingWord(word, "", "", "", "", ())
            answers.append(FindResult(word, found, missing, glosses=tuple(map(glosses.of, found))))
            continue
        entries, reading = find_word(lexicon, word), _reading(lexicon, word)
        others = tuple(
            entry
            for entry in entries
            if reading != entry.reading and word != entry.spelling and lexicon.read_as(entry.key)
        )
        meant = tuple(entry for entry in entries if entry not in others)
        what = (
            () if flagged or shown_words(meant) or not is_reading(reading) else whats(_typed(lexicon, word))
        )
        missing = None if meant else explain_missing(lexicon, word, tiles)
        lacking = letter_lacking(lexicon.read(missing.reading) if missing else meant[0].reading, tiles)
        if meant and what:
            answers.append(FindResult(word, (), None, shown_words(others), lacking, what=what))
            continue
        meant = meant if flagged else shown_words(meant, asked=True)
        others = shown_words(others)
        told = tuple(map(glosses.of, meant))
        sounds = (
            bool(meant) and re.fullmatch("[ァ-ヺー]+", word) is not None and _none_in_kana(lexicon, meant)
        )
        answers.append(FindResult(word, meant, missing, others, lacking, told, sounds))
    return answers


def _none_in_kana(lexicon: Lexicon, entries: Iterable[Entry]) -> bool:
    return all(lexicon.read(parse_reading(entry.spelling)) != entry.reading for entry in entries)


def letters_json(
    lexicon: Lexicon, letters: str = "", lacking: str = "", *, flagged: bool = False
) -> list[dict[str, Any]]:
    """What `kanamj lexicon find --json` prints for `--letters` or for `--lacking`: one row per key.

    letters: all letters of the keys; `?` or □ is any letter. Keys with a reading that has the letters at the same
    places come first. lacking: used if `letters` is "": all letters of the keys but one. flagged: True adds words with
    a flag. Raises LexiconError for letters that are not kana.

    >>> toy = Lexicon.from_entries("toy", [Entry("さかな", "魚"), Entry("かたな", "刀")])
    >>> [row["readings"] for row in letters_json(toy, "か□な")]
    [['かたな'], ['さかな']]
    """
    rows: list[dict[str, Any]] = []
    found = find_letters(lexicon, letters or lacking + "？")
    places = _places(lexicon, letters)
    for key, blanks in found:
        entries = lexicon.words_of(key) if flagged else lexicon.shown(key)
        words = list(dict.fromkeys(entry.spelling for entry in entries))
        readings = dict.fromkeys(entry.reading for entry in lexicon.read_as(key) if entry in entries)
        if words:
            rows.append({"key": key, "blanks": blanks, "words": words, "readings": list(readings)})
    return sorted(rows, key=lambda row: not any(map(places.fullmatch, row["readings"])))


def is_pattern(lexicon: Lexicon, text: str) -> bool:
    """Whether the text has blanks, and is not a spelling of the lexicon (〇 is a blank and a numeral)."""
    return not BLANKS.isdisjoint(text) and text not in lexicon.by_spelling


def _places(lexicon: Lexicon, pattern: str) -> re.Pattern[str]:
    """What a reading looks like that has the letters of a pattern at their places."""
    kana = lexicon.read(kana_of(pattern.strip()))
    return re.compile("".join("." if letter in BLANKS else re.escape(letter) for letter in kana))


def _matching(lexicon: Lexicon, pattern: str, *, flagged: bool) -> list[Entry]:
    """The words whose reading or spelling fits the pattern, easiest first. flagged: True adds words with a flag."""
    fit, words = (
        _places(lexicon, pattern).fullmatch,
        [word for each in lexicon.by_reading.values() for word in each],
    )
    fits = [word for word in words if fit(word.reading) or fit(word.spelling)]
    return sorted(fits, key=easier_first) if flagged else list(shown_words(fits))


def find_word(lexicon: Lexicon, text: str) -> list[Entry]:
    """The words with this reading (easiest first) or spelling (commonest first); [] if there are none.

    After the words of a reading come the other words with the same letters. If the lexicon has no readings, the key
    takes the place of the reading.

    >>> toy = Lexicon.from_entries("toy", [Entry("さかな", "魚"), Entry("なかさ", "中差")])
    >>> [entry.spelling for entry in find_word(toy, "なかさ")]
    ['中差', '魚']
    >>> [entry.reading for entry in find_word(toy, "魚")]
    ['さかな']
    """
    reading = _reading(lexicon, text)
    if is_reading(reading):
        return sorted(lexicon.words_of(key_of(reading)), key=lambda entry: entry.reading != reading)
    keys = lexicon.by_spelling.get(text, ())
    spelled = [entry for key in keys for entry in lexicon.words_of(key) if entry.spelling == text]
    return sorted(spelled, key=commoner_first)


def _reading(lexicon: Lexicon, text: str) -> str:
    """The typed text as a reading of this list, folded like its words."""
    return lexicon.read(_typed(lexicon, text))


def _typed(lexicon: Lexicon, text: str) -> str:
    """The typed text as a reading, not folded: katsudon is かつどん, unless the list has it as a spelling. ヴァイオリン
    is read as ばいおりん, unless the list has it with ゔ."""
    reading = parse_reading(text)
    if re.search("[a-zA-Z]", reading) and text not in lexicon.by_spelling:
        reading = kana_of(reading)
    return reading if lexicon.words(key_of(lexicon.read(reading))) else spoken(reading)


def find_letters(lexicon: Lexicon, letters: str) -> list[tuple[str, str]]:
    """Pairs (key, letters in the blanks) for the keys with exactly these letters. `?` is a blank: any letter.

    Keys of common words come first, keys of flagged words last. Raises LexiconError for letters that are not kana.

    >>> toy = Lexicon.from_entries("toy", [Entry("さかな", "魚"), Entry("かたな", "刀")])
    >>> find_letters(toy, "か？な")
    [('かたな', 'た'), ('かさな', 'さ')]
    """
    check_type("letters", letters, str, "a text")
    known = "".join(letter for letter in lexicon.read(parse_reading(letters)) if letter not in BLANKS)
    if known and not is_reading(known):
        raise LexiconError(
            "{} has letters that are not kana; write them as かさな, a blank as ？", brief(letters)
        )
    blanks = sum(letter in BLANKS for letter in letters)
    wanted = Counter(known)
    found = []
    for key in lexicon.keys(len(known) + blanks):
        left = Counter(key)
        left.subtract(wanted)
        if min(left.values()) >= 0:
            found.append((key, "".join(sorted(left.elements()))))
    return sorted(found, key=lambda pair: min(map(commoner_first, lexicon.words_of(pair[0]))))


def explain_missing(lexicon: Lexicon, text: str, tiles: TileSet = HIRAGANA_120) -> MissingWord:
    """Explain why a reading or spelling is not a word of the lexicon.

    If it is a spelling whose reading `exclude.tsv`, the list `wide` or a dictionary tells, this reading is explained:
    おかね for お金.
    """
    reading = _typed(lexicon, text)
    if not is_reading(reading):
        reading = _excluded(lexicon, "", text)[0] or _reading_of(text)
    if not reading:
        return MissingWord(text, "", "", "", "", (), parts=parts_of(text))
    read = lexicon.read(reading)
    kept_out = unspellable(read, tiles)
    meant = lexicon.read(kana_of(_N_BEFORE.sub("n'", text)))
    typed_so = shown_words(word for word in lexicon.read_as(key_of(meant)) if word.reading == meant != read)[
        :1
    ]
    near = tuple(dict.fromkeys((*typed_so, *near_words(lexicon, read))))[:NEAR]
    wider: list[Entry] = []
    excluded = _excluded(lexicon, reading, text)[1]
    if excluded != YOURS and is_shipped(lexicon) and (judge := judge_of(lexicon, load_lexicon)):
        wider = [word for word in find_word(judge, text) if word.reading == read]
        # a spelling is another word than those of its reading (既読, 奇特)
        typed = is_reading(_typed(lexicon, text))
        wider = [word for word in wider if typed or word.spelling == text]
    more = shown_words(wider, asked=True)
    what = whats(reading)
    what = () if kept_out and "noun" in what else what  # ふぁん: a name, too, but the tiles are the reason
    parts = () if wider or what or excluded else parts_of(text)
    return MissingWord(text, reading, key_of(read), kept_out, excluded, near, more, what, parts)


def parts_of(spelling: str) -> tuple[str, ...]:
    """The two words of the list `wide` that a spelling with kanji is made of, the first as long as can be; else ().

    The second may also be a kanji that many compounds end with (医療費).
    """
    known = load_lexicon(BEYOND).by_spelling
    cuts = range(len(spelling) - 1, 0, -1) if re.search("[一-鿿]", spelling) else ()
    parts = ((spelling[:place], spelling[place:]) for place in cuts)
    return next(
        ((head, tail) for head, tail in parts if head in known and (tail in known or tail in ENDINGS)), ()
    )


def _reading_of(spelling: str) -> str:
    """The reading that the list `wide` has for a spelling, or else a dictionary; "" if none has the spelling."""
    entries = find_word(load_lexicon(BEYOND), spelling)
    return entries[0].reading if entries else reading_of(spelling)


def near_words(lexicon: Lexicon, reading: str) -> Iterator[Entry]:
    """The words that are one slip away from a reading, commonest first, without flagged words.

    Of the words of a reading, only the easiest is returned. A slip adds, drops or changes one letter, or swaps two
    letters side by side. Words of the same `_sound` come first. If there are no such words, or if the lexicon has no
    readings, the words of the `near_keys` are returned.

    >>> toy = Lexicon.from_entries("toy", [Entry("かね", "金"), Entry("おかず", "おかず"), Entry("かおす", "カオス")])
    >>> [entry.spelling for entry in near_words(toy, "おかね")]
    ['おかず', '金']
    """
    if not lexicon.entries:
        yield from (entry for key in near_keys(lexicon, key_of(reading)) for entry in lexicon.shown(key))
        return
    words = lexicon.by_reading
    letters = sorted({letter for known in words for letter in known})
    slips = {slip for slip in _slips(reading, letters) if slip in words and slip != reading}
    sound = _sound(reading)
    slips |= {known for known in words if len(known) == len(reading) and _sound(known) == sound} - {reading}
    shown = (word for slip in slips for word in shown_words(words[slip])[:1])
    yield from sorted(shown, key=lambda word: (_sound(word.reading) != sound, commoner_first(word)))
    if not slips:
        yield from (entry for key in near_keys(lexicon, key_of(reading)) for entry in lexicon.shown(key))


def _sound(reading: str) -> str:
    """The reading without what is easily typed otherwise: voicing, small letters, and how a long vowel is written.

    >>> _sound("こうひい") == _sound("こーひー"), _sound("かつこう") == _sound("がっこう"), _sound("いえ")
    (True, True, 'いー')
    """
    return re.sub("(?<=.)[あいうえお]", "ー", fold_seion(reading))


def _slips(reading: str, letters: Iterable[str]) -> Iterator[str]:
    for place in range(len(reading) + 1):
        head, tail = reading[:place], reading[place:]
        yield from (head + letter + tail for letter in letters)
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in letters)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]


def near_keys(lexicon: Lexicon, key: str) -> Iterator[str]:
    """Keys that differ by one letter: first keys with one letter changed, then with one more, then with one less.

    Each of the three groups is in ascending order.
    """
    for size in (len(key), len(key) + 1, len(key) - 1):
        for other in lexicon.keys(size):
            shared = sum((Counter(key) & Counter(other)).values())
            if shared == min(len(key), size) - (size == len(key)) and other != key:
                yield other


def _excluded(lexicon: Lexicon, reading: str, text: str) -> tuple[str, str]:
    """The reading of a word that `exclude.tsv` keeps out of a shipped list, and the reason, such as "block" or "bound";
    YOURS if the user keeps it out. Both are "" if neither does, or if the list is not a shipped one.
    """
    if not is_shipped(lexicon):
        return "", ""
    if any(row in lexicon.out for row in ((reading, "*"), (reading, text))) or (
        reading == _typed(lexicon, text) and any(reading == row[0] for row in lexicon.out)
    ):
        return reading, YOURS
    path = shipped_folder() / "recipe" / "exclude.tsv"
    for line in read_lines(path):
        columns = line.split("\t")
        if not line.startswith("#") and (
            (columns[0] == reading and (columns[1] in ("*", text) or kana_of(text) == reading))
            or (text and columns[1] == text)
        ):
            return columns[0], columns[2] if len(columns) > 2 else "excluded"
    return "", ""
