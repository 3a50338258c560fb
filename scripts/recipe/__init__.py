"""How the shipped lists are made from four dictionaries; `scripts/build_wordlists.py` runs it."""
