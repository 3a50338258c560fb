"""Make results/deals, results/table1 and results/README.md again: scripts/results.py [PUBLISHED]

PUBLISHED is the folder of the published lists (hrgjncs, with v1.1 and all-v1.2 in it); without it their results
stay as they are. What is finished stays too: remove a folder to have it dealt again. An interrupted run goes on.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DEALS = ROOT / "results" / "deals"

SHIPPED = {
    "common-14": ("--n", "1e8"),
    "common-13": ("--n", "1e8", "--hand", "13"),
    "common-332": ("--n", "1e8", "--form", "332"),
    "common-14-seven-pairs": ("--n", "2e5", "--sample", "100", "--form", "33332,2222222"),
}
SEION = {"common-seion-14-pro-136": ("--n", "1e8", "--tiles", "hiragana-pro-136")}
PUBLISHED = {
    "v1.1-14-ignore": ("v1.1", "--n", "1e8", "--copies", "ignore"),
    "v1.1-14": ("v1.1", "--n", "1e8"),
    "all-v1.2-14": ("all-v1.2", "--n", "1e8"),
}
NOTE = (
    "`scripts/results.py PUBLISHED` deals and draws deals/ and table1/ again, PUBLISHED being the folder of the "
    "published lists; of these only numbers are kept."
)


def kanamj(*arguments: object) -> None:
    """Run a command of kanamj; what it prints is dropped, what it says is shown."""
    command = [sys.executable, "-m", "kanamj", *map(str, arguments)]
    print("kanamj", *arguments, file=sys.stderr)
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def deal(name: str, *options: object) -> None:
    """Deal into results/deals/NAME, or go on with it."""
    kanamj("simulate", "deals", *options, "--out", DEALS / name, "--resume")


def main() -> None:
    """Deal, then draw the table from what was dealt."""
    for name, options in SHIPPED.items():
        deal(name, *options)
    with tempfile.TemporaryDirectory() as home:
        seion = Path(home) / "common-seion"
        words = ROOT / "wordlists" / "common" / "words.tsv"
        table = ("lexicon", "build", "--from", "table", words, "--length", "2-3")
        kanamj(*table, "--fold", "seion", "--tiles", "hiragana-pro-136", "-o", seion)
        for name, options in SEION.items():
            deal(name, *options, "--lexicon", seion)
    if len(sys.argv) > 1:
        for name, (version, *given) in PUBLISHED.items():
            deal(name, *given, "--lexicon", Path(sys.argv[1]) / version)
    first = [DEALS / name for name in SHIPPED]
    others = sorted(path for path in DEALS.iterdir() if path not in first)
    places = [path.relative_to(ROOT) for path in (*first, *others)]
    kanamj("report", "table1", *places, "--out", Path("results") / "table1", "--replace")
    kanamj("report", "index", "results", "--note", NOTE)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
