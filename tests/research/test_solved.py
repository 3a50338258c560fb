"""The agent Solved throws by the values that are kept, and says so where there are none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from exact332.solve import SolveWords

from kanamj.errors import KanamjError
from kanamj.game import Event, Rules, initial, play_on, preset, view
from kanamj.game.outsiders import find_agent, look_in
from kanamj.lexicon import Lexicon
from kanamj.studies import run
from kanamj.tiles import TileSet
from tests.places import RESEARCH
from tests.reference.hands332 import Hands
from tests.reference.solitaire import Play
from tests.research.test_exact332_count import TILES as FEW
from tests.research.test_exact332_count import WORDS

TILES = TileSet("more", FEW.kinds, tuple(copies + 2 for copies in FEW.copies), "kana")
RULES = Rules(WORDS, "small", TILES, "332", 2, ron=False, pon="none", riichi=False, reshuffles=9)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    look_in(RESEARCH)


@pytest.mark.slow  # the kernels of the solved game are compiled for half a minute
def test_it_throws_what_leaves_the_best_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the values that a run keeps; each state of some games is asked for."""
    run(SolveWords(WORDS, TILES, draws=2, values=tmp_path))
    assert [path.name[:7] for path in tmp_path.iterdir()] == ["best-2-"]
    monkeypatch.setenv("KANAMJ_VALUES", str(tmp_path))
    trios, pairs = (
        [tuple(sorted(map(TILES.kinds.index, key))) for key in WORDS.keys(size)]  # type: ignore[arg-type]
        for size in (3, 2)
    )
    play, thrown = Play(Hands((TILES.copies, trios, pairs))), 0
    for seed in range(5):
        agents = [find_agent("solved:Solved").seated(RULES, (seed,), seat) for seat in range(2)]
        for state, action, _ in play_on(initial(RULES, seed), agents):
            if action.event == Event.DISCARD:
                hand = view(state, action.player).me.hand
                counts = [hand.count(kind) for kind in range(len(TILES.kinds))]
                chances = {
                    kind: play.chance(tuple(n - (kind == at) for at, n in enumerate(counts)), 2)
                    for kind in {*hand}
                }
                assert max(chances.values()) - chances[action.tile] <= 2 / 65535
                thrown += 1
    assert thrown > 5


def test_it_says_what_it_lacks(common: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("/no/such/folder", ""):
        monkeypatch.setenv("KANAMJ_VALUES", place)
        with pytest.raises(KanamjError, match=r"no values of the list vowels\. Make them with"):
            find_agent("solved:Solved").seated(RULES, (1,), 0)
    with pytest.raises(KanamjError, match="^agent solved:Solved: the agent Solved plays only the form 332"):
        find_agent("solved:Solved").seated(preset("paper", common), (1,), 0)
