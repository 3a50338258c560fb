"""Results on disk: folders and files that are written whole or not at all, and manifests that say what made them.

`folders.py` writes every folder and file that a command makes.
`manifest.py` reads and writes `MANIFEST.toml`, which each such folder has. It says what made the files. It also has
their hashes, so that the files can be verified.
`checkpoint.py` keeps what a long run has done so far; `kanamj/studies/run.py` resumes the run.
These modules use `kanamj/disk.py`, which writes one file.
"""

from kanamj.folders.manifest import CHECKPOINT, MANIFEST, Manifest, Output, below
from kanamj.folders.writer import (
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

__all__ = [
    "CHECKPOINT",
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
