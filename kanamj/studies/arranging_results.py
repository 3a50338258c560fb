"""The results of arranging, and the folder they are written to.

policies.csv  first,then,counted,share,stderr,within,within_stderr    of complete deals: arranged in one pass, and
              within all passes; the best first (`engine/arranging.py` says what the first three mean)
letters.csv   letter,tiles,keys,keys_2,keys_3,partners                 hard letters first
pairs.csv     letter,other,keys,expected,lift,errors                   letters that belong together first
MANIFEST.toml parameters, lexicon hash, command
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
    """The results of arranging. complete: the number of complete deals. tables: by name, see the module's top."""

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

    inputs: file name -> SHA-256 of what the words were read from. extra: files of own words among them.
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
    """The results in a folder, as `write_arranging` left them.

    Raises ManifestError if there are none or a file is not what the manifest says.
    """
    manifest = Manifest.of_results(folder, KIND, "kanamj study arranging")
    parameters = parameters_of(manifest)
    complete = int(parameters.pop(COMPLETE, 0))
    names = [name for name in TABLES if f"{name}.csv" in manifest.outputs]
    return ArrangingResults(
        parameters, complete, {name: read_table(folder / f"{name}.csv") for name in names}
    )
