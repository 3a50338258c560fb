"""The beginners' game 332: all its hands counted, and the game of one player solved (docs/counting.md, docs/solved.md).

- `__main__.py` is the command line: python scripts/research/exact332 count|solve|alone
- `count.py`, `solve.py` and `alone.py` are its studies.
- `multisets.py` describes the game, and what its two counts have in common.
- `eight_tiles.py` counts its hands of eight tiles by distance.
- `seven_tiles.py` counts its hands of seven tiles by distance, and by what they accept.
- `solitaire.py` solves its game for one player: the chance of each hand to be complete within some draws.
- `ranks.py` has the tables that number multisets.
- `kernels/` has the loops, under the same names.
"""
