"""Write kanamj/web/offline/early.txt: the first hands of ならべる, which the page deals before Python has come.

    python scripts/build_early_hands.py [--each 100]

The first line is the SHA-256 of the list `common`: with another list the page has none of these hands
(kanamj/web/early.py). Then there is a part for each form and level, behind an empty line: a line such as `332 1`, and a
line with the letters of each hand. The n-th hand has the seed `en`, from e1 on, and the dealer deals the same hand for
this seed. Run this again when the list or the dealer has changed; it takes a minute.
"""

from __future__ import annotations

from pathlib import Path

from kanamj import WordEngine, load_lexicon
from kanamj.disk import write_file
from kanamj.learn.dealer import Dealer

FILE = Path(__file__).resolve().parents[1] / "kanamj" / "web" / "offline" / "early.txt"
LADDER = [*(("332", level) for level in (1, 2, 3)), *(("33332", level) for level in (1, 2, 3, 4, 5))]
"""Form and level of the hands, as in kanamj/web/static/js/arrange/stats.js."""


def main(each: int = 100) -> None:
    lexicon = load_lexicon(own=False)
    dealers = {form: Dealer(WordEngine(lexicon, forms=form)) for form, _ in LADDER}
    parts = [lexicon.sha256]
    for form, level in LADDER:
        hands = (dealers[form].deal(level, f"e{n}").letters for n in range(1, each + 1))
        parts.append("\n".join([f"{form} {level}", *hands]))
    write_file(FILE, "\n\n".join(parts) + "\n")


if __name__ == "__main__":
    from start import start

    start(main, each="how many hands of each form and level")
