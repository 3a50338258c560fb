"""The version of kanamj; nothing else in the code repeats it."""

__version__ = "0.3.0"
