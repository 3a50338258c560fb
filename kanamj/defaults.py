"""What is taken where nothing is given, and a limit that game and scorer share."""

LEXICON = "common"
"""The word list of every command, study and class."""
MOST_STICKS = 999
"""The most riichi sticks, and the most honba sticks, that can be on the table."""
