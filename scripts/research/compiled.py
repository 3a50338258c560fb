"""The decorators of the kernels of this folder, and two instructions of the processor. Numba keeps what it compiled in
__pycache__; it does not see a change in another file that a kernel calls, so delete that folder then."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from kanamj.errors import MissingExtraError, needing

try:
    with needing("this script", "numba llvmlite"):
        import numba
        from llvmlite import ir
        from numba.extending import intrinsic
except MissingExtraError as error:  # before the script reads its command line
    sys.exit(f"error: {error}")

jit = numba.njit(nogil=True, cache=True, error_model="numpy")
"""For a kernel that Python calls."""
inner_jit = numba.njit(nogil=True, cache=True, error_model="numpy")
"""For a kernel that kernels call."""
inlined_jit = numba.njit(nogil=True, error_model="numpy", forceinline=True)
"""For a small step of a long loop: it becomes part of the kernels that call it."""


def _of_uint64(instruction: Callable[[Any, Any], Any]) -> Any:
    def lowered(typing: Any, bits: Any) -> Any:  # noqa: ARG001
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
            return instruction(builder, args[0])

        return numba.uint64(numba.uint64), generate

    return intrinsic(lowered)


lowest = _of_uint64(lambda builder, bits: builder.cttz(bits, ir.Constant(ir.IntType(1), 1)))
"""The index of the lowest set bit of a uint64; undefined for 0."""
popcount = _of_uint64(lambda builder, bits: builder.ctpop(bits))
"""The number of set bits of a uint64."""
