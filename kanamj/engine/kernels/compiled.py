"""The decorators of all kernels. Numba compiles a kernel at its first call, without the GIL, and keeps the result.

Numba compiles a kernel again only if the file that defines it has changed. A change in another file, of a constant or
of a kernel that is called, goes unnoticed. So kernels are kept in the folder kernels/STAMP of the user's cache
(`engine/cache.py`). The stamp is a hash of all sources in this folder, and of all versions and settings: other kernels,
another folder. Kernels use nothing from other folders; a test checks that. Numba itself keeps the kernels of several
processors apart. If nothing can be kept, kernels are compiled in memory only.

Before the first compilation, the log `kanamj` says so.
"""

from __future__ import annotations

import gc
import platform
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import lru_cache, update_wrapper
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from kanamj.disk import sha256
from kanamj.engine import cache
from kanamj.errors import KanamjError, needing

try:
    with needing("a question about many hands", "numba llvmlite"):
        import numba
        from numba import types as types
        from numba.extending import intrinsic as intrinsic
except KanamjError:
    raise
except ValueError as error:
    raise KanamjError(
        "numba cannot start ({}); change the environment variable whose name begins with NUMBA_, such as "
        "NUMBA_NUM_THREADS",
        error,
    ) from None

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

PLAIN = bool(getattr(numba.config, "DISABLE_JIT", 0))
"""True under NUMBA_DISABLE_JIT=1: kernels are plain Python, for debuggers, coverage and tests."""
SOURCES = Path(__file__).parent
SETTINGS = ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "CPU_NAME", "CPU_FEATURES")
MOST_CALLED = 100
"""More kernels than one calls."""
STEP = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options of numba for kernels that Python and C never call."""


def _stamp() -> str:
    """A hash of everything that kernels depend on, except the processor, and of when the sources were written, at which
    numba looks, too."""
    sources = [
        (path.name, path.stat().st_mtime_ns, path.read_bytes()) for path in sorted(SOURCES.glob("*.py"))
    ]
    settings = [getattr(numba.config, name, None) for name in SETTINGS]
    return sha256(
        repr((numba.__version__, np.__version__, sys.version, platform.machine(), settings, sources))
    )[:24]


FOLDER = None if PLAIN else cache.opened(_stamp())
"""The folder in which kernels are kept; None if nothing can be kept."""


def jit(kernel: Kernel) -> Kernel:
    """Decorator of a kernel that Python calls; no other kernel calls it.

    A call with another dtype, array layout or scalar type compiles the kernel again, and so does a read-only array. So
    drivers pass the same types everywhere: C-contiguous, writable arrays, and scalars as plain `int` (or always as one
    numpy type). Division by zero does not raise.
    """
    return kernel if PLAIN else cast(Kernel, _Kernel(kernel))


def inner_jit(kernel: Kernel) -> Kernel:
    """Decorator of a kernel that only kernels call: it is compiled for itself, and kept, and becomes a part of each."""
    return cast(Kernel, _kept(kernel, **STEP))


def merged_jit(kernel: Kernel) -> Kernel:
    """As `inner_jit`, for a kernel with one or two callers: numba writes it into them before it translates them, so it
    is not compiled for itself first (docs/kernels.md)."""
    return cast(Kernel, _njit(inline="always")(kernel))


def inlined_jit(kernel: Kernel) -> Kernel:
    """As `inner_jit`, for small steps of a long loop: LLVM leaves no call."""
    return cast(Kernel, _njit(forceinline=True, **STEP)(kernel))


def _njit(**options: Any) -> Any:
    return numba.njit(nogil=True, error_model="numpy", **options)


def _kept(kernel: Callable[..., Any], **options: Any) -> Any:
    """The kernel as numba's object that keeps its code in FOLDER, if there is one. The user's own setting of numba's
    folder is changed only here."""
    settings: Any = numba.config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(FOLDER)
    try:
        return _njit(cache=FOLDER is not None, **options)(kernel)
    finally:
        settings.CACHE_DIR = before


class _Kernel:
    """A kernel that is loaded, or compiled, at its first call."""

    def __init__(self, kernel: Callable[..., Any]) -> None:
        update_wrapper(self, kernel)
        self.kernel, self.compiled = kernel, _kept(kernel, no_cfunc_wrapper=True)
        self.known = 0
        """For how many types of arguments the kernel is ready."""

    @property
    def signatures(self) -> list[Any]:
        """The types of arguments for which the kernel is compiled."""
        return list(self.compiled.signatures)

    def __call__(self, *arguments: Any) -> Any:
        if not self.known:
            self._prepare(tuple(map(numba.typeof, arguments)))
        answer = self.compiled(*arguments)
        if len(self.compiled.signatures) != self.known:  # numba has compiled it for other types, too
            self._prepare()
        return answer

    def _prepare(self, types: tuple[Any, ...] = ()) -> None:
        """Load the kernel for these types or compile it, and list what is kept. types: () if that is done already."""
        with _preparing, ExitStack() as until:
            if gc.isenabled():  # it would take a twelfth of the time, and free little
                gc.disable()
                until.callback(gc.enable)
            if not self.known:
                name = f"{self.kernel.__module__.rpartition('.')[2]}.{self.kernel.__qualname__}"
                if not (FOLDER and any(FOLDER.glob(f"*/{name}-*.nbc"))):
                    _announce(once=FOLDER is not None)
                self._compile(types)
            if FOLDER and self.compiled.stats.cache_misses:
                try:
                    cache.seal(FOLDER)
                except OSError as error:
                    cache.say_not_kept(FOLDER, error.strerror or str(error))
            self.known = len(self.compiled.signatures)

    def _compile(self, types: tuple[Any, ...]) -> None:
        """Load the kernel for these types, or compile it. On a full disk, numba stops with OSError after each kernel
        that it has compiled but cannot keep. Kernels that this one calls are among them, so numba is asked until all
        are done."""
        for _ in range(MOST_CALLED):
            try:
                self.compiled.compile(types)
                return
            except OSError as error:
                cache.say_not_kept(FOLDER or cache.cache_folder(), error.strerror or str(error))


_preparing = threading.RLock()


@lru_cache(maxsize=1)
def _announce(once: bool) -> None:
    kept = "compiling kernels: 2 to 20 seconds, once for each kernel on this machine"
    cache.log.info(kept if once else "compiling kernels: 2 to 20 seconds")


def new_records(n: int, dtype: Any) -> Any:
    """n records of zeros, for kernels. Their fields are attributes, also under NUMBA_DISABLE_JIT."""
    zeros = np.zeros(n, dtype)
    return zeros.view(np.recarray) if PLAIN else zeros


def _records(n: int, dtype: Any) -> Any:
    return np.zeros(n, dtype)


records = new_records if PLAIN else inner_jit(_records)
"""`new_records` for calls within kernels."""
