"""Write the seal into manifests that have none: python scripts/seal.py [FOLDERS]

The seal is the first line of a manifest, the hash of all text below it. Nothing else changes. Without FOLDERS, those of
the shipped files are taken. Every file that a manifest lists must be as the manifest says, else no manifest is sealed.
"""

from dataclasses import replace
from pathlib import Path

from kanamj.disk import write_file
from kanamj.results import Manifest, manifests_in, seal

ROOT = Path(__file__).resolve().parents[1]
TABLES = ROOT / "kanamj" / "engine" / "data" / "riichi_tables.manifest.toml"
"""The one manifest with another name; its folder holds one file."""


def main(folders: list[Path]) -> None:
    """Check all files, then seal the manifests."""
    places = [
        place
        for folder in folders or (ROOT / "results", ROOT / "wordlists")
        for place in manifests_in(folder)
    ]
    found = {place: Manifest.read(place) for place in places + [TABLES] * (not folders)}
    unsealed = {place: manifest for place, manifest in found.items() if not manifest.sealed}
    for place, manifest in unsealed.items():
        replace(manifest, sealed=True).check(place.parent)
    for place in unsealed:
        text = place.read_text(encoding="utf-8")
        write_file(place, seal(text) + text)
    print(f"{len(found)} manifests, {len(unsealed)} of them sealed now")


if __name__ == "__main__":
    from start import start

    start(main, folders="folders with manifests, in them or below")
