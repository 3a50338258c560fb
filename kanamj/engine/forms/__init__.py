"""Forms: the ways for a hand to be complete, one file per form.

- `form.py` says what a form must define: a name, a number of tiles, and a distance. From these it derives all answers
  for one hand, and `many.py` those for many hands, one by one. Forms that know a shorter way override an answer: the
  forms of blocks, which are in `form.py` too, and those of ordinary mahjong in `riichi.py`.
- `many_blocks.py`, `many_seven_pairs.py` and `many_riichi.py` judge many hands by them with kernels.

To add a form, write a file here with a subclass of `Form`. If users may name it in a text (`--form`), `_form_of` must
find it; then list it in `cli/complete.py`, in the help of `--form` (`cli/options.py`) and in docs/definitions.md, and
give tests/contract hands of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from kanamj.engine.forms.form import MOST_TILES, BlockForm, Form
from kanamj.engine.riichi import FORMS
from kanamj.errors import FormError, brief, not_one_of

__all__ = ["BlockForm", "Form", "forms_left", "parse_forms"]


def parse_forms(
    forms: str | Form | Iterable[str | Form], named: Mapping[str, Form] | None = None
) -> tuple[Form, ...]:
    """The forms that `forms` describes: one form, several, or a text in which commas or + join several, in any width.
    The order is kept; a form given twice is returned once.

    named: name -> form. If it is given, texts are these names instead of digits.

    >>> parse_forms("33332,2222222")
    (BlockForm('33332'), BlockForm('2222222'))

    Raises FormError for digits or names that are not a form, and for a form from outside kanamj that has no proper name
    or number of tiles.
    """
    if isinstance(forms, Form):
        parts: list[str | Form] = [forms]
    elif isinstance(forms, str):
        parts = list(unicodedata.normalize("NFKC", forms).replace("+", ",").split(","))
    else:
        parts = list(forms) if isinstance(forms, Iterable) else [forms]
    if not parts:
        raise FormError("no form is given; give at least one, such as {}", ", ".join(named or ["33332"]))
    found: dict[str, Form] = {}
    for part in parts:
        form = _form_of(part, named)
        if found.setdefault(form.name, form) != form:
            raise FormError("form {}: two forms have this name; each needs a name of its own", form.name)
    return tuple(found.values())


def _form_of(part: object, named: Mapping[str, Form] | None) -> Form:
    if isinstance(part, str):
        name = part.strip()
        if named is not None and name not in named:
            raise FormError(not_one_of(name, "a form", named))
        return named[name] if named else BlockForm(name)
    if not isinstance(part, Form):
        raise FormError(
            "{} is not a form; give digits such as 33332, or an instance of a subclass of Form", brief(part)
        )
    if not type(part).__module__.startswith("kanamj.engine."):
        _check_own(part)
    return part


def _check_own(form: Form) -> None:
    """Raise FormError if a form from outside kanamj has a name or a number of tiles that is not allowed, or if it has a
    method `over` (it is made of words) but no `lengths`."""
    name, tiles = form.name, form.tiles
    if not isinstance(name, str) or not re.fullmatch(r"[^\s,+\x00-\x1f]{1,40}", name):
        raise FormError(
            "the form of class {} has the name {}; a name has 1 to 40 letters, no space, comma or +",
            type(form).__name__,
            brief(name),
        )
    if name in FORMS or re.fullmatch("[0-9]+", name):
        raise FormError("form {}: a form of kanamj has this name; choose another name, not only digits", name)
    if type(tiles) is not int or not 2 <= tiles <= MOST_TILES:
        raise FormError("form {} has {} tiles; a form has 2 to {}", name, brief(tiles), MOST_TILES)
    if type(form).over is not Form.over and not form.lengths:
        raise FormError(
            "form {} is made of words, as it has a method over; give the lengths of its words too, such as lengths "
            "= (3, 3, 3, 3, 2)",
            name,
        )


def forms_left(forms: Sequence[Form], melds: Sequence[int]) -> tuple[Form, ...]:
    """The forms that judge the rest of a hand from which words of these lengths (`melds`) were called.

    Each form loses slots. A kan takes a 4 from 4442, which leaves ten tiles. From 33332 it takes a 3, which leaves
    eleven, as a draw has replaced the fourth letter. But a hand has only one number of tiles. So among forms with the
    same number of tiles, the first that has slots for the melds decides how many tiles are left; forms that leave
    another number are dropped.

    >>> forms_left([BlockForm("33332"), BlockForm("4442"), BlockForm("2222222")], [4])
    (BlockForm('3332'),)

    Raises FormError if no form has slots for the melds.
    """
    left: list[Form] = []
    refused = None
    tiles: dict[int, int] = {}
    for form in forms:
        try:
            behind = form.without(melds)
        except FormError as error:
            refused = refused or error
            continue
        if behind.tiles == tiles.setdefault(form.tiles, behind.tiles):
            left.append(behind)
    if refused and not left:
        raise refused
    return tuple(left)
