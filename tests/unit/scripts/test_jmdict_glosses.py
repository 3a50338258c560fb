"""The script that makes glosses from JMdict: it reads each kind of archive, and refuses malicious ones."""

from __future__ import annotations

import gzip
import io
import lzma
import sqlite3
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kanamj.errors import FileFormatError, KanamjError
from kanamj.lexicon.glosses import read_glosses
from scripts import jmdict_glosses
from scripts.jmdict_glosses import CHUNK, glosses_of, main, one_line, read_archive

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE JMdict [
<!ELEMENT JMdict (entry*)>
<!ENTITY n "noun (common) (futsuumeishi)">
<!ENTITY uk "word usually written using kana alone">
]>
<JMdict>
"""
ENTRIES = """<entry><ent_seq>1</ent_seq>
<k_ele><keb>薬缶</keb></k_ele><k_ele><keb>薬鑵</keb></k_ele>
<r_ele><reb>やかん</reb></r_ele><r_ele><reb>ヤクカン</reb><re_restr>薬鑵</re_restr></r_ele>
<sense><pos>&n;</pos><misc>&uk;</misc><gloss>kettle</gloss><gloss xml:lang="ger">Kessel</gloss></sense>
<sense><gloss>baldness</gloss></sense></entry>
<entry><k_ele><keb>夜間</keb><ke_pri>ichi1</ke_pri></k_ele>
<r_ele><reb>やかん</reb><re_pri>ichi1</re_pri></r_ele>
<sense><stagk>夜勘</stagk><gloss>not this</gloss></sense>
<sense><pos>&n;</pos><gloss>night</gloss><gloss>nighttime</gloss></sense></entry>
<entry><k_ele><keb>橋</keb></k_ele><r_ele><reb>はし</reb></r_ele>
<sense><gloss>rare &lt;bridge&gt;</gloss></sense></entry>
<entry><k_ele><keb>橋</keb><ke_pri>ichi1</ke_pri></k_ele>
<r_ele><reb>はし</reb><re_pri>ichi1</re_pri></r_ele><sense><gloss>bridge</gloss></sense></entry>
<entry><r_ele><reb>トマト</reb></r_ele><sense><gloss>tomato</gloss></sense></entry>
</JMdict>
"""
EXPECTED = {
    ("とまと", "トマト"): "tomato",
    ("はし", "橋"): "bridge",
    ("やかん", "やかん"): "kettle",
    ("やかん", "夜間"): "night; nighttime",
    ("やかん", "薬缶"): "kettle",
    ("やかん", "薬鑵"): "kettle",
}
EDICT = """　？？？ /EDICT, made up/Created: 2021-02-03/
トマト /(n) tomato/EntL1/
橋 [はし] /(n) (arch) rare <bridge>/
橋 [はし] /(n,n-suf) (See 川) bridge/(2) span/(P)/
夜間 [やかん] /(adj-no,n-adv,n) night/nighttime/(P)/
薬缶 [やかん] /(n) (1) (uk) kettle/(2) baldness/
薬鑵 [やかん] /(n) (1) (uk) kettle/(2) baldness/
a line that is not an entry
"""
EDICT2 = """　？？？ /EDICT2, made up for やかん/
トマト;トメート(ik) /(n) tomato/EntL1/
橋 [はし] /(n) (arch) rare <bridge>/EntL2/
橋(P) [はし(P)] /(n,n-suf) (See 川) bridge/(2) span/(P)/EntL3X/
夜間 [やかん] /(adj-no,n-adv,n) night/nighttime/(P)/
薬缶;薬鑵(oK) [やかん;やくかん(薬鑵)(ok)] /(n) (1) (uk) kettle/(2) baldness/EntL4X/
a line that is not an entry
"""


def tar(name: str, data: bytes, mode: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:  # type: ignore[call-overload]
        member = tarfile.TarInfo(name)
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def deb(data: bytes) -> bytes:
    """A Debian package with the dictionary edict: an `ar` archive."""
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", b"odd"),
        ("data.tar.xz", tar("./usr/share/edict/edict", data, "w:xz")),
    ]
    rows = [
        f"{name:16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(part):<10}`\n".encode() + part + b"\n" * (len(part) % 2)
        for name, part in members
    ]
    return b"!<arch>\n" + b"".join(rows)


def jamdict(folder: Path) -> bytes:
    """A database with the tables of jamdict-data that are read, and the entries of ENTRIES."""
    path = folder / "made.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            """
            CREATE TABLE Kanji (ID INTEGER PRIMARY KEY, idseq INTEGER, text TEXT);
            CREATE TABLE KJP (kid INTEGER, text TEXT);
            CREATE TABLE Kana (ID INTEGER PRIMARY KEY, idseq INTEGER, text TEXT, nokanji BOOLEAN);
            CREATE TABLE KNR (kid INTEGER, text TEXT);
            CREATE TABLE KNP (kid INTEGER, text TEXT);
            CREATE TABLE Sense (ID INTEGER PRIMARY KEY, idseq INTEGER);
            CREATE TABLE misc (sid INTEGER, text TEXT);
            CREATE TABLE SenseGloss (sid INTEGER, lang TEXT, gend TEXT, text TEXT);
            INSERT INTO Kanji VALUES (1, 1, '薬缶'), (2, 1, '薬鑵'), (3, 2, '夜間'), (4, 3, '橋'), (5, 4, '橋');
            INSERT INTO Kana VALUES (1, 1, 'やかん', 0), (2, 1, 'ヤクカン', 0), (3, 2, 'やかん', 0), (4, 3, 'はし', 0),
                (5, 4, 'はし', 0), (6, 5, 'トマト', 1);
            INSERT INTO KNR VALUES (2, '薬鑵');
            INSERT INTO KJP VALUES (3, 'ichi1'), (5, 'ichi1');
            INSERT INTO KNP VALUES (3, 'ichi1'), (5, 'ichi1');
            INSERT INTO Sense VALUES (1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5);
            INSERT INTO misc VALUES (1, 'word usually written using kana alone');
            INSERT INTO SenseGloss VALUES (1, 'eng', '', 'kettle'), (1, 'ger', '', 'Kessel'),
                (2, 'eng', '', 'baldness'), (3, '', '', 'night'),
                (3, '', '', 'nighttime'), (4, '', '', 'rare'), (5, '', '', 'bridge'),
                (6, '', '', 'tomato');
            """
        )
    return path.read_bytes()


ARCHIVES: dict[str, Callable[[Path], bytes]] = {
    "xml": lambda _: (HEAD + ENTRIES).encode(),
    "xml, packed": lambda _: gzip.compress((HEAD + ENTRIES).encode()),
    "edict": lambda _: EDICT.encode(),
    "edict in EUC-JP": lambda _: EDICT.encode("euc_jp"),
    "edict in UTF-16": lambda _: EDICT.encode("utf-16"),
    "edict2": lambda _: EDICT2.encode("euc_jp"),
    "edict of Debian": lambda _: deb(EDICT.encode("euc_jp")),
    "jamdict": jamdict,
    "jamdict-data": lambda folder: tar("jamdict_data/jamdict.db.xz", lzma.compress(jamdict(folder)), "w:gz"),
}


@pytest.mark.parametrize("kind", ARCHIVES)
def test_every_archive_gives_the_first_sense_of_the_commonest_entry(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "archive"
    path.write_bytes(ARCHIVES[kind](tmp_path))
    found = glosses_of(read_archive(path))
    found.pop(("とめーと", "トメート"), None)
    said = f"{path}:7: is not an entry: 'a line that is not an entry'. Lines left out: 1\n"
    assert capsys.readouterr().err == (
        said.replace(":7", ":8") * ("edict" in kind) if kind != "edict2" else said
    )
    assert {pair: gloss for pair, gloss in found.items() if pair[0] != "やくかん"} == EXPECTED
    assert ("やくかん", "薬缶") not in found


def test_the_script_writes_a_file_of_own_glosses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive, out = tmp_path / "JMdict_e.gz", tmp_path / "glosses.tsv"
    archive.write_bytes(gzip.compress((HEAD + ENTRIES).encode()))
    main(archive, out)
    assert "kanamj lexicon list --own" in capsys.readouterr().out
    read = {(reading, spelling): gloss for _, reading, spelling, gloss in read_glosses(out)}
    assert EXPECTED.items() <= read.items()
    archive.write_text(HEAD + "</JMdict>", encoding="utf-8")
    with pytest.raises(KanamjError, match="has no word with a gloss; is it an archive of JMdict?"):
        main(archive, out)


BOMB = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">\n' for n in range(9))


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        (f'<!ENTITY e0 "lol">\n{BOMB}', "e1"),
        (f'<!ENTITY long "{"x" * 1000}">', "long"),
        ('<!ENTITY file SYSTEM "file:///etc/passwd">', "file"),
    ],
)
def test_an_entity_that_can_grow_or_reads_files_is_refused(tmp_path: Path, declared: str, name: str) -> None:
    path = tmp_path / "JMdict"
    path.write_text(
        f"<?xml version='1.0'?>\n<!DOCTYPE JMdict [\n{declared}\n]>\n<JMdict><entry>&{name};</entry></JMdict>",
        encoding="utf-8",
    )
    with pytest.raises(FileFormatError, match=f"the entity '{name}' is not a short text without entities"):
        list(read_archive(path))


def test_archives_that_unpack_to_too_much_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jmdict_glosses, "MOST_UNPACKED", 10 * CHUNK)
    path = tmp_path / "archive"
    bomb = EDICT.encode() + b"x /y/\n" * 4 * CHUNK
    for data in (
        gzip.compress(bomb),
        deb(bomb),
        tar("a/jamdict.db.xz", lzma.compress(b"SQLite" + bomb), "w:gz"),
    ):
        path.write_bytes(data)
        with pytest.raises(FileFormatError, match="unpacks to more than"):
            list(read_archive(path))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (deb(b"")[:-100], "cannot be read as an archive of JMdict"),
        (tar("setup.py", b"1", "w:gz"), "has no file jamdict.db.xz"),
    ],
    ids=["cut short", "of something else"],  # the data has the time in it
)
def test_other_archives_are_refused_in_one_sentence(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "archive"
    path.write_bytes(data)
    with pytest.raises(FileFormatError, match=said):
        list(read_archive(path))


def test_a_gloss_is_one_short_plain_line() -> None:
    assert one_line(["a <b>dog</b>\n\x1b[31m", ""]) == "a bdog/b [31m"
    assert len(one_line(["x" * 1000])) == 200
