"""Answers of Python to which tests/js/judge.test.js holds the page: its judge (kanamj/web/static/js/judge.js),
and its look-ups.

    python -m tests.reference.early     writes tests/js/golden/judge.txt.gz, with the words that the answers are about

tests/unit/web/test_early.py compares the two on other hands, and with the words of today.
"""

from __future__ import annotations

import gzip
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from kanamj import WordEngine, load_lexicon
from kanamj.tiles import HIRAGANA_120
from kanamj.web.answers import Answers
from kanamj.web.early import words_file
from kanamj.web.parameters import as_json
from tests.places import ROOT

GOLDEN = ROOT / "tests" / "js" / "golden" / "judge.txt.gz"
HANDS = 300
SIZES = (2, 3)
DOUBLED = "しんかいきょうせとこ", "かたなきいしんうくま", "あかさたないきしち"
"""Letters of hands that hold many of them twice."""
TOLD = ("arrangement_count", "nearest", "kinds_of_wait", "waits", "accepts", "vocabulary", "melds")


def hands(count: int, seed: int) -> Iterator[tuple[str, list[str], str, str]]:
    """Yield hands as (form, called words, hand, seen tiles): complete, tenpai, full or not, some farther from a win."""
    dice, lexicon = random.Random(seed), load_lexicon(own=False)
    trios, pairs = lexicon.keys(3), lexicon.keys(2)
    wall = Counter(dict(zip(HIRAGANA_120.kinds, HIRAGANA_120.copies, strict=True)))
    while count:
        form = dice.choice(["33332", "33332", "332"])
        called = dice.choice([0, 0, 0, 1, 2]) if form == "33332" else dice.choice([0, 0, 1])
        melds = [dice.choice(trios) for _ in range(called)]
        letters = set(dice.choice([*DOUBLED, "".join(wall), "".join(wall)]))
        own = (
            [key for key in trios if letters.issuperset(key)],
            [key for key in pairs if letters.issuperset(key)],
        )
        hand = [*"".join([dice.choice(own[0]) for _ in range(len(form) - 1 - called)]), *dice.choice(own[1])]
        dice.shuffle(hand)
        kind = dice.choice(["win", "win", "tenpai", "tenpai", "full", "full", "far"])
        hand = hand[1:] if kind in ("tenpai", "full") else hand[2:] if kind == "far" else hand
        left = wall - Counter(hand) - Counter("".join(melds))
        drawn = dice.sample(sorted(left.elements()), kind in ("full", "far"))
        seen = dice.sample(sorted((left - Counter(drawn)).elements()), dice.choice([0, 0, 5, 20]))
        if not Counter([*hand, *"".join(melds)]) - wall:
            count -= 1
            yield form, melds, "".join([*hand, *drawn]), "".join(seen)


def golden(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield questions with Python's answers: as in the API, without glosses and discards that do not leave tenpai."""
    lexicon = load_lexicon(own=False)
    engines = {form: WordEngine(lexicon, forms=form) for form in ("33332", "332")}
    for form, melds, hand, seen in hands(count, seed):
        engine = engines[form].behind(melds, known=False)
        report = engine.analyze(hand, (), seen, None)
        asked: dict[str, Any] = {"hand": hand, "meld": melds, "seen": seen, "form": form}
        if report.distance > 1:
            yield {**asked, "far": True}
            continue
        said = report.to_json()
        for word in (word for blocks in said["arrangements"] for block in blocks for word in block["words"]):
            word.pop("gloss", None)
        discards = [each for each in said["discards"] if each["distance"] == 1]
        told = {name: said[name] for name in ("shanten", "distance", *TOLD)}
        arrangements = said["arrangements"][:20]
        yield {**asked, "answer": {**told, "arrangements": arrangements, "discards": discards}}


def looked_up(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield words, their letters in another order, and two words that lack tiles, each with what `find` of the API
    says, None where the page asks Python; then keys with the word that a board shows of them."""
    dice, lexicon = random.Random(seed), load_lexicon(own=False)
    answers = Answers()
    readings = sorted(word for word in lexicon.by_reading if len(word) in SIZES)
    asked = [dice.choice(readings) for _ in range(count)]
    others = ["".join(dice.sample(word, len(word))) for word in asked]
    for word in (*asked, *others, "じじ", "ばば"):
        (told,) = answers.get("find", {"q": [word]})
        shown = [*told.get("words", ()), *told["others"]]
        if not told["found"] or told["lacking"] or not told["words"] or any(each["flag"] for each in shown):
            yield {"q": word, "answer": None}
            continue
        spelled = {
            name: [{part: each[part] for part in ("reading", "spelling")} for each in told[name]]
            for name in ("words", "others")
        }
        yield {"q": word, "answer": {"word": word, "found": True, **spelled, "lacking": None}}
    for size in SIZES:
        told = answers.get("words", {"size": [str(size)], "words": ["1"]})
        keys = re.findall("." * size, told["keys"])
        chosen = sorted(dice.sample(range(len(keys)), min(count, len(keys))))
        yield {"size": size, "count": len(keys), "first": {keys[at]: told["words"][at] for at in chosen}}


def short(value: Any) -> Any:
    """An answer with the letters of blocks only. The words of a block are compared in tests/unit/web/test_early.py."""
    if isinstance(value, list):
        return [short(each) for each in value]
    if not isinstance(value, dict):
        return value
    spelled = {"letters", "tiles"} & {*value}
    rest = {name: short(each) for name, each in value.items() if name != "words" or not spelled}
    return rest["letters"] if [*rest] == ["letters"] else rest


def text_of(count: int, seed: int) -> str:
    """The words, an empty line and a `-`, then a line per hand; again a `-`, then a line per look-up."""
    words = gzip.decompress(words_file(load_lexicon(own=False))).decode()
    hands, finds = map(short, golden(count, seed)), looked_up(count, seed)
    return "\n\n-\n".join([words, "\n".join(map(as_json, hands)), "\n".join(map(as_json, finds)) + "\n"])


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_bytes(gzip.compress(text_of(HANDS, 1).encode(), mtime=0))
