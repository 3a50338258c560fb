"""The page that lists what a folder of results holds, and the command that makes each part again."""

from __future__ import annotations

from pathlib import Path

from kanamj.errors import ManifestError
from kanamj.manifest import MANIFEST, Manifest, write_file

PAGE = "README.md"


def write_index(folder: Path, note: str = "") -> list[str]:
    """Write `README.md` of a folder of results, with a note above the table; the names of the parts it lists.

    Raises ManifestError if no part has a manifest, or a file is not what its manifest says.
    """
    parts = sorted(path.parent for path in folder.rglob(MANIFEST))
    if not parts:
        raise ManifestError(f"no manifest below {folder}; results are written together with one")
    rows = [_row(folder, part) for part in parts]
    text = "\n".join(
        [
            "# Results",
            "",
            "Generated; nothing here is typed by hand. Each folder has a `MANIFEST.toml` with inputs, parameters, "
            "version and hashes.",
            *(["", note] if note else []),
            "",
            "| folder | holds | files | made by |",
            "| --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )
    write_file(folder / PAGE, text)
    return [part.relative_to(folder).as_posix() for part in parts]


def _row(folder: Path, part: Path) -> str:
    manifest = Manifest.read(part)
    name = part.relative_to(folder).as_posix()
    files = ", ".join(
        f"[{file}]({name}/{file})" if output.kept else file for file, output in manifest.outputs.items()
    )
    return f"| {name} | {manifest.kind} | {files} | `{manifest.command}` |"
