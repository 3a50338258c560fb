"""Sphinx: `sphinx-build -W -b html docs docs/_build`."""

import kanamj

project = "kanamj"
author = "the kanamj authors"
copyright = "2026, the kanamj authors"
release = version = kanamj.__version__

extensions = ["myst_parser", "sphinx.ext.mathjax"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "images"]
html_theme = "furo"
html_title = "kanamj"
html_static_path: list[str] = []
nitpicky = False
suppress_warnings = ["myst.header"]
