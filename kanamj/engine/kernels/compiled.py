"""The one decorator of all kernels: compiled by numba at the first call, without the GIL, and kept in numba's cache.

Numba keeps a kernel by the file it stands in, and does not see that a kernel it calls, or a constant, has changed. So
its cache is in a folder of ours, `kernels/STAMP/` of the user's cache folder (`engine/cache.py`, $KANAMJ_CACHE). The
stamp is a hash of every source in this folder (kernels take nothing in from elsewhere;
tests/unit/engine/kernels/test_compiled.py sees to it), of the versions of kanamj, numba, llvmlite, numpy and Python,
and of numba's settings. Where nothing can be kept, kernels are compiled in memory.

A kernel that must be compiled is announced to the log `kanamj` with about how long it takes. Two processes that want
the same kernel compile it once.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.core import event, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types import unliteral

from kanamj.engine import cache

try:
    from kanamj.engine.kernels.parts import KernelCompiler, PartCompiler
except (
    ImportError
):  # a numba without what parts are made of: every step is compiled on its own, in twice the time
    _WHOLE, _PART = dict[str, Any](), dict[str, Any]()
else:
    _WHOLE, _PART = {"pipeline_class": KernelCompiler}, {"pipeline_class": PartCompiler}

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

PLAIN = bool(getattr(numba.config, "DISABLE_JIT", 0))
GROUP = "kernels"
SOURCES = Path(__file__).parent
PACKAGE = __name__.rpartition(".")[0]
OF_WORDS = {"deal_and_judge": 9, "distances": 9, "waits": 8, "accepts": 9, "best_discards": 11}
SECONDS = {**OF_WORDS, "deal_rows": 1, "draws_rows": 3, "distance_rows": 3}
"""About how long compiling takes, with nothing kept before; what is not named takes a second or two."""
OUTER: dict[str, Any] = {"no_cfunc_wrapper": True, **_WHOLE}
"""Options of what Python calls: nothing calls it from C."""
INNER: dict[str, Any] = {"no_cfunc_wrapper": True, "no_cpython_wrapper": True, **_PART}
"""Options of what only kernels call."""


@lru_cache(maxsize=1)
def stamp() -> str:
    """A hash of all that makes compiled kernels what they are, but for the processor; empty if it cannot be told."""
    from kanamj import __version__

    sources = sorted(SOURCES.glob("*.py"))
    try:
        parts = [path.name.encode() + b"\0" + path.read_bytes() for path in sources]
    except OSError:
        parts = []
    if not parts:  # an installation without sources
        return ""
    settings = [getattr(numba.config, name, None) for name in ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")]
    versions = (__version__, numba.__version__, llvmlite.__version__, np.__version__, sys.version, settings)
    digest = sha256(repr(versions).encode())
    for part in parts:
        digest.update(b"\0\0" + part)
    return digest.hexdigest()[:24]


def jit(kernel: Kernel) -> Kernel:
    """The kernel, compiled at its first call for the types it is called with.

    Another dtype, layout or scalar type is another compilation, and a read-only array too, so drivers pass the same
    types everywhere: arrays C-contiguous and writable, scalars as plain `int` (or one numpy type, always). Division
    by zero does not raise.
    """
    return _compiled(kernel, OUTER)


def inner_jit(kernel: Kernel) -> Kernel:
    """As `jit`, for what only kernels call: it is compiled within them, and has no way in from Python."""
    return _compiled(kernel, INNER)


def inlined_jit(kernel: Kernel) -> Kernel:
    """As `inner_jit`, for small steps of a long loop that take arrays: they become part of their callers, and count no
    references to arrays, so they cannot make one.

    A call hands an array over as seven words or more and counts its users, locked against other threads: a read of a
    bit set took 350 ns with calls, 28 without. What is large is better called; all kernels inlined compile ten times
    as long.
    """
    return _compiled(kernel, {**INNER, "_nrt": False, "forceinline": True})


def _compiled(kernel: Kernel, options: dict[str, Any]) -> Kernel:
    jitted = numba.njit(nogil=True, error_model="numpy", **options)
    dispatcher: Any = jitted(kernel)
    if dispatcher is not kernel:  # it is where NUMBA_DISABLE_JIT is set
        outer = options is OUTER
        if outer and kernel.__module__.rpartition(".")[0] == PACKAGE and (folder := _folder()):
            settings: Any = numba.config
            before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
            try:
                dispatcher.enable_caching()
            finally:
                settings.CACHE_DIR = before
            if not dispatcher.stats.cache_path.startswith(str(folder)):  # numba could not write there
                dispatcher = jitted(kernel)
        dispatcher.compile = _compiled_once(dispatcher, kernel.__name__, outer)
    return cast(Kernel, dispatcher)


@lru_cache(maxsize=1)
def _folder() -> Path | None:
    """Where kernels of these sources are kept; None if nothing can be."""
    return cache.folder(GROUP, stamp()) if stamp() else None


def _compiled_once(dispatcher: Any, name: str, outer: bool) -> Callable[[Any], Any]:
    """The dispatcher's `compile`, saying what takes long, done by one process while others wait for it.

    A number written into a call is a type of its own to numba; here it is the type it has as a number, so that a step
    is compiled once and not for each.
    """
    load_or_compile = type(dispatcher).compile.__get__(dispatcher)

    def compile_now(signature: tuple[Any, ...]) -> Any:
        try:
            return load_or_compile(signature)
        except Exception as error:  # of a kept file that is torn, or of a full disk
            if not dispatcher.stats.cache_path:
                raise
            cache.say_once(f"kept kernels are made anew ({type(error).__name__}: {error})")
            for file in Path(dispatcher.stats.cache_path).glob(f"*.{name}-*"):
                file.unlink(missing_ok=True)
            return load_or_compile(signature)

    def compile_for(asked: Any) -> Any:
        types, _ = sigutils.normalize_signature(asked)
        signature = tuple(map(unliteral, types))
        if not outer or signature in dispatcher.overloads or global_compiler_lock.is_locked():
            return compile_now(signature)  # of one that is called by a kernel being compiled, among others
        with (
            _compiling,
            cache.only_one(f"{GROUP}/{stamp()}/{name}.lock"),
            event.install_listener("numba:compile", _Announcer(name)),
            _garbage_left(),
        ):
            return compile_now(signature)

    return compile_for


_compiling = threading.RLock()
_of_words: set[str] = set()
"""The kernels of OF_WORDS that this process has compiled."""


class _Announcer(event.Listener):
    """Says that a kernel is compiled, not loaded; what it calls is not announced."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.depth = 0

    def on_start(self, event: Any) -> None:  # noqa: ARG002
        if not self.depth:
            seconds = SECONDS.get(self.name, 2)
            if self.name in OF_WORDS and _of_words:
                seconds = -(-seconds // 3)  # of the steps that they have in common, all are there
            if self.name in OF_WORDS:
                _of_words.add(self.name)
            cache.log.info(
                f"compiling kernels: {self.name}, about {seconds} second{'s' if seconds > 1 else ''}; "
                "kept for later starts"
            )
        self.depth += 1

    def on_end(self, event: Any) -> None:  # noqa: ARG002
        self.depth -= 1
        if not self.depth:
            cache.sweep(GROUP)


@contextmanager
def _garbage_left() -> Iterator[None]:
    """Numba makes millions of objects and needs most of them to the end: collecting takes a twelfth of its time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def new_records(n: int, dtype: Any) -> Any:
    """n records of zeros for kernels to read; their fields are attributes without numba (NUMBA_DISABLE_JIT) too."""
    zeros = np.zeros(n, dtype)
    return zeros.view(np.recarray) if PLAIN else zeros


def _records(n: int, dtype: Any) -> Any:
    return np.zeros(n, dtype)


records = new_records if PLAIN else inner_jit(_records)
"""The same within kernels."""
