"""The results of arranging, and the folder they are written to.

policies.csv  first,then,counted,share,stderr,within,within_stderr     the best policy first
letters.csv   letter,tiles,keys,keys_2,keys_3,partners                 hard letters first
pairs.csv     letter,other,keys,expected,lift,errors                   letters that belong together first
MANIFEST.toml parameters, lexicon hash, command

first, then and counted name the policy (see `engine/arranging.py`). share is the share of complete deals that one pass
arranges; within is the share that at least one of all passes arranges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kanamj.engine.arranging import POLICIES
from kanamj.results import Manifest
from kanamj.studies.csvtext import Table, csv_text, read_table
from kanamj.studies.result_folder import command_again, parameters_of, write_results

KIND = "arranging"
TABLES = ("policies", "letters", "pairs")
COLUMNS = ("first", "then", "counted", "share", "stderr", "within", "within_stderr")
COMPLETE = "complete"


@dataclass(frozen=True)
class ArrangingResults:
    """The results of arranging. complete: the number of complete deals. tables: name -> table (see the file's head)."""

    parameters: Mapping[str, Any]
    complete: int
    tables: Mapping[str, Table]

    def to_json(self) -> dict[str, Any]:
        """What `kanamj study arranging --json` prints."""
        return {
            "n": self.parameters["n"],
            COMPLETE: self.complete,
            **{name: table.objects() for name, table in self.tables.items()},
            "parameters": dict(self.parameters),
        }


def write_arranging(
    place: Path, arranged: ArrangingResults, inputs: Mapping[str, str], extra: Iterable[Path] = ()
) -> None:
    """Write the files of the results and their manifest.

    inputs: file name -> SHA-256, for the files that the words were read from. extra: those with the user's own words.
    """
    given = arranged.parameters
    files = {f"{name}.csv": csv_text(table.columns, table.rows) for name, table in arranged.tables.items()}
    chosen: dict[str, object] = {
        "n": given["n"],
        "form": given["forms"],
        "tiles": given["tiles"],
        "lexicon": given["lexicon"],
        "seed": given["seed"],
        "passes": given["passes"],
    }
    if given["policies"] != [policy.name for policy in POLICIES]:
        chosen["policies"] = ",".join(given["policies"])
    if given["without"]:
        chosen["without"] = ",".join(given["without"])
    command = command_again("study arranging", chosen, extra)
    write_results(place, KIND, command, {**given, COMPLETE: arranged.complete}, files, inputs)


def read_arranging(folder: Path) -> ArrangingResults:
    """The results that `write_arranging` wrote into a folder.

    Raises ManifestError if there are none, or if a file is not what the manifest says.
    """
    manifest = Manifest.of_results(folder, KIND, "kanamj study arranging")
    parameters = parameters_of(manifest)
    complete = int(parameters.pop(COMPLETE, 0))
    names = [name for name in TABLES if f"{name}.csv" in manifest.outputs]
    return ArrangingResults(
        parameters, complete, {name: read_table(folder / f"{name}.csv") for name in names}
    )
