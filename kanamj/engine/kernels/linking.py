"""Compiles the kernels that only kernels call: into their callers, never alone.

Numba optimises each function with all that it calls, and makes machine code of it. Then it does the same for each
caller, so a function five calls deep is compiled five times. Here such a kernel is only translated to LLVM's language
(`LinkedCode`). The kernel that Python calls links the translated code of all its steps. Only then is this code
optimised and made machine code, once.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager


class LinkedCode(JITCodeLibrary):
    """The code of a kernel in LLVM's language. Callers link it; it has no address that could be called."""

    def finalize(self) -> None:
        """Link the code of the kernels that this kernel calls."""
        self._raise_if_finalized()
        # Numba's own `finalize` also collects set-up code here, but kernels have none.
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """Always 0, because the code has no address."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """An object whose `set_env` does nothing, because linked code needs no environment of Python objects."""
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
"""Numba's passes for features that no kernel uses: `with`, nested functions, raised errors, literal types, sums of
arrays. They find nothing to do, but take a sixth of the compile time."""


class KernelCompiler(Compiler):
    """Numba's compiler without the passes in NEEDLESS."""

    def define_pipelines(self) -> Any:
        """Numba's passes without the needless ones, in a list of one pipeline."""
        (whole,) = super().define_pipelines()
        fewer = PassManager(whole.pipeline_name)
        for each, why in whole.passes:
            if each.__name__ not in NEEDLESS:
                fewer.add_pass(each, why)
        fewer.finalize()
        return [fewer]


class LinkedCompiler(KernelCompiler):
    """As `KernelCompiler`, but the result is a `LinkedCode`."""

    def define_pipelines(self) -> Any:
        """The passes of `KernelCompiler`. They write into `state.library`, which is set to a new `LinkedCode`."""
        state = self.state
        state.library = LinkedCode(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()
