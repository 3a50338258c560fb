"""Tile sets: the kinds of tile, how many copies each kind has, and how hands are read from text and written as text.

A kind is an index 0..K-1 into a set. Kana kinds are in code point order, so the letters of a key, sorted by code
point, are its kinds in ascending order. Riichi kinds are in mpsz order, 1m..9m 1p..9p 1s..9s 1z..7z. The three-player
set has all 34 riichi kinds, with 0 copies of 2m..8m, so that arrays have the same shape in both games.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import le
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, cast

from kanamj.errors import ArrayError, KanamjError, Message, TileError, brief, check_one_of, several

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    CountsArray: TypeAlias = npt.NDArray[np.uint8]

Kinds: TypeAlias = tuple[int, ...]
Counts: TypeAlias = tuple[int, ...]
Hand: TypeAlias = "str | Sequence[int] | CountsArray"

SEION = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん"
VOICED = "がぎぐげござじずぜぞだぢづでどばびぶべぼ"
HALF_VOICED = "ぱぴぷぺぽ"
SMALL = "ゃゅょっ"
LONG = "ー"
SEPARATORS = frozenset("/・、,")
MOST_COPIES = 20
"""The most tiles of one kind that a set may have."""
MOST_COUNTED = 1000
"""The most tiles of one kind that are written as text."""
_VARIATION_SELECTORS = frozenset("\ufe0e\ufe0f")


@dataclass(frozen=True)
class TileSet:
    """A set of tiles. kinds: the face of each kind (what is on its tiles). copies: how many tiles (0 to 20) it has.

    notation: "kana" (each face is one letter) or "mpsz" (faces such as 1m and 7z). Raises KanamjError for a bad face,
    number of copies or notation.

    >>> HIRAGANA_120.parse("サクラ")
    (15, 9, 67)
    >>> HIRAGANA_120.format((15, 9, 67))
    'さくら'
    >>> RIICHI_136.format(RIICHI_136.parse("123m11z"))
    '123m11z'
    """

    name: str
    kinds: tuple[str, ...]
    copies: tuple[int, ...]
    notation: str = "kana"

    def __post_init__(self) -> None:
        if isinstance(self.copies, int):
            raise KanamjError(
                "{}: copies is {}; give one number per kind, such as (4, 4, 2, …)", self.name, self.copies
            )
        for name in ("kinds", "copies"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if len(self.kinds) != len(self.copies):
            raise KanamjError(
                "{}: {} kinds but {} copies; give one number per kind",
                self.name,
                len(self.kinds),
                len(self.copies),
            )
        if self.notation not in ("kana", "mpsz"):
            raise KanamjError(
                "{}: the notation is {}; it must be kana or mpsz", self.name, brief(self.notation)
            )
        seen: set[str] = set()
        for face, copies in zip(self.kinds, self.copies, strict=True):
            if face in seen:
                raise KanamjError("{}: kind {} appears twice; list it once, and give copies", self.name, face)
            if self.notation == "kana" and (len(face) != 1 or face.isspace() or face in SEPARATORS):
                raise KanamjError("{}: {} is not a face; a face is one letter", self.name, brief(face))
            if not isinstance(copies, SupportsIndex) or not 0 <= copies.__index__() <= MOST_COPIES:
                raise KanamjError(
                    "{}: {} copies of {}; a kind must have 0 to {}", self.name, copies, face, MOST_COPIES
                )
            seen.add(face)

    def __repr__(self) -> str:
        if TILE_SETS.get(self.name) == self:
            return f"tile_set({self.name!r})"
        return f"TileSet({self.name!r}, {self.kinds!r}, {self.copies!r}, {self.notation!r})"

    def __len__(self) -> int:
        """The number of kinds, K."""
        return len(self.kinds)

    @property
    def tiles(self) -> int:
        """The number of tiles in the set: the sum of the copies."""
        return sum(self.copies)

    @cached_property
    def index(self) -> dict[str, int]:
        """Face -> kind, for the kinds of which the set has at least one tile."""
        return {face: kind for kind, face in enumerate(self.kinds) if self.copies[kind]}

    def parse(self, text: str) -> Kinds:
        """The kinds of the tiles in `text`, in the order of the text.

        Kana sets read hiragana, katakana of full or half width, and romaji (`kana_of`). Riichi sets read mpsz
        (`123m11z`; 0 is a red five) and what people paste (`_mpsz_of`). White space and `/ ・ 、 ,` are ignored.

        Raises TileError for a letter that no tile has.
        """
        index = self.index
        try:  # a text of faces only, as most are: 0.5 µs for 14 letters, where folding takes 3 µs
            return self._plain_mpsz(text) if self.notation == "mpsz" else tuple([index[it] for it in text])
        except (KeyError, TypeError):
            if not isinstance(text, str):
                raise KanamjError("tiles are read from a text, not from {}", brief(text)) from None
            faces = _kana_faces(text) if self.notation == "kana" else _mpsz_faces(text)
        try:
            return tuple([index[face] for face in faces])
        except KeyError as error:
            face = str(error.args[0])
            raise TileError(
                "{} has no tile {}{}", self.name, _visible(face), self._hint(face, faces), tile=face
            ) from None

    def _plain_mpsz(self, text: str) -> Kinds:
        """The kinds of a text of digits and suits, as most are. Raises KeyError for other texts and unknown faces."""
        if not _PLAIN_MPSZ.fullmatch(text):
            raise KeyError(text)
        kinds, suits = list[int](), self._kinds_of_suit
        of_rank: dict[str, int] = {}
        for letter in reversed(text):  # a suit stands behind its ranks
            if letter in suits:
                of_rank = suits[letter]
            else:
                kinds.append(of_rank[letter])
        return tuple(kinds[::-1])

    @cached_property
    def _kinds_of_suit(self) -> dict[str, dict[str, int]]:
        """Suit -> rank -> kind, for the kinds that the set has; 0 is a red five."""
        suits: dict[str, dict[str, int]] = {suit: {} for suit in "mpsz"}
        for face, kind in self.index.items():
            suits[face[1]][face[0]] = kind
            if face in ("5m", "5p", "5s"):
                suits[face[1]]["0"] = kind
        return suits

    def _hint(self, face: str, faces: Sequence[str]) -> str:
        if not "ぁ" <= face <= "ゖ" and (odd := odd_letter("".join(faces))):
            return Message("{}; write kana, and a blank between words", odd)
        if face in "?？":
            return Message(
                "; a hand has all its tiles. For words with any letter: kanamj lexicon find か？な"
            )
        if face in self.kinds:
            return Message("; the set leaves it out")
        if self.notation != "kana":
            return Message("; tiles are written 1m..9m 1p..9p 1s..9s 1z..7z, and a closed kan 0110z")
        if face == "を":
            return Message("; the set leaves を out")
        if face in "0123456789" or face in _UNICODE_FACES:
            return Message(
                "; for hands of ordinary mahjong, use --tiles riichi-136 (in Python kanamj.RiichiEngine())"
            )
        plain = unicodedata.normalize("NFD", face)[0]
        if plain != face and plain in self.index:
            return Message("; this set has only the plain letter {}", plain)
        return Message(
            "; its {} kinds are hiragana, and katakana and romaji are read as hiragana", len(self.index)
        )

    def format(self, kinds: Iterable[int]) -> str:
        """The text of a sequence of kinds, in the same order; `parse` returns the sequence again. Raises TileError for
        what is not a kind."""
        kinds = self._iterated(kinds)
        try:
            faces = [self.kinds[kind] for kind in kinds]
        except (IndexError, TypeError):
            faces = []
        if len(faces) < len(kinds) or min(kinds, default=0) < 0:
            self._check_kinds(kinds)
        if self.notation == "kana":
            return "".join(faces)
        return "".join(
            face[0] if i + 1 < len(faces) and faces[i + 1][1] == face[1] else face
            for i, face in enumerate(faces)
        )

    def format_counts(self, counts: Sequence[int]) -> str:
        """The text of a counts vector, kinds ascending. Raises ArrayError for what is not one, or has a count above
        MOST_COUNTED."""
        try:
            fits = len(counts) == len(self) and all(0 <= count <= MOST_COUNTED for count in counts)
            fits = fits and all(isinstance(count, SupportsIndex) for count in counts)
        except TypeError:
            fits = False
        if not fits:
            said = "counts are {}; give {} whole numbers from 0 to {}, one for each kind"
            raise ArrayError(said, brief(counts), len(self), MOST_COUNTED)
        return self.format(self._listed(counts))

    @staticmethod
    def _iterated(kinds: Iterable[int]) -> Kinds:
        if not isinstance(kinds, Iterable):
            raise KanamjError("kinds are a sequence of whole numbers, not {}", brief(kinds))
        return tuple(kinds)

    def _listed(self, counts: Sequence[int]) -> Kinds:
        """The kind of each tile, ascending."""
        return tuple([kind for kind, count in enumerate(counts) for _ in range(count)])

    def left(self, faces: Iterable[str], held: str) -> int:
        """How many tiles with these faces the set has left when the letters `held` are taken out.

        >>> HIRAGANA_120.left("か", "さか"), HIRAGANA_120.left("かさ", "さか")
        (1, 2)
        """
        return sum(self.copies[self.index[face]] - held.count(face) for face in faces)

    def tally(self, kinds: Iterable[int]) -> Counts:
        """Counts of a sequence of kinds, as a plain tuple of length K. They may be more than the copies."""
        counts = [0] * len(self.kinds)
        kinds = self._iterated(kinds)
        try:
            for kind in kinds:
                counts[kind] += 1
        except (IndexError, TypeError):
            self._check_kinds(kinds)
        return tuple(counts)

    def read(self, hand: Hand) -> Counts:
        """Counts of a hand given as text, as a counts array of shape (K,), or as a sequence of kinds.

        Raises TileError if the set lacks a tile or has too few copies of it, ArrayError for an array of another shape.

        >>> sum(HIRAGANA_120.read("さくら")), HIRAGANA_120.read((15, 9, 67)) == HIRAGANA_120.read("さくら")
        (3, True)
        """
        if isinstance(hand, str):
            counts = self.tally(self.parse(hand))
        elif hasattr(hand, "dtype"):
            counts = self._from_array(hand)
        elif isinstance(hand, Sequence):
            counts = self._from_kinds(cast("Sequence[int]", hand))
        else:
            raise KanamjError(
                "a hand must be a text, an array of counts or a sequence of kinds, not {}",
                type(hand).__name__,
            )
        try:
            self.check_copies(counts)
        except TileError as error:
            if isinstance(hand, str) or len(hand) != len(self) or hasattr(hand, "dtype"):
                raise
            raise ArrayError("{}. A list is read as kinds; give counts as an array", error) from None
        return counts

    def _from_array(self, array: Any) -> Counts:
        if hasattr(array, "mask"):
            raise ArrayError("counts of a hand are a masked array; fill it first, as with .filled(0)")
        if array.shape != (len(self),) or array.dtype.kind not in "iu":
            raise ArrayError(
                "counts of a hand must have shape ({},) and integer dtype, got {} {}",
                len(self),
                array.shape,
                array.dtype,
            )
        if len(self) and int(array.min()) < 0:
            kind = int(array.argmin())
            raise ArrayError("the count of {} is {}; give counts from 0", self.kinds[kind], int(array[kind]))
        return tuple(int(count) for count in array)

    def _from_kinds(self, kinds: Sequence[int]) -> Counts:
        self._check_kinds(kinds)
        return self.tally(kinds)

    def _check_kinds(self, kinds: Iterable[object]) -> None:
        """Raise TileError for the first of these that is not a kind of this set."""
        for kind in kinds:
            if not isinstance(kind, SupportsIndex) or not 0 <= kind.__index__() < len(self):
                raise TileError(
                    "{} is not a kind of {}; give a number from 0 to {}",
                    brief(kind),
                    self.name,
                    len(self) - 1,
                    tile=str(kind),
                )

    def check_copies(self, counts: Sequence[int], taken: Sequence[int] | None = None) -> None:
        """Raise TileError if `counts` plus `taken` (counts of melds) has more tiles of a kind than the set."""
        if taken is None and len(counts) == len(self) and all(map(le, counts, self.copies)):
            return  # as almost always: 1 µs, where the loop takes 6 µs
        for kind, (count, copies) in enumerate(zip(counts, self.copies, strict=True)):
            held = count + (taken[kind] if taken is not None else 0)
            if held > copies:
                face = self.kinds[kind]
                there = several(copies, "{} copy", "{} copies") if copies else Message("no such tile")
                raise TileError(
                    "tile {} appears {}; {} has {}",
                    face,
                    several(held, "{} time", "{} times"),
                    self.name,
                    there,
                    tile=face,
                    held=held,
                    copies=copies,
                )

    def counts(self, hand: Hand) -> CountsArray:
        """Counts of one hand, `(K,)` uint8.

        >>> int(HIRAGANA_120.counts("さくらさ").sum())
        4
        """
        import numpy as np

        return np.array(self.read(hand), np.uint8)

    def count_rows(self, hands: Iterable[Hand]) -> CountsArray:
        """Counts of many hands, `(n, K)` uint8, one row per hand in the order given. Texts take 2 µs each.

        Raises ArrayError for a single text, and for the first hand that `read` refuses; `.row` is its place.

        >>> HIRAGANA_120.count_rows(["さくら", "なみだ"]).shape
        (2, 75)
        """
        import numpy as np

        if isinstance(hands, str):
            raise ArrayError(
                "{0} is one hand, and many are expected; give a list, such as [{0}]", brief(hands)
            )
        if not isinstance(hands, Iterable):
            raise ArrayError("many hands must be a list or an array of counts, not {}", type(hands).__name__)
        hands, kinds, copies = list(hands), len(self), np.array(self.copies)
        rows = np.empty((len(hands), kinds), np.uint8)
        for start in range(0, len(hands), 4096):
            part = hands[start : start + 4096]
            try:
                held = [self.parse(h) if isinstance(h, str) else self._listed(self.read(h)) for h in part]
                places = np.repeat(np.arange(len(part)) * kinds, [*map(len, held)])
                tiles = np.array([kind for each in held for kind in each], np.intp)
                counts = np.bincount(places + tiles, minlength=len(part) * kinds).reshape(len(part), kinds)
            except KanamjError:
                self._refuse(part, start)
                raise
            if (counts > copies).any():
                self._refuse(part, start)
            rows[start : start + 4096] = counts
        return rows

    def _refuse(self, hands: Iterable[Hand], start: int) -> None:
        """Raise ArrayError for the first hand that cannot be read. start: the row of the first hand."""
        for row, hand in enumerate(hands, start):
            try:
                self.read(hand)
            except KanamjError as error:
                raise ArrayError("row {}: {}", row, error, row=row) from None


def fold_kana(text: str) -> str:
    """The text in hiragana: half width becomes full width, katakana becomes hiragana, ー stays.

    Letters that mean one thing only are read: marks of their own (か゛), ゝ and ゞ after a kana, and long dashes and
    waves after a kana as ー. Invisible characters are left out, but for those that turn the direction of the text.

    >>> fold_kana("ｶﾞｯｺｰ"), fold_kana("か゛らす"), fold_kana("こゝろ いすゞ"), fold_kana("ら〜めん")
    ('がっこー', 'がらす', 'こころ いすず', 'らーめん')
    """
    if all("ぁ" <= letter <= "ゖ" or letter == LONG for letter in text):
        return text
    import jaconv

    seen = _UNSEEN.sub("", text).translate(_MARKS)
    kana = str(jaconv.kata2hira(unicodedata.normalize("NFKC", seen)))
    return _REPEAT.sub(_repeated, _WAVES.sub(LONG, kana)) if _ODD.search(kana) else kana


def _repeated(found: re.Match[str]) -> str:
    """The kana and, for each ゝ and ゞ after it, the clear or the voiced sound of the kana."""
    letters = [found[0][0]]
    for mark in found[0][1:]:
        clear = unicodedata.normalize("NFD", letters[-1])[0]
        letters.append(unicodedata.normalize("NFC", clear + "\u3099" * (mark == "ゞ")))
    return "".join(letters)


_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202c\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e0fff]"
)
"""What no font shows: joiners, soft hyphens, marks, variation selectors; without the overrides U+202D and U+202E."""
_MARKS = str.maketrans("゛゜ヽヾ", "\u3099\u309aゝゞ")
_ODD = re.compile("[ゝゞ―—─〜~〰]")
_REPEAT = re.compile("[ぁ-ゖ][ゝゞ]+")
_WAVES = re.compile("(?<=[ぁ-ゖ])[―—─〜~〰]")
_HYPHENS = re.compile("(?<=[ぁ-ゖ])[-‐‑‒–−]")  # NFKC makes - of U+FF0D, U+FE63


def typed_word(text: str) -> str:
    """The letters of one word that a person typed, as `fold_kana`; hyphens after a kana are ー too.

    In a hand a hyphen may also stand between words, and in a dictionary between the parts of a word (あか‐とんぼ).

    >>> typed_word("ラ-メン")
    'らーめん'
    """
    return _HYPHENS.sub(LONG, fold_kana(text))


def odd_letter(text: str) -> str:
    """What to say of the first letter that is not kana, if it is easily taken for another or not seen; else "".

    >>> odd_letter("らーmen"), odd_letter("ら‐めん"), odd_letter("kōhī")
    ('', '; ‐ is not kana but U+2010 (HYPHEN)', '; ō is a long vowel: write it out, as in toukyou, koori or ra-men')
    """
    for letter in text:
        if unicodedata.normalize("NFD", letter)[1:2] in ("\u0304", "\u0302"):
            return Message("; {} is a long vowel: write it out, as in toukyou, koori or ra-men", letter)
        if letter in "一㇐々〱〲ゝゞ" or (
            unicodedata.category(letter)[0] in "CMPSZ"
            and (letter > "\x7f" or letter in '-~"')
            and letter != "？"
        ):
            name = unicodedata.name(letter, "-")
            return Message("; {} is not kana but U+{} ({})", _visible(letter), f"{ord(letter):04X}", name)
    return ""


def _visible(letter: str) -> str:
    """The letter; its escape if no font shows it."""
    return letter if letter.isprintable() else ascii(letter)


def kana_of(text: str) -> str:
    """The text in hiragana, as `fold_kana`, and romaji as hiragana; letters that are not romaji stay.

    Romaji may follow the kana (si, tu) or Hepburn (shi, tsu, shimbun, tempura), and foreign sounds are read as an IME
    reads them (fan, shefu, jetto), though few sets have a tile for them. nn before a vowel or y is ん and n, and
    so is nnn: onna and onnna are おんな. n' is ん alone (hon'ya). A double consonant is っ and the consonant, but mm
    is ん and m (amma). A vowel with a macron is not read, as ō may be おう, おお or おー; ー is written - (ra-men).

    >>> kana_of("katsudon"), kana_of("ｏｎｎａ"), kana_of("onnna"), kana_of("shimbun"), kana_of("hon’ya")
    ('かつどん', 'おんな', 'おんな', 'しんぶん', 'ほんや')
    >>> kana_of("さｋ")
    'さk'
    """
    kana = fold_kana(text.translate(_APOSTROPHES))
    return _from_romaji(kana.lower()) if re.search("[a-zA-Z]", kana) else kana


_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼʻ´`′"), "'")


def _kana_faces(text: str) -> list[str]:
    return [face for face in kana_of(text) if not face.isspace() and face not in SEPARATORS]


def _from_romaji(text: str) -> str:
    """The text with romaji as hiragana; letters that are not romaji stay.

    >>> _from_romaji("sakura zasshi konnya hon ra-men tukue")
    'さくら ざっし こんにゃ ほん らーめん つくえ'
    """
    text = re.sub(r"m(?=[bmp])", "ん", text)
    text = re.sub(r"([b-df-hj-lp-tv-z])(?=\1)|t(?=c)", "っ", text)
    text = re.sub(r"nnn?(?=[aiueoy])", "んn", text)
    text = re.sub(r"nn|n'|n(?![aiueoy])", "ん", text)
    table = _syllables()
    return re.sub("|".join(sorted(table, key=len, reverse=True)), lambda found: table[found[0]], text)


@lru_cache(maxsize=1)
def _syllables() -> dict[str, str]:
    """Romaji -> hiragana, in two spellings: the Unicode names of the letters (si, tu), and Hepburn (shi, tsu)."""
    table = {"-": LONG, "shi": "し", "chi": "ち", "tsu": "つ", "fu": "ふ", "ji": "じ", "xtsu": "っ"}
    for letter in (SEION + VOICED + HALF_VOICED + SMALL + "を").replace("ん", ""):
        *_, size, name = unicodedata.name(letter).lower().split()
        table["x" * (size == "small") + name] = letter
    heads = {f"{name[0]}y": letter for name, letter in table.items() if len(name) == 2 and name[1] == "i"}
    for head, letter in (heads | {"sh": "し", "ch": "ち", "j": "じ"}).items():
        table |= {head + vowel: letter + small for vowel, small in zip("auo", "ゃゅょ", strict=True)}
    return dict(pair.split("=") for pair in _FOREIGN.split()) | table


_FOREIGN = """
    fa=ふぁ fi=ふぃ fe=ふぇ fo=ふぉ fyu=ふゅ va=ゔぁ vi=ゔぃ vu=ゔ ve=ゔぇ vo=ゔぉ vyu=ゔゅ she=しぇ che=ちぇ je=じぇ
    wi=うぃ we=うぇ who=うぉ ye=いぇ tsa=つぁ tsi=つぃ tse=つぇ tso=つぉ thi=てぃ thu=てゅ twu=とぅ dhi=でぃ dhu=でゅ
    dwu=どぅ kwa=くぁ qa=くぁ qi=くぃ qe=くぇ qo=くぉ gwa=ぐぁ xa=ぁ xi=ぃ xu=ぅ xe=ぇ xo=ぉ xwa=ゎ
"""
"""Romaji=kana of the sounds that only foreign words have, as every IME takes them."""


_RANKS = dict(zip("一二三四五六七八九", "123456789", strict=True))
_FACES = {
    ord(letter): face
    for letters, faces in (
        ("①②③④⑤⑥⑦⑧⑨", [f" {rank}p " for rank in range(1, 10)]),
        ("東南西北白發中発发", [f" {rank}z " for rank in (1, 2, 3, 4, 5, 6, 7, 6, 6)]),
        ("萬万筒餅索条條竹", "mmppssss"),
    )
    for letter, face in zip(letters, faces, strict=True)
}
_MJAI = dict(zip("ESWNPFC", "1234567", strict=True))


def _mpsz_of(text: str) -> str:
    """A riichi hand as mpsz, however it was pasted: full width, capitals, suit first (m123p456), 東南西北白發中, ①,
    一二三 (with or without 萬 筒 索), the tiles of Unicode, mjai (5mr E S P), red fives as r5, a link to a page of
    tenhou.net/2/ or its end (q=…).

    >>> _mpsz_of("m123p456").strip(), _mpsz_of("https://tenhou.net/2/?q=123m0p"), _mpsz_of("5mr E").split()
    ('123m456p', '123m0p', ['0m', '1z'])
    >>> _mpsz_of("34r56p"), _mpsz_of("?q=123m0p&x=1")
    ('3406p', '123m0p')
    """
    text = re.sub(r"^\s*(?:\S*[?&])?[pq]=([^&#\s]*)\S*", r"\1", text)  # of a link
    text = re.sub(r"[\"'\[\]()]", "", text)
    text = re.sub(
        "([一二三四五六七八九]+)([萬万筒餅索条條竹]?)",
        lambda found: "".join(map(_RANKS.__getitem__, found[1])) + (found[2] or "m") + " ",
        text,
    )
    text = unicodedata.normalize("NFKC", text.translate(_FACES))
    text = re.sub("r5", "0", re.sub("5([mps])r", r"0\1", text))
    text = re.sub("[EWNFC]|(?<![0-9])[SP](?![0-9])", lambda found: f" {_MJAI[found[0]]}z ", text).lower()
    return re.sub("([mpsz])([0-9]+)", r"\2\1", text) if re.match(r"\W*[mpsz][0-9]", text) else text


def _mpsz_faces(pasted: str) -> list[str]:
    text = _mpsz_of(pasted)
    faces: list[str] = []
    ranks: list[str] = []
    for letter in text:
        if letter in _VARIATION_SELECTORS or letter.isspace() or letter in SEPARATORS:
            continue
        if letter in "0123456789":
            ranks.append(letter)
        elif letter in "mpsz" and ranks:
            faces += [("5" if rank == "0" and letter != "z" else rank) + letter for rank in ranks]
            ranks = []
        elif letter in _UNICODE_FACES and not ranks:
            faces.append(_UNICODE_FACES[letter])
        else:
            raise TileError(
                "cannot read {} in {}; tiles are written like 123m406p11z",
                brief(letter),
                brief(pasted),
                tile=letter,
            )
    if ranks:
        raise TileError(
            "{} at the end of {} has no suit; add m, p, s or z",
            brief("".join(ranks)),
            brief(pasted),
            tile=ranks[0],
        )
    # A closed kan is often written with two tiles face down: 0110z, 0z11m0z.
    return re.sub(r"\b0z (\w\w) \1 0z\b", r"\1 \1 \1 \1", " ".join(faces)).split()


_PLAIN_MPSZ = re.compile("(?:[0-9]+[mpsz])+")
_MPSZ_FACES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(
    f"{rank}z" for rank in range(1, 8)
)
# U+1F000: winds, then red, green and white dragon (7z 6z 5z), characters (m), bamboos (s), circles (p).
_UNICODE_FACES = {
    chr(0x1F000 + i): face
    for i, face in enumerate(
        [f"{rank}z" for rank in (1, 2, 3, 4, 7, 6, 5)]
        + [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)]
    )
} | {"\U0001f02b": "0z"}  # the back of a tile


def kana_set(name: str, copies: Mapping[str, int]) -> TileSet:
    """The tile set with these kana, each with its number of copies."""
    faces = sorted(copies)
    return TileSet(name, tuple(faces), tuple(copies[face] for face in faces))


# The paper, section 2.1: 2 copies of each of the 45 clear sounds (を is left out), 1 copy of each other letter.
HIRAGANA_120 = kana_set(
    "hiragana-120", dict.fromkeys(SEION, 2) | dict.fromkeys(VOICED + HALF_VOICED + SMALL + LONG, 1)
)
HIRAGANA_PRO_136 = kana_set("hiragana-pro-136", dict.fromkeys(SEION, 3) | {LONG: 1})
HIRAGANA_PRO_166 = kana_set(
    "hiragana-pro-166", dict.fromkeys(SEION, 3) | dict.fromkeys(VOICED + HALF_VOICED + SMALL, 1) | {LONG: 2}
)
RIICHI_136 = TileSet("riichi-136", _MPSZ_FACES, (4,) * 34, "mpsz")
SANMA_108 = TileSet(
    "sanma-108",
    _MPSZ_FACES,
    tuple(0 if face[1] == "m" and face[0] in "2345678" else 4 for face in _MPSZ_FACES),
    "mpsz",
)
TILE_SETS = {
    tiles.name: tiles for tiles in (HIRAGANA_120, HIRAGANA_PRO_136, HIRAGANA_PRO_166, RIICHI_136, SANMA_108)
}


def tile_set(name: str) -> TileSet:
    """The tile set with that name. Raises KanamjError if there is no such set.

    >>> tile_set("riichi-136").tiles
    136
    """
    return TILE_SETS[check_one_of(name, "a tile set", TILE_SETS)]
