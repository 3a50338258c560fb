"""Readers of word sources, one per format: a path in, words out.

A reader yields everything that the source has; the filters decide what stays.
"""

from __future__ import annotations

import io
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kanamj.errors import FileFormatError, KanamjError, Message, brief, not_one_of, wrong_format
from kanamj.lexicon.files import (
    MOST_UNPACKED,
    cells_of,
    check_lines,
    csv_rows,
    encoding_of,
    lines_of,
    quoted,
    read_bytes,
    read_text,
    text_of,
    unpacked,
)
from kanamj.lexicon.kana import is_reading, parse_reading
from kanamj.lexicon.store import Entry, load_folder
from kanamj.tiles import fold_kana, odd_letter

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


def read_list(path: Path) -> Iterator[Word]:
    """Words of a folder of kanamj, from its `words.tsv`. Facts: all that it says of a word, by the names of Entry.

    Raises FileFormatError for a folder without readings.
    """
    lexicon = load_folder(path)
    if not lexicon.readings:
        raise FileFormatError("has no words.tsv; use --from hrgjncs", path=path)
    for reading, spelling, cost, *facts in lexicon.readings:
        yield Word(reading, spelling, cost, dict(zip(Entry._fields[3:], map(str, facts), strict=True)))


WLSP_COLUMNS = 26
_WLSP = {"class": 7, "heading": 11, "headword": 12, "reading": 13, "writes": 16}


def _listed(reading: str) -> str:
    """A reading as a dictionary has it, in hiragana. A dash at an end is the mark of a part of words (ぜん〜)."""
    plain = reading.strip()
    return plain if plain[:1] in _DASHES or plain[-1:] in _DASHES else fold_kana(plain)


_DASHES = (*"-‐‑‒–−－―—─〜～~",)


def read_wlsp(path: Path, encoding: str = "") -> Iterator[Word]:
    """Words of `bunruidb-fam.csv` of WLSP-familiarity 4.0: a header line, then 26 columns per row.

    It reads the columns 8 分類番号, 12 見出し (the spelling), 13 見出し本体, 14 読み and 17 「書く」. Made-up rows:

        …,分類番号,…,見出し,見出し本体,読み,…,「書く」,…
        …,1.5501,…,兎（うさぎ）,兎,うさぎ,…,0.41,…

    Facts: class (column 8), headword (13), writes (17). Raises FileFormatError for a row that does not have 26 columns.
    """
    rows = csv_rows(read_text(path, encoding), path)
    next(rows, None)
    for number, row in rows:
        if len(row) != WLSP_COLUMNS:
            message = Message("expected {} columns as in bunruidb-fam.csv, got {}", WLSP_COLUMNS, len(row))
            raise FileFormatError(message, path=path, line=number)
        fact = {name: row[place] for name, place in _WLSP.items()}
        yield Word(_listed(fact["reading"]), fact["heading"], facts=fact)


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

    Raises FileFormatError, with the line, if the XML is broken, or if an entity has a long text or names others; and
    for JMnedict, which has names in place of senses.
    """
    from xml.etree import ElementTree

    data = unpacked(read_bytes(path, MOST_UNPACKED), path)
    if b"<" not in data[:1000]:
        raise FileFormatError("is not XML; give JMdict_e.gz, or say with --from what it is", path=path)
    check_lines(data, path, b">")  # the parser takes time quadratic in the length of a text
    data = _xml_of(data, path)
    # The parser replaces each entity by its text, but a tag is the name of an entity: map the texts back.
    tags = _jmdict_entities(data, path)
    try:
        for _, element in ElementTree.iterparse(io.BytesIO(data)):
            if element.tag == "trans":
                raise FileFormatError(
                    "is JMnedict, which has names; the lists have the nouns of JMdict", path=path
                )
            if element.tag == "entry":
                yield from _jmdict_entry(element, tags)
                element.clear()
    except ElementTree.ParseError as error:
        raise FileFormatError(
            "not readable as JMdict XML: {}", error, path=path, line=error.position[0]
        ) from None


_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\sencoding=["']([^"'>]*)["']""")
_OF_PARSER = ("utf-8", "utf-16", "iso-8859-1", "us-ascii")


def _xml_of(data: bytes, path: Path) -> bytes:
    """The XML in an encoding that the parser knows: EUC-JP and others become UTF-8, without the declaration."""
    found = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf"))
    name = found[1].decode("latin-1") if found else encoding_of(data)
    if name.lower() in _OF_PARSER:
        return data
    return re.sub("""\\sencoding=["'][^"'>]*["']""", "", text_of(data, path, name), count=1).encode()


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
                    yield Word(_listed(reb), keb, cost, sense | form)


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
    path: Path,
    reading: str = "reading",
    spelling: str = "spelling",
    encoding: str = "",
    cost: str = "",
    where: Collection[str] = (),
    order: str = "",
) -> Iterator[Word]:
    """Words of a table with a column for the reading and one for the spelling: a JSON list, TSV if line 1 has a tab, or
    CSV.

    A column is given by its name in the header line, or by its number from 1. With numbers, there is no header: the
    first line is a row too. The rows of a JSON list are objects, whose names are the columns, lists (first the reading,
    then the spelling) or texts.

        reading,spelling,note
        うさぎ,兎,made up

    If there is no spelling column, the reading is also the spelling. If the reading is blank and the spelling is kana,
    the spelling is also the reading. cost: a column of whole numbers, lower is commoner; blank is unknown. With an
    `order`, one of ORDERS, it has any numbers, and `ranked` makes costs of them. where: further columns. Facts: the
    cells of `where`, each as "where COLUMN", and for an order the cell "cost". Raises FileFormatError for a
    missing column, a cost that is no such number, and a reading or spelling with a line break, as an open quote makes.
    """
    text = _text_of_list(path, encoding)
    if _is_json(text):
        rows = list(json_rows(text, path))
        named = text.partition("[")[2].lstrip().startswith("{")
        if (
            rows
            and not named
            and (reading, spelling) == ("reading", "spelling")
            and reading not in rows[0][1]
        ):
            reading, spelling = "1", "2" if len(rows[0][1]) > 1 else "1"
    else:
        first = text.lstrip("\n").partition("\n")[0]
        rows = list(csv_rows(text, path, next((mark for mark in "\t,;|" if mark in first), ",")))
    wanted = {"reading": reading, "spelling": spelling} | ({"cost": cost} if cost else {})
    if _NUMBER.fullmatch(reading):
        wanted["spelling"] = spelling if spelling != "spelling" else reading
        places = {use: _column(name) for use, name in wanted.items()}
        others = {name: _column(name) for name in where}
    else:
        header = rows.pop(0)[1] if rows else []
        if spelling == "spelling" and spelling not in header:
            wanted["spelling"] = reading
        places = {use: _named_column(path, header, use, name) for use, name in wanted.items()}
        others = {name: _named_column(path, header, "where", name) for name in where}
    least = 1 + max((*places.values(), *others.values()))
    for number, row in rows:
        if len(row) < least:
            raise FileFormatError(
                "expected {} columns or more, got {}", least, len(row), path=path, line=number
            )
        cell = {use: _unescaped(row[place].strip()) for use, place in places.items()}
        if "\n" in cell["reading"] + cell["spelling"]:
            said = brief(f"{cell['reading']} {cell['spelling']}")
            raise FileFormatError(
                "a cell has a line break: {}; is a quote left open?", said, path=path, line=number
            )
        blank = not cell["reading"] and is_reading(_listed(cell["spelling"]))
        facts = {f"where {name}": row[place].strip() for name, place in others.items()}
        known = _cost(path, number, cell.get("cost", ""), order)
        yield Word(
            _listed(cell["spelling"] if blank else cell["reading"]),
            cell["spelling"] or cell["reading"],
            -1 if order else int(known or -1),
            facts | ({"cost": known} if order else {}) or NO_FACTS,
        )


_HEAD = re.compile(r"\A(?:!.*\n|\s*\n)+")
_EDICT = re.compile(r"^\S+ \[[^]]+\] /.*/\s*$", re.MULTILINE)
_ESCAPED = re.compile(r"\\u(?:([0-9A-Fa-f]{4})|\{([0-9A-Fa-f]{1,5})\})")


def _text_of_list(path: Path, encoding: str = "") -> str:
    """The text of a list, without the lines before its words that begin with !, which IMEs export; empty lines take
    their place. Raises FileFormatError for EDICT, which three readers would take for something else."""
    text = read_text(path, encoding)
    if _EDICT.search(text[:10_000]):
        raise FileFormatError(
            "is EDICT; the same words, as lists need them, are in JMdict_e.gz: --from jmdict", path=path
        )
    return _HEAD.sub(lambda head: "\n" * head[0].count("\n"), text)


def _unescaped(cell: str) -> str:
    r"""The cell with its escapes as letters: SudachiDict has \u0028 in place of a bracket, and \u002C of a comma."""
    if "\\u" not in cell:
        return cell
    letters = _ESCAPED.sub(lambda found: chr(int(found[1] or found[2], 16)), cell)
    return letters.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("[", "{")


def json_rows(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Pairs (number of the line, cells), for the items of a JSON list; before objects, a row with their names. The list
    may also be the only list in an object.

        [{"reading": "うさぎ", "spelling": "兎"}, …]    or ["うさぎ", …], or [["うさぎ", "兎"], …], or {"words": […]}

    Raises FileFormatError, with the line, for broken JSON and for other items.
    """
    decoder, line = json.JSONDecoder(), 1
    begin, end = _place_of_list(text, path)
    text, at = text[:end], begin + 1
    names: list[str] = []
    start = 0
    while (found := _NEXT.match(text, at)) and not found["end"]:
        line += text.count("\n", start, found.end())
        first, start = not start, found.end()
        try:
            if bool(found["comma"]) == first:
                raise ValueError
            item, at = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):  # also a number of 5,000 digits
            raise FileFormatError(
                "is not a JSON list: {}", brief(text[start : start + 60]), path=path, line=line
            ) from None
        if isinstance(item, dict):
            if not names:
                names = [*item]
                yield line, names
            item = [item.get(name) for name in names]
        cells = item if isinstance(item, list) else [item]
        if not all(cell is None or isinstance(cell, str | int | float) for cell in cells):
            raise FileFormatError(
                "{} is not a word; give a text, a list of texts, or an object of texts",
                brief(item),
                path=path,
                line=line,
            )
        yield line, ["" if cell is None else str(cell) for cell in cells]


def _place_of_list(text: str, path: Path) -> tuple[int, int]:
    """Where a JSON list begins and ends. Raises FileFormatError for an object that does not have one list."""
    if text.lstrip()[0] == "[":
        return text.index("["), len(text)
    at, lists = 0, []
    with suppress(ValueError, RecursionError):  # broken JSON
        while name := _NAME.match(text, at):
            value, at = json.JSONDecoder().raw_decode(text, name.end())
            if isinstance(value, list):
                lists.append((name.end(), at))
    if len(lists) != 1 or text[at:].strip() != "}":
        raise FileFormatError(
            'is not JSON with one list of words; write ["さくら", …] or {"words": ["さくら", …]}', path=path
        )
    return lists[0]


_NAME = re.compile(r'\s*[{,]\s*"[^"]*"\s*:\s*')
_NEXT = re.compile(r"\s*(?P<comma>,?)\s*(?P<end>\]\s*\Z)?")
_NUMBER = re.compile(r"[0-9]{1,4}")
_COST = re.compile(r"[0-9]{1,9}")
ORDERS = ("lower", "higher")


def _named_column(path: Path, header: list[str], use: str, name: str) -> int:
    if name not in header:
        listed = ", ".join(header)
        listed = listed if len(listed) <= 300 else f"{listed[:300]}…"
        message = not_one_of(name, "a column of the header", [listed])
        text = "{}. Name the column with --{}; without a header, give numbers: --reading 1 --spelling 2"
        raise FileFormatError(text, message, use, path=path, line=1)
    return header.index(name)


def _column(number: str) -> int:
    """The index, from 0, of a column that is given by its number from 1."""
    if not _NUMBER.fullmatch(number) or int(number) < 1:
        raise KanamjError(
            "the column is {}; if one column is given as a number, give all as numbers from 1", brief(number)
        )
    return int(number) - 1


def _cost(path: Path, number: int, cell: str, order: str) -> str:
    """The cell of a cost. Raises FileFormatError unless it is blank, or a number that the order allows."""
    if not cell or (_DECIMAL if order else _COST).fullmatch(cell):
        return cell
    if order:
        raise FileFormatError(
            "the cost is {}; it must be a number, or blank", brief(cell[:40]), path=path, line=number
        )
    raise FileFormatError(
        "the cost is {}; it must be a whole number of at most 9 digits, or blank. --cost-order lower or "
        "higher takes others",
        brief(cell[:40]),
        path=path,
        line=number,
    )


def ranked(words: Iterable[Word], order: str) -> list[Word]:
    """The words with the ranks of their facts "cost" as costs: 1 for the lowest (order "higher": the highest) number.

    >>> [word.cost for word in ranked([Word("ね", "根", -1, {"cost": x}) for x in ("2.5", "-1", "")], "higher")]
    [1, 2, -1]
    """
    words = list(words)
    numbers = {float(word.facts["cost"]) for word in words if word.facts["cost"]}
    ranks = {number: rank for rank, number in enumerate(sorted(numbers, reverse=order == "higher"), 1)}
    return [word._replace(cost=ranks.get(float(word.facts["cost"] or "nan"), -1)) for word in words]


def read_skk(path: Path, encoding: str = "") -> Iterator[Word]:
    """Words of an SKK dictionary: a reading, a blank, and the spellings between slashes, each with a note after `;`.

        ;; okuri-nasi entries.
        さくら /桜/櫻;old form/

    Readings with the letter of an ending (うごk) are words too; no filter lets them through. Raises FileFormatError for
    another line.
    """
    for number, line in enumerate(lines_of(_text_of_list(path, encoding)), 1):
        if not line.strip() or line.startswith(";"):
            continue
        found = _SKK.fullmatch(line.rstrip())
        if not found:
            raise FileFormatError(
                "expected a reading and spellings as in さくら /桜/櫻/, got {}",
                brief(line),
                path=path,
                line=number,
            )
        for spelling in found[2].split("/"):
            written = spelling.partition(";")[0].strip()
            if written and not written.startswith(("(", "[", "]")):  # a program, or spellings of an ending
                yield Word(_listed(found[1]), written)


_SKK = re.compile(r"(\S+)\s+/(.*)/")
_DECIMAL = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?")


def read_own_words(path: Path) -> Iterator[Word]:
    """Words of a list that people edit; see `own_words`."""
    return (word for _, word in own_words(path))


def own_words(path: Path) -> Iterator[tuple[int, Word]]:
    """Pairs (number of the line, word) of a list that people edit: one reading per line; after a tab, the spelling if
    it differs from the reading; or several readings, with blanks or commas between them; or a list in JSON.

        # a comment; further columns are for notes
        すまほ	スマホ	new
        ねこ
        いぬ、うさぎ かめ

    A first line with the word `reading` names the columns. Raises FileFormatError for a reading that is not kana.
    """
    reading, spelling = 0, 1
    for place, (number, columns) in enumerate(_rows(path)):
        if not place and "reading" in columns:
            reading = columns.index("reading")
            spelling = columns.index("spelling") if "spelling" in columns else reading
            continue
        parts = [parse_reading(part) for part in _BETWEEN.split(columns[0].strip())]
        if len(columns) == 1 and len(parts) > 1 and all(map(is_reading, parts)):
            written = _BETWEEN.split(columns[0].strip())
            yield from ((number, Word(*pair)) for pair in zip(parts, written, strict=True))
            continue
        first = columns[reading : reading + 1] or [""]
        given = (columns[spelling : spelling + 1] or [""])[0].strip()
        if given.isdecimal():
            raise FileFormatError(
                "{} is a number, not a spelling. For a table: "
                "kanamj lexicon build --from table FILE --reading 1 --spelling 2",
                brief(given),
                path=path,
                line=number,
            )
        yield number, Word(_reading(path, number, first), given or first[0].strip())


_BETWEEN = re.compile(r"[\s、,，]+")


def read_exclusions(path: Path) -> frozenset[tuple[str, str]]:
    """The words to leave out, as pairs (reading, spelling), from a list that people edit:

    # reading	spelling or *	why
    らい	*	block
    ねこ

    The spelling "*" means every spelling of the reading. A line without a spelling, such as the last, gives "*", too.
    """
    return frozenset(pair for _, pair in exclusions(path))


def exclusions(path: Path) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yields the line of each word to leave out, and the word, as `read_exclusions` has it."""
    for number, columns in _rows(path):
        yield number, (_reading(path, number, columns), (columns[1:2] or [""])[0].strip() or "*")


def edited(
    path: Path,
    words: Iterable[tuple[int, tuple[str, str]]],
    gone: Collection[tuple[str, str]],
    new: Iterable[tuple[str, str]],
) -> str:
    """The text of a list that people edit, without the words `gone`, and with the `new` ones as its last lines. All
    else stays as it is: comments, notes, the order.

    words: the line of each word of the list, and its reading and spelling. If the list is in JSON, or its columns are
    not the reading and the spelling, each of its words gets a line.
    """
    of = defaultdict[int, list[tuple[str, str]]](list)
    for number, word in words:
        of[number].append(word)
    text = _text_of_list(path) if path.exists() else ""
    typed = [] if _is_json(text) else lines_of(text)
    first = next((n for n, line in enumerate(typed, 1) if line.strip() and not line.startswith("#")), 0)
    has_names = first and first not in of
    if _is_json(text) or (
        has_names and cells_of(typed[first - 1], path, first)[:2] != ["reading", "spelling"]
    ):
        rows: list[tuple[str | None, list[tuple[str, str]]]] = [(None, found) for found in of.values()]
    else:
        rows = [(line, of[number]) for number, line in enumerate(typed, 1) if not _FIRST.fullmatch(line)]
    lines = [FIRST_LINE]
    for line, found in (*rows, (None, sorted(new))):
        kept = [word for word in found if word not in gone]
        if line is not None and len(kept) == len(found):
            lines.append(line)
        else:
            lines += [f"{reading}\t{quoted(spelling)}" for reading, spelling in kept]
    return "\n".join(lines) + "\n"


def read_rows(path: Path, columns: int) -> Iterator[tuple[str, ...]]:
    """The rows of a list that people edit, without blank lines and comments. `columns` is the number of cells that each
    row gets: the reading first; "" for a cell that the line lacks.

    # reading	spelling	why
    らい	*	block
    """
    for number, row in _rows(path):
        reading = _reading(path, number, row)
        yield (reading, *(cell.strip() for cell in (row[1:columns] + [""] * columns)[: columns - 1]))


FORMAT = 1
"""The format of a list that people edit. A list that kanamj writes has it in its first line."""
FIRST_LINE = f"# kanamj words, format {FORMAT}"
_FIRST = re.compile(r"# kanamj words, format ([0-9]{1,9})\s*")


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yields the number and the cells of each line that has a word. Raises FileFormatError for a newer format."""
    text = _text_of_list(path)
    if _is_json(text):
        yield from json_rows(text, path)
        return
    for number, line in enumerate(lines_of(text), 1):
        if (found := _FIRST.fullmatch(line)) and (wrong := wrong_format(int(found[1]), FORMAT)):
            raise FileFormatError("{}", wrong, path=path, line=number)
        if line.strip() and not line.startswith("#"):
            yield number, cells_of(line, path, number)


def _reading(path: Path, number: int, columns: list[str]) -> str:
    reading = parse_reading(columns[0])
    if not is_reading(reading):
        raise FileFormatError(
            "expected a reading in kana, got {}{}; a line is a reading, a tab and the spelling. For a table: "
            "kanamj lexicon build --from table FILE --reading 1 --spelling 2",
            brief(columns[0][:40]),
            odd_letter(reading),
            path=path,
            line=number,
        )
    return reading
