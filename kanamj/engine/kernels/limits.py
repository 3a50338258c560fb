"""What the kernels and the rest of the engine must agree on. It is kept here because a change of it changes kernels."""

UNREACHABLE = 99
"""The distance of a hand if no choice of blocks can fill its form: no blocks of a size, or too few tiles."""
