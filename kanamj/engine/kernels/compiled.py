"""The one decorator of all kernels: compiled by numba without the GIL, kept on disk, said once.

A kernel is compiled at its first call and from then on loaded from numba's cache folder (`__pycache__` beside
the source, else the user's cache folder, or NUMBA_CACHE_DIR). Where no folder can be written, or a cached
file cannot be read, kernels are compiled in memory. numba's global configuration is left alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import caching
from numba.extending import is_jitted

Kernel = TypeVar("Kernel", bound=Callable[..., Any])
FunctionCache: Any = caching.FunctionCache  # untyped in numba
NullCache: Any = caching.NullCache

NOTICE = "kanamj: compiling kernels, once per machine; later starts load them from disk …"


@lru_cache(maxsize=1)
def _announce() -> None:
    """Say on stderr that this process compiles; once."""
    print(NOTICE, file=sys.stderr, flush=True)


def _sources(kernel: Callable[..., Any]) -> str:
    """Hash of the kernel's file and of the files it takes kernels from, which may be inlined into it; numba
    looks at the kernel's own file only, and would serve stale code."""
    paths: set[str] = set()
    modules = [kernel.__globals__]
    for names in modules:  # grows while we walk it
        if names["__file__"] not in paths:
            paths.add(names["__file__"])
            modules += [value.py_func.__globals__ for value in names.values() if is_jitted(value)]
    return sha256(b"".join(Path(path).read_bytes() for path in sorted(paths))).hexdigest()


class _OnDisk(FunctionCache):  # type: ignore[misc]
    """numba's cache of one kernel; a file that cannot be read or written is as good as none."""

    def __init__(self, kernel: Callable[..., Any]) -> None:
        super().__init__(kernel)
        self._cache_file._source_stamp = _sources(kernel)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            loaded = super().load_overload(sig, target_context)
        except Exception:  # a torn file raises whatever unpickling meets
            self._attempt(self.flush)
            loaded = None
        if loaded is None:
            _announce()
        return loaded

    def save_overload(self, sig: Any, data: Any) -> None:
        self._attempt(lambda: super(_OnDisk, self).save_overload(sig, data))

    def _attempt(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError:  # could be written to at import, but is full or read-only now
            self.disable()


class _InMemory(NullCache):  # type: ignore[misc]
    def load_overload(self, sig: Any, target_context: Any) -> None:  # noqa: ARG002
        _announce()


def jit(kernel: Kernel) -> Kernel:
    """The kernel, compiled at its first call for the types it is called with.

    Another dtype, layout or scalar type is another compilation, so drivers pass the same types everywhere:
    arrays C-contiguous, scalars as plain `int` (or one numpy type, always). Division by zero does not raise.
    """
    return _compiled(kernel, {})


def inner_jit(kernel: Kernel) -> Kernel:
    """As `jit`, for what only kernels call: no way in from Python is compiled, which takes a seventh of the time."""
    return _compiled(kernel, {"no_cpython_wrapper": True, "no_cfunc_wrapper": True})


def _compiled(kernel: Kernel, options: dict[str, Any]) -> Kernel:
    compiled: Any = numba.njit(nogil=True, error_model="numpy", **options)(kernel)
    if compiled is not kernel:  # it is where NUMBA_DISABLE_JIT is set
        try:
            compiled._cache = _OnDisk(kernel)
        except (RuntimeError, OSError):  # numba found no folder it can write to
            compiled._cache = _InMemory()
    return cast(Kernel, compiled)
