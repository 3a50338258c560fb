"""Reader of a compiled MeCab dictionary (`sys.dic`), without MeCab.

The file, all little-endian: ten uint32 (magic, version, type, words, left ids, right ids, bytes of the double
array, of the tokens, of the features, nothing), 32 bytes naming the character set, then the three parts. The
magic is the file size xor 0xEF718F77. The double array maps a surface to its tokens, a token holds ids, cost
and the place of its feature, a feature is text up to a zero byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kanamj.errors import FileFormatError

_HEADER = np.dtype("<u4")
_UNIT = np.dtype([("base", "<i4"), ("check", "<u4")])
_TOKEN = np.dtype(
    [
        ("left", "<u2"),
        ("right", "<u2"),
        ("pos", "<u2"),
        ("cost", "<i2"),
        ("feature", "<u4"),
        ("compound", "<u4"),
    ]
)
_HEADER_BYTES = 72
_MAGIC = 0xEF718F77


@dataclass(frozen=True)
class Dictionary:
    """The three parts of a `sys.dic`: `units` of the double array, `tokens` (n,), `features` as bytes."""

    units: npt.NDArray[np.void]
    tokens: npt.NDArray[np.void]
    features: bytes

    @classmethod
    def parse(cls, data: bytes, name: str = "sys.dic") -> Dictionary:
        """The dictionary in the bytes of a file; `name` is for messages.

        Raises FileFormatError if the sizes in the header do not add up.
        """
        if len(data) < _HEADER_BYTES:
            raise FileFormatError(f"{len(data)} bytes are no MeCab dictionary", Path(name))
        header = np.frombuffer(data, _HEADER, 10).tolist()
        magic, _, _, words, _, _, unit_bytes, token_bytes, feature_bytes, _ = header
        size = _HEADER_BYTES + unit_bytes + token_bytes + feature_bytes
        if magic ^ _MAGIC != len(data) or size != len(data) or words * _TOKEN.itemsize != token_bytes:
            raise FileFormatError(f"not a MeCab dictionary, or cut short at {len(data)} bytes", Path(name))
        tokens_at = _HEADER_BYTES + unit_bytes
        return cls(
            np.frombuffer(data, _UNIT, unit_bytes // _UNIT.itemsize, _HEADER_BYTES),
            np.frombuffer(data, _TOKEN, words, tokens_at),
            data[tokens_at + token_bytes :],
        )

    def feature(self, token: int) -> str:
        """The feature of a token, mostly comma-separated grammar and forms; broken bytes become U+FFFD."""
        start = int(self.tokens["feature"][token])
        return self.features[start : self.features.index(b"\0", start)].decode(errors="replace")

    def surfaces(self) -> Iterator[tuple[bytes, range]]:
        """Each surface (as bytes) with its tokens.

        A node with base b has its child for byte c at unit b + c + 1, whose check is b; the unit at b itself,
        check b and base negative, is a leaf: −base − 1 is the first token * 256 + the number of tokens. So
        the letters are read backwards, from leaf to root, all leaves at once.
        """
        base, check = self.units["base"].astype(np.int64), self.units["check"].astype(np.int64)
        places = np.arange(len(base))
        leaves = places[(base < 0) & (check == places)]
        owner = np.zeros(len(base), np.int64)  # base b -> the one unit that has it
        inner = places[base > 0]
        owner[base[inner]] = inner
        columns = []
        unit = owner[check[leaves]]
        while unit.any():
            columns.append(np.where(unit > 0, unit - check[unit] - 1, 0).astype(np.uint8))
            unit = np.where(unit > 0, owner[check[unit]], 0)
        letters = np.stack(columns[::-1], axis=1) if columns else np.zeros((len(leaves), 0), np.uint8)
        for row, value in zip(letters, (-base[leaves] - 1).tolist(), strict=True):
            first, many = divmod(value, 256)
            yield row.tobytes().lstrip(b"\0"), range(first, first + many)


def parse_matrix(data: bytes, name: str = "matrix.bin") -> npt.NDArray[np.int16]:
    """The costs of two words side by side, `[left id of the second, right id of the first]`.

    The file: two uint16, the numbers of right and left ids, then an int16 each, right ids running fastest. Raises
    FileFormatError if it has another size.
    """
    if len(data) >= 4:
        rights, lefts = np.frombuffer(data, "<u2", 2).tolist()
        if len(data) == 4 + 2 * rights * lefts:
            return np.frombuffer(data, "<i2", offset=4).reshape(lefts, rights)
    raise FileFormatError(f"not a MeCab matrix, or cut short at {len(data)} bytes", Path(name))
