"""What only ordinary mahjong has: the names of its forms, the tables that judge its hands, and its exact counts.

- `tables.py` describes the tables and loads them; `kernels/riichi.py` looks many hands up in them.
- `lookup.py` looks one hand up in them, in plain Python.
- `ranking.py` numbers the vectors of a suit without gaps, and by their place in the tables.
- `counts.py` counts all hands, exactly, by convolving suits.

The forms themselves are in `forms/riichi.py`.
"""

GENERAL = "general"
SEVEN = "seven_pairs"
THIRTEEN = "thirteen_orphans"
FORMS = (GENERAL, SEVEN, THIRTEEN)
