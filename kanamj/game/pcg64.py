"""Random 64-bit numbers in plain Python, the same as from `PCG64(SeedSequence(seed, spawn_key=(stream,)))` in numpy.

With it, games need no numpy for their random numbers: the same seed gives the same game in a browser without numpy.
The seed is mixed as in M. O'Neill, "Developing a seed_seq alternative" (2015); the generator is PCG XSL RR 128/64
(O'Neill, "PCG: a family of simple fast space-efficient statistically good algorithms", 2014).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_32, _64, _128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
_POOL = 4
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645


class PCG64:
    """A stream of random numbers of 64 bits. Each seed has many streams, which are numbered from 0.

    >>> PCG64((7,), 0).word()
    14717904226557406096
    """

    def __init__(self, seed: Iterable[int], stream: int) -> None:
        high, low, of_high, of_low = _words(_mixed(seed, stream))
        self._step = (of_high << 64 | of_low) << 1 & _128 | 1
        self._state = ((self._step + (high << 64 | low)) * _MULTIPLIER + self._step) & _128

    def word(self) -> int:
        """Returns the next random number, 0 to 2^64 - 1."""
        state = self._state = (self._state * _MULTIPLIER + self._step) & _128
        folded, turn = (state >> 64 ^ state) & _64, state >> 122
        return (folded >> turn | folded << 64 - turn) & _64


def _mixed(seed: Iterable[int], stream: int) -> list[int]:
    """Four numbers of 32 bits. Each depends on the whole seed and on the number of the stream."""
    given = [part for number in seed for part in _parts(number)]
    given += [0] * (_POOL - len(given))
    given += _parts(stream)
    hashed = _Hash(0x43B0D7E5, 0x931E8875)
    pool = [hashed(part) for part in given[:_POOL]]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _joined(pool[target], hashed(pool[source]))
    for part in given[_POOL:]:
        for target in range(_POOL):
            pool[target] = _joined(pool[target], hashed(part))
    return pool


def _words(pool: list[int]) -> Iterator[int]:
    """Four numbers of 64 bits, made of the mixed seed `pool`."""
    hashed = _Hash(0x8B51F9DD, 0x58F38DED)
    for i in range(_POOL):
        low, high = (hashed(pool[(2 * i + half) % _POOL]) for half in (0, 1))
        yield high << 32 | low


class _Hash:
    """A hash function of 32 bits that changes with each call."""

    def __init__(self, constant: int, factor: int) -> None:
        self._constant, self._factor = constant, factor

    def __call__(self, value: int) -> int:
        value ^= self._constant
        self._constant = self._constant * self._factor & _32
        value = value * self._constant & _32
        return value ^ value >> 16


def _joined(one: int, other: int) -> int:
    mixed = (one * 0xCA01F9DD - other * 0x4973F715) & _32
    return mixed ^ mixed >> 16


def _parts(number: int) -> list[int]:
    """A number of any size, cut into numbers of 32 bits, the lowest bits first."""
    parts = [number & _32]
    while number := number >> 32:
        parts.append(number & _32)
    return parts
