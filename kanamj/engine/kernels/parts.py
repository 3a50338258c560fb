"""The code of kernels that only kernels call: made machine code inside their callers, never on its own.

Numba optimises each function with all it calls, and makes machine code of it, before its callers do the same again.
What stands five calls deep is compiled five times over. A `Part` is only translated to LLVM's language; the kernel
that Python calls links all parts, and they are optimised and made machine code there, once.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager


class Part(JITCodeLibrary):
    """Translated code that callers link; there is no address to call."""

    def finalize(self) -> None:
        """Link what it calls."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):  # none of ours has anything to set up anew
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """0, for none."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """As of any library, but that it has no environment of Python's to set."""
        return SimpleNamespace(set_env=lambda *_: None)


NEEDLESS = {
    "WithLifting",
    "InlineClosureLikes",
    "RewriteDynamicRaises",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "DumpParforDiagnostics",
}
"""Numba's passes for what no kernel has: `with`, functions within functions, raised errors, literal types, sums of
arrays. They find nothing, and take a sixth of the time."""


class KernelCompiler(Compiler):
    """Numba's compiler without what kernels do not need."""

    def define_pipelines(self) -> Any:
        """The passes left."""
        (whole,) = super().define_pipelines()
        fewer = PassManager(whole.pipeline_name)
        for each, why in whole.passes:
            if each.__name__ not in NEEDLESS:
                fewer.add_pass(each, why)
        fewer.finalize()
        return [fewer]


class PartCompiler(KernelCompiler):
    """The same, into a `Part`."""

    def define_pipelines(self) -> Any:
        """The passes take the library they find."""
        state = self.state
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()
