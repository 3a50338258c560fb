"""A study of policies of arranging: which share of random complete deals a policy arranges in one pass, and in several.

A policy (see `engine/arranging.py`) lays word after word, and takes none back. A pass is one try from the beginning.
Deals are made as `kanamj simulate deals` makes them. Every policy arranges the deals that are complete. The chance that
a policy arranges a hand in one pass is computed exactly (`engine/arranging.py`), so only the deals are random. All
policies have the same deals.

policies.csv  first,then,counted,share,stderr,within,within_stderr     the best policy first
letters.csv   letter,tiles,keys,keys_2,keys_3,partners                 hard letters first
pairs.csv     letter,other,keys,expected,lift,errors                   letters that belong together first

first, then and counted are the parts of the policy's name. share is the share of complete deals that one pass
arranges; within is the share that at least one of all passes arranges.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from kanamj.engine import WordEngine
from kanamj.engine.arranging import POLICIES, Policy, WordByWord, parse_policy
from kanamj.engine.blocks import block_of
from kanamj.errors import FormError, KanamjError, not_one_of
from kanamj.studies.csvtext import Table
from kanamj.studies.deals import Deals, OnDeals
from kanamj.studies.letters import letters_table, pairs_table
from kanamj.studies.result_folder import TableResults, command_again
from kanamj.studies.run import Chunk, ChunkResult

KIND = "arranging"
TABLES = ("policies", "letters", "pairs")
COLUMNS = ("first", "then", "counted", "share", "stderr", "within", "within_stderr")
CHUNK = 2_000
"""Deals per chunk. They take a second; with the list `core`, 300 of them are complete."""
PASSES = 20
MOST_PASSES = 10**6


@dataclass(frozen=True)
class Arranging(OnDeals):
    """A study that arranges the complete hands among some deals by policies. `kanamj.studies.run` says what a study is.

    passes: how often a player tries, each time from the beginning. policies: those that are compared. without: tables
    that are left out, `letters` or `pairs` or both. ranked: the keys of the lexicon, the easiest first; only workers
    need it, because their lexicon has no readings.

    >>> from kanamj.lexicon import load_lexicon
    >>> from kanamj.studies.run import run
    >>> from kanamj.studies.workers import open_workers
    >>> study = Arranging.of(Deals(load_lexicon(), 100, sample=0), policies=("fewest/hard", "any/any"))
    >>> arranged = run(study, open_workers)
    >>> [row["first"] for row in arranged.tables["policies"].objects()]
    ['fewest', 'any']
    """

    passes: int = PASSES
    policies: tuple[Policy, ...] = POLICIES
    without: tuple[str, ...] = ()
    ranked: tuple[str, ...] = ()

    kind: ClassVar[str] = KIND
    command: ClassVar[str] = "kanamj study arranging"

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
        if strange := [name for name in without if name not in TABLES[1:]]:
            raise KanamjError(not_one_of(strange[0], "a table that can be left out", TABLES[1:]))
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
        return {
            **{
                name: given[name]
                for name in ("n", "seed", "forms", "tiles", "lexicon", "lexicon_sha256", "chunk")
            },
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

    def work(self, chunk: Chunk) -> ChunkResult:
        """The record of a chunk, {"complete": hands, "sums": [[sum of p, of p², of q, of q²], …]}: one list per policy.

        p is the chance that one pass arranges a hand; q is the chance that at least one of all passes arranges it.
        """
        engine, laying = _tools(self)
        rows = self.dealt(engine.batch, chunk)
        rows = rows[engine.batch.distance(rows) == 0]
        once = laying.chances_many(self.policies, rows)
        often = 1 - (1 - once) ** self.passes
        sums = [[math.fsum(column) for column in of.T] for of in (once, once**2, often, often**2)]
        return ChunkResult({"complete": len(rows), "sums": [list(row) for row in zip(*sums, strict=True)]})

    def tally(self) -> _Tally:
        return _Tally(self)

    def write(self, place: Path, result: TableResults) -> None:
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
        command = command_again(self.command, chosen, deals.extra)
        result.write(place, KIND, command, deals.inputs(readings=True))

    @staticmethod
    def read(folder: Path) -> TableResults:
        """The results in a folder. Raises ManifestError as `TableResults.read` does."""
        return TableResults.read(folder, KIND, Arranging.command, TABLES)


class _Tally:
    def __init__(self, study: Arranging) -> None:
        self.study = study
        self.records: list[Mapping[str, Any]] = []

    def add(self, chunk: Chunk, record: Mapping[str, Any], files: Mapping[str, Path]) -> None:  # noqa: ARG002
        self.records.append(record)

    def result(self) -> TableResults:
        """The results. Raises KanamjError if no complete hand was dealt."""
        study, complete = self.study, sum(record["complete"] for record in self.records)
        if not complete:
            raise KanamjError(
                f"none of the {study.deals.n:,} deals is complete with the words of {study.deals.lexicon.name}; "
                "deal more (--n), or take a list with more words"
            )
        rows = sorted(self._rows(complete), key=lambda row: -row[3])
        tables = {"policies": Table(COLUMNS, [list(row) for row in rows])}
        engine, form = study.deals.engine(), study.deals.forms[0]
        for name, table in (("letters", letters_table), ("pairs", pairs_table)):
            if name not in study.without:
                tables[name] = table(engine.blocks, engine.tiles, form.lengths)
        return TableResults(study.parameters(), tables, complete)

    def _rows(self, complete: int) -> Iterator[tuple[Any, ...]]:
        for place, policy in enumerate(self.study.policies):
            sums = [math.fsum(record["sums"][place][i] for record in self.records) for i in range(4)]
            yield (*policy, *_mean(complete, *sums[:2]), *_mean(complete, *sums[2:]))


def _mean(n: int, total: float, squares: float) -> tuple[float, float | None]:
    """The mean of n chances, and its standard error (None if n is 1). squares: the sum of the squared chances."""
    value = total / n
    variance = max(squares - n * value**2, 0.0) / (n - 1) if n > 1 else None
    return round(value, 6), None if variance is None else round(math.sqrt(variance / n), 6)


@lru_cache(maxsize=1)
def _tools(study: Arranging) -> tuple[WordEngine, WordByWord]:
    """The engine that judges the hands, and the object that arranges them. They are cached for the next chunks."""
    engine = study.deals.engine()
    letters = set(engine.tiles.index)
    words = [block_of(key, engine.tiles) for key in study.words() if letters.issuperset(key)]
    return engine, WordByWord(engine.forms[0], words)
