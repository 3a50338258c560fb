"""Folders of results: written whole or not at all; only what a manifest lists is ever replaced or deleted."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kanamj import results
from kanamj.disk import sha256
from kanamj.errors import KanamjError, ManifestError, UnfinishedRunError
from kanamj.results import (
    CHUNKS,
    MANIFEST,
    NEW,
    RUN,
    Chunk,
    Chunks,
    Manifest,
    Output,
    check_place,
    delete_folder,
    new_folder,
    seal,
    write_folder,
)
from tests.kills import killed_at

TOY = Manifest("toy", "make", "0.1")


def made(target: Path, *, replace: bool = False, **texts: str) -> Manifest:
    """Write a folder of these files; `games__a` means games/a."""
    files = {name.replace("__", "/"): text for name, text in texts.items()}
    return write_folder(target, files, TOY, replace=replace)


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


def tree_of_bytes(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def put(folder: Path, files: dict[str, str]) -> dict[str, str]:
    """Put files of a user into a folder; a name that ends in a slash is an empty folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).mkdir() if name.endswith("/") else (folder / name).write_text(text, encoding="utf-8")
    return files


# Manifests


def manifest_of(text: str = "1\n2\n", name: str = "a.txt") -> Manifest:
    return Manifest(
        "toy",
        "make a",
        "0.1.0",
        licence="none",
        inputs={"source.csv": sha256("x")},
        parameters={"seed": 7, "forms": ["33332"], "nested": {"a": 1.5}},
        outputs={name: Output.of(text, rows=2), "big.txt": Output("0" * 64, 9, kept=False)},
        notes=("one", "日本語"),
    )


def test_a_manifest_is_read_as_it_was_written(tmp_path: Path) -> None:
    manifest = manifest_of()
    manifest.write(tmp_path)
    assert Manifest.read(tmp_path) == Manifest.read(tmp_path / MANIFEST) == manifest
    manifest.write(tmp_path / "a.manifest.toml")
    assert (tmp_path / "a.manifest.toml").read_bytes() == (tmp_path / MANIFEST).read_bytes()


def test_subfolders_are_verified_by_their_own_manifest_or_by_that_above(tmp_path: Path) -> None:
    manifest = made(tmp_path / "out", games__a="1")
    put(tmp_path / "out", {"games/b.txt": "", "pictures/c": "", "notes/": ""})
    assert manifest.verify(tmp_path / "out") == [
        f"{name}: is not in the manifest" for name in ("games/b.txt", "notes", "pictures")
    ]
    manifest_of(name="b.txt").write(tmp_path / "out" / "pictures")
    assert "pictures/c: is not in the manifest" in manifest.verify(tmp_path / "out")


def test_a_pipe_is_not_a_manifest_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / MANIFEST)
    with pytest.raises(ManifestError, match="no manifest"):
        Manifest.read(tmp_path)


DAMAGES = 200
"""Bits that are flipped, and places at which a file is cut, per file."""


def damaged(data: bytes, chance: random.Random) -> Iterator[bytes]:
    """The bytes of a file with one flipped bit, or cut: its end, its beginning, or a line is lost."""
    for _ in range(DAMAGES):
        at, flipped = chance.randrange(len(data)), bytearray(data)
        flipped[at] ^= 1 << chance.randrange(8)
        yield from (bytes(flipped), data[:at], data[at + 1 :])
    lines = data.splitlines(keepends=True)
    yield from (b"".join(lines[:i] + lines[i + 1 :]) for i in range(len(lines)))


def test_a_manifest_that_is_cut_or_flipped_anywhere_is_not_believed(tmp_path: Path) -> None:
    """Neither read, nor replaced by, nor deleted by."""
    out = tmp_path / "out"
    manifest = made(out, a="1\n2\n", games__b="2")
    good = (out / MANIFEST).read_bytes()
    for data in damaged(good, random.Random(1)):
        (out / MANIFEST).write_bytes(data)
        before = tree_of_bytes(out)
        with contextlib.suppress(ManifestError):
            assert manifest.unsealed() == []
            assert Manifest.read(out).verify(out)[0].startswith("MANIFEST.toml: has no seal")
        for attempt in (lambda: made(out, replace=True, a="9"), lambda: delete_folder(out)):
            with pytest.raises(ManifestError):
                attempt()
        assert tree_of_bytes(out) == before


def test_a_hidden_manifest_that_is_cut_or_flipped_anywhere_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It decides which files are deleted, and that the chunks are. Moved away, the run goes on with its chunks."""
    out, step = tmp_path / "out", 0
    while not (out / NEW / MANIFEST).is_file():
        begun(out, 2, kind="toy")
        assert killed_at(step, lambda: made(out, replace=True, a="2", b="3"), monkeypatch)
        step += 1
    good = (out / NEW / MANIFEST).read_bytes()
    for data in damaged(good, random.Random(2)):
        (out / NEW / MANIFEST).write_bytes(data)
        before = tree_of_bytes(out)
        with pytest.raises(ManifestError):
            made(out, replace=True, a="9")
        assert tree_of_bytes(out) == before
    (out / NEW / MANIFEST).unlink()
    with new_folder(out, kind="toy", replace=True):
        assert {*read(out, kind="toy")} == {0, 1}
    (out / CHUNKS / RUN).unlink()
    made(out, replace=True, a="9")


def test_a_manifest_without_a_seal_is_read_and_decides_nothing(tmp_path: Path) -> None:
    """As kanamj 0.5 wrote them."""
    out = tmp_path / "out"
    manifest = made(out, a="1")
    text = (out / MANIFEST).read_text(encoding="utf-8").partition("\n")[2]
    (out / MANIFEST).write_text(text, encoding="utf-8")
    before, found = tree(out), Manifest.read(out)
    assert (found, found.sealed) == (manifest, False)
    said = "MANIFEST.toml: has no seal (the line sha256), so nobody can tell whether it has changed"
    assert found.verify(out) == [said]
    for attempt in (lambda: made(out, replace=True, a="2"), lambda: delete_folder(out)):
        with pytest.raises(ManifestError, match=re.escape(said)):
            attempt()
    assert tree(out) == before
    (out / MANIFEST).write_text(seal(text) + text, encoding="utf-8")
    made(out, replace=True, a="2")


def test_rows_are_lines_below_the_header(tmp_path: Path) -> None:
    texts = {"a.txt": "", "b.txt": "no line end", "c.txt": "head\n", "d.csv": "head\n1\n2\n", "e.png": "\n"}
    found = write_folder(tmp_path / "out", texts, TOY)
    assert [output.rows for output in found.outputs.values()] == [0, 0, 0, 2, None]
    assert Manifest.read(tmp_path / "out") == found


# Folders


def half_written(target: Path) -> None:
    with new_folder(target, kind="toy", replace=True) as new:
        new.write("a", "half")
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
    names = (".git/config", ".env", "thesis.txt", "games/mine.jsonl", "inner/x.txt", "empty/")
    theirs = put(out, dict.fromkeys(names, "mine") | {"empty/": ""})
    made(out / "nested", e="a folder of results inside")
    nested = {f"nested/{name}": text for name, text in tree(out / "nested").items()}
    made(out, replace=True, a="9", games__c="8")
    found = tree(out)
    assert "games/c" in found.pop(MANIFEST)
    assert found == theirs | nested | {"a": "9", "games/c": "8"}


@pytest.mark.parametrize("newer", [{"a": "9", "games__c": "9"}, {"a": "9"}], ids=["listed", "not listed"])
@pytest.mark.parametrize("how", ["changed", "link", "folder"])
def test_a_listed_file_that_the_user_changed_stops_everything(
    tmp_path: Path, newer: dict[str, str], how: str
) -> None:
    out = tmp_path / "out"
    made(out, a="1", b="2", games__c="3")
    (out / "games" / "c").unlink()
    if how == "changed":
        put(out, {"games/c": "changed by hand"})
    elif how == "link":
        put(tmp_path, {"c": "3"})
        (out / "games" / "c").symlink_to("../../c")
    else:
        put(out, {"games/c/mine": "3"})
    before = tree(tmp_path)
    said = "games/c is in the way: it is not what kanamj wrote there"
    for attempt in (
        lambda: check_place(out, kind="toy", replace=True),
        lambda: made(out, replace=True, **newer),
        lambda: delete_folder(out),
    ):
        with pytest.raises(ManifestError, match=said if how != "folder" else "games/c"):
            attempt()
        assert tree(tmp_path) == before
    (out / "games" / "c").rename(tmp_path / "moved away")
    made(out, replace=True, **newer)
    assert Manifest.read(out).verify(out) == []


def test_what_the_user_changes_during_the_run_stops_it_too(tmp_path: Path) -> None:
    out = tmp_path / "out"
    made(out, a="1", b="2")
    before = tree(out)
    for newer in ({"a": "9", "b": "9"}, {"a": "9"}):

        def run(newer: dict[str, str] = newer) -> None:
            with new_folder(out, kind="toy", replace=True) as new:
                for name, text in newer.items():
                    new.write(name, text)
                (out / "b").write_text("changed by hand", encoding="utf-8")
                new.finish(TOY)

        with pytest.raises(ManifestError, match="b is in the way"):
            run()
        assert tree(out) == before | {"b": "changed by hand"}
        (out / "b").write_text("2", encoding="utf-8")


def test_a_file_that_appears_during_the_run_is_kept(tmp_path: Path) -> None:
    with new_folder(tmp_path / "out", kind="toy") as new:
        theirs = put(tmp_path / "out", {".git/": "", ".env": "KEY=1", "notes/": ""})
        new.write("a", "1")
        new.finish(TOY)
    assert {name: text for name, text in tree(tmp_path / "out").items() if name != MANIFEST} == theirs | {
        "a": "1"
    }


@pytest.mark.parametrize("taken", ["file", "folder", "link"])
def test_a_file_of_someone_else_is_never_overwritten(tmp_path: Path, taken: str) -> None:
    out, found = tmp_path / "out", dict[str, str]()

    def run() -> None:
        with new_folder(out, kind="toy") as new:
            new.write("b", "1")
            new.write("a", "1")
            if taken == "link":
                (out / "a").symlink_to(tmp_path / "elsewhere")
            else:
                put(out, {"a": "mine"} if taken == "file" else {"a/": ""})
            found.update({name: text for name, text in tree(out).items() if not name.startswith(NEW)})
            new.finish(TOY)

    with pytest.raises(ManifestError, match=r"a is in the way"):
        run()
    assert tree(out) == found
    assert len(found) == 1


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
    """Results that are there, or of another kind: see what a refused command finishes, below."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(ManifestError, match=r"is a file; give a folder"):
        made(tmp_path / "file", a="1")
    for again in (False, True):
        with pytest.raises(ManifestError, match=r"kanamj did not write file, which is in it"):
            made(tmp_path, a="1", replace=again)
    assert (tmp_path / "file").is_file()


def test_a_folder_is_held_until_its_files_are_there(tmp_path: Path) -> None:
    with new_folder(tmp_path / "out", kind="toy"), pytest.raises(ManifestError, match="another run"):
        made(tmp_path / "out", a="1")
    made(tmp_path / "out", a="1")


@pytest.mark.parametrize(
    "older", [{}, {"a": "1", "b": "2", "games__c": "3", "e": "same"}], ids=["first", "again"]
)
def test_a_writer_killed_before_any_change_of_the_file_system_leaves_old_or_new_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, older: dict[str, str]
) -> None:
    """This is the one writer of all folders. No file of anybody else changes, and no hidden file is left."""
    newer = {"a": "9", "games__d": "8", "e": "same", "f": "same"}
    step, died = 0, True
    while died:
        out = tmp_path / f"out{step}"
        if older:
            made(out, **older)
        put(out, {".env": "KEY=1"})
        old = tree(out)
        died = killed_at(step, lambda out=out: made(out, replace=True, **newer), monkeypatch)
        assert not older or (out / MANIFEST).is_file()
        with new_folder(out, kind="toy", replace=True):  # the next writer, which then writes nothing
            pass
        after = tree(out)
        assert after == old or Manifest.read(out).verify(out) == []
        assert after.pop(".env") == "KEY=1"
        made(out, replace=True, **newer)
        assert {**tree(out), MANIFEST: ""} == {
            **{name.replace("__", "/"): text for name, text in newer.items()}, ".env": "KEY=1", MANIFEST: "",
        }  # fmt: skip
        step += 1
    assert step > 20


def test_everything_is_synced_before_what_makes_it_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut depends on this order: new files and their folder before their manifest counts, moved files before
    the manifest in its place."""
    log: list[str] = []
    real_fsync, real_replace, real_link = os.fsync, os.replace, os.link

    def fsync(handle: int) -> None:
        log.append(f"sync {Path(f'/proc/self/fd/{handle}').readlink().name}")
        real_fsync(handle)

    def moved(real: Callable[..., None]) -> Callable[..., None]:
        def move(source: Path, target: Path) -> None:
            log.append(f"{Path(source).name} to {Path(target).name}")
            real(source, target)

        return move

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", moved(real_replace))
    monkeypatch.setattr(os, "link", moved(real_link))
    made(tmp_path / "out", a="1")
    (complete,) = (at for at, line in enumerate(log) if line.endswith(f".tmp to {MANIFEST}"))
    temporary = log[1].removeprefix("sync ")  # after that of the folder above
    assert log[2] == f"{temporary} to 000000"
    assert log[complete - 1] == f"sync {log[complete].split()[0]}"
    assert log[complete + 1 :] == [
        f"sync {NEW}", "000000 to a", "sync out", f"{MANIFEST} to {MANIFEST}", "sync out", "sync out",
    ]  # fmt: skip


def test_files_obey_the_umask_and_the_umask_is_never_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0o027)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(os, "umask", lambda _: pytest.fail("the umask is the whole process's"))
            made(tmp_path / "out", a="1")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out" / "a").stat().st_mode) == 0o640


# What is deleted


@pytest.mark.parametrize("way", ["replace", "delete"])
def test_nothing_behind_a_link_is_deleted_or_replaced(tmp_path: Path, way: str) -> None:
    """A manifest may list a file behind a linked folder, with its right hash."""
    out, victim = tmp_path / "d", tmp_path / "victim"
    put(victim, {"x": "thesis"})
    out.mkdir()
    (out / "sub").symlink_to("../victim")
    replace(TOY, outputs={"sub/x": Output.of("thesis")}).write(out)
    before = tree(tmp_path)
    if way == "replace":
        with pytest.raises(ManifestError, match="sub is in the way"):
            made(out, replace=True, sub__x="new")
        with pytest.raises(ManifestError, match="sub is in the way"):
            made(out, replace=True, a="1")
    else:
        with pytest.raises(ManifestError, match="sub/x, which is in it|sub is in the way"):
            delete_folder(out)
    assert tree(tmp_path) == before


def test_a_linked_folder_is_not_deleted(tmp_path: Path) -> None:
    made(tmp_path / "real", a="1", b="2")
    (tmp_path / "link").symlink_to("real")
    before = tree(tmp_path)
    with pytest.raises(ManifestError, match=r"link is a link to real, so nothing is deleted"):
        delete_folder(tmp_path / "link")
    assert tree(tmp_path) == before


def test_a_folder_that_cannot_be_removed_is_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a mount point, or in a folder of others."""
    made(tmp_path / "out", a="1")

    def busy(*_: object, **__: object) -> None:
        raise OSError(errno.EBUSY, "busy")

    with monkeypatch.context() as patched:
        patched.setattr(os, "rmdir", busy)
        delete_folder(tmp_path / "out")
    assert tree(tmp_path) == {"out/": ""}


def test_a_file_that_appears_after_the_check_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, complete = tmp_path / "out", results._complete

    def slow(work: results.Work) -> Manifest | None:
        found = complete(work)
        if found:
            put(out, {"a": "mine"})
        return found

    monkeypatch.setattr(results, "_complete", slow)
    with pytest.raises(ManifestError, match="a is in the way"):
        made(out, a="1")
    assert (out / "a").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", [NEW, CHUNKS])
@pytest.mark.parametrize("what", ["link", "file", "user's folder", "linked file"])
def test_a_hidden_folder_that_kanamj_did_not_make_is_left_alone(tmp_path: Path, name: str, what: str) -> None:
    out = tmp_path / "out"
    made(out, a="1")
    put(tmp_path, {"elsewhere/000000": "mine"})
    if what == "link":
        (out / name).symlink_to("../elsewhere")
    elif what == "file":
        put(out, {name: "mine"})
    elif what == "linked file":
        (out / name).mkdir()
        (out / name / "000000.json").symlink_to("../../elsewhere/000000")
    else:
        put(out, {f"{name}/notes.txt": "mine"})
    before = tree(tmp_path)
    with pytest.raises(ManifestError, match="in the way, and kanamj did not make it"):
        made(out, replace=True, a="2")
    if name == CHUNKS:
        with pytest.raises(ManifestError, match="in the way, and kanamj did not make it"):
            Chunks(out, "toy", "make", {}).add(0, Chunk([]))
    assert tree(tmp_path) == before


def test_new_files_are_believed_only_with_their_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    made(out, a="1")
    step = 0
    while not ((out / NEW / MANIFEST).is_file() and (out / NEW / "000001").is_file()):
        assert killed_at(step, lambda: made(out, replace=True, a="2", b="3"), monkeypatch)
        step += 1
    (out / NEW / "000001").write_text("4", encoding="utf-8")
    before = tree(out)
    with pytest.raises(ManifestError, match="000001 is damaged"):
        made(out, replace=True, a="5")
    assert tree(out)["a"] in ("1", "2")
    assert {*tree(out)} == {*before} - {f"{NEW}/000000"} or tree(out) == before


def test_a_refused_command_finishes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with new files of another kind, which a killed run left, is left as it is."""
    out = tmp_path / "out"
    step = 0
    while not (out / NEW / MANIFEST).is_file():
        assert killed_at(step, lambda: made(out, a="2"), monkeypatch)
        step += 1
    before = tree(out)
    with pytest.raises(ManifestError, match="holds 'toy', not 'deals'"):
        write_folder(out, {"b": "1"}, replace(TOY, kind="deals"), replace=True)
    with pytest.raises(ManifestError, match="already exists. Use --replace"):
        made(out, a="3")
    assert tree(out) == before


def test_a_deleted_folder_is_only_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "mine"
    made(out, a="1", games__b="2")
    for name in (".git", "notes", "games/c"):
        put(out, {name: "mine"})
        before = tree(out)
        with pytest.raises(ManifestError, match=f"kanamj did not write {name}"):
            delete_folder(out)
        assert tree(out) == before
        (out / name).unlink()
    (out / "a").write_text("changed", encoding="utf-8")
    with pytest.raises(ManifestError, match="a is in the way: it is not what kanamj wrote there"):
        delete_folder(out)
    (out / "a").unlink()
    step, died = 0, True
    while died:
        made(out, a="1", games__b="2", replace=True)
        died = killed_at(step, lambda: delete_folder(out), monkeypatch)
        if (out / MANIFEST).is_file():
            delete_folder(out)
        assert not tree(out)
        step += 1
    assert step > 3


# Chunks


def begun(folder: Path, chunks: int = 3, kind: str = "toys", **parameters: int) -> Chunks:
    found = Chunks(folder, kind, "make toys", {"n": 3} | parameters)
    folder.mkdir(exist_ok=True)
    for number in range(chunks):
        found.add(number, Chunk([["a", [number, 2 * number]]], {f"{number}.txt": "text"}))
    return found


def read(folder: Path, kind: str = "toys", **parameters: int) -> dict[int, Chunk | None]:
    return dict(Chunks(folder, kind, "make toys", {"n": 3} | parameters).resume())


def test_chunks_are_read_back(tmp_path: Path) -> None:
    begun(tmp_path)
    assert read(tmp_path) == {n: Chunk([["a", [n, 2 * n]]], {f"{n}.txt": "text"}) for n in range(3)}
    with pytest.raises(UnfinishedRunError, match="was begun with n 3, but this call has 4"):
        read(tmp_path, n=4)
    with pytest.raises(UnfinishedRunError, match=r"unfinished run of make toys"):
        check_place(tmp_path, kind="deals", replace=True)
    with pytest.raises(UnfinishedRunError, match="holds an unfinished run. Use --resume to go on"):
        check_place(tmp_path, kind="toys")
    begun(tmp_path, 1, n=4)
    assert {*read(tmp_path, n=4)} == {0}


@pytest.mark.parametrize("seed", range(20))
def test_a_chunk_that_is_cut_short_or_flipped_is_not_believed(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    begun(tmp_path)
    path = tmp_path / CHUNKS / f"{chance.randrange(3):06}.json"
    data = bytearray(path.read_bytes())
    if chance.random() < 0.3:
        path.write_bytes(data[: chance.randrange(len(data))])
    else:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
    found = read(tmp_path)
    assert [number for number, chunk in found.items() if chunk is None] == [int(path.stem)]


def test_a_chunk_of_another_run_or_number_is_not_believed(tmp_path: Path) -> None:
    begun(tmp_path / "a")
    begun(tmp_path / "b", n=4)
    for name in ("000001.json", "000002.json"):
        (tmp_path / "a" / CHUNKS / name).write_bytes((tmp_path / "b" / CHUNKS / "000001.json").read_bytes())
    (tmp_path / "a" / CHUNKS / "000007.json").write_bytes(
        (tmp_path / "a" / CHUNKS / "000000.json").read_bytes()
    )
    assert [number for number, chunk in read(tmp_path / "a").items() if chunk is None] == [1, 2, 7]


def test_what_is_not_a_run_of_kanamj_is_said(tmp_path: Path) -> None:
    begun(tmp_path)
    (tmp_path / CHUNKS / RUN).write_text('{"kanamj": ', encoding="utf-8")
    with pytest.raises(UnfinishedRunError, match=r"run\.json is damaged; move"):
        check_place(tmp_path, kind="toys", replace=True)
    other = put(tmp_path / "other", {"checkpoint.jsonl": '{"line": {"kanamj": "checkpoint"}}\n'})
    with pytest.raises(ManifestError, match=r"other is not used: .* checkpoint\.jsonl, which is in it"):
        made(tmp_path / "other", a="1", replace=True)
    assert tree(tmp_path / "other") == other


def test_a_run_goes_on_whatever_version_began_it(tmp_path: Path) -> None:
    """Also one without a format number, which is of format 1."""
    old = Chunks(tmp_path, "toys", "make toys", {"n": 3, "version": "0.5.0"})
    old._head = {name: value for name, value in old._head.items() if name != "format"}
    old.add(0, Chunk(["a"]))
    new = Chunks(tmp_path, "toys", "make toys", {"n": 3, "version": "1.0.0"})
    assert dict(new.resume()) == {0: Chunk(["a"])}
    new.add(1, Chunk(["b"]))
    assert read(tmp_path) == {0: Chunk(["a"]), 1: Chunk(["b"])}


def test_a_folder_of_a_newer_format_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(results, "FORMAT", 2)
        begun(tmp_path / "run")
        made(tmp_path / "done", a="1")
    for name, tries in {
        "run": (read, lambda out: made(out, replace=True), lambda out: check_place(out, kind="toys")),
        "done": (delete_folder, lambda out: made(out, replace=True), Manifest.read),
    }.items():
        there = tree(tmp_path / name)
        for attempt in tries:
            with pytest.raises(KanamjError, match="its format is 2, .* up to 1; install a newer kanamj"):
                attempt(tmp_path / name)
        assert tree(tmp_path / name) == there
