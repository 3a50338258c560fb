"""The script of results/strength/summary: the danger of a letter is the share of tenpai hands that wait for it."""

from __future__ import annotations

from collections import Counter

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from tests import places

DEALS = 60


def test_the_danger_of_a_letter_is_counted_hand_by_hand() -> None:
    script = places.script("results_strength")
    engine = WordEngine("core")
    rows, _ = engine.batch.deal_rows(13, DEALS, deal_state(script.SEED, 0))
    hands = [engine.tiles.format_counts(row) for row in rows.tolist()]
    tenpai = [hand for hand in hands if engine.shanten(hand) == 0]
    waits = Counter(engine.tiles.kinds[kind] for hand in tenpai for kind in engine.waits(hand))
    found = script.danger(DEALS, engine).objects()
    assert {row["letter"]: row["waiting"] for row in found if row["waiting"]} == waits
    assert {row["tenpai"] for row in found} == {len(tenpai)}
    assert [row["waiting"] for row in found] == sorted((row["waiting"] for row in found), reverse=True)
    assert all(row["share"] == round(row["waiting"] / len(tenpai), 6) for row in found)
