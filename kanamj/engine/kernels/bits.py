"""Instructions of the processor that numba has no name for, each with the same in plain Python; sets of bytes.

Example: the set {2, 3} is 0b1100. Its `lowest` bit is 2, its `popcount` is 2, and `bits & bits - 1` removes the 2.

An intrinsic (`numba.extending`) gets LLVM's builder from numba, so llvmlite is not imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kanamj.engine.kernels.compiled import PLAIN, inner_jit, types
from kanamj.engine.kernels.compiled import intrinsic as numbas_intrinsic

Lowered = tuple[Any, Any]
HIGH, LOW7 = np.uint64(0x8080808080808080), np.uint64(0x7F7F7F7F7F7F7F7F)
GATHER = np.uint64(0x0102040810204080)
SEVEN, HALF, LOW_HALF, TOP_BYTE = (np.uint64(i) for i in (7, 32, 0xFFFFFFFF, 56))


def instruction(plain: Callable[..., Any]) -> Callable[[Callable[..., Lowered]], Any]:
    """Decorator of a function that generates LLVM code. Where kernels are plain Python, `plain` replaces it."""
    return (lambda _: plain) if PLAIN else numbas_intrinsic


@instruction(lambda bits: np.uint64((int(bits) & -int(bits)).bit_length() - 1 if bits else 64))
def lowest(typing: Any, bits: Any) -> Lowered:  # noqa: ARG001
    """The index of the lowest set bit of a uint64; undefined for 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), generate


@instruction(lambda bits: np.uint64(int(bits).bit_count()))
def popcount(typing: Any, bits: Any) -> Lowered:  # noqa: ARG001
    """The number of set bits of a uint64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@instruction(lambda _: None)
def prefetch(typing: Any, address: Any) -> Lowered:  # noqa: ARG001
    """Ask the processor to load the cache line at an address soon; it may be past the end of an array."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        # LLVM's classes of a function type and of "no value" are taken from the function that is being built.
        i32, pointer = context.get_value_type(types.int32), context.get_value_type(types.voidptr)
        function_type, nothing = type(builder.function.function_type), builder.comment("prefetch").type
        shape = function_type(nothing, [pointer, i32, i32, i32])
        declared = builder.module.declare_intrinsic("llvm.prefetch.p0", (), shape)
        line = builder.inttoptr(args[0], pointer)
        builder.call(declared, [line, i32(0), i32(3), i32(1)])  # arguments: to read, keep in the cache, data
        return context.get_dummy_value()

    return types.void(types.intp), generate


@inner_jit
def bytes_in_use(eight: Any) -> Any:
    """A uint64: bit i, i < 8, is set if byte i of the uint64 `eight` is not 0. No byte may be above 128."""
    return ((((eight + LOW7) & HIGH) >> SEVEN) * GATHER) >> TOP_BYTE


@inner_jit
def part_of(bits: Any, size: Any) -> Any:
    """The product of two uint64, divided by 2^64 and rounded down. size: below 2^32."""
    return ((bits >> HALF) * size + ((bits & LOW_HALF) * size >> HALF)) >> HALF
