"""Sphinx: `sphinx-build -W -b html docs docs/_build`."""

import re

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

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


class Words(SearchEnglish):
    """English words, and of Japanese, which has no blanks between words, every two letters that follow each other. So
    聴牌 is found inside a sentence, and by a part of it what is longer."""

    js_splitter_code = r"""
// A question such as 聴牌とは is asked by its kanji and katakana; where there are none, as it is.
var splitQuery = (query) =>
  (query.match(/[\p{Letter}\p{Number}_]+/gu) ?? []).flatMap(
    (word) => word.match(/[ァ-ヶー]{2,}|[一-龥々]{2,}/g) ?? [word],
  );
"""

    def split(self, input: str) -> list[str]:
        runs = re.findall(r"[ぁ-んァ-ヶー一-龥々]{2,}", input)
        return [*super().split(input), *(run[i : i + 2] for run in runs for i in range(len(run) - 1))]

    def word_filter(self, word: str) -> bool:
        return word not in self.stopwords


def setup(app: Sphinx) -> None:
    app.add_search_language(Words)
