"""Importing this loads the kernels that deals need: what worker processes have in common is done once for all.

The fork server imports it before the first worker is forked (see `workers.open_workers`). Loading takes half a second
from numba's cache, and several workers would each take it, and compile side by side where there is no cache yet.
"""

from __future__ import annotations

from kanamj.engine.forms import Form
from kanamj.lexicon import Entry, Lexicon
from kanamj.studies.deals import Deals

_TOY = Lexicon.from_entries("toy", [Entry("いぬ", "犬"), Entry("さかな", "魚")])

# The kernels are compiled for types, not for words or sizes, so the smallest hand will do.
_DEALS = Deals(_TOY, 1, forms=(Form("32"),), sample=1)
_DEALS.work(_DEALS.chunk(0))
