"""Numba kernels: arrays in, arrays out; nothing here raises. Only `engine` imports them."""
