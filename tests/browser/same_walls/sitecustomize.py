"""Python reads this at its start if the folder is in PYTHONPATH: all games that the page deals have the same wall."""

import secrets


def the_same(_bits: int) -> int:
    """In place of random bits."""
    return 44


secrets.randbits = the_same
