"""What is taken where nothing is given."""

LEXICON = "common"
"""The word list of every command, study and class."""
