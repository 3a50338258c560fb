"""Studies with pictures in their folder, drawn by matplotlib (pip install '.[plot]')."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from kanamj.studies import Results, Study, load_matplotlib, new_figure, png


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
