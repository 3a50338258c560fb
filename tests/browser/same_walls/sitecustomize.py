"""Python reads this at its start if the folder is in PYTHONPATH: all games that the page deals have the same wall."""

import secrets

secrets.randbits = lambda bits: 44
