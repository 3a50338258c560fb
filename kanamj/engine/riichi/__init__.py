"""What only ordinary mahjong has: the names of its forms, and tables that answer for many hands.

How a million hands are answered in a few milliseconds, and how to make the tables anew, is told in `tables`; how
a row of counts becomes a place in them, in `kernels/riichi.py`; the exact distributions are in `counting`.
"""

GENERAL = "general"
SEVEN = "seven_pairs"
THIRTEEN = "thirteen_orphans"
FORMS = (GENERAL, SEVEN, THIRTEEN)
