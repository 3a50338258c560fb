"""The loops that numba compiles; arrays in, arrays out.

- `eight_tiles.py` and `seven_tiles.py` count all hands, `solitaire.py` solves the game.
- `multisets.py` finds the multisets that can be completed, `ranks.py` numbers them.
"""
