"""What each command refuses: one sentence on stderr, nothing on stdout, exit 1; bad usage is exit 2. Both languages.

What the library refuses is in tests/unit/test_refusals.py. Here is one of each kind, and each option.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from kanamj.lexicon.store import format_grams, header, key_of
from tests.conftest import Run
from tests.places import DATA, ROOT, files_in
from tests.unit.cli.test_japanese import english

WIN = "さくらなみだたまごきつねいぬ"
REFUSED = """
judge さくらなみだたまごきつねいを | hiragana-120 has no tile を
judge '' | the hand has 0 tiles
judge なみだたまごきつねいぬ --meld さくろ | meld さくろ is not a block
judge WIN --lexicon nowhere | 'nowhere' is not a lexicon; choose from: common
judge WIN --form 331 | '331' is not a form; a form is made of block sizes 2 to 5
judge WIN --solver guess | 'guess' is not a solver; choose from: search
judge WIN --seen ささ | tile さ appears 3 times
judge WIN --extra nowhere.tsv | no file nowhere.tsv
judge WIN --lexicon unsorted | 3gram.txt:3: key さかな is not sorted by code point; expected かさな
judge WIN --lexicon bad.txt | bad.txt:1: not utf-8; it reads as none of
judge 123m456p789s11z22z3z | --tiles riichi-136
judge あさがおいさくらんぼかたつぬ --form 4442 --solver batch | solver batch cannot judge a \
hand of form 4+4+4+2; give one of search, bitmask
judge |2 Missing argument 'HAND'
judge WIN --no-such |2 No such option: --no-such
judge WIN --limt 3 |2 No such option: --limt (Possible options: --limit)
judge WIN --walls 3 |2 No such option: --walls
judge WIN -z |2 No such option: -z
--limit 3 judge WIN |2 No such option: --limit
lexicon --json list |2 No such option: --json
lexicon fnd いぬ |2 No such command 'fnd'. Did you mean 'find'?
judge WIN --limit 1 --limit 2 |2 Option '--limit' takes one value, and is given twice.
judge WIN --lexicon core -lcommon |2 Option '--lexicon' / '-l' takes one value
shanten -f 33332 -f 2222222 WIN |2 Option '--form' / '-f' takes one value, and is given twice.
shanten -i A -i B |2 Option '--input' / '-i' takes one value, and is given twice.
study strength --agents greedy --agents random |2 Option '--agents' takes one value, and is given twice.
simulate games --n 1 --n=2 |2 Option '--n' takes one value, and is given twice.
rules --lang en --lang ja |2 --lang
rules --lang |2 requires an argument
judge WIN --json --tsv |2 --json or --tsv
judge あ --limit x |2 '--limit': 'x' is not a whole number
judge あ --limit -1 |2 '--limit': -1 is less than 0
judge あ --limit 1.5 |2 '--limit': '1.5' is not a whole number
judge TENPAI --draws 0 |2 '--draws': 0 is less than 1
judge TENPAI --draws 4 |2 '--draws': 4 is more than 3
judge てがきねあ --draws 2 |2 the hand has 5 tiles; form 33332 takes 13 or 14. Other numbers need another form
judge WIN --scoring pro --tiles hiragana-pro-166 --form 332 |2 --scoring says what a win is
judge WIN --scoring pro --tiles hiragana-pro-166 --copies ignore |2 --scoring says what a win is
judge WIN --scoring pro --tiles hiragana-pro-166 --cross-check |2 --scoring says what a win is
judge WIN --scoring foo | 'foo' is not a preset of scoring rules
judge なみだたまごきつねいぬ --meld さく --scoring pro | さく has 2 tiles
judge なみだたまごきつねいぬ --meld ぺーゃ --scoring pro | its letters ぺゃー spell no word
judge WIN --meld わかめ --scoring pro | 14 tiles; form 3332 takes 10 or 11
judge なみだいぬ --meld さくら | takes 10 or 11. Other numbers need another form (--form 332 takes 4 or 5)
judge hands.txt | hands.txt is the name of a file; for its hands, one per line: kanamj shanten --input hands.txt
judge WIN --tiles no-tiles.txt | no-tiles.txt: holds no tiles; write lines such as: か 2
judge WIN --tiles tiles.txt | tiles.txt:2: 'か' is not a line such as `か 2`, or repeats a kana
judge WIN --tiles long.txt | 9999… is not a whole number below 1e18; write 100000000
judge WIN --tiles many.txt | many: 21 copies of か; a kind must have 0 to 20
jduge |2 No such command 'jduge'. Did you mean 'judge'?
find か？な |2 No such command 'find'.
さくら |2 No such command 'さくら'.
lexicon info |2 No such command 'info'.
game play |2 No such command 'game'.
--lang en --lang ja judge WIN |2 --lang
shanten --input none.txt | none.txt
shanten --input bad.txt | bad.txt:1: not utf-8; it reads as none of
shanten bad.txt | To read the hands in that file: --input bad.txt
shanten --input |2 requires an argument
shanten |2 give hands, or --input FILE
shanten WIN --input - |2 give hands, or --input FILE
shanten WIN - |2 give hands, or --input FILE
shanten - --input x |2 give hands, or --input FILE
shanten - --extra - |2 - is standard input, and is read once; give a file in place of the other -
web --lexicon - |2 the page reads its word list more than once
score WIN --declare 七対子 | '七対子' is not a yaku that pro lets one declare
score WIN --scoring pro,純行=8,純行=9 | 純行 is changed twice
score WIN --scoring none.toml | 'none.toml' is not a preset of scoring rules; choose from: pro, pro-online
score WIN --lexicon {toy} | has spellings only
score first WIN | no tile ぃ
score WIN --json --tsv |2 give --json or --tsv, not both
score WIN --honba x |2 'x' is not a whole number
score さくらなみだきつねいぬ --meld ぬぬぬ --tiles hiragana-pro-166 | tile ぬ appears 4 times
score さくらなみだきつねいぬ --meld ゔゔゔ | this set has only the plain letter う
score |2 Missing argument 'HAND'
exact --tiles hiragana-120 |2 'hiragana-120' is not a tile set; choose from: riichi-136, sanma-108
exact --hand 12 | 12
exact --hand 15 | not 15
simulate deals --n 10 --json --tsv |2 --json or --tsv
lexicon list nosuch | 'nosuch' is not a lexicon; choose from: common
lexicon find いぬ --extra none.tsv | no file none.tsv
lexicon find いぬ --extra . | is a folder; give a file
lexicon find いぬ --extra /dev/null | is a device or a pipe, not a regular file
lexicon find --letters か( | 'か(' has letters that are not kana; write them as かさな
lexicon find --lacking か[ | has letters that are not kana
lexicon find |2 Usage
lexicon find いぬ --letters いぬ |2 Usage
lexicon add おかし=お菓子=x | is not a reading and one spelling
lexicon add おかし= | is not a reading and one spelling
lexicon add 漢字 | is not a reading in kana
lexicon add あいうえおか | has 6 letters; words have 2 to 5
lexicon build --from wlsp x.csv | no file or folder x.csv
lexicon build --from table {data}/table.csv | 'reading' is not a column of the header
lexicon build --from wlsp {data}/wlsp.csv --name ../x | cannot be the name
lexicon build --from wlsp {data}/wlsp.csv --name common | is the name of a shipped list; give another with --name
lexicon build --from wlsp |2 Usage
lexicon build --from wlsp x --length two |2 Usage
lexicon build --from wlsp x --length ² |2 Usage
lexicon build --from wlsp x --length NINES |2 is not a length; write 2-3, or 3
lexicon build --from wlsp x --length 2-NINES |2 is not a length; write 2-3, or 3
lexicon build --from wlsp x --length 2- |2 '2-' is not a length; write 2-3, or 3
lexicon build --from wlsp x --length 2-² |2 Usage
lexicon build --from hrgjncs . | no word list in
lexicon build --from hrgjncs {toy} --name core | is the name of a shipped list; give another with --name
lexicon find ' 　' |2 give words, or --letters
lexicon remove |2 give words, or --list NAME
lexicon remove すまほ --list mine |2 give words, or --list NAME
lexicon remove --list mine | 'mine' is not a list of your own; there is none
lexicon remove --list common | common is a shipped list
verify {toy} | has no MANIFEST.toml, so kanamj did not write it
verify odd.txt | odd.txt is not a folder; make a list of it: kanamj lexicon build --from table odd.txt
verify none | 'none' is not a lexicon
verify common --again . | It was made by: scripts/build_wordlists.py ARCHIVES
verify common --again |2 give the source of the list
verify common odd.txt |2 FILE is what --again makes the files from
verify {results}/deals/core-14 --again |2 make these by: kanamj simulate deals
lexicon nosuch |2 Usage
data nothing |2 No such command 'nothing'
data write d --lexicon nosuch | 'nosuch' is not a lexicon
data write d --format xlsx | 'xlsx' is not a format; choose from: txt, csv, parquet
data write d --tiles riichi-136 | riichi-136 can spell no word of common
data write |2 give one folder to write into: --out DIR
data sheet s --out t |2 give one folder to write into: --out DIR
data sheet s --known NINES | is not a whole number below 1e18
data sheet s --known missing.txt | is neither a whole number nor a file
data sheet s --known 1,500 | '1,500' is neither a whole number nor a file; give a number such as 700
data sheet s --known odd.txt | odd.txt has words that common does not have with 2 or 3 letters: んんん, ゃゃ
data sheet s --known 5 --lexicon {ten} | does not say which words people learn first
data sheet s --known 1 --lexicon trios | has no word of 2 letters
data anki words.zip | Anki does not import words.zip; give a name that ends with .txt
quiz --words 2 | the chosen words make no hand of form 33332; try other words
quiz --words 9999 | 9,999 words cannot be known; common has
quiz --words none.txt | 'none.txt' is neither a whole number nor a file
rules --lang fr | 'fr' is not a language; choose from: en, ja
review --moves /no/such/file | no file /no/such/file
review --moves /tmp | /tmp: is a folder; give a file
review {data}/games/paper-tsumo.jsonl --moves --seat 0 |2 --seat can only be used without --moves
review {data}/games/paper-tsumo.jsonl x --moves |2 --moves shows one game, and there are 2 records
review {data}/games/paper-tsumo.jsonl --tsv |2 --tsv can only be used with --moves
simulate games --n 0 | n is 0; give a whole number from 1 to
simulate games --n 1e13 | n is 10000000000000; give a whole number from 1 to 1000000000000
simulate games --n 1 --seed -1 | seed is -1
simulate games --n x |2 is not a whole number
simulate games --n 1 --resume |2 need --out
simulate games --n 1 --records x |2 is not a whole number
simulate deals --n many |2 not a whole number
simulate deals --n 1.5 |2 not a whole number
simulate deals --n 1e999999999 |2 not a whole number
simulate deals --n NINES |2 not a whole number
simulate deals --n Infinity |2 not a whole number
simulate deals --n 1e13 | n is 10000000000000; give a whole number from 1 to 1000000000000
simulate deals --n 10 --tiles domino | 'domino' is not a tile set
simulate deals --n 10 --lexicon nobody | 'nobody' is not a lexicon
simulate deals --n 10 --workers -1 |2 -1 is less than 0
simulate deals --n 10 --resume |2 --out
simulate deals --n 10 --resume --replace --out x |2 one of them
simulate deals |2 Missing option '--n'.
rules x |2 Got unexpected extra argument(s) (x)
rules --json=3 |2 Option '--json' does not take a value.
study yaku --n 4 --form 332 | leave out --form, --hand and --copies
study yaku --n 4 --hand 13 | leave out --form, --hand and --copies
study yaku --n 4 --copies ignore | leave out --form, --hand and --copies
study yaku --n 4 --win ron --calls 1 | cannot win by ron
study yaku --n 4 --lexicon {toy} | has spellings only
study yaku --n 4 --tiles riichi-136 | riichi-136 needs no deals
web --port 65536 |2 '--port' / '-p': 65536 is more than 65535
"""
"""A command, a bar, the exit code if it is not 1, and what is said. WIN and TENPAI are hands, NINES is a number."""
PLACES = {"toy": DATA / "toy", "data": DATA, "results": ROOT / "results", "ten": "ten"}
HANDS = {"WIN": WIN, "TENPAI": "てがきねあげひよこみみずぬぽ", "NINES": "9" * 5_000}
TEN = "いぬ ねこ さる うし くま かめ さくら なみだ たまご きつね"
REPORTED = {"shanten bad.txt"}
"""Commands that report each hand, and then how many were bad."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with odd files and small lists."""
    home: Path = tmp_path_factory.mktemp("home")
    texts = {
        "odd.txt": "さかな\nんんん\nゃゃ\n",
        "tiles.txt": "さ 2\nか\n",
        "no-tiles.txt": "",
        "many.txt": "か 21\n",
        "long.txt": f"か {HANDS['NINES']}\n",
        "unsorted/3gram.txt": f"{header(3)}\nかさな\t魚\nさかな\t魚\n",
    }
    lists = {"trios": ["さくら"], "pairs": ["いぬ"], "ten": TEN.split()}
    for name, words in lists.items():
        keys = sorted(map(key_of, words))
        for size in {len(key) for key in keys}:
            rows = {key: (key,) for key in keys if len(key) == size}
            texts[f"{name}/{size}gram.txt"] = format_grams(size, rows)
    for name, text in texts.items():
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    (home / "bad.txt").write_bytes(b"\x81 \n")
    return home


@pytest.mark.parametrize("line", REFUSED.split("\n")[1:-1])
def test_bad_input_is_refused_with_a_sentence(
    kanamj: Run, home: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    command, _, said = line.partition(" |")
    code, _, said = said.partition(" ")
    there = files_in(home)
    for name, value in HANDS.items():
        command = command.replace(name, value)
    given = [word.format(**PLACES) for word in shlex.split(command)]  # a place may have spaces
    done = kanamj(*given)
    assert (done.code, done.out) == (int(code or 1), ""), done.err
    assert said in " ".join(done.err.replace("│", " ").split())
    assert "Traceback" not in done.err
    if done.code == 1 and command not in REPORTED:
        assert done.err.startswith("error: ")
        assert done.err.count("\n") == 1
    monkeypatch.setenv("KANAMJ_LANG", "ja")
    spoken = kanamj(*given)
    assert (spoken.code, bool(re.search("[ぁ-ん]", spoken.err))) == (done.code, True), spoken.err
    usage = re.sub("使い方:.*\n|くわしくは:.*\n", "", spoken.err)
    assert english(usage, " ".join(given)) == [], spoken.err
    assert files_in(home) == there


def test_a_group_without_a_command_shows_its_help(kanamj: Run) -> None:
    done = kanamj("lexicon")
    assert (done.code, done.out, done.err) == (2, "", kanamj("lexicon", "--help").out)
