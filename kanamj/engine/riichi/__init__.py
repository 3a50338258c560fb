"""What only ordinary mahjong has: its forms, and tables that answer many hands.

How a million hands are answered in a few milliseconds, and how to make the tables anew, is told in `tables`; how
a row of counts becomes a place in them, in `kernels/riichi.py`; the exact distributions are in `counting`.
"""
