"""What only ordinary mahjong has: the names of its forms, and tables that answer for many hands.

- `tables.py` describes the tables and loads them; `kernels/riichi.py` looks hands up in them.

The forms themselves are in `forms/riichi.py`, the exact distributions in `counting/riichi.py`.
"""

GENERAL = "general"
SEVEN = "seven_pairs"
THIRTEEN = "thirteen_orphans"
FORMS = (GENERAL, SEVEN, THIRTEEN)
