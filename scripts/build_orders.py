"""Write wordlists/order: in which order to learn the words of each shipped list. python scripts/build_orders.py

The order of a list is that of `scripts/research/order.py` with its defaults. Sheets and cards begin with it. Run this
again whenever the lists have changed (`scripts/build_wordlists.py`); it takes some minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from recipe.rules import CUTS

from kanamj.studies import run

sys.path.append(str(Path(__file__).with_name("research")))
from order import Order

FOLDER = Path(__file__).resolve().parents[1] / "wordlists" / "order"


def main() -> None:
    """Choose the words of each list, and judge them."""
    for name in CUTS:
        run(Order(name), FOLDER / name, replace=True, workers=1)


if __name__ == "__main__":
    from start import start

    start(main)
