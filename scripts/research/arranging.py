"""A study of policies of arranging: which share of random complete deals a policy arranges in one pass, and in several.

A policy (see `laying.py`) lays word after word, and takes none back. A pass is one try from the beginning.
Deals are made as `kanamj simulate deals` makes them. Every policy arranges the deals that are complete. The chance that
a policy arranges a hand in one pass is computed exactly (`laying.py`), so only the deals are random. All
policies have the same deals.

policies.csv  first,then,counted,share,stderr,within,within_stderr     the best policy first
letters.csv   letter,tiles,keys,keys_2,keys_3,partners                 hard letters first
pairs.csv     letter,other,keys,expected,lift,errors                   letters that belong together first

first, then and counted are the parts of the policy's name. share is the share of complete deals that one pass
arranges; within is the share that at least one of all passes arranges.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Annotated, Any

import typer
from laying import FIRST, POLICIES, THEN, Policy, WordByWord, parse_policy
from script import command_line, start

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.dealing import DEALS, DealOptions
from kanamj.cli.output import print_rows
from kanamj.cli.running import RUN, RunOptions
from kanamj.cli.running_old import carry_out, print_results
from kanamj.engine import Blocks
from kanamj.engine.blocks import block_of
from kanamj.errors import FormError, KanamjError, not_one_of
from kanamj.language import tr
from kanamj.studies.old.csvtext import Table
from kanamj.studies.old.deals import Deals, OnDeals
from kanamj.studies.old.measures import Mean
from kanamj.studies.old.stats import in_percent
from kanamj.studies.old.study import Chunk
from kanamj.studies.old.sums import Name, Sum, Sums, Totals
from kanamj.studies.old.tables import Declared, TableResults
from kanamj.tiles import TileSet

SHOWN = 12
"""How many letters and how many pairs are printed; `--out` and `--json` have all of them."""
CHUNK = 2_000
"""Deals per chunk. They take a second; with the list `core`, 300 of them are complete."""
PASSES = 20
MOST_PASSES = 10**6
PARTNERS = 5
"""How many partners of a letter `letters.csv` has."""


def letters_table(blocks: Blocks, tiles: TileSet, lengths: Iterable[int]) -> Table:
    """A table with one row per letter: its number of tiles, how many keys of these lengths have it, its partners.

    Letters with the fewest keys come first. The partners of a letter are the PARTNERS other letters that are most often
    in a key with it.

    >>> from kanamj import WordEngine, load_lexicon
    >>> engine = WordEngine(load_lexicon())
    >>> letters_table(engine.blocks, engine.tiles, (2, 3)).columns
    ('letter', 'tiles', 'keys', 'keys_2', 'keys_3', 'partners')
    """
    sizes = sorted(set(lengths))
    having = {size: Counter(kind for word in blocks.by_size[size] for kind in set(word)) for size in sizes}
    together = _together(blocks, sizes)
    rows: list[list[object]] = []
    for kind, letter in enumerate(tiles.kinds):
        counts = [having[size][kind] for size in sizes]
        others = {other: together[min(kind, other), max(kind, other)] for other in range(len(tiles))}
        best = sorted((other for other in others if others[other]), key=lambda other: (-others[other], other))
        partners = tiles.format(sorted(best[:PARTNERS], key=best.index))
        rows.append([letter, tiles.copies[kind], sum(counts), *counts, partners])
    rows.sort(key=lambda row: (row[2], row[0]))
    return Table(("letter", "tiles", "keys", *(f"keys_{size}" for size in sizes), "partners"), rows)


def pairs_table(blocks: Blocks, tiles: TileSet, lengths: Iterable[int]) -> Table:
    """A table with one row for each two letters that are in a key together. Columns: keys, expected, lift, errors.

    keys is the number of keys of these lengths with both letters; lift is keys / expected. expected is the number for
    keys filled at random: if, of N keys of L letters, A have the one letter and B the other, it is
    A · B · (L − 1) / (N · L). Its standard error is its square root. errors is keys − expected in standard errors; rows
    with the most come first.
    """
    sizes = sorted(set(lengths))
    expected: Counter[tuple[int, int]] = Counter()
    for size in sizes:
        words = blocks.by_size[size]
        having = Counter(kind for word in words for kind in set(word))
        for one, other in combinations(sorted(having), 2):
            share = having[one] * having[other] * (size - 1) / (size * len(words))
            expected[one, other] += share  # type: ignore[assignment]
    rows: list[list[object]] = []
    for (one, other), keys in _together(blocks, sizes).items():
        wanted = float(expected[one, other])
        more = (keys - wanted) / math.sqrt(wanted)
        numbers = [round(wanted, 3), round(keys / wanted, 3), round(more, 2)]
        rows.append([tiles.kinds[one], tiles.kinds[other], keys, *numbers])
    rows.sort(key=lambda row: (-float(str(row[5])), row[0], row[1]))
    return Table(("letter", "other", "keys", "expected", "lift", "errors"), rows)


def _together(blocks: Blocks, sizes: Iterable[int]) -> Counter[tuple[int, int]]:
    """(kind, higher kind) -> the number of keys that have both."""
    return Counter(
        both for size in sizes for word in blocks.by_size[size] for both in combinations(sorted(set(word)), 2)
    )


DERIVED = {"letters": letters_table, "pairs": pairs_table}
"""The tables that are made from the word list alone."""


class Arranged(TableResults):
    """The results of arranging."""

    @property
    def setting(self) -> str:
        given = self.parameters
        return f"{given['lexicon']}, form {given['forms']}, {self.complete:,} complete deals, {given['passes']} passes"

    def to_json(self) -> dict[str, Any]:
        """What `python scripts/research/arranging.py --json` prints."""
        return {"n": self.parameters["n"], **super().to_json()}

    def summary(self) -> Table:
        rows: list[list[object]] = []
        for row in in_percent(self.tables["policies"], ["share", "within"], self.complete).objects():
            name = "/".join(filter(None, (row["first"], row["then"], row["counted"])))
            rows.append([name, row["share"], row["within"]])
        return Table(("policy", "one pass", "within all passes"), rows)


@dataclass(frozen=True)
class Arranging(OnDeals):
    """A study that arranges the complete hands among some deals by policies.

    passes: how often a player tries, each time from the beginning. policies: those that are compared. without: tables
    that are left out, `letters` or `pairs` or both. ranked: the keys of the lexicon, the easiest first; only workers
    need it, because their lexicon has no readings.

    >>> from kanamj.lexicon import load_lexicon
    >>> from kanamj.studies.old.run import run
    >>> from kanamj.studies.old.workers import open_workers
    >>> study = Arranging.of(Deals(load_lexicon(), 100, sample=0), policies=("fewest/hard", "any/any"))
    >>> arranged = run(study, open_workers)
    >>> [row["first"] for row in arranged.tables["policies"].objects()]
    ['fewest', 'any']
    """

    passes: int = PASSES
    policies: tuple[Policy, ...] = POLICIES
    without: tuple[str, ...] = ()
    ranked: tuple[str, ...] = ()

    kind = "arranging"
    command = "python scripts/research/arranging.py"
    counted = ("complete",)
    results = Arranged
    title = "Arranging"
    about = (
        "Complete deals were arranged word by word, without taking a word back: the share that one pass arranges, and "
        "the share within all passes, each with its 95 % interval. The name of a policy says which letter is taken "
        "first / which word with it / where words are counted (`docs/arranging.md`)."
    )
    tables = (
        Declared(
            "policies",
            "first",
            "then",
            "counted",
            Mean("once", column="share", stderr="stderr", digits=6),
            Mean("often", column="within", digits=6),
            order=lambda row: -row["share"],
        ),
        *(Declared(name, derived=True) for name in DERIVED),
    )

    @classmethod
    def of(
        cls, deals: Deals, passes: int = PASSES, policies: tuple[str, ...] = (), without: tuple[str, ...] = ()
    ) -> Arranging:
        """Check the arguments, and return the study of these deals.

        policies: names of policies. If there are none, all policies are taken; but if the lexicon does not say which
        words are easy, policies that lay the easiest word are left out. Raises KanamjError for deals that cannot be
        arranged, too few or too many passes, and unknown names.
        """
        lexicon = deals.lexicon
        if len(deals.forms) != 1:
            raise FormError(f"hands are arranged by one form, not by {deals.names}; give one such as 33332")
        WordByWord(form := deals.forms[0], ())
        if deals.hand != form.tiles:
            raise KanamjError(
                f"a complete hand of form {form.name} has {form.tiles} tiles, not {deals.hand}; "
                "leave --hand out"
            )
        if not 1 <= passes <= MOST_PASSES:
            raise KanamjError(f"a hand cannot be tried {passes} times; give 1 to {MOST_PASSES:,} passes")
        if strange := [name for name in without if name not in DERIVED]:
            raise KanamjError(not_one_of(strange[0], "a table that can be left out", DERIVED))
        known = any(word.ease >= 0 or word.cost >= 0 for words in lexicon.entries.values() for word in words)
        chosen = tuple(dict.fromkeys(map(parse_policy, policies)))
        unknown = [policy for policy in chosen or POLICIES if policy.then == "easiest" and not known]
        if chosen and unknown:
            raise KanamjError(
                f"lexicon {lexicon.name} does not say how well known its words are, so {unknown[0].name} cannot take "
                "the easiest; use --lexicon core, or another policy"
            )
        taken = chosen or tuple(policy for policy in POLICIES if policy not in unknown)
        deals = replace(deals, sample=0, chunk_size=CHUNK)
        return cls(deals, passes, taken, tuple(sorted(without)))

    def parameters(self) -> dict[str, Any]:
        """Everything that the shares depend on, as plain values."""
        given = self.deals.parameters()
        kept = ("n", "seed", "forms", "tiles", "lexicon", "lexicon_sha256", "chunk")
        return {
            **{name: given[name] for name in kept},
            "passes": self.passes,
            "policies": [policy.name for policy in self.policies],
            "without": list(self.without),
            "generator": given["generator"],
            "version": given["version"],
        }

    def sent(self) -> Arranging:
        """The study as it is sent to workers: the lexicon without readings, and its keys, the easiest first."""
        return replace(self, deals=self.deals.sent(), ranked=tuple(self.words()))

    def words(self) -> Iterable[str]:
        """The keys of the lexicon that are as long as a block of the form, the easiest first."""
        return self.ranked or self.deals.lexicon.easiest_keys(*self.deals.sizes, flagged=True)

    @cached_property
    def laying(self) -> WordByWord:
        """The object that arranges the hands."""
        letters = set(self.engine.tiles.index)
        words = [block_of(key, self.engine.tiles) for key in self.words() if letters.issuperset(key)]
        return WordByWord(self.engine.forms[0], words)

    def sums(self, chunk: Chunk) -> Sums:
        """once: the chance that one pass arranges a hand; often: that at least one of all passes does."""
        rows = self.dealt(chunk)
        rows = rows[self.engine.batch.distance(rows) == 0]
        once = self.laying.chances_many(self.policies, rows)
        often = 1 - (1 - once) ** self.passes
        yield ("complete",), len(rows)
        for place, policy in enumerate(self.policies):
            yield ("policies", *policy, "once"), Sum.of(once[:, place])
            yield ("policies", *policy, "often"), Sum.of(often[:, place])

    def rows(self, table: Declared, sums: Totals) -> Iterable[Name]:  # noqa: ARG002
        return map(tuple, self.policies)

    def left_out(self, sums: Totals) -> Iterable[str]:  # noqa: ARG002
        return self.without

    def derived(self, sums: Totals) -> Mapping[str, Table]:  # noqa: ARG002
        engine, lengths = self.engine, self.deals.forms[0].lengths
        left = {name: table for name, table in DERIVED.items() if name not in self.without}
        return {name: table(engine.blocks, engine.tiles, lengths) for name, table in left.items()}

    def check(self, sums: Totals) -> None:
        if not sums.count("complete"):
            raise KanamjError(
                f"none of the {self.deals.n:,} deals is complete with the words of {self.deals.lexicon.name}; "
                "deal more (--n), or take a list with more words"
            )

    def options(self) -> dict[str, object]:
        deals = self.deals
        chosen: dict[str, object] = {
            "n": deals.n,
            "form": deals.names,
            "tiles": deals.tiles.name,
            "lexicon": deals.lexicon.name,
            "seed": deals.seed,
            "passes": self.passes,
        }
        if self.policies != POLICIES:
            chosen["policies"] = ",".join(policy.name for policy in self.policies)
        if self.without:
            chosen["without"] = ",".join(self.without)
        return chosen


def arranging(
    n: opt.NumberOption = 10_000,
    dealt: DealOptions = DEALS,
    passes: Annotated[
        int, opt.option("N", "Number of passes: how often a player tries from the beginning.")
    ] = 20,
    policies: Annotated[
        str,
        opt.option(
            "A,B,…",
            "Compare only these policies, such as fewest/hard or fewest/hard/list. [default: all]",
            complete.any_of(*(f"{first}/{then}" for first in FIRST for then in THEN)),
        ),
    ] = "",
    without: Annotated[
        str,
        opt.option(
            "letters|pairs", "Leave out these tables; both are separated by a comma.", show_default=False
        ),
    ] = "",
    run: RunOptions = RUN,
) -> None:
    """Deal N hands and arrange the complete ones by policies: which letter first, and which word with it.

    A policy lays one word after another and takes none back. Each time it chooses a letter (first): a letter in the
    fewest words, any letter, or a letter in the most words. Then it lays a word with this letter (then): any word, the
    easiest, or the word with the hardest letters. counted says which words of a letter are counted: those that can
    still be made from what is left of the hand (hand), or all words of the list (list).

    share is the share of complete deals that one pass arranges; within is the share that at least one of the passes
    arranges. The form must have at most 16 tiles, and the number of tiles that are left must tell how long the words
    are that are still to be laid. It does for 33332 and 332, but not for 33222 (6 tiles left: 33 or 222).

    Examples: python scripts/research/arranging.py
    · python scripts/research/arranging.py --policies fewest/hard,any/any --n 1e5 --out arranging
    """
    deals = Deals(n=n, **dealt.chosen())
    chosen, left_out = (tuple(filter(None, map(str.strip, text.split(",")))) for text in (policies, without))
    found = carry_out(Arranging.of(deals, passes, chosen, left_out), deals.n, run)
    if run.for_programs:
        print_results(Arranging, found, run)
    else:
        _print_arranged(found)


def _print_arranged(arranged: TableResults) -> None:
    given, table = arranged.parameters, arranged.tables["policies"]
    hands = "hand" if arranged.complete == 1 else "hands"
    title = (
        f"{arranged.complete:,} complete {hands} of {given['n']:,} dealt, {given['lexicon']}, seed {given['seed']}; "
        f"one pass, and within {given['passes']}"
    )
    shares = in_percent(table, ["share", "within"], arranged.complete)
    print_rows(*shares, title=title, texts=["first", "then", "counted"])
    if "letters" in arranged.tables:
        letters = arranged.tables["letters"].objects()[:SHOWN]
        shown = " ".join(f"{row['letter']} {row['keys']}" for row in letters)
        typer.echo(tr("hard letters, and words that have them: {letters}", letters=shown))
    if "pairs" in arranged.tables:
        pairs = arranged.tables["pairs"].objects()[:SHOWN]
        shown = " ".join(f"{row['letter']}{row['other']} {row['keys']}" for row in pairs)
        typer.echo(tr("letters that belong together, and words that have both: {pairs}", pairs=shown))


COMMAND = command_line(Arranging.command, arranging)

if __name__ == "__main__":
    start(COMMAND)
