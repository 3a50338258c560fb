"""Exact distributions: every hand is counted, none is sampled. `engine/kernels/` has the loops, under the same names.

- `riichi.py` counts the hands of ordinary mahjong, by convolving suits.
- `multisets.py` describes the beginners' game 332, and what its two counts have in common.
- `eight_tiles.py` counts its hands of eight tiles by distance.
- `seven_tiles.py` counts its hands of seven tiles by distance, and by what they accept.
- `solitaire.py` solves its game for one player: the chance of each hand to be complete within some draws.
- `ranks.py` has the tables that number multisets.
"""
