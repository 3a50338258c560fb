"""Pictures of a lexicon's data sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any

from kanamj.datasets.build import Source
from kanamj.errors import needing
from kanamj.lexicon.kana import romaji

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ON_SCREEN = 110
"""Dots per inch of the PNG files."""
NO_FONT = "none, romaji"
NO_KANA = (
    "no font with kana is found, so letters are drawn in romaji; try: apt-get install fonts-ipafont-gothic"
)
# Names of fonts with kana, as matplotlib calls them. The first that is installed is used.
JAPANESE_FONTS = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Source Han Sans JP",
    "IPAexGothic",
    "IPAGothic",
    "TakaoGothic",
    "VL Gothic",
    "Hiragino Sans",
    "Hiragino Kaku Gothic ProN",
    "Yu Gothic",
    "Meiryo",
    "MS Gothic",
    "Droid Sans Fallback",
)
Label = Callable[[str], str]


def load_matplotlib(module: str = "") -> Any:
    """The package matplotlib, or a module of it. Raises MissingExtraError if it is not installed."""
    with needing("a picture", "matplotlib", "plot"):
        return import_module(f"matplotlib.{module}".rstrip("."))


def japanese_font() -> str | None:
    """The name of a font with kana on this machine; None if there is none.

    Raises MissingExtraError if matplotlib is not installed.
    """
    there = {font.name for font in load_matplotlib("font_manager").fontManager.ttflist}
    return next((name for name in JAPANESE_FONTS if name in there), None)


def plots(source: Source) -> tuple[dict[str, bytes], dict[str, str]]:
    """Draws all pictures of a lexicon. Returns them (file name -> PNG file), and what their bytes depend on: the font,
    and the version of matplotlib.

    Letters are written in kana if the machine has a Japanese font, else in romaji.
    """
    font, mpl = japanese_font(), load_matplotlib()
    label: Label = romaji if font is None else str
    pictures = {}
    with mpl.rc_context({"font.family": [font or "DejaVu Sans"]}):
        for name, (size, draw) in PICTURES.items():
            figure = new_figure(size)
            draw(figure.add_subplot(), source, label)
            pictures[f"{name}.png"] = png(figure)
    return pictures, {"font": font or NO_FONT, "matplotlib": mpl.__version__}


def new_figure(size: tuple[float, float]) -> Figure:
    """An empty figure of this size in inches. No window opens for it."""
    figure: Figure = load_matplotlib("figure").Figure(figsize=size, dpi=ON_SCREEN, layout="constrained")
    load_matplotlib("backends.backend_agg").FigureCanvasAgg(figure)
    return figure


def png(figure: Figure) -> bytes:
    """The bytes of a picture as a PNG file. The version of matplotlib is left out of it."""
    data = BytesIO()
    figure.savefig(data, format="png", metadata={"Software": None})
    return data.getvalue()


def draw_waits(axes: Axes, source: Source, label: Label = str) -> None:
    """Draw a bar for each letter: how many letters make a 2-letter word with it. The fewest come first."""
    waits = source.pairs.waits
    letters = sorted(waits, key=lambda letter: (len(waits[letter]), letter))
    _bars(axes, [label(letter) for letter in letters], [len(waits[letter]) for letter in letters])
    _name(axes, "Waits of a single letter (1_2chars)", source, 2)
    axes.set_xlabel("letter held")
    axes.set_ylabel("letters that finish a 2-letter word")


def draw_frequency(axes: Axes, source: Source, label: Label = str) -> None:
    """Draw a bar for each letter: how often it is in the 3-letter keys, the most frequent first.

    Dots show the same for the 2-letter keys.
    """
    twos, threes = source.slots[2], source.slots[3]
    letters = sorted({*twos, *threes}, key=lambda letter: (-threes[letter], letter))
    labels = [label(letter) for letter in letters]
    _bars(axes, labels, [threes[letter] for letter in letters], legend="3-letter keys")
    axes.plot(
        range(len(letters)), [twos[letter] for letter in letters], "o", ms=3, c="C1", label="2-letter keys"
    )
    _name(axes, "Letter frequency (stats)", source, 3, 2)
    axes.set_xlabel("letter")
    axes.set_ylabel("places in the keys")
    axes.legend()


def draw_pairs(axes: Axes, source: Source, label: Label = str) -> None:
    """Draw a heat map with a log scale: for each two letters, how many letters make a 3-letter word with them.

    A cell stands for two letters, and stays white if no third makes a word with them. It has a ring if some third does
    and the two are themselves a word.
    """
    import numpy as np

    letters = [face for face in source.tiles.kinds if face in source.tiles.index]
    place = {letter: i for i, letter in enumerate(letters)}
    grid = np.full((len(letters), len(letters)), np.nan)
    for pair, waits in source.trios.waits.items():
        a, b = place[pair[0]], place[pair[1]]
        grid[a, b] = grid[b, a] = len(waits)
    most = max(map(len, source.trios.waits.values()), default=1)
    norm = load_matplotlib("colors").LogNorm(1, max(2, most))
    image = axes.imshow(
        grid,
        cmap="viridis_r",
        norm=norm,
        interpolation="nearest",
    )
    ticks = [n for n in (1, 2, 5, 10, 20, 50) if n <= max(2, most)]
    bar = axes.figure.colorbar(
        image, ax=axes, label="letters that finish a 3-letter word (log scale)", shrink=0.8
    )
    bar.set_ticks(ticks, labels=[str(n) for n in ticks])
    bar.minorticks_off()
    words = [(place[key[0]], place[key[1]]) for key in source.held_pairs]
    both = sorted({*words, *((b, a) for a, b in words)})
    rings = axes.scatter([b for _, b in both], [a for a, _ in both], s=9, lw=0.5, ec="red", fc="none")
    rings.set_label("the two are themselves a word")
    labels = [label(letter) for letter in letters]
    axes.set_xticks(range(len(letters)), labels, fontsize=6, rotation=90 if _long(labels) else 0)
    axes.set_yticks(range(len(letters)), labels, fontsize=6)
    axes.set_xlabel("one letter held")
    axes.set_ylabel("the other letter held")
    _name(axes, "Waits of two letters (2_3chars)", source, 3)
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.07), frameon=False)


def _name(axes: Axes, what: str, source: Source, *sizes: int) -> None:
    """Give a picture its title: `what`, the name of the word list, and how many keys of these sizes the list has."""
    keys = ", ".join(f"n = {len(source.lexicon.keys(size)):,} keys of {size} letters" for size in sizes)
    axes.set_title(f"{what}: {source.lexicon.name}, {keys}", parse_math=False)


def _long(labels: list[str]) -> bool:
    return any(len(label) > 1 for label in labels)


def _bars(axes: Axes, labels: list[str], heights: list[int], legend: str = "") -> None:
    axes.bar(range(len(labels)), heights, label=legend)
    axes.set_xticks(range(len(labels)), labels, fontsize=8, rotation=90 if _long(labels) else 0)
    axes.margins(x=0.01)


PICTURES: Mapping[str, tuple[tuple[float, float], Callable[[Axes, Source, Label], None]]] = {
    "waits": ((12, 4), draw_waits),
    "frequency": ((12, 4), draw_frequency),
    "pairs": ((10, 9.5), draw_pairs),
}
