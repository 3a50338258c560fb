"""Compare two lexicons: what they have in common, and what turns one into the other."""

from __future__ import annotations

from dataclasses import dataclass

from kanamj.lexicon.store import SIZES, Lexicon


@dataclass(frozen=True)
class Overlap:
    """Keys of one length (`size`): how many A has, B has and both have; precision and recall of A against B."""

    size: int
    keys_a: int
    keys_b: int
    shared: int

    @property
    def precision(self) -> float:
        """The share of A's keys that B has too; 0 if A has no keys."""
        return self.shared / self.keys_a if self.keys_a else 0.0

    @property
    def recall(self) -> float:
        """The share of B's keys that A has too; 0 if B has no keys."""
        return self.shared / self.keys_b if self.keys_b else 0.0


@dataclass(frozen=True)
class Change:
    """One change from A to B. `kind` is "gained" or "lost" for a key that only one of them has; for a key that both
    have, it is "words gained" or "words lost"."""

    kind: str
    key: str
    words: tuple[str, ...]


def overlaps(a: Lexicon, b: Lexicon) -> list[Overlap]:
    """One overlap per word length that A or B has, shortest first.

    >>> from kanamj.lexicon import Entry
    >>> a = Lexicon.from_entries("a", [Entry("いぬ", "犬"), Entry("ねこ", "猫")])
    >>> overlaps(a, Lexicon.from_entries("b", [Entry("いぬ", "犬")]))
    [Overlap(size=2, keys_a=2, keys_b=1, shared=1)]
    """
    return [
        Overlap(size, len(a.keys(size)), len(b.keys(size)), len(set(a.keys(size)) & set(b.keys(size))))
        for size in SIZES
        if a.keys(size) or b.keys(size)
    ]


def changes(a: Lexicon, b: Lexicon) -> list[Change]:
    """The changes that turn A into B, in the order of length and key.

    >>> from kanamj.lexicon import Entry
    >>> a = Lexicon.from_entries("a", [Entry("いぬ", "犬")])
    >>> changes(a, a.with_words([Entry("いぬ", "戌"), Entry("ねこ", "猫")]))
    [Change(kind='words gained', key='いぬ', words=('戌',)), Change(kind='gained', key='こね', words=('猫',))]
    """
    found = []
    for size in SIZES:
        for key in sorted({*a.keys(size), *b.keys(size)}):
            words_a, words_b = a.words(key), b.words(key)
            gained = tuple(sorted(set(words_b) - set(words_a)))
            lost = tuple(sorted(set(words_a) - set(words_b)))
            found += [
                Change(f"words {kind}" if words_a and words_b else kind, key, words)
                for kind, words in (("lost", lost), ("gained", gained))
                if words
            ]
    return found
