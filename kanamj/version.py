"""The version of kanamj. This is the only place where the code states it."""

__version__ = "1.0.0"
