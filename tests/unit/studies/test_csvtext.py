"""A file that is not a table of results is refused; the error names the file and says what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kanamj.errors import FileFormatError
from kanamj.studies.csvtext import read_table


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty"),
        ("a,b\n1,2\n3\n", "row 2 has 1 columns, but the header has 2"),
    ],
)
def test_a_file_that_is_not_a_table_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "policies.csv"
    path.write_text(text)
    whole = f"{path}: is not a table of results: {said}; make the results again"
    with pytest.raises(FileFormatError, match=re.escape(whole)):
        read_table(path)
