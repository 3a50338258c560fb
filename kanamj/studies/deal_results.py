"""The results of deals: counts, accepts of a sample, and the folder they are written to.

    counts.csv     shanten,count,share,stderr,low,high     all deals; 95 % interval of Wilson
    waits.csv      kinds,count,share                       sampled tenpai hands, by number of kinds waited for
    accepts.csv    shanten,kinds,count,share               other sampled hands, by number of kinds they accept
    MANIFEST.toml                                          parameters, lexicon hash, command

If a hand has as many tiles as a form, its kinds are counted after its best discard: a discard that keeps its distance,
and after which most kinds lower the distance. Shares in waits.csv and accepts.csv are of the sampled hands of that
shanten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from kanamj.engine.hand import UNREACHABLE
from kanamj.errors import FileFormatError, ManifestError
from kanamj.results import Manifest
from kanamj.safe_text import shown
from kanamj.studies.csvtext import csv_text, read_table
from kanamj.studies.result_folder import command_again, parameters_of, write_results
from kanamj.studies.stats import Mean, Share, mean

KIND = "deals"
COMMAND = "kanamj simulate deals"
MOST_HANDS = 10**12
COUNTS, WAITS, ACCEPTS = "counts.csv", "waits.csv", "accepts.csv"
OPTIONS = {"n": "n", "hand": "hand", "form": "forms"} | {
    name: name for name in ("tiles", "copies", "lexicon", "seed", "sample")
}
"""Option of the command `kanamj simulate deals` -> name of the parameter that has its value."""
COUNTS_HEADER = ("shanten", "count", "share", "stderr", "low", "high")


@dataclass(frozen=True)
class DealResults:
    """The results of deals. counts: shanten -> number of hands.

    accepts: (shanten, number of kinds that the hand accepts) -> number of sampled hands. A hand that cannot fill its
    form at all has shanten `UNREACHABLE` - 1, and the mean leaves it out.
    """

    parameters: Mapping[str, Any]
    counts: Mapping[int, int]
    accepts: Mapping[tuple[int, int], int]

    @classmethod
    def from_record(cls, parameters: Mapping[str, Any], record: Mapping[str, Any]) -> DealResults:
        """The results in the record of a chunk."""
        accepts = {
            (int(shanten), int(kinds)): hands  # JSON has text for keys
            for shanten, histogram in record["accepts"].items()
            for kinds, hands in histogram.items()
        }
        return cls(parameters, {int(shanten): hands for shanten, hands in record["counts"].items()}, accepts)

    @property
    def title(self) -> str:
        """The setting in a few words: word list, number of tiles, and what differs from the game of 120 tiles."""
        given = self.parameters
        words = [shown(str(given["lexicon"])), f"{given['hand']} tiles"]
        words += [f"form {given['forms']}"] if given["forms"] != "33332" else []
        words += [str(given["tiles"])] if given["tiles"] != "hiragana-120" else []
        words += ["copies ignored"] if given["copies"] == "ignore" else []
        return ", ".join(words)

    @cached_property
    def n(self) -> int:
        return sum(self.counts.values())

    @cached_property
    def shares(self) -> dict[int, Share]:
        """shanten -> its share, ascending: each shanten from the least to the greatest, even if no hand has it."""
        reached = [shanten for shanten in self.counts if shanten != UNREACHABLE - 1]
        classes = [*range(min(reached), max(reached) + 1)] if reached else []
        if len(reached) < len(self.counts):
            classes.append(UNREACHABLE - 1)
        return {shanten: Share(self.counts.get(shanten, 0), self.n) for shanten in classes}

    @cached_property
    def mean(self) -> Mean | None:
        """Mean shanten of the hands that can fill their form; None if there are no such hands."""
        reached = {shanten: hands for shanten, hands in self.counts.items() if shanten != UNREACHABLE - 1}
        return mean(reached) if reached else None

    def histogram(self, shanten: int) -> dict[int, int]:
        """Number of kinds -> how many sampled hands of that shanten accept (for shanten 0: wait for) this many."""
        return {kinds: hands for (at, kinds), hands in self.accepts.items() if at == shanten}

    def to_json(self) -> dict[str, Any]:
        """What `kanamj simulate deals --json` prints."""
        shares = {shanten_text(shanten): share for shanten, share in self.shares.items()}
        sampled = sorted({shanten for shanten, _ in self.accepts})
        histograms = {shanten_text(shanten): self.histogram(shanten) for shanten in sampled}
        return {
            "n": self.n,
            "seed": self.parameters["seed"],
            "counts": {shanten: share.count for shanten, share in shares.items()},
            "share": {shanten: share.value for shanten, share in shares.items()},
            "stderr": {shanten: share.stderr for shanten, share in shares.items()},
            "interval_95": {shanten: list(share.interval) for shanten, share in shares.items()},
            "mean_shanten": self.mean and self.mean.value,
            "mean_shanten_stderr": self.mean and self.mean.stderr,
            "waits": histograms.pop("0", {}),
            "accepts": histograms,
            "parameters": dict(self.parameters),
        }


def write_deals(
    place: Path, dealt: DealResults, inputs: Mapping[str, str], extra: Iterable[Path] = ()
) -> None:
    """Write the files of the results and their manifest.

    inputs: file name -> SHA-256, for the files that the words were read from. extra: the user's own files of words.
    """
    files = {COUNTS: csv_text(COUNTS_HEADER, _count_rows(dealt))}
    if dealt.accepts:
        waits, accepts = _accept_rows(dealt)
        files[WAITS] = csv_text(("kinds", "count", "share"), [row[1:] for row in waits])
        files[ACCEPTS] = csv_text(("shanten", "kinds", "count", "share"), accepts)
    chosen = {name: dealt.parameters[of] for name, of in OPTIONS.items()}
    command = command_again(COMMAND, chosen, extra)
    write_results(place, KIND, command, dealt.parameters, files, inputs)


def read_deals(folder: Path) -> DealResults:
    """The results that `write_deals` wrote into a folder.

    Raises ManifestError if there are none, or if a file is not what the manifest says; FileFormatError for a file that
    is not a table of results.
    """
    manifest = Manifest.of_results(folder, KIND, COMMAND)
    for name, kind in _PARAMETERS.items():
        if type(manifest.parameters.get(name)) is not kind:
            raise ManifestError(
                f"{name} is missing or wrong in the manifest of {folder}; deal again: kanamj simulate deals"
            )
    path = folder / COUNTS
    counts = {_shanten(row): row["count"] for row in read_table(path, "count").objects()}
    if not counts or not {*counts} <= {*range(-1, UNREACHABLE)}:
        raise FileFormatError("must have a header line, then one row per shanten; deal again", path)
    accepts = {
        (_shanten(row), row["kinds"]): row["count"]
        for name in (WAITS, ACCEPTS)
        if name in manifest.outputs
        for row in read_table(folder / name, "kinds", "count").objects()
    }
    return DealResults(parameters_of(manifest), counts, accepts)


_PARAMETERS = {"n": int, "seed": int, "hand": int, "chunk": int, "sample": int} | dict.fromkeys(
    ("forms", "tiles", "copies", "lexicon", "lexicon_sha256", "generator"), str
)


def shanten_text(shanten: int) -> str:
    """A shanten as files and tables show it: a number, or "unreachable".

    >>> shanten_text(-1), shanten_text(UNREACHABLE - 1)
    ('-1', 'unreachable')
    """
    return "unreachable" if shanten == UNREACHABLE - 1 else str(shanten)


def _shanten(row: Mapping[str, Any]) -> Any:
    """The shanten of a row; 0 if the table does not have this column (`waits.csv` does not)."""
    found = row.get("shanten", 0)
    return UNREACHABLE - 1 if found == "unreachable" else found


def _count_rows(dealt: DealResults) -> list[list[object]]:
    return [
        [shanten_text(shanten), share.count, *map(_decimals, (share.value, share.stderr, *share.interval))]
        for shanten, share in dealt.shares.items()
    ]


def _accept_rows(dealt: DealResults) -> tuple[list[list[object]], list[list[object]]]:
    """Two lists of rows: those of tenpai hands, and those of all other hands."""
    rows: tuple[list[list[object]], list[list[object]]] = ([], [])
    for (shanten, kinds), hands in sorted(dealt.accepts.items()):
        share = hands / sum(dealt.histogram(shanten).values())
        rows[shanten != 0].append([shanten_text(shanten), kinds, hands, _decimals(share)])
    return rows


def _decimals(value: float) -> str:
    return f"{value:.10f}"
