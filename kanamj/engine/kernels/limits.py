"""A constant that the kernels and the rest of the engine share. It is in this folder because it changes the kernels."""

UNREACHABLE = 99
"""The distance of a hand if no choice of blocks can fill its form: a size has no blocks, or there are too few tiles."""
