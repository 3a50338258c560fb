# ruff: noqa: F401  # the expressions use what is imported
"""Files that are broken, of another kind, or meant to do harm: a sentence with the file, the line and the rule."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from kanamj.errors import KanamjError
from kanamj.game.record import read_record
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.glosses import LONGEST, read_own
from kanamj.lexicon.known import known_keys
from kanamj.lexicon.sources import read_jmdict, read_table, read_wlsp
from kanamj.lexicon.store import header, read_grams
from kanamj.lexicon.wordsfile import WORDS_HEADER, WordsFile, format_words
from kanamj.results import MANIFEST, MOST_BYTES, Manifest
from kanamj.studies import read_table as read_results
from kanamj.yaku import parse_rules
from scripts.jmdict_glosses import CHUNK, read_archive
from tests.places import DATA

TOY = load_lexicon(DATA / "toy")
DOG, WORDS = "# mine\nいぬ\t犬\tdog\n", f"{WORDS_HEADER}\n"
WHOLE = 'kind = "x"\ncommand = ""\nversion = ""\n'
JMDICT = (DATA / "jmdict.xml").read_bytes()
WLSP = (DATA / "wlsp.csv").read_text(encoding="utf-8")
READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "grams": ("2gram.txt", lambda path: read_grams(path, 2)),
    "words": ("words.tsv", lambda path: WordsFile(path).entries()),
    "extra": ("extra.tsv", lambda path: load_lexicon(DATA / "toy", [path])),
    "known": ("mine.txt", lambda path: known_keys(TOY, str(path))),
    "glosses": ("given.tsv", read_own),
    "table": ("table.csv", lambda path: list(read_table(path, cost="cost"))),
    "wlsp": ("wlsp.csv", lambda path: list(read_wlsp(path))),
    "jmdict": ("jmdict.xml", lambda path: list(read_jmdict(path))),
    "archive": ("JMdict", lambda path: list(read_archive(path))),
    "results": ("policies.csv", read_results),
    "manifest": (MANIFEST, lambda path: Manifest.read(path.parent)),
    "record": ("a.jsonl", lambda path: read_record(path, lambda _: TOY)),
}
"""The name of a file, and what reads it."""
BROKEN = r"""
grams | "" | 2gram.txt:1: … header line
grams | "あ\tい\n" | 2gram.txt:1: … header line
grams | header(2) + "\nいぬ\n" | 2gram.txt:2: … a key, a tab and words
grams | header(2) + "\nいぬ\t犬\nかさな\t魚\n" | 2gram.txt:3: … a key of 2 letters
grams | header(2) + "\nぬい\t犬\n" | 2gram.txt:2: … expected いぬ
grams | header(2) + "\nいぬ\t犬\nいぬ\t戌\n" | 2gram.txt:3: … appears twice
grams | header(2) + "\nいぬ\t犬::戌\n" | 2gram.txt:2: … words joined by ':'
grams | (header(2) + "\nいぬ\t犬\n").encode("cp932") | 2gram.txt:1: not utf-8; it reads as cp932. Save it as UTF-8 in an editor, or convert it: iconv -f cp932 -t utf-8
words | "reading\tspelling\tcost\nいぬ\t犬\t5\n" | words.tsv:1: the header line is … Build the list again, or install a newer kanamj
words | "" | words.tsv:1: the header line is ''
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t5\t\t\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\t犬\tいぬ\t2\tx\t\t\t\t\t\t\t\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t²\t\t\t\t\t\t\t\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t--5\t\t\t\t\t\t\t\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t-2\t\t\t\t\t\t\t\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t{'9' * 5000}\t\t\t\t\t\t\t\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t\t\t\t\t\t\t\t\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t1.5\t\t\t\t\t\t\t\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t+1\t\t\t\t\t\t\t\n" | words.tsv:2: expected reading, spelling … at most 9 digits
words | f"{WORDS}いぬ\t犬\tぬい\t2\t5\t\t\t\t\t\t\t\n" | words.tsv:2: the row of いぬ has key 'ぬい' and letters '2'
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t10\t\t\t\t\t\t\trude\n" | words.tsv:2: 'rude' is not a flag; expected sex, lavatory, insult, touchy, dark, wide or nothing
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t10\t\t\t\t\t\tfirst\t\n" | words.tsv:2: ease 'first' is not a rank; expected 1, 2, 3 … or nothing
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t10\t\t\t\t\t\t0\t\n" | words.tsv:2: ease '0' is not a rank
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t10\t\t\t\t\t\t-1\t\n" | words.tsv:2: ease '-1' is not a rank
words | f"{WORDS}いぬ\t犬\tいぬ\t2\t10\t\t\t\t\t\t1.5\t\n" | words.tsv:2: ease '1.5' is not a rank
words | format_words([Entry("いぬ", "犬", 1, ease=7), Entry("うま", "馬", 1, ease=7)]) | words.tsv:3: line 2 has ease 7 too; each word must have its own rank
extra | "# kanamj words, format 2\nすまほ\n" | extra.tsv:1: its format is 2, and this kanamj reads up to 1; install a newer kanamj
extra | "# kanamj words, format 0\nすまほ\n" | extra.tsv:1: its format is 0; it must be a whole number from 1
extra | "すまほ\n魚\n" | extra.tsv:2: expected a reading in kana, got '魚'
extra | "あいうえおか\n" | has 6 letters
known | "" | holds no words
known | "# nothing\n" | holds no words
known | "inu\n" | inu
known | "かめ\nねこ\nさんかく\n" | has words that toy does not have with 2 or 3 letters: かめ, さんかく. Remove them
known | "あい\nあう\nあえ\nあお\nあか\nあき\nあく\n" | あか and 2 more. Remove
glosses | DOG + "いぬ 犬 dog\n" | given.tsv:3: expected a reading, a spelling and a gloss with a tab between them
glosses | DOG + "いぬ\t犬\n" | given.tsv:3: expected a reading, a spelling and a gloss with a tab between them
glosses | DOG + "いぬ\t犬\tdog\tnoun\n" | given.tsv:3: expected a reading, a spelling and a gloss with a tab between them
glosses | DOG + "inu\t犬\tdog\n" | given.tsv:3: expected a reading in kana, got 'inu'
glosses | DOG + "いぬ\t犬\t \n" | given.tsv:3: the gloss of いぬ is empty
glosses | DOG + "いぬ\t犬\ta <b>dog</b>\n" | given.tsv:3: the gloss of いぬ has markup, '<b>dog</b>'
glosses | DOG + "いぬ\t犬\t<script src=x\n" | given.tsv:3: the gloss of いぬ has markup
glosses | DOG + "いぬ\t犬\tcats &amp; dogs\n" | given.tsv:3: the gloss of いぬ has markup
glosses | DOG + "いぬ\t犬\tdog\x1b[31m\n" | given.tsv:3: the gloss of いぬ has the control character '\x1b'
glosses | DOG + "いぬ\t犬\tdog\u202egod\n" | given.tsv:3: the gloss of いぬ has the control character
glosses | DOG + "いぬ\t犬\t" + "x" * (LONGEST + 1) | given.tsv:3: the gloss of いぬ has 201 letters; at most 200 are shown
glosses | "# めも\nいぬ\t犬\t\x81 ".encode("latin-1", "ignore") + b"\x81 " | given.tsv:2: not utf-8; it reads as none of
glosses | DOG + "いぬ\t犬\t\"dog\n" | given.tsv:3: not readable as CSV … is a quote left open?
glosses | DOG + "いぬ\t犬\t\"dog\" cat\n" | given.tsv:3: not readable as CSV … A quote that is text is written twice
extra | "すまほ\n\"ねこ\n" | extra.tsv:2: not readable as CSV … is a quote left open?
extra | '["すまほ",\n "魚"]' | extra.tsv:2: expected a reading in kana, got '魚'
extra | '["すまほ",\n [[1]]]' | extra.tsv:2: … is not a word
extra | '["すまほ",\n' | extra.tsv:2: is not a JSON list
extra | "[" * 100_000 | is not a JSON list
extra | "[" + "1" * 5_000 + "]" | is not a JSON list
extra | "ら‐めん\n" * 100_000 + "あ\u200b魚\n" | extra.tsv:100001: expected a reading in kana
table | "reading\tspelling\nさくら\t\"桜\nいぬ\t犬\n" | table.csv:2: not readable as CSV … is a quote left open?
table | 'reading,spelling,cost\nさくら,"桜\nいぬ",1\n' | table.csv:2: a cell has a line break … is a quote left open?
table | "PK\x03\x04".encode() + b"\xff" * 99 | it is an .xlsx or .zip file; save the sheet as CSV
jmdict | '<?xml version="1.0" encoding="nonsense"?><JMdict/>' | 'nonsense' is not an encoding
jmdict | "<JMnedict><entry><r_ele><reb>あい</reb></r_ele><trans/></entry></JMnedict>" | is JMnedict
glosses | DOG + "いぬ\t犬\twolf\n" | given.tsv:3: いぬ 犬 has another gloss above
table | 'reading\n"' + "あ\n" * 70_000 | field larger than field limit … is a quote left open?
table | b"reading\n\x81 \n" | table.csv:2: not utf-8; it reads as none of utf-8, cp932
table | "reading,cost\nいぬ,1\nねこ,x\n" | table.csv:3: the cost is … it must be a whole number
table | "reading,cost\nいぬ,1\nねこ,-1\n" | table.csv:3: the cost is … it must be a whole number
table | "reading,cost\nいぬ,1\nねこ,²\n" | table.csv:3: the cost is … it must be a whole number
table | "reading,cost\nいぬ,1\nねこ," + "9" * 5000 | table.csv:3: the cost is … it must be a whole number
wlsp | WLSP + "1,2,3\n" | wlsp.csv:15: expected 26 columns as in bunruidb-fam.csv, got 3
jmdict | gzip.compress(JMDICT)[:-40] | a broken gzip file
jmdict | JMDICT[:1500] | not readable as JMdict XML
archive | b"" | is neither JMdict as XML nor edict
archive | b"PK\x03\x04 something else" | is neither JMdict as XML nor edict
archive | b"<?xml version='1.0'?><JMdict><entry><gloss>open" | not readable as JMdict XML
archive | gzip.compress(JMDICT)[:40] | cannot be read as an archive of JMdict
archive | b"!<arch>\n" | is a Debian package without data.tar
archive | b"!<arch>\n" + b"x" * 60 | is a Debian package without data.tar
archive | b"SQLite format 3\x00" + b"\xff" * 500 | cannot be read as an archive of JMdict
archive | b"x" * 9 * CHUNK | has a line of more than
results | "" | policies.csv: is not a table of results: it is empty; make the results again
results | "a,b\n1,2\n3\n" | policies.csv: is not a table of results: row 2 has 1 columns, but the header has 2; make the results again
manifest | "kind = " | not readable as TOML
manifest | 'kind = "x"\n' | is not a manifest of kanamj: a field is missing, unknown or of the wrong type
manifest | WHOLE + "colour = 1\n" | is not a manifest of kanamj: a field is missing, unknown or of the wrong type
manifest | WHOLE + "format = 2\n" | cannot be read: its format is 2, and this kanamj reads up to 1; install a newer kanamj
manifest | WHOLE + "format = 0\n" | its format is 0; it must be a whole number from 1
manifest | WHOLE + "format = true\n" | its format is True; it must be a whole number from 1
manifest | WHOLE + 'format = "1"\n' | its format is '1'; it must be a whole number from 1
manifest | "format = 2\ncolour = 1\n" | its format is 2, and this kanamj reads up to 1
manifest | WHOLE + "licence = 3\n" | licence is 3
manifest | WHOLE + 'notes = "one"\n' | notes are 'one'
manifest | WHOLE + "notes = [1]\n" | a note is 1
manifest | WHOLE + "parameters = 3\n" | parameters is 3
manifest | WHOLE + "inputs = {a = 1}\n" | input a is 1
manifest | WHOLE + "outputs = 3\n" | is not a manifest of kanamj: a field is missing, unknown or of the wrong type
manifest | WHOLE + 'outputs = {a = "x"}\n' | is not a manifest of kanamj: a field is missing, unknown or of the wrong type
manifest | WHOLE + "outputs = {a = {sha256 = 3}}\n" | output a must have a sha256
manifest | WHOLE + 'outputs = {a = {sha256 = "x", kept = 1}}\n' | output a must have a sha256
manifest | WHOLE + 'outputs = {a = {sha256 = "x", rows = "y"}}\n' | 'y' rows
manifest | WHOLE + 'outputs = {a = {sha256 = "x", rows = -1}}\n' | -1 rows
manifest | WHOLE + "outputs = {'/etc/passwd' = {sha256 = \"x\"}}\n" | below its folder
manifest | WHOLE + "outputs = {'../x' = {sha256 = \"x\"}}\n" | below its folder
manifest | WHOLE + "outputs = {'a/../../x' = {sha256 = \"x\"}}\n" | below its folder
manifest | WHOLE + "outputs = {'.git/config' = {sha256 = \"x\"}}\n" | below its folder
manifest | WHOLE + "outputs = {'a//b' = {sha256 = \"x\"}}\n" | below its folder
manifest | WHOLE + "outputs = {'C:x' = {sha256 = \"x\"}}\n" | below its folder
manifest | WHOLE + "outputs = {'a\\b' = {sha256 = \"x\"}}\n" | below its folder
manifest | WHOLE + "outputs = {'MANIFEST.toml' = {sha256 = \"x\"}}\n" | below its folder
manifest | WHOLE + "outputs = {'' = {sha256 = \"x\"}}\n" | below its folder
manifest | "a = " + "[" * 100_000 | nested too deep
manifest | "a = " + "1" * 5_000 | not readable as TOML
manifest | "#" * (MOST_BYTES + 1) | is larger than
record | "" | a.jsonl:1: expected a header
record | "[1]\n" | a.jsonl:1: expected a JSON object
record | '{"kanamj": "game", "format": 6}\n' | a.jsonl:1: the format is 6; … 1 to 5; try a newer one
record | '{"kanamj": "game", "format": 0}\n' | a.jsonl:1: the format is 0; … 1 to 5; the file is damaged
record | '{"kanamj": "game", "format": 1}\n' | a.jsonl:1: the header is not that of a record: it has no 'lexicon'
record | '{"kanamj": "game", "format": true}' | a.jsonl:1: the format is True; this kanamj reads formats 1 to 5
record | '{"event": "draw"}\n' | a.jsonl:1: expected a header
record | '{"kanamj": "checkpoint", "format": 2}' | a.jsonl:1: expected a header such as
record | '{"name": "page", "version": "1"}' | a.jsonl:1: expected a header such as
record | '{"format": true}' | a.jsonl:1: expected a header such as
record | bytes(range(256)) * 10 | a.jsonl:2: not utf-8; it reads as none of
record | '{"kanamj": "game"}\n{"players": ["ひらがな"]}\n'.encode("cp932") | a.jsonl:2: not utf-8; it reads as cp932. Save it as UTF-8
record | '{"kanamj": "game", "format": 1}\n'.encode("utf-16") | a.jsonl:1: not utf-8
record | b"\0" * 300 | a.jsonl:1: expected a JSON object
record | b"[" * 9_000 | a.jsonl:1: expected a JSON object
record | b"[" * 9_000_000 | a.jsonl:1: expected a JSON object
record | b'{"a":' * 1_900 | a.jsonl:1: expected a JSON object
record | b'{"kanamj": "game", "format": 1, "x": "' + b"a" * 200_000 | a.jsonl:1: expected a JSON object
record | b'{"kanamj": "game", "format": ' + b"9" * 5_000 + b"}" | a.jsonl:1: expected a JSON object
record | b"{}\n" * 1_000_000 | a.jsonl:1: expected a header
record | b" " * ((1 << 24) + 1) | a.jsonl:1: expected a header
record | b" " * 100_000_001 | is larger than 100,000,000 bytes
record | b'{"kanamj": "game", "format": "\x1b]52;c;AAAA\\u0007"}' | expected a JSON object
"""  # noqa: E501
"""What reads it, what is in it, and what is said; … stands for any words."""


@pytest.mark.parametrize("line", BROKEN.split("\n")[1:-1], ids=lambda line: line[:60])
def test_a_broken_file_is_refused_with_a_sentence(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "kanamj-data"))
    name, content, said = (part.strip() for part in line.split(" | "))
    file, read = READERS[name]
    data = eval(content)
    (tmp_path / file).write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(KanamjError) as caught:
        read(tmp_path / file)
    message = whole = str(caught.value)
    for part in said.split("…"):
        _, found, message = message.partition(part.strip())
        assert found, (part, whole)
    assert len(whole.replace(str(tmp_path), "")) < 300
    assert whole.isprintable()
