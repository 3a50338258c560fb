"""Folders and files that are written whole, and the manifest that says what made them: the one writer."""

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
