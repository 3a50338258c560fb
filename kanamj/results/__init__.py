"""Results on disk: folders and files that are written whole, and the manifest that says what made them.

`folders.py` writes: every folder and file that a command makes goes through it.
`manifest.py` is the `MANIFEST.toml` in such a folder: what made the files, and the hashes that verify them.
Below this package, `kanamj/disk.py` writes one file whole. Above it, `kanamj/studies/checkpoint.py` keeps what a long
run has done so far, and `kanamj/studies/run.py` resumes the run.
"""

from kanamj.results.folders import (
    check_place,
    check_single,
    delete_folder,
    fill,
    hold_folder,
    new_folder,
    staged,
    write_folder,
    write_single,
)
from kanamj.results.manifest import CHECKPOINT, CHECKPOINT_FILES, MANIFEST, Manifest, Output, below

__all__ = [
    "CHECKPOINT",
    "CHECKPOINT_FILES",
    "MANIFEST",
    "Manifest",
    "Output",
    "below",
    "check_place",
    "check_single",
    "delete_folder",
    "fill",
    "hold_folder",
    "new_folder",
    "staged",
    "write_folder",
    "write_single",
]
