"""Folders of results: a command replaces only the files that its manifest lists; all others belong to the user."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from kanamj.disk import write_file
from kanamj.errors import ManifestError
from kanamj.folders.manifest import MANIFEST, Manifest, Output
from kanamj.folders.writer import NEW, READY, hold_folder, new_folder, staged
from tests.kills import killed_at


def fill(folder: Path, texts: dict[str, str]) -> None:
    """Write files and their manifest; `games__a` means games/a."""
    files = {name.replace("__", "/"): text for name, text in texts.items()}
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        write_file(folder / name, text)
    Manifest("toy", "make", "0.1", outputs={name: Output.of(files[name]) for name in files}).write(folder)


def made(target: Path, *, replace: bool = False, **texts: str) -> None:
    """A folder of these files, written as every command writes one."""
    with new_folder(target, replace=replace) as folder:
        fill(folder, texts)


def replaced(target: Path, **texts: str) -> None:
    """The same in a folder that is locked."""
    with staged(target, replace=True) as folder:
        fill(folder, texts)


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder, the hidden too, with its text; empty folders end in a slash."""
    found = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            found[name] = path.read_text(encoding="utf-8")
        elif not any(path.iterdir()):
            found[name + "/"] = ""
    return found


def half_written(target: Path) -> None:
    with new_folder(target, replace=True) as folder:
        write_file(folder / "a", "half")
        raise KeyboardInterrupt


def test_an_interrupted_folder_leaves_the_old_one_whole(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        half_written(tmp_path / "list")
    assert list(tmp_path.iterdir()) == []
    made(tmp_path / "list", a="old")
    before = tree(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        half_written(tmp_path / "list")
    assert tree(tmp_path) == before


def test_replace_changes_what_the_manifest_lists_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "out"
    made(out, a="1", b="2", games__c="3", games__d="4")
    theirs = {
        ".git/config": "[core]",
        ".ssh/id": "secret",
        ".env": "KEY=1",
        "thesis.txt": "years",
        "games/mine.jsonl": "a game",
        "inner/x.txt": "x",
        "empty/": "",
    }
    for name, text in theirs.items():
        if name.endswith("/"):
            (out / name).mkdir()
            continue
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")
    made(out / "nested", e="a folder of results inside")
    nested = {f"nested/{name}": text for name, text in tree(out / "nested").items()}
    with pytest.raises(ManifestError, match=r"kanamj did not write empty, which is in it"):
        made(out, replace=True, a="9", games__c="8")
    with hold_folder(out):  # as a study that goes on, which cannot be asked to move away
        replaced(out, a="9", games__c="8")
    found = tree(out)
    manifest = found.pop(MANIFEST)
    assert found == theirs | nested | {"a": "9", "games/c": "8"}
    assert "games/c" in manifest
    (out / "games" / "c").write_text("changed by hand", encoding="utf-8")
    with hold_folder(out):
        replaced(out, a="7")
    assert tree(out)["games/c"] == "changed by hand"  # removed only if it is what the manifest says


def test_a_file_that_appears_during_the_run_is_kept(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with new_folder(out) as folder:
        (out / ".git").mkdir()
        (out / ".env").write_text("KEY=1", encoding="utf-8")
        (out / "notes").mkdir()
        write_file(folder / "a", "1")
        Manifest("toy", "make", "0.1", outputs={"a": Output.of("1")}).write(folder)
    assert {name: text for name, text in tree(out).items() if name != MANIFEST} == {
        ".git/": "",
        ".env": "KEY=1",
        "notes/": "",
        "a": "1",
    }


@pytest.mark.parametrize("taken", ["file", "folder", "link"])
def test_a_file_of_someone_else_is_never_overwritten(tmp_path: Path, taken: str) -> None:
    out = tmp_path / "out"

    def run() -> None:
        with new_folder(out) as folder:
            {
                "file": lambda: (out / "a").write_text("mine"),
                "folder": lambda: (out / "a").mkdir(),
                "link": lambda: (out / "a").symlink_to(tmp_path / "elsewhere"),
            }[taken]()
            write_file(folder / "a", "1")
            Manifest("toy", "make", "0.1", outputs={"a": Output.of("1")}).write(folder)

    with pytest.raises(ManifestError, match=r"a is in the way"):
        run()
    assert (
        tree(out)
        == {
            "file": {"a": "mine"},
            "folder": {"a/": ""},
            "link": {"a": f"-> {tmp_path / 'elsewhere'}"},
        }[taken]
    )


def test_a_link_or_a_mount_point_can_be_the_folder(tmp_path: Path) -> None:
    """Nothing is written beside the folder, so its parent may be read-only."""
    real = tmp_path / "closed" / "real"
    real.mkdir(parents=True)
    (real / "lost+found").mkdir()
    link = tmp_path / "link"
    link.symlink_to(real)
    (tmp_path / "closed").chmod(0o555)
    try:
        made(link, a="1")
        made(real, a="2", replace=True)
        made(link, a="3", replace=True)
    finally:
        (tmp_path / "closed").chmod(0o755)
    assert link.is_symlink()
    assert tree(real)["a"] == "3"
    assert [path.name for path in (tmp_path / "closed").iterdir()] == ["real"]
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    with pytest.raises(ManifestError, match=r"is a link to .*gone, which does not exist"):
        made(tmp_path / "nowhere", a="1")


def test_folders_that_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(ManifestError, match=r"is a file; give a folder"):
        made(tmp_path / "file", a="1")
    for replace in (False, True):
        with pytest.raises(ManifestError, match=r"kanamj did not write file, which is in it"):
            made(tmp_path, a="1", replace=replace)
    made(tmp_path / "out", a="1")
    with pytest.raises(ManifestError, match=r"already exists. Use --replace"):
        made(tmp_path / "out", a="1")
    with (
        pytest.raises(ManifestError, match=r"holds 'toy', not 'deals'"),
        new_folder(tmp_path / "out", replace=True, kind="deals"),
    ):
        pytest.fail("opened")
    (tmp_path / "out" / NEW).symlink_to(tmp_path)
    with pytest.raises(ManifestError, match=r"kanamj did not make it"):
        made(tmp_path / "out", a="2", replace=True)
    assert (tmp_path / "file").is_file()


def test_a_folder_is_held_until_its_files_are_there(tmp_path: Path) -> None:
    with hold_folder(tmp_path / "out"), pytest.raises(ManifestError, match="another run"):
        made(tmp_path / "out", a="1")
    made(tmp_path / "out", a="1")


def test_a_folder_is_finished_or_unchanged_if_the_process_is_killed_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file of anybody else changes, the folder always exists, and no temporary file is left."""
    step = 0
    while True:
        out = tmp_path / f"out{step}"
        made(out, a="1", b="2", games__c="3")
        (out / ".env").write_text("KEY=1", encoding="utf-8")
        old = tree(out)
        died = killed_at(
            step, lambda out=out: made(out, replace=True, a="9", games__d="8", e="7"), monkeypatch
        )
        assert (out / MANIFEST).is_file()
        assert tree(out)[".env"] == "KEY=1"
        with hold_folder(out):
            pass
        after = tree(out)
        new = {"a": "9", "games/d": "8", "e": "7", ".env": "KEY=1", MANIFEST: after[MANIFEST]}
        assert after in (old, new)
        assert Manifest.read(out).verify(out) == []
        if not died:
            break
        step += 1
    assert step > 30
    assert after == new


def test_a_first_write_may_be_killed_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    step, died = 0, True
    while died:
        out = tmp_path / f"out{step}"
        died = killed_at(step, lambda out=out: made(out, a="9", games__d="8"), monkeypatch)
        if (out / READY).is_dir() or (out / MANIFEST).is_file():
            with hold_folder(out):
                pass
            assert Manifest.read(out).verify(out) == []
        else:
            made(out, a="9", games__d="8")
        assert {*tree(out)} == {"a", "games/d", MANIFEST}
        step += 1
    assert step > 20


def test_everything_is_synced_before_the_rename_that_makes_it_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut depends on this order: files and their folder are synced before the rename that makes them
    count, and moved files before the manifest.
    """
    log: list[str] = []
    real_fsync, real_rename, real_replace = os.fsync, os.rename, os.replace

    def fsync(handle: int) -> None:
        log.append(f"sync {Path(f'/proc/self/fd/{handle}').readlink().name}")
        real_fsync(handle)

    def renamed(real: Callable[..., None]) -> Callable[..., None]:
        def rename(source: Path, target: Path) -> None:
            log.append(f"{Path(source).name} to {Path(target).name}")
            real(source, target)

        return rename

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "rename", renamed(real_rename))
    monkeypatch.setattr(os, "replace", renamed(real_replace))
    made(tmp_path / "out", a="1")
    ready = log.index(f"{NEW} to {READY}")
    for name in ("a", MANIFEST):  # written under another name
        (written,) = (at for at, line in enumerate(log[:ready]) if line.endswith(f".tmp to {name}"))
        temporary = log[written].removesuffix(f" to {name}")
        assert f"sync {temporary}" in log[:written]
        assert f"sync {NEW}" in log[written:ready]
    counts = log.index(f"{MANIFEST} to {MANIFEST}")
    assert "sync out" in log[ready + 2 : counts]
    assert log[counts + 1] == "sync out"


def test_files_obey_the_umask_and_the_umask_is_never_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0o027)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(os, "umask", lambda _: pytest.fail("the umask is the whole process's"))
            write_file(tmp_path / "a.txt", "1")
            made(tmp_path / "out", a="1")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "out" / "a").stat().st_mode) == 0o640


def test_an_unfinished_folder_with_a_file_that_its_manifest_lacks_is_refused(tmp_path: Path) -> None:
    """Somebody else may have made this file, so no command deletes it."""
    made(tmp_path, a="older")
    (tmp_path / READY).mkdir()
    fill(tmp_path / READY, {"a": "newer"})
    write_file(tmp_path / READY / "b", "mine")
    before = tree(tmp_path)
    with pytest.raises(ManifestError, match="b is in the way"):
        made(tmp_path, replace=True, a="newest")
    assert tree(tmp_path) == before
