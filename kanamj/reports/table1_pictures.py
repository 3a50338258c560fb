"""The pictures of Table 1: word mahjong by setting, and word mahjong beside ordinary mahjong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kanamj.datasets.pictures import NO_FONT, japanese_font, new_figure, png
from kanamj.engine.hand import UNREACHABLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kanamj.reports.columns import Column

WORDS, RIICHI = "table1-words.png", "table1-riichi.png"
MOST_LINES = 5
"""The most settings in one panel; more are spread over several panels."""
MARKS = "os^Dv"


def draw(columns: Sequence[Column]) -> tuple[dict[str, bytes], dict[str, str]]:
    """Two dictionaries: file name -> PNG file; and what drew the pictures: the font and the version of matplotlib.

    Raises MissingExtraError if matplotlib is not installed.
    """
    font = japanese_font()
    import matplotlib as mpl

    with mpl.rc_context({"font.family": [font or "DejaVu Sans"]}):
        pictures = {
            WORDS: _draw_words([column for column in columns if column.words], font),
            RIICHI: _draw_riichi(columns, font),
        }
    return pictures, {"font": font or NO_FONT, "matplotlib": mpl.__version__}


def _draw_words(columns: Sequence[Column], font: str | None) -> bytes:
    """The picture of all settings of word mahjong, in panels of at most MOST_LINES settings, on one log scale.

    A share is a point, with its 95 % interval if hands were dealt. Bars are not used, because a log scale has no 0
    where they could begin.
    """
    panels = [columns[i : i + MOST_LINES] for i in range(0, len(columns), MOST_LINES)]
    figure = new_figure((11, 1 + 3.6 * len(panels)))
    grid = figure.subplots(len(panels), 1, squeeze=False, sharex=True, sharey=True)[:, 0]
    for axes, panel in zip(grid, panels, strict=True):
        for i, column in enumerate(panel):
            _points(axes, column, (i - (len(panel) - 1) / 2) * 0.14, i)
        _name_axes(axes, font)
        axes.tick_params(labelbottom=True)
        legend = axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), fontsize=8, frameon=False)
        for text in legend.get_texts():  # a $ in the name of a list does not begin a formula
            text.set_parse_math(False)
    title = (
        "ことば麻雀: 配牌の向聴数(縦線は 95 % 信頼区間)"
        if font
        else "Word mahjong: shanten of the first hand"
    )
    figure.suptitle(title if font else f"{title} (lines: 95 % intervals)")
    return png(figure)


def _draw_riichi(columns: Sequence[Column], font: str | None) -> bytes:
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


def _points(axes: Axes, column: Column, offset: float, number: int) -> None:
    shanten = _classes(column)
    shares = [column.share(at) for at in shanten]
    values = [share.value for share in shares]
    errors = None
    if not column.exact:
        low, high = zip(*(share.interval for share in shares), strict=True)
        errors = [
            [max(v - x, 0) for v, x in zip(values, low, strict=True)],
            [max(x - v, 0) for v, x in zip(values, high, strict=True)],
        ]
    axes.errorbar(
        [at + offset for at in shanten],
        values,
        errors,
        fmt=MARKS[number % len(MARKS)],
        ms=4.5,
        capsize=2,
        color=f"C{number}",
        label=f"{column.title}\nn = {column.n:,}",
    )


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
