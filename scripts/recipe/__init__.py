"""How the shipped lists are made out of four dictionaries. `scripts/build_wordlists.py` runs it."""
