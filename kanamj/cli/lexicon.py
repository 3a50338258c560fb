"""kanamj lexicon: list, look up and build word lists, and keep own ones."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.build import build
from kanamj.cli.engines import words_of
from kanamj.cli.output import misuse, print_json, print_rows, print_tsv, say
from kanamj.errors import Message
from kanamj.text import current, shown, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kanamj.lexicon import Entry, Lexicon
    from kanamj.lexicon.find import MissingWord


def list_(
    name: Annotated[
        str,
        opt.argument(
            "NAME|DIR", "Show what this list holds: its name, its folder, or a file.", complete.lists
        ),
    ] = "",
    own: Annotated[
        bool, opt.option("--own", "Show the words of your own that you keep for the list.")
    ] = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """List the word lists that have a name: the shipped ones and your own; or show what one of them holds.

    Of one list it shows the keys per length, letters never used, licence and hash. --own is about the list common,
    unless you name one; it also names the file for glosses of your own.

    Examples: kanamj lexicon list · kanamj lexicon list core · kanamj lexicon list --own
    """
    if own:
        _list_own_words(words_of(name or opt.LEXICON), as_json, tsv)
    elif name:
        _list_facts(words_of(name), as_json, tsv)
    else:
        _list_names(as_json, tsv)


def _list_names(as_json: bool, tsv: bool) -> None:
    from kanamj.lexicon import shipped_lexicons
    from kanamj.lexicon.shelf import USES, own_words, shipped_folder

    rows: list[list[object]] = []
    for name, folder in shipped_lexicons().items():
        lexicon = words_of(folder)
        home = "shipped" if folder.parent == shipped_folder() else "yours"
        numbers = [*(len(lexicon.keys(size)) for size in (2, 3, 4, 5)), len(own_words(lexicon))]
        rows.append([name, home, *numbers, USES[name] if home == "shipped" else "", str(folder)])
    columns = ["name", "home", "keys_2", "keys_3", "keys_4", "keys_5", "own_words", "use", "folder"]
    if as_json or tsv:
        print_rows(columns, rows, as_json=as_json, tsv=tsv)
    else:
        print_rows(columns[:-2], [row[:-2] for row in rows], texts=["home"])
        for row in rows:
            typer.echo(shown(f"{row[0]}: {row[-2] and tr(str(row[-2]))}\n  {row[-1]}"))


def _list_facts(lexicon: Lexicon, as_json: bool, tsv: bool) -> None:
    from kanamj.lexicon.describe import describe_lexicon

    facts = describe_lexicon(lexicon)
    if as_json:
        print_json(facts)
    else:
        rows = [(name, value if tsv or value or value == 0 else "none") for name, value in facts.items()]
        print_rows(["fact", "value"], rows, tsv=tsv, texts=["fact", "value"])


def _list_own_words(lexicon: Lexicon, as_json: bool, tsv: bool) -> None:
    from kanamj.lexicon.kana import unspellable
    from kanamj.lexicon.shelf import own_glosses_file, own_words, words_out
    from kanamj.tiles import HIRAGANA_120

    words = own_words(lexicon)
    rows = [(word.reading, word.spelling, unspellable(word.reading, HIRAGANA_120)) for word in words]
    if not rows:
        say("you keep no words for {}; to add one: kanamj lexicon add ぬいかつ=ぬい活", lexicon.name)
    if rows or as_json or tsv:
        columns = ["reading", "spelling", "unspellable"]
        print_rows(columns, rows, as_json=as_json, tsv=tsv, texts=["unspellable"])
    if out := words_out():
        listed = tr(", ").join(
            sorted(read if written == "*" else f"{read}={written}" for read, written in out)
        )
        say("out of the shipped lists for you: {}; to put one back: kanamj lexicon add WORD", listed)
    glosses = own_glosses_file(lexicon)
    say("your own glosses are in {}" if glosses.is_file() else "glosses of your own can be in {}", glosses)


def find(
    words: Annotated[
        list[str], opt.argument("WORD", "A reading, a spelling, romaji, or a reading with ？ for any letter.")
    ] = opt.NO_TEXTS,
    letters: Annotated[
        str, opt.option("LETTERS", "Find all words of exactly these letters; ？ is any letter.")
    ] = "",
    lacking: Annotated[
        str, opt.option("LETTERS", "Find the words that consist of these letters and one more.")
    ] = "",
    lexicon_: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Look words up by reading or spelling, by their letters, or by all letters but one.

    If the list lacks a word, stderr says why (a verb, a name, a rare word …) and which words are near; the exit code is
    then 1. A flagged word is shown if no other word has this reading or spelling.

    Examples: kanamj lexicon find さかな 桜 katsudon · find か？な · find --letters か？な · find --lacking なみ
    """
    asked = " ".join(words).split()
    if sum((bool(asked), bool(letters), bool(lacking))) != 1:
        raise misuse("give words, or --letters, or --lacking, and only one of them")
    lexicon = words_of(lexicon_, extra, own=True)
    if asked:
        _find_words(lexicon, lexicon_, asked, all_words, as_json, tsv)
    else:
        _find_letters(lexicon, letters, lacking, all_words, as_json, tsv)


def _find_words(
    lexicon: Lexicon, named: str, words: list[str], all_words: bool, as_json: bool, tsv: bool
) -> None:
    from kanamj.lexicon.find import find
    from kanamj.lexicon.kana import unspellable
    from kanamj.lexicon.why import said
    from kanamj.tiles import HIRAGANA_120

    answers = find(lexicon, words, flagged=all_words)
    if as_json:
        print_json([found.to_json() for found in answers])
    else:
        rows = [
            [found.word, *word.to_json().values(), gloss]
            for found in answers
            for word, gloss in zip(found.entries, found.glosses, strict=True)
        ]
        columns = ["word", "key", "reading", "spelling", "cost", "ease", "flag", "gloss"]
        if tsv:
            print_tsv(columns, rows)
        elif rows:
            known = len(columns) if any(row[-1] for row in rows) else -1  # no empty column of glosses
            print_rows(columns[:known], [row[:known] for row in rows], texts=["flag"])
    for found in answers:
        if found.missing:
            _say_missing(lexicon, named, found.missing, found.others)
        elif found.what:
            more = "{} counts: {} has a word with this reading, which only --all-words shows"
            say("\n".join([tr(more, found.word, lexicon.name), f"  {said(found.what)[current()]}"]))
        elif found.lacking:
            why = unspellable(found.entries[0].reading, HIRAGANA_120)
            say(tr("{} is a word of {}, but {}", found.word, lexicon.name, why))
        elif found.only_sounds:
            say("{} has these words with that reading, none of them is spelled {}", lexicon.name, found.word)
    if any(found.missing for found in answers):
        raise typer.Exit(1)


def _find_letters(
    lexicon: Lexicon, letters: str, lacking: str, all_words: bool, as_json: bool, tsv: bool
) -> None:
    from kanamj.lexicon.find import letters_json

    found = letters_json(lexicon, letters, lacking, flagged=all_words)
    rows = [list(row.values()) for row in found]
    print_rows(["key", "blanks", "words", "readings"], rows, as_json=as_json, tsv=tsv)
    if not rows:
        hidden = not all_words and letters_json(lexicon, letters, lacking, flagged=True)
        said = Message("no letter makes {} a word of {}", lacking, lexicon.name)
        if letters:
            said = Message("no word of {} has these letters: {}", lexicon.name, letters)
        more = Message("; words with a flag do, and --all-words shows them") if hidden else ""
        say("{}{}", said, more)
        raise typer.Exit(1)


def _say_missing(lexicon: Lexicon, named: str, missing: MissingWord, others: Sequence[Entry]) -> None:
    from kanamj.lexicon.entry import word_text
    from kanamj.lexicon.find import is_pattern
    from kanamj.lexicon.kana import parse_reading
    from kanamj.lexicon.store import SIZES
    from kanamj.tiles import kana_of, odd_letter

    word, reading, lines = missing.word, missing.reading, _reasons(missing)
    name = lexicon.name
    if not reading:
        half = "".join(dict.fromkeys(re.findall("[a-z]", parse_reading(word).lower())))
        if is_pattern(lexicon, word):
            said = tr("no word of {} fits {}; --letters takes the letters in any order", name, word)
        elif odd := odd_letter(kana_of(word)):
            said = tr("{} is not read{}", word, odd)
        elif half:
            said = tr("{} is half typed, or not romaji ({}); write it in kana", word, half)
        else:
            said = tr("no word of {} is spelled {}; give its reading in kana", name, word)
        say("\n".join([said, *lines]))
        return
    read = Message("{} (read {})", word, reading) if word != reading else word
    said = tr("{} is not a word of {}; its key is {}", read, name, missing.key)
    tiles = tr(missing.unspellable) or tr("hiragana-120 can spell it")
    lines = [said, *lines, tr("  tiles: {}", tiles)]
    for label, entries in ((tr("the same letters"), others), (tr("near"), missing.near)):
        if entries:
            lines.append(f"  {label}: {tr(', ').join(map(word_text, entries))}")
    if len(reading) in SIZES and not missing.unspellable and missing.excluded != "block":
        plain = word == reading or re.search("[a-zA-Z]", parse_reading(word))  # romaji is not a spelling
        new = [reading if plain else f"{reading}={word}", *(["--lexicon", named] * (named != opt.LEXICON))]
        texts = [text if re.fullmatch(r"[\w=./-]+", text) else shlex.quote(text) for text in new]
        lines.append(tr("  to add it: {}", " ".join(["kanamj lexicon add", *texts])))
    say("\n".join(lines))


def _reasons(missing: MissingWord) -> list[str]:
    """Why the list does not have a word, as a line; [] if nobody knows."""
    from kanamj.lexicon.entry import word_text
    from kanamj.lexicon.store import SIZES
    from kanamj.lexicon.why import EXCLUDED, said

    why = said(missing.what, missing.excluded).get(current(), "")

    if missing.wider:
        words = tr(", ").join(map(word_text, missing.wider))
        return [tr("  the list wide has it: {}; --lexicon wide judges by that list", words)]
    if missing.excluded in EXCLUDED:
        return [f"  {why}"]
    if missing.reading and len(missing.reading) not in SIZES:
        if len(missing.reading) == 1:
            return [tr("  it has 1 letter; the lists have words of {} to {}", SIZES[0], SIZES[-1])]
        sizes = len(missing.reading), SIZES[0], SIZES[-1]
        return [tr("  it has {} letters; the lists have words of {} to {}", *sizes)]
    if why:
        return [f"  {why}"]
    if missing.parts:
        parts = " + ".join(missing.parts)
        return [
            tr("  it looks made of {}; the shipped lists lack it, a dictionary at the table decides", parts)
        ]
    if not missing.reading or missing.unspellable:
        return []  # the tiles of a word that they cannot spell are reason enough
    return [tr("  the dictionaries of the shipped lists do not have it; a dictionary at the table decides")]


def add(
    words: Annotated[list[str], opt.argument("WORD", "A reading, or reading=spelling.")],
    lexicon_: opt.LexiconOption = opt.LEXICON,
    lang: opt.LangOption = "",
) -> None:
    """Add own words to a list; judge, score, shanten, review and find use them from then on.

    A word that `lexicon remove` keeps out is put back. Commands that write results leave own words out, unless you give
    their file with --extra.

    Example: kanamj lexicon add ぬいかつ=ぬい活
    """
    from kanamj.lexicon.entry import word_text
    from kanamj.lexicon.kana import unspellable
    from kanamj.lexicon.shelf import add_own_words, parse_own_word, put_back, same_word
    from kanamj.tiles import HIRAGANA_120

    lexicon = words_of(lexicon_)
    new = [parse_own_word(word) for word in words]
    back = put_back(lexicon, new)
    for entry in back:
        say("{} is back in the shipped lists", word_text(entry))
    new = [entry for entry in new if entry not in back]
    if not new:
        return
    there = {entry: known for entry in new if (known := same_word(lexicon, entry))}
    path = add_own_words(lexicon, (entry for entry in new if entry not in there))
    for entry in new:
        if entry in there:
            say("{} is not kept: {} has {}", entry.reading, lexicon.written, word_text(there[entry]))
            continue
        why = unspellable(entry.reading, HIRAGANA_120)
        more = Message(", but {}", why) if why else ""
        say("{} {} is kept for {}{}", entry.reading, entry.spelling, lexicon.written, more)
    say("own words are in {}", path)


def remove(
    words: Annotated[
        list[str], opt.argument("WORD", "A reading removes all its words, reading=spelling one word.")
    ] = opt.NO_TEXTS,
    lexicon_: opt.LexiconOption = opt.LEXICON,
    list_: Annotated[
        str, opt.option("--list NAME", "Remove this list of your own, and no words.", complete.lists)
    ] = "",
    lang: opt.LangOption = "",
) -> None:
    """Remove own words or a list of your own, or keep a word out of the shipped lists.

    A word of a shipped list is then out of all of them, for you alone, until `lexicon add` puts it back. Commands that
    write results use the whole list. Words that you keep for a list stay when the list is removed.

    Examples: kanamj lexicon remove ぬいかつ · remove パンツ · remove おちゃ=お茶 · remove --list my-list
    """
    from kanamj.lexicon.entry import words_text
    from kanamj.lexicon.shelf import delete_lexicon, own_words_file, remove_words

    if bool(words) == bool(list_):
        raise misuse("give words, or --list NAME, and only one of them")
    if list_:
        say("removed {}", delete_lexicon(list_))
        return
    lexicon = words_of(lexicon_)
    removed = remove_words(lexicon, words)
    if removed.forgotten:
        say("removed from {}", own_words_file(lexicon))
    if removed.out:
        said = "{} is out of the shipped lists for you; to put it back: kanamj lexicon add {}"
        say(said, words_text(removed.out), " ".join(dict.fromkeys(word.reading for word in removed.out)))


COMMANDS = (list_, find, add, remove, build)
