"""Numba kernels: arrays in, arrays out. No kernel raises an error. Only `engine` imports them.

Many word hands
- `distance.py` computes their distances. Its steps: `hand.py` reads a hand, `near.py` finds the hands that miss
  at most one tile, `far.py` judges the others, `settle.py` searches where bounds leave a doubt.
- `waits.py` finds the kinds that complete a hand or lower its distance, `discards.py` the best discards.
- `completions.py` finds the pairs of draws that complete a hand.
- `seven_pairs.py` judges hands by seven pairs.
- `deal.py` deals hands and computes their distances in one loop.

Other questions
- `riichi.py` judges hands of ordinary mahjong.
- `chances.py` counts the ways to complete a hand within three draws, for `kanamj.engine.three_draws`.

What kernels share
- `records.py` describes the data of word hands, `limits.py` has a limit that the engine needs too.
- `bits.py` has operations on bits, `rows.py` checks of rows.
- `compiled.py` says how kernels are compiled and kept.

The examples of the word kernels share one small game of form 332: the words さくら, なみだ and いぬ, two copies of
each of the kinds い 0, く 1, さ 2, だ 3, な 4, ぬ 5, み 6, ら 7. さくら is trio 0, なみだ is trio 1.
"""
