"""Studies with pictures in their folder, drawn by matplotlib (pip install '.[plot]')."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from kanamj.studies import Results, Study, load_matplotlib, new_figure, png


def half_95(errors: Iterable[float]) -> list[float]:
    """Half the length of the 95 % interval of each standard error."""
    return [1.96 * error for error in errors]


def error_bars(
    axes: Any, x: Sequence[float], y: Sequence[float], errors: Iterable[float], fmt: str = "o-", **how: Any
) -> None:
    """A line of points with the 95 % intervals of y. errors: the standard errors of y. how: as for `axes.errorbar`."""
    axes.errorbar(x, y, half_95(errors), fmt=fmt, **{"capsize": 3, **how})


class Drawn(Study):
    """A study with pictures. pictures: name of the file -> what draws it: a function of axes and results."""

    pictures: ClassVar[Mapping[str, Callable[[Any, Results], object]]] = {}
    size_of_pictures: ClassVar[tuple[float, float]] = (7, 4.5)

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "matplotlib": load_matplotlib().__version__}

    def drawn_of(self, results: Results) -> Results:
        """What the pictures are drawn of."""
        return results

    def write(self, new: Any, results: Results) -> None:
        for name, draw in self.pictures.items():
            figure = new_figure(self.size_of_pictures)
            draw(figure.add_subplot(), self.drawn_of(results))
            new.write(name, png(figure))
        super().write(new, results)
