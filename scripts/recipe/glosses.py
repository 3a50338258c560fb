"""The glosses of the shipped lists, from `wordlists/recipe/glosses.tsv`: written by hand, one line in easy Japanese."""

from __future__ import annotations

from kanamj.lexicon import Lexicon, key_of
from kanamj.lexicon.glosses import NAME, format_glosses, read_glosses
from kanamj.lexicon.shelf import shipped_folder


def gloss_file(lexicon: Lexicon) -> dict[str, str]:
    """File name -> text of the glosses for the words of this list, from the rows for its words."""
    rows = {
        (reading, spelling): gloss
        for _, reading, spelling, gloss in read_glosses(shipped_folder() / "recipe" / NAME)
        if any(
            (word.reading, word.spelling) == (reading, spelling) for word in lexicon.read_as(key_of(reading))
        )
    }
    return {NAME: format_glosses(rows)}
