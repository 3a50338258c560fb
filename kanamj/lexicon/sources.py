"""Readers of word sources, one per format: a path in, words out.

A reader yields everything that the source has; the filters decide what stays.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kanamj.errors import FileFormatError, KanamjError, Message, brief, not_one_of
from kanamj.lexicon.files import MOST_UNPACKED, read_bytes, read_lines, read_text, unpacked
from kanamj.lexicon.kana import is_reading, parse_reading
from kanamj.lexicon.store import load_folder

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NO_FACTS: Mapping[str, str] = MappingProxyType({})


class Word(NamedTuple):
    """A word as a source has it, before the filters: reading in hiragana, spelling, cost (-1 is unknown) and facts.

    facts: what else the filters need to know, name -> text; a reader that gives facts says which.
    """

    reading: str
    spelling: str
    cost: int = -1
    facts: Mapping[str, str] = NO_FACTS


def read_hrgjncs(path: Path) -> Iterator[Word]:
    """Words of a published folder, by key. These lists have no readings, so the key takes the place of the reading.

    The folder has `2gram.txt`, `3gram.txt` … as `kanamj.lexicon.store` describes them:

        ３文字集合	可能な３文字単語
        かさな	魚
    """
    for rows in load_folder(path).grams.values():
        for key, spellings in rows.items():
            for spelling in spellings:
                yield Word(key, spelling)


WLSP_COLUMNS = 26
_WLSP = {"class": 7, "heading": 11, "headword": 12, "reading": 13, "writes": 16}


def read_wlsp(path: Path, encoding: str = "utf-8") -> Iterator[Word]:
    """Words of `bunruidb-fam.csv` of WLSP-familiarity 4.0: a header line, then 26 columns per row.

    It reads the columns 8 分類番号, 12 見出し (the spelling), 13 見出し本体, 14 読み and 17 「書く」. Made-up rows:

        …,分類番号,…,見出し,見出し本体,読み,…,「書く」,…
        …,1.5501,…,兎（うさぎ）,兎,うさぎ,…,0.41,…

    Facts: class (column 8), headword (13), writes (17). Raises FileFormatError for a row that does not have 26 columns.
    """
    rows = _csv_rows(path, read_text(path, encoding))
    next(rows, None)
    for number, row in rows:
        if len(row) != WLSP_COLUMNS:
            message = Message("expected {} columns as in bunruidb-fam.csv, got {}", WLSP_COLUMNS, len(row))
            raise FileFormatError(message, path=path, line=number)
        fact = {name: row[place] for name, place in _WLSP.items()}
        yield Word(parse_reading(fact["reading"]), fact["heading"], facts=fact)


def _csv_rows(path: Path, text: str, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Pairs (number of the last line of the row, columns), for the rows that are not blank."""
    rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        for row in rows:
            if row:
                yield rows.line_num, row
    except csv.Error as error:
        raise FileFormatError(
            "not readable as CSV: {}; is a quote left open?", error, path=path, line=rows.line_num
        ) from None


_FREQUENCY = re.compile(
    r"nf[0-9]{2}"
)  # ranks in the newspaper corpus, in steps of 500 words; nf01: commonest
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_LONGEST_ENTITY = 200
"""The most characters of an entity's text. JMdict's longest has some 70."""


def read_jmdict(path: Path) -> Iterator[Word]:
    """Words of a JMdict XML file, gzip or plain: one per possible set of reading, spelling and sense.

        <entry><ent_seq>1</ent_seq>
          <k_ele><keb>兎</keb><ke_pri>ichi1</ke_pri></k_ele>
          <r_ele><reb>うさぎ</reb><re_pri>ichi1</re_pri></r_ele>
          <sense><pos>&n;</pos><misc>&uk;</misc><gloss>rabbit</gloss></sense></entry>

    The cost is the number in the tag nf01 to nf48 (1 is the commonest) if reading and spelling both have the tag, else
    -1. Facts are tags separated by spaces: pos (a sense without pos has the pos of the sense before it), misc, pri
    (tags that reading and spelling both have), info (tags that either has); and gloss, the English glosses, one per
    line. `re_restr`, `re_nokanji`, `stagk` and `stagr` limit the pairs as JMdict defines.

    Raises FileFormatError, with the line, if the XML is broken, or if an entity has a long text or names others.
    """
    from xml.etree import ElementTree

    data = unpacked(read_bytes(path, MOST_UNPACKED), path)
    # The parser replaces each entity by its text, but a tag is the name of an entity: map the texts back.
    tags = _jmdict_entities(data, path)
    try:
        for _, element in ElementTree.iterparse(io.BytesIO(data)):
            if element.tag == "entry":
                yield from _jmdict_entry(element, tags)
                element.clear()
    except ElementTree.ParseError as error:
        raise FileFormatError(
            "not readable as JMdict XML: {}", error, path=path, line=error.position[0]
        ) from None


def _jmdict_entities(data: bytes, path: Path) -> dict[str, str]:
    """Text -> name of the entities that the head of the file declares.

    A few lines of entities can unpack to gigabytes. So an entity may only have a short text without other entities.
    """
    from xml.parsers import expat

    tags: dict[str, str] = {}

    def declared(name: str, _parameter: bool, text: str | None, *_: object) -> None:
        if text is None or len(text) > _LONGEST_ENTITY or "&" in text:
            message = Message(
                "the entity {} is not a short text without entities, as those of JMdict are", brief(name)
            )
            raise FileFormatError(message, path=path, line=parser.CurrentLineNumber)
        tags[text] = name

    def begun(*_: object) -> None:
        parser.EntityDeclHandler = None
        raise EOFError  # the first element: the head has ended

    parser = expat.ParserCreate()
    parser.EntityDeclHandler, parser.StartElementHandler = declared, begun
    with suppress(EOFError, expat.ExpatError):  # broken XML is an error of the next parser
        parser.Parse(data, True)
    return tags


def _jmdict_entry(entry: Element, tags: Mapping[str, str]) -> Iterator[Word]:
    spellings = {k.findtext("keb", ""): k for k in entry.iterfind("k_ele")}
    senses = _jmdict_senses(entry, tags)
    for r in entry.iterfind("r_ele"):
        reb = r.findtext("reb", "")
        bare = not spellings or r.find("re_nokanji") is not None
        for keb in [reb] if bare else _texts(r, "re_restr") or list(spellings):
            pri, info = _texts(r, "re_pri"), _texts(r, "re_inf")
            if keb in spellings:
                pri = [tag for tag in pri if tag in _texts(spellings[keb], "ke_pri")]
                info += _texts(spellings[keb], "ke_inf")
            form = {"pri": " ".join(pri), "info": _names(info, tags)}
            cost = min((int(tag[2:]) for tag in pri if _FREQUENCY.fullmatch(tag)), default=-1)
            for sense, stagk, stagr in senses:
                if (bare or not stagk or keb in stagk) and (not stagr or reb in stagr):
                    yield Word(parse_reading(reb), keb, cost, sense | form)


def _jmdict_senses(
    entry: Element, tags: Mapping[str, str]
) -> list[tuple[dict[str, str], list[str], list[str]]]:
    senses = []
    pos: list[str] = []
    for sense in entry.iterfind("sense"):
        pos = _texts(sense, "pos") or pos
        english = (gloss for gloss in sense.iterfind("gloss") if gloss.get(_LANGUAGE, "eng") == "eng")
        facts = {"pos": _names(pos, tags), "misc": _names(_texts(sense, "misc"), tags)}
        facts["gloss"] = "\n".join(gloss.text or "" for gloss in english)
        senses.append((facts, _texts(sense, "stagk"), _texts(sense, "stagr")))
    return senses


def _names(texts: list[str], tags: Mapping[str, str]) -> str:
    return " ".join(tags.get(text, text) for text in texts)


def _texts(element: Element, tag: str) -> list[str]:
    return [child.text or "" for child in element.iterfind(tag)]


def read_table(
    path: Path, reading: str = "reading", spelling: str = "spelling", encoding: str = "utf-8", cost: str = ""
) -> Iterator[Word]:
    """Words of a table with a column for the reading and one for the spelling: TSV if line 1 has a tab, else CSV.

    A column is given by its name in the header line, or by its number from 1. With numbers, there is no header: the
    first line is a row too.

        reading,spelling,note
        うさぎ,兎,made up

    If there is no spelling column, the reading is also the spelling. If the reading is blank and the spelling is kana,
    the spelling is also the reading. cost: a column of whole numbers, lower is commoner; blank is unknown. Raises
    FileFormatError for a missing column, or a cost that is not a whole number.
    """
    text = read_text(path, encoding)
    rows = list(_csv_rows(path, text, "\t" if "\t" in text.partition("\n")[0] else ","))
    wanted = {"reading": reading, "spelling": spelling} | ({"cost": cost} if cost else {})
    if _NUMBER.fullmatch(reading):
        wanted["spelling"] = spelling if spelling != "spelling" else reading
        places = {use: _column(name) for use, name in wanted.items()}
    else:
        header = rows.pop(0)[1] if rows else []
        if spelling == "spelling" and spelling not in header:
            wanted["spelling"] = reading
        places = {use: _named_column(path, header, use, name) for use, name in wanted.items()}
    for number, row in rows:
        if len(row) <= max(places.values()):
            least = max(places.values()) + 1
            raise FileFormatError(
                "expected {} columns or more, got {}", least, len(row), path=path, line=number
            )
        cell = {use: row[place].strip() for use, place in places.items()}
        blank = not cell["reading"] and is_reading(parse_reading(cell["spelling"]))
        yield Word(
            parse_reading(cell["spelling"] if blank else cell["reading"]),
            cell["spelling"] or cell["reading"],
            _cost(path, number, cell.get("cost", "")),
        )


_NUMBER = re.compile(r"[0-9]{1,4}")
_COST = re.compile(r"[0-9]{1,9}")


def _named_column(path: Path, header: list[str], use: str, name: str) -> int:
    if name not in header:
        message = not_one_of(name, "a column of the header", header)
        raise FileFormatError("{}. Name the column with --{}", message, use, path=path, line=1)
    return header.index(name)


def _column(number: str) -> int:
    """The index, from 0, of a column that is given by its number from 1."""
    if not _NUMBER.fullmatch(number) or int(number) < 1:
        raise KanamjError(
            "the column is {}; if one column is given as a number, give all as numbers from 1", brief(number)
        )
    return int(number) - 1


def _cost(path: Path, number: int, cell: str) -> int:
    if not cell:
        return -1
    if not _COST.fullmatch(cell):
        raise FileFormatError(
            "the cost is {}; it must be a whole number of at most 9 digits, or blank",
            brief(cell[:40]),
            path=path,
            line=number,
        )
    return int(cell)


def read_own_words(path: Path) -> Iterator[Word]:
    """Words of a list that people edit: one reading per line; after a tab, the spelling if it differs from the reading.

        # a comment; further columns are for notes
        すまほ	スマホ	new
        ねこ

    Raises FileFormatError for a reading that is not kana, with its line.
    """
    for number, columns in _rows(path):
        yield Word(_reading(path, number, columns), (columns[1:2] or [""])[0].strip() or columns[0].strip())


def read_exclusions(path: Path) -> frozenset[tuple[str, str]]:
    """The words to leave out, as pairs (reading, spelling), from a list that people edit:

    # reading	spelling or *	why
    らい	*	block
    ねこ

    The spelling "*" means every spelling of the reading. A line without a spelling, such as the last, gives "*", too.
    """
    return frozenset(
        (_reading(path, number, columns), (columns[1:2] or [""])[0].strip() or "*")
        for number, columns in _rows(path)
    )


def read_rows(path: Path, columns: int) -> Iterator[tuple[str, ...]]:
    """The rows of a list that people edit, without blank lines and comments. `columns` is the number of cells that each
    row gets: the reading first; "" for a cell that the line lacks.

    # reading	spelling	why
    らい	*	block
    """
    for number, row in _rows(path):
        reading = _reading(path, number, row)
        yield (reading, *(cell.strip() for cell in (row[1:columns] + [""] * columns)[: columns - 1]))


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(read_lines(path), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line.split("\t")


def _reading(path: Path, number: int, columns: list[str]) -> str:
    reading = parse_reading(columns[0])
    if not is_reading(reading):
        raise FileFormatError(
            "expected a reading in kana, got {}; a line is a reading, a tab and the spelling",
            brief(columns[0][:40]),
            path=path,
            line=number,
        )
    return reading
