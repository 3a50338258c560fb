"""Writes all results: `write_folder` writes a folder with a manifest, `write_single` writes one file.

Nothing is deleted, moved or overwritten unless the manifest of the folder lists it. An existing file is replaced only
if the user asks for it. A run may be killed, or the power may fail, at any moment: the next run that opens the folder
puts it in order (see `new_folder`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace as changed
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile

from kanamj.disk import locked, move_new, sha256_of, sweep, sync_folder, write_file
from kanamj.errors import ManifestError
from old.folders.checkpoint import check_owner
from old.folders.manifest import CHECKPOINT, MANIFEST, Manifest, Output, below, rows_of

NEW, READY = ".kanamj-new", ".kanamj-ready"
"""Two folders inside the folder of results. New files are written into `NEW`. When all are there, `NEW` is renamed to
`READY`, and the files are moved from `READY` to their places."""


def write_folder(
    folder: Path,
    files: Mapping[str, str | bytes],
    manifest: Manifest,
    *,
    replace: bool = False,
    beside: bool = False,
) -> Manifest:
    """Write files into a folder, with a manifest that lists them. Returns this manifest.

    files: name -> content. manifest: what made the files; they are added to its outputs. replace, beside: see
    `new_folder`.

    >>> from tempfile import mkdtemp
    >>> home = Path(mkdtemp())
    >>> manifest = write_folder(home / "list", {"a.txt": "head\\nrow\\n"}, Manifest("toy", "make a", "0.1"))
    >>> manifest.outputs["a.txt"].rows, sorted(path.name for path in (home / "list").iterdir())
    (1, ['MANIFEST.toml', 'a.txt'])
    """
    with new_folder(folder, replace=replace, kind=manifest.kind, beside=beside) as place:
        return fill(place, files, manifest)


def fill(place: Path, files: Mapping[str, str | bytes | Path], manifest: Manifest) -> Manifest:
    """Write files into `place`, with a manifest that lists them. Returns this manifest.

    place: the folder that `new_folder` or `staged` yields. files: name -> content; if the content is a Path, that file
    is copied. manifest: what made the files; they are added to its outputs.
    """
    outputs = dict(manifest.outputs)
    for name, content in files.items():
        data = content.read_bytes() if isinstance(content, Path) else content
        below(place, name).parent.mkdir(parents=True, exist_ok=True)
        write_file(place / name, data)
        outputs[name] = Output.of(data, rows_of(name, data))
    manifest = changed(manifest, outputs=outputs)
    manifest.write(place)
    return manifest


def check_single(path: Path, *, replace: bool = False) -> None:
    """Raise ManifestError if `write_single` would refuse to write a file at `path`."""
    if path.is_dir():
        raise ManifestError(f"{path} is a folder; name a file, such as {path / 'FILE'}")
    if os.path.lexists(path) and not (path.is_file() and not path.is_symlink()):
        raise ManifestError(f"{path} is not a regular file, so it is left alone. Give another name")
    if path.exists() and not replace:
        raise ManifestError(f"{path} already exists. Use --replace to overwrite")
    if not path.parent.is_dir():
        raise ManifestError(
            f"{path.name} cannot be written, because there is no folder {path.parent}; make it, or give another place"
        )
    _check_writable(path.parent)


def write_single(path: Path, data: str | bytes, *, replace: bool = False) -> None:
    """Write one file, whole or not at all. An existing file is overwritten only with `replace`.

    Raises ManifestError if `check_single` does.
    """
    check_single(path, replace=replace)
    sweep(path.parent)
    try:
        write_file(path, data, replace=replace)
    except FileExistsError:
        raise ManifestError(f"{path} already exists. Use --replace to overwrite") from None


def check_place(path: Path, *, replace: bool = False, kind: str = "", beside: bool = False) -> None:
    """Raise ManifestError if `new_folder` would refuse to write into the folder `path`.

    A folder is accepted if it does not exist, is empty, or holds only hidden files. With `replace`, it may also hold a
    manifest of kanamj (of this `kind`, if one is given) and the files that the manifest lists. With `beside`, a folder
    with a manifest or a checkpoint may hold any other files too. A checkpoint must be of this `kind`.
    """
    _check_folder(path)
    if not path.is_dir():
        return
    old = _check_old(path, replace=replace, kind=kind)
    ready = path / READY / MANIFEST  # is there if a run was killed while it moved its files into place
    outputs = {**old.outputs, **(Manifest.read(ready).outputs if ready.is_file() else {})}
    there = (path / MANIFEST).is_file() or (path / CHECKPOINT).is_file()
    others = Manifest("", "", "", outputs=outputs).strangers(path)
    if others and not (there and beside):
        raise ManifestError(
            f"{path} is not {'replaced' if there else 'used'}: kanamj did not write {min(others)}, which is in it. "
            "Give another folder"
        )


def _check_old(path: Path, *, replace: bool, kind: str) -> Manifest:
    """The manifest in the folder `path`; an empty manifest if there is none.

    Raises ManifestError if the manifest may not be replaced: `replace` is False, it is of another kind, or it is not a
    regular file; CheckpointError for the checkpoint of a run of another kind.
    """
    check_owner(path, kind)
    if os.path.lexists(path / MANIFEST) and (
        (path / MANIFEST).is_symlink() or not (path / MANIFEST).is_file()
    ):
        raise _in_the_way(path / MANIFEST)
    old = _manifest_in(path)
    if (path / MANIFEST).is_file():
        if kind and old.kind != kind:
            raise ManifestError(
                f"{path} is not replaced: it holds {old.kind!r}, not {kind!r}. Give another folder"
            )
        if not replace:
            raise ManifestError(f"{path} already exists. Use --replace to overwrite")
    return old


def _check_folder(path: Path) -> None:
    """Raise ManifestError if `path` is a file or a broken link, or if nothing can be written there."""
    if path.exists() and not path.is_dir():
        raise ManifestError(f"{path} is a file; give a folder")
    if path.is_symlink() and not path.exists():
        raise ManifestError(f"{path} is a link to {path.readlink()}, which does not exist; give a folder")
    there = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
    _check_writable(there)


def _check_writable(folder: Path) -> None:
    try:
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ManifestError(
            f"nothing can be written in {folder}: {error.strerror}. Give another folder, or the right to write there"
        ) from None


@contextmanager
def new_folder(path: Path, *, replace: bool = False, kind: str = "", beside: bool = False) -> Iterator[Path]:
    """Yield a folder to write files into. If the block ends without an error, the files are moved to `path`.

    One of the files must be a manifest. The yielded folder is inside `path`. `path` may be a link or a mount point; if
    it is missing, it is made, with its parents. With replace=True, files that the manifest of `path` lists are
    replaced; nothing else is ever deleted, moved or overwritten. If the block fails, the old files stay. If a run is
    killed while its files are moved, the next run that opens the folder moves the rest, and deletes files that were
    half written.

    kind: the kind of manifest that may be replaced; "" for any. beside: True if the folder may also hold other files,
    as the folder of a web site does. Raises ManifestError if something is in the way.
    """
    with hold_folder(path):
        check_place(path, replace=replace, kind=kind, beside=beside)
        with staged(path, replace=replace, kind=kind) as place:
            yield place


@contextmanager
def hold_folder(path: Path) -> Iterator[None]:
    """Lock a folder during the block, so that no other run writes to it.

    First, what a killed run left in the folder is finished or deleted. A missing folder is made; it is removed again if
    it is empty at the end. Raises ManifestError if another run has locked the folder.
    """
    _check_folder(path)
    made = not path.is_dir()
    path.mkdir(parents=True, exist_ok=True)
    if made:
        sync_folder(path.absolute().parent)
    try:
        with locked(path) as mine:
            if not mine:
                raise ManifestError(f"another run is writing to {path}; wait for it, or give another folder")
            _put_in_place(path)
            if _is_folder(path / NEW):
                shutil.rmtree(path / NEW)
            sweep(path, held=True)
            yield
    finally:
        if made:
            with suppress(OSError):
                path.rmdir()


@contextmanager
def staged(path: Path, *, replace: bool = False, kind: str = "") -> Iterator[Path]:
    """Like `new_folder`, for a folder that the caller has locked with `hold_folder`.

    The folder may contain any other files.
    """
    _check_old(path, replace=replace, kind=kind)
    place = path / NEW
    place.mkdir()
    try:
        yield place
        for folder in (path for path in (place, *place.rglob("*")) if path.is_dir()):
            sync_folder(folder)  # the files in it were synced when they were written (`open_whole`)
        _check_old(path, replace=replace, kind=kind)
        _check_free(path, place)
        place.rename(path / READY)  # from here on, this run or the next one finishes the move
        sync_folder(path)
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    _put_in_place(path)


def delete_folder(path: Path) -> None:
    """Delete a folder of results: the files that its manifest lists, then the manifest.

    Raises ManifestError, and deletes nothing, if the folder holds anything else.
    """
    with hold_folder(path):
        manifest = Manifest.read(path)
        listed = {*manifest.outputs, MANIFEST}
        strangers = sorted(each.name for each in path.iterdir() if each.name not in listed)
        if strangers:
            raise ManifestError(
                f"{path} is kept: kanamj did not write {strangers[0]}, which is in it. Move it away, then delete again"
            )
        for name in manifest.outputs:
            below(path, name).unlink(missing_ok=True)
        (path / MANIFEST).unlink()
        path.rmdir()


def _put_in_place(path: Path) -> None:
    """Move the files from `READY`, if it exists, into the folder `path`, the manifest last.

    A killed run may already have moved some of them. Files that only the old manifest lists are removed.
    """
    ready = path / READY
    if not _is_folder(ready):
        return
    if (ready / MANIFEST).is_file():
        old, new = _manifest_in(path), Manifest.read(ready)
        _check_free(path, ready)
        for name in _files(ready):
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            _move(ready / name, path / name, ours=name in old.outputs)
        for name in sorted(old.outputs.keys() - new.outputs.keys()):
            _remove_old(path, name, old.outputs[name])
        for name in {parent.as_posix() for file in new.outputs for parent in PurePosixPath(file).parents}:
            sync_folder(path / name)
        (ready / MANIFEST).replace(path / MANIFEST)
        sync_folder(path)
    shutil.rmtree(ready)
    sync_folder(path)


def _is_folder(path: Path) -> bool:
    """True if `path` is a folder, False if nothing is there. Raises ManifestError for a file or a link."""
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        raise ManifestError(f"{path} is in the way, and kanamj did not make it; move it away")
    return path.is_dir()


def _files(place: Path) -> list[str]:
    """The names of all files in a folder and its subfolders, as a manifest writes them; without the manifest."""
    names = (path.relative_to(place).as_posix() for path in place.rglob("*") if not path.is_dir())
    return sorted(name for name in names if name != MANIFEST)


def _manifest_in(path: Path) -> Manifest:
    return Manifest.read(path) if (path / MANIFEST).is_file() else Manifest("", "", "")


def _check_free(path: Path, place: Path) -> None:
    """Raise ManifestError if a file in `place` would overwrite one in `path` that kanamj did not write."""
    old, new = _manifest_in(path), Manifest.read(place)
    for name in _files(place):
        if name not in new.outputs:
            raise _in_the_way(place / name)
        target = below(path, name)
        parents = [path / parent for parent in PurePosixPath(name).parents if parent.name]
        for taken in parents:
            if taken.is_symlink() or (taken.exists() and not taken.is_dir()):
                raise _in_the_way(taken)
        if target.is_dir() and not target.is_symlink():
            raise _in_the_way(target)
        if os.path.lexists(target) and name not in old.outputs and not _same(place / name, target):
            raise _in_the_way(target)


def _in_the_way(path: Path) -> ManifestError:
    return ManifestError(
        f"{path} is in the way: no manifest of kanamj lists it, so it is left alone. Move it away, then repeat "
        "the command"
    )


def _same(a: Path, b: Path) -> bool:
    return not b.is_symlink() and a.samefile(b)


def _move(source: Path, target: Path, *, ours: bool) -> None:
    """Rename a file. ours: True if a manifest lists the target. Only then may an existing target be replaced."""
    if ours:
        source.replace(target)
        return
    try:
        move_new(source, target)
    except FileExistsError:
        if not _same(source, target):
            raise _in_the_way(target) from None
        source.unlink()  # a run was killed inside `move_new`, when the file had both names


def _remove_old(path: Path, name: str, output: Output) -> None:
    """Remove a file that only the old manifest lists, and the folders that become empty.

    output: what the old manifest says about the file. A file that has changed since then stays.
    """
    old = below(path, name)
    if old.is_symlink() or not old.is_file() or sha256_of(old) != output.sha256:
        return
    old.unlink()
    for parent in PurePosixPath(name).parents:
        if parent.name:
            with suppress(OSError):
                (path / parent).rmdir()
