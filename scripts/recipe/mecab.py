"""Reader of a compiled MeCab dictionary (`sys.dic`), without MeCab.

All numbers of the file are little-endian. It begins with ten uint32: magic, version, type, words, left ids, right ids,
bytes of the double array, bytes of the tokens, bytes of the features, and one that is not used. The name of the
character set follows in 32 bytes, then the three parts. The magic is the size of the file xor 0xEF718F77. The double
array maps a surface to its tokens. A token has ids, a cost and the place of its feature. A feature is text that ends
with a zero byte.
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
        """The dictionary in the bytes of a file, which messages call `name`.

        Raises FileFormatError if the sizes in the header do not add up.
        """
        if len(data) < _HEADER_BYTES:
            raise FileFormatError(
                f"a MeCab dictionary has at least {_HEADER_BYTES} bytes, this has {len(data)}",
                path=Path(name),
            )
        header = np.frombuffer(data, _HEADER, 10).tolist()
        magic, _, _, words, _, _, unit_bytes, token_bytes, feature_bytes, _ = header
        size = _HEADER_BYTES + unit_bytes + token_bytes + feature_bytes
        if magic ^ _MAGIC != len(data) or size != len(data) or words * _TOKEN.itemsize != token_bytes:
            raise FileFormatError(
                f"is not a MeCab dictionary, or is cut short at {len(data)} bytes", path=Path(name)
            )
        tokens_at = _HEADER_BYTES + unit_bytes
        return cls(
            np.frombuffer(data, _UNIT, unit_bytes // _UNIT.itemsize, _HEADER_BYTES),
            np.frombuffer(data, _TOKEN, words, tokens_at),
            data[tokens_at + token_bytes :],
        )

    def feature(self, token: int) -> str:
        """The feature of a token: mostly grammar and forms, separated by commas. Broken bytes become U+FFFD."""
        start = int(self.tokens["feature"][token])
        return self.features[start : self.features.index(b"\0", start)].decode(errors="replace")

    def surfaces(self) -> Iterator[tuple[bytes, range]]:
        """Each surface (as bytes) with its tokens.

        A node with base b has its child for byte c at unit b + c + 1, whose check is b. Where the unit at b has the
        check b and a negative base, it is a leaf: −base − 1 is 256 times the first token plus the number of tokens. The
        letters are read backwards, from leaf to root, for all leaves at once.
        """
        base, check = self.units["base"].astype(np.int64), self.units["check"].astype(np.int64)
        places = np.arange(len(base))
        leaves = places[(base < 0) & (check == places)]
        owner = np.zeros(len(base), np.int64)  # base b -> the only unit that has it
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
    """The costs of two words side by side: int16, `[left id of the second, right id of the first]`.

    The file has two uint16, the number of right ids and of left ids, then one int16 per pair; right ids run fastest.
    Raises FileFormatError if the file has another size.
    """
    if len(data) >= 4:
        rights, lefts = np.frombuffer(data, "<u2", 2).tolist()
        if len(data) == 4 + 2 * rights * lefts:
            return np.frombuffer(data, "<i2", offset=4).reshape(lefts, rights)
    raise FileFormatError(f"is not a MeCab matrix, or is cut short at {len(data)} bytes", path=Path(name))
