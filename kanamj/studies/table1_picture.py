"""The picture of Table 1: word mahjong beside ordinary mahjong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kanamj.datasets.pictures import images, japanese_font, new_figure
from kanamj.engine.hand import UNREACHABLE
from kanamj.text import current, in_each

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kanamj.studies.table1_columns import Column

PICTURE = "table1-riichi"
SAID = {
    "en": ("Shanten of the first hand, both games", "shanten (-1 agari, 0 tenpai)", "share of hands"),
    "ja": ("配牌の向聴数: ことば麻雀と麻雀", "向聴数(-1 和了、0 聴牌)", "割合"),
}
"""Language -> title, and what the axes show."""


def draw(columns: Sequence[Column]) -> tuple[dict[str, bytes], dict[str, str]]:
    """Two dictionaries: file name -> picture file; and what drew the picture: language, font, version of matplotlib.

    The picture is in the language of this process; in English if there is no Japanese font. Raises MissingExtraError if
    matplotlib is not installed.
    """
    there = japanese_font()
    font = there if current() == "ja" else None
    import matplotlib as mpl

    language = "ja" if font else "en"
    with mpl.rc_context({"font.family": [font or "DejaVu Sans"]}):
        pictures = _draw(columns, language)
    return pictures, {"language": language, "font": font or "DejaVu Sans", "matplotlib": mpl.__version__}


def _draw(columns: Sequence[Column], language: str) -> dict[str, bytes]:
    """The picture of word mahjong (first setting) beside ordinary mahjong: shares on a linear and on a log scale."""
    first = next(column for column in columns if column.words)
    shown = [first, *(column for column in columns if not column.words)]
    figure = new_figure((11, 4.6))
    linear, logarithmic = figure.subplots(1, 2)
    styles = ("o-", "s--", "^--", "v:")
    title, *names = SAID[language]
    for axes in (linear, logarithmic):
        for i, column in enumerate(shown):
            shanten = _classes(column)
            name = in_each(column.title)["ja"] if language == "ja" else column.label or column.title
            shares = [column.share(at).value for at in shanten]
            style = styles[i % len(styles)]
            axes.plot(shanten, shares, style, ms=4, lw=1.3, c=f"C{i}", label=f"{name}, n = {column.n:,}")
        _name_axes(axes, names)
    linear.set_yscale("linear")
    logarithmic.set_ylim(1e-9, 1)
    handles, labels = linear.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, fontsize=9)
    figure.suptitle(title)
    return images(figure, PICTURE)


def _classes(column: Column) -> list[int]:
    """The shantens that at least one hand has, ascending; without hands that cannot fill the form."""
    return [at for at in sorted(column.counts) if at < UNREACHABLE - 1 and column.counts[at]]


def _name_axes(axes: Axes, names: Sequence[str]) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_xlabel(names[0])
    axes.set_ylabel(names[1])
    axes.set_yscale("log")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3, axis="y")
