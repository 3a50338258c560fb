"""What only ordinary mahjong has: the names of its forms, tables that answer for many hands, and its exact counts.

- `tables.py` describes the tables and loads them; `kernels/riichi.py` looks hands up in them.
- `ranking.py` numbers the vectors of a suit without gaps, and by their place in the tables.
- `counts.py` counts all hands, exactly, by convolving suits.

The forms themselves are in `forms/riichi.py`.
"""

GENERAL = "general"
SEVEN = "seven_pairs"
THIRTEEN = "thirteen_orphans"
FORMS = (GENERAL, SEVEN, THIRTEEN)
