"""Exact distributions: every hand is counted, none is sampled.

- `riichi`: ordinary mahjong, by convolving suits.
- `multisets` describes the beginners' game 332 and what 7 and 8 tiles have in common; `eight_tiles` and `seven_tiles`
  count the hands, `ranks` numbers the multisets, and the loops are in `kernels/` under the same names.
"""
