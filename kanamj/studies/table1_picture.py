"""The picture of Table 1: word mahjong beside ordinary mahjong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kanamj.datasets.pictures import images, japanese_font, new_figure
from kanamj.engine.hand import UNREACHABLE
from kanamj.text import current, tr

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kanamj.studies.table1_columns import Column

PICTURE = "table1-riichi"


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
        pictures = _draw(columns, tr if font else str)
    return pictures, {"language": language, "font": font or "DejaVu Sans", "matplotlib": mpl.__version__}


def _draw(columns: Sequence[Column], say: Callable[[str], str]) -> dict[str, bytes]:
    """The picture of word mahjong (first setting) beside ordinary mahjong: shares on a linear and on a log scale.

    say: puts a text into the language of the picture; without kana in the font it is English.
    """
    first = next(column for column in columns if column.words)
    shown = [first, *(column for column in columns if not column.words)]
    figure = new_figure((11, 4.6))
    linear, logarithmic = figure.subplots(1, 2)
    styles = ("o-", "s--", "^--", "v:")
    for axes in (linear, logarithmic):
        for i, column in enumerate(shown):
            shanten = _classes(column)
            name = say(column.label or column.title)
            shares = [column.share(at).value for at in shanten]
            style = styles[i % len(styles)]
            axes.plot(shanten, shares, style, ms=4, lw=1.3, c=f"C{i}", label=f"{name}, n = {column.n:,}")
        _name_axes(axes, say)
    linear.set_yscale("linear")
    logarithmic.set_ylim(1e-9, 1)
    handles, labels = linear.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, fontsize=9)
    figure.suptitle(say("Shanten of the first hand: word mahjong and ordinary mahjong"))
    return images(figure, PICTURE)


def _classes(column: Column) -> list[int]:
    """The shantens that at least one hand has, ascending; without hands that cannot fill the form."""
    return [at for at in sorted(column.counts) if at < UNREACHABLE - 1 and column.counts[at]]


def _name_axes(axes: Axes, say: Callable[[str], str]) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_xlabel(say("shanten (-1 complete, 0 tenpai)"))
    axes.set_ylabel(say("share of hands"))
    axes.set_yscale("log")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3, axis="y")
