"""Make scripts/yaku_examples.tsv: for each yaku that words make, the commonest words that make it.

python scripts/yaku_examples.py

The words are those of the list core with a cost and without a flag, the commonest first. Of the first 10, 20, 40 …
words of each length, the first win is taken that has the yaku, in the order of the words, if hiragana-pro-166 can
spell it and no other yaku is there that is made of other words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from kanamj import load_lexicon
from kanamj.lexicon.kana import SPECIAL
from kanamj.tiles import HIRAGANA_PRO_166
from kanamj.yaku import PRESETS, Win, Word
from kanamj.yaku.table import ROWS, VOWELS
from kanamj.yaku.win import last_letter

OUT = Path(__file__).resolve().parent / "yaku_examples.tsv"
LONG_FIRST, PAIR_FIRST = (3, 3, 3, 3, 2), (2, 3, 3, 3, 3)


def special(word: str) -> bool:
    return not SPECIAL.isdisjoint(word)


def end(word: str) -> str:
    return last_letter(word, small_as_large=False)


def follows(words: list[str], word: str) -> bool:
    return end(words[-1]) == word[0] != "ん"


def row(word: str) -> str:
    return next((row for row in ROWS if word[0] in row), "")


FITS: dict[str, Callable[[list[str], str], bool]] = {
    "清文": lambda _, word: not special(word),
    "同頭": lambda words, word: len(words) != 1 or word[0] == words[0][0],
    "同尾": lambda words, word: len(words) != 1 or end(word) == end(words[0]),
    "同頭同尾": lambda words, word: (
        word[0] == words[0][0] if len(words) == 1 else len(words) != 3 or end(word) == end(words[2])
    ),
    "回文": lambda words, word: len(words) > 0 or word == word[::-1],
    "重回文": lambda words, word: len(words) != 1 or words[0][::-1] in (word[1:], word[:-1]),
    "二連": lambda words, word: len(words) != 1 or follows(words, word),
    "三連": lambda words, word: len(words) not in (1, 2) or follows(words, word),
    "四連": lambda words, word: len(words) not in (1, 2, 3) or follows(words, word),
    "五連": lambda words, word: not words or follows(words, word),
    "五音": lambda words, word: VOWELS.get(word[0], "ん") not in ("ん", *(VOWELS[each[0]] for each in words)),
    "純行": lambda words, word: (
        all(row(word) == row(each) and word[0] != each[0] for each in words) and row(word) != ""
    ),
    "特文": lambda words, word: special(word) == (len(words) < 4),
    "純特文": lambda _, word: special(word),
    "同言": lambda words, word: len(words) != 1 or word == words[0],
    "重言": lambda words, word: len(words) not in (1, 3) or word == words[-1],
    "三槓子": lambda *_: True,
    "四槓子": lambda *_: True,
    "七対子": lambda *_: True,
}
"""Yaku -> whether a word can be next: the long words first, then the pair-word."""
AGAIN = {"同言": (1,), "重言": (1, 3)}
"""Yaku -> at which places the word before is there again."""
MADE_OF = {
    "回文": 1,
    "同頭": 2,
    "同尾": 2,
    "重回文": 2,
    "二連": 2,
    "同言": 2,
    "三連": 3,
    "三槓子": 0,
    "四槓子": 0,
}
"""How many of the first words make a yaku; all if it is not here. Other words have nothing in common with any."""
SIZES = {"三槓子": (4, 4, 4, 3, 2), "四槓子": (4, 4, 4, 4, 2), "七対子": (2,) * 7}
SIZES |= dict.fromkeys(("重回文", "五連"), PAIR_FIRST)


def meet(one: str, other: str) -> bool:
    """Whether these words, or the first alone, have a part in 同頭, 同尾, a chain or 回文."""
    return (
        one[0] == other[0]
        or end(one) == end(other)
        or end(one) == other[0]
        or end(other) == one[0]
        or one == one[::-1]
    )


def wins(name: str, words: list[str], pools: dict[int, list[str]]) -> Iterator[list[str]]:
    """The wins that begin with these words, those of the commonest words first."""
    sizes = SIZES.get(name, LONG_FIRST)
    if len(words) == len(sizes):
        yield words
    alone = len(words) >= MADE_OF.get(name, 5 + (name == "七対子") * 2)
    for word in pools[sizes[len(words)]] if len(words) < len(sizes) else ():
        if (word in words) != (len(words) in AGAIN.get(name, ())) or not FITS[name](words, word):
            continue
        if alone and any(meet(word, each) for each in words):
            continue
        used = Counter("".join([*words, word]))
        if all(HIRAGANA_PRO_166.copies[HIRAGANA_PRO_166.index[each]] >= used[each] for each in used):
            yield from wins(name, [*words, word], pools)


def is_clear(name: str, words: list[str]) -> bool:
    """Whether the win has the yaku, and no other that other words make."""
    found = PRESETS["pro"].worth(Win([Word(word, word) for word in sorted(words, key=len)]))
    whole = ("清文", "同頭同尾")
    return name in found and all(
        not made & ~found[name][1] or each in whole for each, (_, made) in found.items()
    )


def example(name: str, pools: dict[int, list[str]]) -> list[str]:
    for power in count():
        some = {size: words[: 10 << power] for size, words in pools.items()}
        for words in wins(name, [], some):
            if is_clear(name, words):
                return words
    raise AssertionError


def main() -> None:
    core = load_lexicon("core")
    common = sorted(
        (entry.cost, entry.reading) for entry in core.readings if entry.cost >= 0 and not entry.flag
    )
    readings = list(dict.fromkeys(reading for _, reading in common))
    tiles = HIRAGANA_PRO_166.index.keys()
    pools = {
        size: [each for each in readings if len(each) == size and tiles >= {*each}] for size in (2, 3, 4)
    }
    rows = [f"{name}\t{'・'.join(example(name, pools))}\n" for name in FITS]
    OUT.write_text("yaku\texample\n" + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    from start import start

    start(main)
