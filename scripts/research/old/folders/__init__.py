"""Results on disk: folders and files that are written whole or not at all, and that say what made them.

- `writer.py` writes a folder or a file whole or not at all, and overwrites nothing that it did not make.
- `manifest.py` says what made the files of a folder, and whether they have changed since (`MANIFEST.toml`).
- `checkpoint.py` keeps what a long run has done so far; `kanamj/studies/run.py` resumes the run.

`kanamj/disk.py` writes a single file, without a manifest.
"""

from old.folders.manifest import CHECKPOINT, MANIFEST, Manifest, Output, below
from old.folders.writer import (
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
