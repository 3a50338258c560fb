"""Questions with their full answers, to test people and language models. Kinds of questions: arrange, wait, discard,
hidden.

The hands are dealt by `dealer.Dealer`, which deals only hands that can be solved.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kanamj.errors import KanamjError, LexiconError, Message, joined, not_one_of
from kanamj.learn.dealer import FOR_CHILDREN, LEVELS, Dealer, Practice
from kanamj.text import in_each

if TYPE_CHECKING:
    from kanamj.engine import WordEngine

MOST = 100_000
QUESTIONS = {
    "arrange": "Split the {} letters into words: {}.",
    "wait": "These {} letters are one short of a complete hand. Name every letter that completes it.",
    "hidden": "These {} letters are one short of a complete hand. Which letters complete it only if laid anew?",
    "discard": "Throw one of the {} letters. Which one leaves the hand nearest, with the most tiles that help?",
}
KINDS = tuple(QUESTIONS)


def quiz(
    engine: WordEngine,
    n: int,
    kind: str = "arrange",
    level: int = 3,
    seed: int = 1,
    words: Collection[str] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yields n questions of one kind, each with its answer. The same engine, words and seed give the same questions.
    Hands have the first form of the engine, and are judged by this form only.

    words: keys that the hands are made of; see `Dealer`.

    Each question is a dictionary of plain values, with the fields id, kind, level, seed, lexicon, lexicon_sha256,
    tiles, form, needs (the least vocabulary of the complete hand, or None), hand, question (ja, en) and answer. The
    fields of the answer depend on the kind. `arrange`: count, arrangements (each a list of letters and words; at levels
    1 and 2 those of words for children first). `wait`: waits (tile, unseen). `hidden`: seen (the letters
    that complete what is left over) and waits (all others); its hand is laid as words, with blanks between. `discard`:
    best (tiles), discards as in `judge --json`.

    Raises KanamjError for a kind, level or number that does not exist, and LexiconError if the words make no hand or no
    discard.
    """
    if kind not in QUESTIONS:
        raise KanamjError(not_one_of(kind, "a kind of question", KINDS))
    if level not in LEVELS:
        raise KanamjError("{} is not a level; give a number from 1 (easy) to {}", level, max(LEVELS))
    if not 1 <= n <= MOST:
        raise KanamjError("{} questions cannot be made; give 1 to {:,}", n, MOST)
    dealer = Dealer(engine, words)
    hands = dealer.series(level, seed, range(n), "complete" if kind == "arrange" else "tenpai")
    for number, dealt in enumerate(hands):
        hand, answer = _ANSWERS[kind](dealer, dealt)
        yield {
            "id": f"{kind}-{level}-{seed}-{number}",
            "kind": kind,
            "level": level,
            "seed": seed,
            "lexicon": engine.lexicon.name,
            "lexicon_sha256": engine.lexicon.sha256,
            "tiles": engine.tiles.name,
            "form": dealer.form.name,
            "needs": dealt.needs,
            "hand": hand,
            "question": question(kind, hand, dealer.form.lengths),
            "answer": answer,
        }


def question(kind: str, hand: str, lengths: Sequence[int]) -> dict[str, str]:
    """Returns language (ja, en) -> the text of the question.

    lengths: those of the words of a complete hand.

    >>> question("arrange", "さくらなみだいぬ", (3, 3, 2))["en"]
    'Split the 8 letters into words: 2 of 3 letters, 1 of 2 letters.'
    """
    words = [Message("{} of {} letters", n, size) for size, n in Counter(lengths).items()]
    return in_each(QUESTIONS[kind], len(hand.replace(" ", "")), joined(words, Message(", ")))


def _arrange(dealer: Dealer, dealt: Practice) -> tuple[str, dict[str, Any]]:
    """At a level FOR_CHILDREN, the arrangements of words for children come first."""
    spell, ways = dealer.engine.blocks.spell, list(dealer.engine.ask(dealt.letters).arrangements)
    if dealt.level in FOR_CHILDREN:
        ways.sort(key=dealer.hard)
    found = [[spell(block).to_json() for block in blocks] for blocks in ways]
    return dealt.letters, {"count": len(found), "arrangements": found}


def _wait(dealer: Dealer, dealt: Practice) -> tuple[str, dict[str, Any]]:
    accepts = dealer.engine.accepts(dealt.letters)
    waits = [{"tile": tile, "unseen": unseen} for tile, unseen in accepts.items()]
    return dealt.letters, {"waits": waits}


def _hidden(dealer: Dealer, dealt: Practice) -> tuple[str, dict[str, Any]]:
    """The hand is laid in the way whose rest shows most of its waits. The question is for the others."""
    tiles, found = dealer.engine.tiles, dict[tuple[str, ...], set[str]]()
    for way in dealer.engine.analyze(dealt.letters, limit=None).ways:
        keys = tuple(sorted(map(tiles.format, (*way.complete, way.rest))))
        found.setdefault(keys, set()).update(tiles.kinds[kind] for kind, _ in way.draws)
    shown = [
        (found[tuple(sorted(block["letters"] for block in laid))], laid)
        for laid in dealer.answers(dealt)["arrangements"]
    ]
    seen, laid = max(shown, key=lambda each: len(each[0]))
    hand = " ".join(block["words"][0]["reading"] if block["words"] else block["letters"] for block in laid)
    waits = [each for each in _wait(dealer, dealt)[1]["waits"] if each["tile"] not in seen]
    return hand, {"seen": [face for face in tiles.kinds if face in seen], "waits": waits}


def _discard(dealer: Dealer, dealt: Practice) -> tuple[str, dict[str, Any]]:
    engine, hand = dealer.engine, dealt.letters
    dice = random.Random(f"discard/{dealt.seed}")
    counts, waits = engine.tiles.read(hand), {*engine.waits(hand)}
    wall = [
        face
        for kind, face in enumerate(engine.tiles.kinds)
        for _ in range(engine.tiles.copies[kind] - counts[kind])
        if face not in waits
    ]
    if not wall:
        raise LexiconError(
            "every tile of {} that is left completes the hand {}, so there is no discard to ask for; ask another kind "
            "of question, or take more words or tiles",
            engine.tiles.name,
            hand,
        )
    letters = [*hand, dice.choice(wall)]
    dice.shuffle(letters)
    hand = "".join(letters)
    discards = engine.analyze(hand, limit=1).to_json()["discards"]
    merits = [(each["distance"], each["unseen"]) for each in discards]
    best = [each["tile"] for each, merit in zip(discards, merits, strict=True) if merit == merits[0]]
    return hand, {"best": best, "discards": discards}


_ANSWERS: dict[str, Callable[[Dealer, Practice], tuple[str, dict[str, Any]]]]
_ANSWERS = {"arrange": _arrange, "wait": _wait, "hidden": _hidden, "discard": _discard}
