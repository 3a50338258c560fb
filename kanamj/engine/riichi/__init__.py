"""What only ordinary mahjong has: the names of its forms, and tables that answer for many hands.

`tables` says what the tables hold and how they are made, `ranking` numbers suit vectors, and `kernels/riichi.py` reads
the tables. The forms themselves are in `forms/riichi.py`, the exact distributions in `counting`.
"""

GENERAL = "general"
SEVEN = "seven_pairs"
THIRTEEN = "thirteen_orphans"
FORMS = (GENERAL, SEVEN, THIRTEEN)
