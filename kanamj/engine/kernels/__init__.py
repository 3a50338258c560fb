"""Numba kernels: arrays in, arrays out; nothing here raises. Only `engine` imports them.

- Word hands, many at once: `distance` (steps: `hand`, `near`, `far`, `settle`), `waits` (accepts too), `discards`,
  `completions`, `deal`, `vocabulary`, `arranging`. Seven pairs: `seven_pairs`. Ordinary mahjong: `riichi`. Chances:
  `chances`.
- Exact counts of form 332: `ranks`, `multisets`, `seven_tiles`, `eight_tiles`.
- `records` describes the data that the word kernels share; `compiled` and `linking` make machine code.

The examples of the word kernels share one small game of form 332: the words さくら, なみだ and いぬ, two copies of
each of the kinds い 0, く 1, さ 2, だ 3, な 4, ぬ 5, み 6, ら 7. さくら is trio 0, なみだ is trio 1.
"""
