"""Bit operations that are one instruction in LLVM but missing in numba, each with the same in plain Python.

Example: the set {2, 3} is 0b1100. Its `lowest` bit is 2, its `popcount` is 2, and `bits & bits - 1` removes the 2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

Lowered = tuple[Any, Any]
U64 = ir.IntType(64)


def instruction(plain: Callable[..., Any]) -> Callable[[Callable[..., Lowered]], Any]:
    """Decorator of a function that generates LLVM code. Under NUMBA_DISABLE_JIT=1, where kernels are plain Python (for
    debuggers, coverage and tests), `plain` replaces it."""
    return (lambda _: plain) if getattr(numba.config, "DISABLE_JIT", 0) else intrinsic


@instruction(lambda bits: np.uint64((int(bits) & -int(bits)).bit_length() - 1 if bits else 64))
def lowest(typing: Any, bits: Any) -> Lowered:  # noqa: ARG001
    """The index of the lowest set bit of a uint64; undefined for 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@instruction(lambda bits: np.uint64(int(bits).bit_count()))
def popcount(typing: Any, bits: Any) -> Lowered:  # noqa: ARG001
    """The number of set bits of a uint64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


def _bytes_at_least(array: Any, least: Any, start: Any) -> Any:
    window = slice(int(start), int(start) + 64)
    return np.packbits(array[window] >= least[window], bitorder="little").view(np.uint64)[0]


@instruction(_bytes_at_least)
def bytes_at_least(typing: Any, array: Any, least: Any, start: Any) -> Lowered:  # noqa: ARG001
    """A uint64: bit i, i < 64, is set if array[start + i] >= least[start + i]. array, least: uint8. start: uint64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        left, right = (
            _vector(context, builder, signature.args[i], args[i], args[2], ir.IntType(8), 64) for i in (0, 1)
        )
        return builder.bitcast(builder.icmp_unsigned(">=", left, right), U64)

    return types.uint64(array, least, types.uint64), generate


@instruction(lambda array, start: np.uint64(sum(1 << i for i in range(8) if array[int(start) + i])))
def lanes_in_use(typing: Any, array: Any, start: Any) -> Lowered:  # noqa: ARG001
    """A uint64: bit i, i < 8, is set if array[start + i] is not 0. array: uint64. start: uint64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = _vector(context, builder, signature.args[0], args[0], args[1], U64, 8)
        used = builder.icmp_unsigned("!=", lanes, ir.Constant(lanes.type, None))
        return builder.zext(builder.bitcast(used, ir.IntType(8)), U64)

    return types.uint64(array, types.uint64), generate


def _vector(context: Any, builder: Any, kind: Any, array: Any, start: Any, item: Any, items: int) -> Any:
    """Generate code that loads `items` elements (of LLVM's type `item`) of a numba array as one LLVM vector."""
    data = context.make_array(kind)(context, builder, array).data
    where = builder.bitcast(builder.gep(data, [start]), ir.VectorType(item, items).as_pointer())
    return builder.load(where, align=item.width // 8)


@instruction(lambda left, right: np.uint64(int(left) * int(right) >> 64))
def times_high(typing: Any, left: Any, right: Any) -> Lowered:  # noqa: ARG001
    """The high 64 bits of the product of two uint64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), U64)

    return types.uint64(types.uint64, types.uint64), generate
