"""The loops that numba compiles; arrays in, arrays out.

- `multisets.py` finds the multisets that can be completed, `ranks.py` numbers them.
- `sevens.py` walks over all hands of seven tiles, `solitaire.py` sweeps over those of eight.

The examples are of a game with two tiles each of い, く, さ, だ, な, ぬ, み and ら. Its words are さくら, なみだ and
いぬ.
"""
