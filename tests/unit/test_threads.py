"""Threads may share an engine, a lexicon and a scorer (docs/questions.md)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import kanamj
from kanamj.lexicon import Lexicon, load_lexicon

THREADS = 8


def answers(lexicon: Lexicon) -> list[Callable[[], Any]]:
    """Questions to one engine of this list, each of which needs something that is computed once and kept."""
    word, riichi, hands = kanamj.WordEngine(lexicon), kanamj.RiichiEngine(), kanamj.deal(200, seed=5)
    texts = [word.tiles.format_counts(row) for row in hands[:8]]
    return [
        lambda: word.shanten_many(hands).tolist(),
        lambda: [word.analyze(text).to_json() for text in texts[:3]],
        lambda: [word.shanten(text) for text in texts],
        lambda: word.chances(texts[0], draws=2).to_json(),
        lambda: word.waits_many(kanamj.deal(50, seed=6, hand=13)).tolist(),
        lambda: word.behind(["さくら"]).shanten("なみだたまごきつねいぬ"),
        lambda: riichi.analyze("123m456p789s11z22z3z").to_json(),
        lambda: [
            kanamj.score("さくらもも", melds=["たけや", "わかめ", "きつね"]).to_json() for _ in range(2)
        ],
    ]


def test_eight_threads_get_the_answers_of_one() -> None:
    alone = [ask() for ask in answers(load_lexicon("core"))]
    shared, begin = answers(load_lexicon("core")), Barrier(THREADS)

    def ask_all(first: int) -> list[Any]:
        begin.wait()
        order = [(first + i) % len(shared) for i in range(len(shared))]
        found = {place: shared[place]() for place in order}
        return [found[place] for place in range(len(shared))]

    with ThreadPoolExecutor(THREADS) as pool:
        for found in pool.map(ask_all, range(THREADS)):
            assert found == alone
