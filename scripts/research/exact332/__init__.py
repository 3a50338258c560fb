"""The beginners' game 332: all its hands counted, and the game of one player solved (docs/counting.md, docs/solved.md).

- `__main__.py` is the command line: python scripts/research/exact332 count|solve|alone
- `count.py`, `solve.py` and `alone.py` are its studies.
- `multisets.py` describes the game, and finds the hands that one tile completes; `ranks.py` numbers multisets.
- `sevens.py` finds the distance of each hand of seven tiles, and what it accepts.
- `solitaire.py` solves the game for one player: the chance of each hand to be complete within some draws. `values.py`
  keeps these chances.
- `kernels/` has the loops, under the same names.
"""
