"""Record anew the games that the tests replay (tests/data/games), by the word list beside them.

    python scripts/record_test_games.py            play by the list that is there
    python scripts/record_test_games.py --words    first make the list, from `common` of today

The list has the commonest readings of two, three and four letters, without spellings. It is frozen, so that a change of
the shipped lists changes no game. Run this when the rules, the wall or the format of records change.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from kanamj.disk import write_file
from kanamj.game import preset
from kanamj.game.agents import parse_agents
from kanamj.game.record import Record, record_game
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.store import format_grams
from kanamj.tiles import HIRAGANA_120

GAMES = Path(__file__).resolve().parents[1] / "tests" / "data" / "games"
WORDS = GAMES / "words"
SIZES = {2: 350, 3: 1500, 4: 400}


def has(*events: str) -> Callable[[Record], bool]:
    """Whether all these events are in a record."""
    return lambda record: set(events) <= {event["event"] for event in record.events}


def ends(how: str, winners: int) -> Callable[[Record], bool]:
    """Whether a game ends in this way, with so many winners."""
    return lambda record: (record.events[-1]["how"], len(record.events[-1]["winners"])) == (how, winners)


# Name of the game -> rules, agents, and what the game must have.
WANTED: dict[str, tuple[str, str, Callable[[Record], bool]]] = {
    "basic-reshuffled": ("basic,ron=yes", "random", lambda record: len(record.events) > 500),
    "basic-tsumo": ("basic", "greedy", ends("tsumo", 1)),
    "basic-wall": ("basic,players=2,reshuffles=0", "random", ends("wall", 0)),
    "paper-three-left": ("paper,players=3,pon=left,kan=left", "greedy+call", has("call", "kan")),
    "paper-equal-turns": ("paper,equal_turns=yes,ron_from=2", "greedy", ends("tsumo", 2)),
    "paper-tsumo": ("paper", "greedy", ends("tsumo", 1)),
    "paper-wall": ("paper", "random", ends("wall", 0)),
    "pro-online": ("pro-online", "greedy+call", has("call", "tsumo")),
    "pro-kan": ("pro", "random", has("kan", "call")),
    "pro-riichi": ("pro", "greedy", has("riichi", "tsumo")),
    "pro-three-rons": ("pro", "greedy", ends("rons", 0)),
    "pro-two-rons": ("pro", "greedy", ends("ron", 2)),
    "pro-wall": ("pro,players=3", "random", ends("wall", 0)),
    "standard-kan": ("standard,kan=any", "random", has("kan", "call")),
    "standard-riichi-tsumo": ("standard", "greedy+riichi", has("riichi", "tsumo")),
    "standard-ron-call": ("standard", "greedy+call", has("ron", "call")),
    "standard-sticks": ("standard", "greedy+riichi", lambda record: record.events[-1].get("deposits", 0) > 4),
    "standard-two-rons": ("standard,many_rons=yes", "greedy", ends("ron", 2)),
}
STARTS: dict[str, dict[str, Any]] = {
    "standard-sticks": {"dealer": 2, "deposits": 3},
    "pro-riichi": {"dealer": 1, "deposits": 2, "honba": 3, "points": [30, 10, 41, 5]},
}
"""Who deals, and the sticks, where it is not seat 0 or there are some on the table."""


def with_readings(words: Lexicon) -> Lexicon:
    """The same words, which are their own readings, for rules that score: they ask for readings."""
    spelled = {word for rows in words.grams.values() for found in rows.values() for word in found}
    return Lexicon.from_entries("readings", [Entry(word, word) for word in sorted(spelled)])


def write_words() -> None:
    """Write the list that the games are played by."""
    common = load_lexicon()
    words = sorted(
        (entry.cost, entry.reading)
        for entries in common.entries.values()
        for entry in entries
        if entry.cost >= 0
    )
    WORDS.mkdir(parents=True, exist_ok=True)
    for size, most in SIZES.items():
        readings = dict.fromkeys(
            reading
            for _, reading in words
            if len(reading) == size and set(reading) <= set(HIRAGANA_120.kinds)
        )
        made = Lexicon.from_entries("words", [Entry(reading, reading) for reading in list(readings)[:most]])
        write_file(WORDS / f"{size}gram.txt", format_grams(size, made.grams[size]))


def main(words: bool = False) -> None:
    """Write the first game, by number of the seed, that has what is wanted; once for each name."""
    if words:
        write_words()
    plain = load_lexicon(WORDS)
    read = with_readings(plain)
    for name, (text, agents, wanted) in WANTED.items():
        rules = preset(text, read if text.startswith("pro") else plain).with_kernels()
        specs = parse_agents(agents, rules.players)
        for seed in count():
            seated = [spec.seated(rules, (seed,), seat) for seat, spec in enumerate(specs)]
            record = record_game(
                rules, (seed,), seated, [spec.text for spec in specs], **STARTS.get(name, {})
            )
            if wanted(record):
                record.write(GAMES / f"{name}.jsonl")
                print(name, "seed", seed, len(record.events), "events")
                break


if __name__ == "__main__":
    from start import start

    start(main, words="make the list first")
