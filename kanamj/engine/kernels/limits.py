"""What kernels and the rest of the engine must agree on; here, since a change of it is a change of the kernels."""

UNREACHABLE = 99
"""The distance of a hand whose form no choice of blocks can fill (no blocks of a size, or too few tiles)."""
