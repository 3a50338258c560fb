"""The picture of Table 1: word mahjong beside ordinary mahjong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kanamj.datasets.pictures import NO_FONT, japanese_font, new_figure, png
from kanamj.engine.hand import UNREACHABLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kanamj.studies.table1_columns import Column

PICTURE = "table1-riichi.png"


def draw(columns: Sequence[Column]) -> tuple[dict[str, bytes], dict[str, str]]:
    """Two dictionaries: file name -> PNG file; and what drew the picture: the font and the version of matplotlib.

    Raises MissingExtraError if matplotlib is not installed.
    """
    font = japanese_font()
    import matplotlib as mpl

    with mpl.rc_context({"font.family": [font or "DejaVu Sans"]}):
        picture = _draw(columns, font)
    return {PICTURE: picture}, {"font": font or NO_FONT, "matplotlib": mpl.__version__}


def _draw(columns: Sequence[Column], font: str | None) -> bytes:
    """The picture of word mahjong (first setting) beside ordinary mahjong: shares on a linear and on a log scale."""
    first = next(column for column in columns if column.words)
    shown = [first, *(column for column in columns if not column.words)]
    figure = new_figure((11, 4.6))
    linear, logarithmic = figure.subplots(1, 2)
    styles = ("o-", "s--", "^--", "v:")
    for axes in (linear, logarithmic):
        for i, column in enumerate(shown):
            shanten = _classes(column)
            label = f"{column.title if font else column.label or column.title}, n = {column.n:,}"
            shares = [column.share(at).value for at in shanten]
            axes.plot(shanten, shares, styles[i % len(styles)], ms=4, lw=1.3, c=f"C{i}", label=label)
        _name_axes(axes, font)
    linear.set_yscale("linear")
    logarithmic.set_ylim(1e-9, 1)
    handles, labels = linear.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, fontsize=9)
    figure.suptitle("配牌の向聴数: ことば麻雀と麻雀" if font else "Shanten of the first hand, both games")
    return png(figure)


def _classes(column: Column) -> list[int]:
    """The shantens that at least one hand has, ascending; without hands that cannot fill the form."""
    return [at for at in sorted(column.counts) if at < UNREACHABLE - 1 and column.counts[at]]


def _name_axes(axes: Axes, font: str | None) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_xlabel("向聴数(-1 和了、0 聴牌)" if font else "shanten (-1 agari, 0 tenpai)")
    axes.set_ylabel("割合" if font else "share of hands")
    axes.set_yscale("log")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3, axis="y")
